internal import Imaging
internal import PhotoPipeline
internal import TerminalDevice
internal import TerminalProtocols

/// The size, position and encoding of printed pictures.
struct PrintLayout {
    /// The box into which a picture must fit, in picture elements.
    let box: PixelSize
    let options: ImageOptions
    private let viewing: ViewingOptions
    private let profile: TerminalProfile
    /// The number of picture elements across and down a cell.
    private let cell: CellMetrics

    /// Creates a layout, with default sizes from the terminal if there is one, otherwise for 80x24
    /// cells.
    init(_ options: Options, _ terminal: PrintTerminal) {
        viewing = options.viewing
        profile = terminal.profile
        let glyphs = options.settings.glyphs
        cell = profile.metrics(glyphs)
        var printed = ImageOptions(
            profile, glyphs: glyphs, medium: viewing.transfer ?? terminal.medium, isPrinted: true)
        if viewing.registers == nil {
            printed = printed.limited(toRegisters: Palette.usualLimit)
        }
        if viewing.placeholders, profile.graphics == .kitty, printed.placeholders == nil {
            printed.placeholders = PlaceholderPrint(cell: profile.cell)
        }
        self.options = printed
        box = Self.box(viewing, profile, cell)
    }

    /// True if pictures are printed as characters.
    var isText: Bool { profile.graphics.isText || options.placeholders != nil }

    /// True if the size was probably meant in pixels, as in earlier versions for all protocols but
    /// blocks.
    var isLikelyInPixels: Bool {
        guard let size = viewing.size, !size.isInPixels, !profile.graphics.isText else {
            return false
        }
        let (columns, rows) = (size.width ?? 0, size.height ?? 0)
        return columns > max(Self.mostCells.columns, profile.window.cells.columns)
            || rows > max(Self.mostCells.rows, profile.window.cells.rows)
    }

    /// The largest plausible window; no terminal is known to have a larger one.
    private static let mostCells = CellSize(columns: 400, rows: 150)

    private static func box(
        _ viewing: ViewingOptions, _ profile: TerminalProfile, _ cell: CellMetrics
    ) -> PixelSize {
        let window = profile.window.cells
        let usual = cell.pixels(
            of: CellSize(columns: window.columns, rows: max(1, window.rows - 1)))
        let wished = viewing.size
        let width = wished?.width.map { side in
            wished?.elements(side, cell.across, profile.cell.across) ?? side
        }
        let height = wished?.height.map { side in
            wished?.elements(side, cell.down, profile.cell.down) ?? side
        }
        // The height is unlimited if the width is to be fitted, or if only the width is given.
        let isFree = viewing.fit == .width || wished != nil && height == nil
        return PixelSize(
            width: min(width ?? usual.width, limit(cell.across, profile)),
            height: min(
                isFree ? .max : height ?? usual.height, limit(cell.down, profile)))
    }

    /// Returns the maximum number of picture elements along a side.
    private static func limit(_ cell: CellAxis, _ profile: TerminalProfile) -> Int {
        let most = cell.pixels(of: PlaceholderPrint.cellLimit)
        return profile.graphics == .kitty
            ? min(BoxSize.sides.upperBound, most) : BoxSize.sides.upperBound
    }

    /// The bytes that delete the pictures stored by kitty, and clear the box if the user has given
    /// its position.
    var clearing: [UInt8] {
        var bytes: [UInt8] = []
        if profile.graphics == .kitty {
            bytes +=
                profile.passthrough?.multiplexer.wrap(KittyEncoder.removal)
                ?? KittyEncoder.removal
        }
        guard let cell = viewing.cell else { return bytes }
        let size = self.cell.cells(covering: box)
        bytes += ControlSequence.bytes(.saveCursor, .plain)
        for row in cell.row..<cell.row + size.rows {
            let start = CellPosition(row: row, column: cell.column)
            bytes += ControlSequence.bytes(.moveCursor(start), .erase(columns: size.columns))
        }
        return bytes + ControlSequence.bytes(.restoreCursor)
    }

    /// Returns the window to print: the whole photo, or the region in the photo's argument.
    func window(on photo: PixelSize, at spot: ViewPosition.Spot?) -> ScaledWindow {
        switch spot {
        case .none, .whole, .named:
            return .fitting(PixelRect(photo), of: photo, in: box, viewing.enlarge)
        case .area(let area):
            return .fitting(area.pixels(of: photo), of: photo, in: box, viewing.enlarge)
        case .centre(let x, let y, let percent):
            var viewport = Viewport(photo: photo, screen: box)
            viewport.go(to: .centre(x: x, y: y, percent: percent))
            return viewport.window
        }
    }

    /// Returns the position of a printed picture.
    func position(of picture: PixelSize) -> PrintPosition {
        if let cell = viewing.cell { return .at(cell) }
        let size = cell.cells(covering: picture)
        let column =
            viewing.align == .centre ? (cell.cells(covering: box).columns - size.columns) / 2 : 0
        return PrintPosition(
            column: max(0, column), rows: size.rows,
            in: TTY.isOutput ? profile.window.cells : nil)
    }
}

extension BoxSize {
    /// Returns a side in picture elements; `cell` is the size of a cell in picture elements, and
    /// `pixels` in the terminal's pixels.
    fileprivate func elements(_ side: Int, _ cell: CellAxis, _ pixels: CellAxis) -> Int {
        guard isInPixels else { return min(cell.pixels(of: side), Self.sides.upperBound) }
        return max(1, side * cell.pixels(of: 1) / pixels.pixels(of: 1))
    }
}

extension ScaledWindow {
    /// Returns the window that shows only an area of a photo, as large as fits into a box; a small
    /// area is enlarged only if `enlarges` is true.
    fileprivate static func fitting(
        _ area: PixelRect, of photo: PixelSize, in box: PixelSize, _ enlarges: Bool
    ) -> ScaledWindow {
        let size = area.size.fitted(into: box, enlarging: enlarges)
        let across = Double(size.width) / Double(area.size.width)
        let down = Double(size.height) / Double(area.size.height)
        let scaled = PixelSize(
            width: max(size.width, Int((Double(photo.width) * across).rounded())),
            height: max(size.height, Int((Double(photo.height) * down).rounded())))
        let origin = PixelPoint(
            x: min(Int((Double(area.minX) * across).rounded()), scaled.width - size.width),
            y: min(Int((Double(area.minY) * down).rounded()), scaled.height - size.height))
        return ScaledWindow(
            photo: photo, scaled: scaled, window: PixelRect(origin: origin, size: size))
    }
}
