package import Imaging

/// The capabilities of a terminal according to its replies so far, which may arrive at any time.
package struct TerminalCapabilities: Hashable, Sendable {
    package private(set) var primaryAttributes: [Int]?
    package private(set) var secondaryAttributes: [Int]?
    package private(set) var version: SafeText?
    package private(set) var hasKittyGraphics = false
    /// The media through which the terminal has read a test picture of kitty's protocol.
    package private(set) var readableMedia: Set<KittyMedium> = []
    /// True if a region of a kitty picture can be placed; `nil` if this was not tested.
    package private(set) var cropsPictures: Bool?
    package private(set) var sixelRegisters: Int?
    package private(set) var sixelLimit: PixelSize?
    package private(set) var sixelGeometry: PixelSize?
    package private(set) var cell: CellMetrics?
    package private(set) var textAreaPixels: PixelSize?
    package private(set) var background: RGBColour?
    package private(set) var hasKittyKeyboard = false
    private var modes: [Int: Int] = [:]

    package init() {}

    /// True if the last query of the probe has been answered.
    package var isComplete: Bool { primaryAttributes != nil }
    package var hasSixel: Bool { primaryAttributes?.dropFirst().contains(4) ?? false }
    package var hasSynchronizedUpdates: Bool { knows(mode: 2026) }
    package var hasMousePixels: Bool { knows(mode: 1016) }
    package var hasResizeReports: Bool { knows(mode: 2048) }
    package var hasColourSchemeReports: Bool { knows(mode: 2031) }
    package var hasVisibilityReports: Bool { knows(mode: 2033) }

    /// Returns true if a mode can be set, or is permanently set.
    ///
    /// The other settings are unrecognised (0) and permanently reset (4).
    private func knows(mode: Int) -> Bool { (1...3).contains(modes[mode] ?? 0) }

    package mutating func receive(_ reply: TerminalReply) {
        switch reply {
        case .primaryAttributes(let attributes): primaryAttributes = attributes
        case .secondaryAttributes(let attributes): secondaryAttributes = attributes
        case .version(let text): version = SafeText(bytes: text).truncated(to: 60)
        case .kittyGraphics(CapabilityQuery.kittyQueryImage, let message):
            hasKittyGraphics = message == Array("OK".utf8)
        case .kittyGraphics(let image, KittyMediumProbe.success):
            if let medium = KittyMediumProbe.medium(ofImage: image) { readableMedia.insert(medium) }
        case .sixelGraphics(let item, 0, let values): receiveSixel(item, values)
        case .cellPixels(let size), .iTerm2CellPixels(let size):
            cell = ScreenLimits.cell(width: size.width, height: size.height)
        case .textAreaPixels(let size): textAreaPixels = Self.sensible(size)
        case .resized(let cells, let pixels): receiveResize(cells, pixels)
        case .mode(let mode, let setting): modes[mode] = setting
        case .background(let colour): background = colour
        case .keyboardFlags: hasKittyKeyboard = true
        default: break
        }
    }

    private mutating func receiveSixel(_ item: Int, _ values: [Int]) {
        if item == 1, let count = values.first, count > 1 { sixelRegisters = count }
        guard item == 2, values.count >= 2 else { return }
        let size = Self.sensible(PixelSize(width: values[0], height: values[1]))
        // The replies for the current and the largest size look alike: the larger size is the
        // limit. Once both are known, only the current size is queried.
        if let known = sixelGeometry, sixelLimit == nil, let size {
            sixelLimit = PixelSize(
                width: max(known.width, size.width), height: max(known.height, size.height))
        } else {
            sixelGeometry = size
        }
    }

    /// Receives the new size of the text area, and of a cell if the area consists of whole cells.
    ///
    /// Otherwise, the area has margins, or a cell has a fractional size. The cell is queried (16t)
    /// in any case.
    private mutating func receiveResize(_ cells: CellSize, _ pixels: PixelSize) {
        guard let size = Self.sensible(pixels), (1...ScreenLimits.side).contains(cells.columns),
            (1...ScreenLimits.side).contains(cells.rows)
        else { return }
        textAreaPixels = size
        guard size.width.isMultiple(of: cells.columns), size.height.isMultiple(of: cells.rows)
        else { return }
        let told = ScreenLimits.cell(
            width: size.width / cells.columns, height: size.height / cells.rows)
        cell = told ?? cell
    }

    /// Receives the result of a test picture.
    package mutating func receive(_ probe: KittyCropProbe) {
        cropsPictures = probe.cropsPictures ?? cropsPictures
    }

    /// Returns true if placing regions of kitty's pictures must be tested in the terminal.
    package func needsTrial(_ terminal: KnownTerminal) -> Bool {
        hasKittyGraphics && cropsPictures == nil && terminal.crop != .works
            && terminal.protocols.contains(.kitty)
    }

    /// Discards properties that depend on the window's size, which has changed.
    package mutating func forgetTextArea() {
        textAreaPixels = nil
        if sixelLimit != nil { sixelGeometry = nil }
    }

    /// Returns a size if it is plausible; `nil` if a side is below 1 or above 65,535 pixels.
    private static func sensible(_ size: PixelSize) -> PixelSize? {
        (1...65535).contains(size.width) && (1...65535).contains(size.height) ? size : nil
    }
}

/// Upper bounds for the size of a screen reported by a terminal, the kernel or a user.
///
/// Without these bounds, a cell with a reported size of 4000x4000 pixels exhausted the memory.
package enum ScreenLimits {
    /// The maximum side of a cell, in pixels: 17 rows of such cells fill an 8K screen.
    package static let cellSide = 256
    /// The maximum number of pixels in all cells: an 8K screen has 33.2 million pixels.
    ///
    /// A picture of the maximum size takes 134 MB.
    package static let pixels = 1 << 25
    /// The maximum side of the screen, in pixels: two 8K screens side by side have 15,360.
    ///
    /// This also keeps runs of sixels below their limit of 65,535 pixels.
    static let pixelSide = 16_384
    /// The maximum number of columns or rows: an 8K screen with cells of 4x6 pixels has 1,920 by
    /// 720.
    package static let side = 4096
    /// The maximum number of cells; ncurses needs about 90 bytes for each cell.
    package static let cells = 1 << 20

    /// Returns the claimed number of columns and rows, reduced to the bounds.
    static func cells(_ claimed: CellSize) -> CellSize {
        let columns = min(claimed.columns, side)
        return CellSize(columns: columns, rows: min(claimed.rows, side, cells / max(1, columns)))
    }

    /// Returns a cell of this size in pixels; `nil` if a side is below 1 or above `cellSide`.
    package static func cell(width: Int, height: Int) -> CellMetrics? {
        (1...cellSide).contains(width) && (1...cellSide).contains(height)
            ? CellMetrics(width: width, height: height) : nil
    }

    /// Returns the claimed cell, or a smaller one if the window would exceed `pixelSide` or
    /// `pixels`.
    static func cell(_ claimed: CellMetrics, in window: CellSize) -> CellMetrics {
        let claimed = CellMetrics(
            across: axis(claimed.across, of: window.columns),
            down: axis(claimed.down, of: window.rows))
        let all = claimed.pixels(of: window)
        guard all.width * all.height > pixels else { return claimed }
        let room = pixels / (window.columns * window.rows)
        let width = min(claimed.across.pixels(of: 1), Int(Double(room).squareRoot()))
        return CellMetrics(width: width, height: min(claimed.down.pixels(of: 1), room / width))
    }

    private static func axis(_ claimed: CellAxis, of count: Int) -> CellAxis {
        guard claimed.pixels(of: count) > pixelSide else { return claimed }
        return CellAxis(pixels: max(1, pixelSide / max(1, count)), cells: 1)
    }
}

/// The size of the terminal's window according to the kernel (TIOCGWINSZ).
///
/// The number of cells is within `ScreenLimits`; the number of pixels is as reported.
package struct WindowSize: Hashable, Sendable {
    package let cells: CellSize
    package let pixels: PixelSize?

    /// The size to assume if there is no window to query.
    package static let assumed = WindowSize(cells: CellSize(columns: 80, rows: 24), pixels: nil)

    package init(cells: CellSize, pixels: PixelSize?) {
        self.cells = ScreenLimits.cells(cells)
        self.pixels = pixels
    }
}
