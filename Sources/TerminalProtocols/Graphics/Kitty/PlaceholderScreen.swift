internal import Imaging

/// A region of a stored picture that is shown by placeholder characters.
struct PlaceholderArea: Hashable, Sendable {
    let image: Int
    /// The size of the whole picture in cells.
    let picture: CellSize
    /// The cells of the placement to which the picture belongs; cells without a picture are blank.
    let owner: CellRect
    /// The screen's cells that show the picture.
    let cells: CellRect
    /// The picture's cell that the first of `cells` shows.
    let first: CellPosition

    /// Creates the area of a tile's visible region, at the nearest whole cell; `nil` if no cell is
    /// visible.
    init?<ID>(_ tile: KittyTile, in view: PlacedWindow<ID>) {
        let origin = view.cell.nearestCell(view.origin(of: tile.region, at: tile.target))
        let seen = view.cells(showing: tile.region.window)
        picture = view.cell.cells(covering: tile.size)
        let all = CellRect(
            origin: origin,
            size: CellSize(
                columns: min(picture.columns, PlaceholderText.cellLimit),
                rows: min(picture.rows, PlaceholderText.cellLimit)))
        guard let cells = seen.flatMap(all.intersection)?.intersection(view.placement.cells) else {
            return nil
        }
        image = tile.image
        owner = view.placement.cells
        self.cells = cells
        first = CellPosition(
            row: cells.origin.row - origin.row, column: cells.origin.column - origin.column)
    }

    /// Appends the command that makes the terminal show the picture at its placeholder characters.
    ///
    /// The terminal does not scale the picture, because the picture consists of whole cells.
    func appendPlacement(to output: inout [UInt8]) {
        KittyCommand.append(
            "a=p,U=1,i=\(image),p=1,c=\(picture.columns),r=\(picture.rows),q=2", to: &output)
    }

    /// Returns the pan from another area that shows the same picture to this area.
    fileprivate func scroll(from other: PlaceholderArea) -> CellScroll {
        CellScroll(
            columns: first.column - cells.origin.column - other.first.column
                + other.cells.origin.column,
            rows: first.row - cells.origin.row - other.first.row + other.cells.origin.row)
    }
}

extension KittyPlacement {
    /// Creates the placement of a tile that is shown by placeholder characters; `nil` if no cell is
    /// visible.
    init?<ID>(sharp tile: KittyTile, asTextIn view: PlacedWindow<ID>) {
        self.init(sharp: tile, in: view)
        guard let area = PlaceholderArea(tile, in: view) else { return nil }
        text = area
    }
}

extension PlacedWindow {
    /// The origin of a grid of whole cells on the scaled photo, at or before the photo's first
    /// pixel.
    var grid: PixelPoint {
        let shift = cell.shiftInCell(origin(of: window, at: window.window))
        return PixelPoint(x: -shift.x, y: -shift.y)
    }
}

extension KittyLimits {
    /// Returns these limits with at most as many cells per picture as there are combining marks.
    ///
    /// A window with more cells is covered by pieces.
    func ofCells<ID>(in view: PlacedWindow<ID>) -> KittyLimits {
        // One cell is subtracted, because a picture may begin and end within a cell.
        let most = PlaceholderText.cellLimit - 1
        var limits = self
        limits.cells = view.cell.pixels(of: CellSize(columns: most, rows: most))
        let seen = view.cell.cells(covering: view.window.window.size)
        let half = CellSize(
            columns: min(most, seen.columns / 2 + 1), rows: min(most, seen.rows / 2 + 1))
        limits.piece =
            seen.columns > most || seen.rows > most ? view.cell.pixels(of: half) : nil
        return limits
    }
}

/// A cell of the screen that shows a cell of a picture.
struct PlaceholderCell: DiffedCell, Hashable {
    /// The picture's number, or 0 for a blank cell.
    let image: UInt32
    let row: UInt16
    let column: UInt16

    static let blank = PlaceholderCell(image: 0, row: 0, column: 0)
    /// A cell with other text or unknown content.
    static let unknown = PlaceholderCell(image: .max, row: .max, column: .max)

    /// Returns true if the cell need not be drawn; the caller draws cells with other text.
    func looksLike(_ new: PlaceholderCell) -> Bool { self == new || new == .unknown }

    /// Returns the number of the next picture.
    ///
    /// The number's lowest byte is the colour of the text, and its highest byte selects a combining
    /// mark. A multiplexer may convert 24-bit colours to the nearest of 256, and the result would
    /// refer to another picture. Therefore, only the colours that never change are used: 16 to 255.
    static func image(after image: Int) -> Int {
        let (high, colour) = (image >> 24, image & 0xFF)
        if colour < 255 { return image + 1 }
        return (high % 255 + 1) << 24 | firstColour
    }

    /// Returns the first picture number for one of several programs in the same terminal.
    ///
    /// Each program has 1920 numbers before those of the next program.
    static func firstImage(of program: Int) -> Int {
        (program % 255 * 8 % 255 + 1) << 24 | firstColour
    }

    private static let firstColour = 16
}

/// The placeholder characters on the screen.
struct PlaceholderScreen: Hashable, Sendable {
    private var areas: [PlaceholderArea] = []
    private var cells: [PlaceholderCell] = []
    private var size = CellSize(columns: 0, rows: 0)

    /// Returns the text that shows exactly these areas, the last one on top.
    ///
    /// The caller draws the cells outside the areas' owners. `redrawsAll` is true if the screen is
    /// blank.
    mutating func show(
        _ new: [PlaceholderArea], on window: CellSize, redrawsAll: Bool
    ) -> [UInt8] {
        let isNew = redrawsAll || window != size
        guard isNew || new != areas else { return [] }
        let count = window.columns * window.rows
        let old = isNew ? Array(repeating: redrawsAll ? .blank : .unknown, count: count) : cells
        let scroll = isNew ? nil : Self.scroll(from: areas, to: new, on: window)
        size = window
        areas = new
        cells = Self.cells(of: new, on: window)
        return text(changing: old, by: scroll)
    }

    /// The cells to draw: if all areas have the same owner and this owner is as wide as the screen,
    /// the owner's rows; otherwise, all cells.
    private var drawn: CellRect {
        let all = CellRect(origin: .home, size: size)
        guard let owner = areas.first?.owner, areas.allSatisfy({ $0.owner == owner }),
            owner.size.columns == size.columns
        else { return all }
        return owner.intersection(all) ?? all
    }

    private func text(changing old: [PlaceholderCell], by scroll: CellScroll?) -> [UInt8] {
        let area = drawn
        let start = area.origin.row * size.columns
        let part = start..<start + area.size.rows * size.columns
        let changes = CellDiff(
            from: Array(old[part]), to: Array(cells[part]), of: area.size, by: scroll ?? .none)
        var writer = PlaceholderWriter(area, cells[part])
        if changes.movesUp { changes.shift.appendMoveUp(in: area, to: &writer.output) }
        for row in 0..<area.size.rows { writer.append(changes.row(row), ofRow: row) }
        return writer.end()
    }

    private static func cells(
        of areas: [PlaceholderArea], on window: CellSize
    ) -> [PlaceholderCell] {
        var cells = [PlaceholderCell](
            repeating: .unknown, count: window.columns * window.rows)
        let all = CellRect(origin: .home, size: window)
        for owner in Set(areas.map(\.owner)) {
            fill(owner.intersection(all), of: window, in: &cells) { _, _ in .blank }
        }
        for area in areas {
            let image = UInt32(truncatingIfNeeded: area.image)
            fill(area.cells.intersection(all), of: window, in: &cells) { row, column in
                PlaceholderCell(
                    image: image,
                    row: UInt16(clamping: row - area.cells.origin.row + area.first.row),
                    column: UInt16(clamping: column - area.cells.origin.column + area.first.column))
            }
        }
        return cells
    }

    private static func fill(
        _ area: CellRect?, of window: CellSize, in cells: inout [PlaceholderCell],
        with cell: (_ row: Int, _ column: Int) -> PlaceholderCell
    ) {
        guard let area else { return }
        for row in area.origin.row..<area.origin.row + area.size.rows {
            for column in area.origin.column..<area.origin.column + area.size.columns {
                cells[row * window.columns + column] = cell(row, column)
            }
        }
    }

    /// Returns the pan of a picture as wide as the screen.
    ///
    /// The result is `nil` if the pan is unknown or no cell stays visible.
    private static func scroll(
        from old: [PlaceholderArea], to new: [PlaceholderArea], on window: CellSize
    ) -> CellScroll? {
        for area in new where area.owner.size.columns == window.columns {
            guard let before = old.first(where: { $0.image == area.image }),
                before.owner == area.owner, new.allSatisfy({ $0.owner == area.owner })
            else { continue }
            let scroll = area.scroll(from: before)
            return scroll.leavesSome(of: area.owner.size) ? scroll : nil
        }
        return nil
    }
}

/// A writer of runs of placeholder characters, each with all of its marks.
///
/// The marks are complete because a multiplexer may redraw any cell alone.
private struct PlaceholderWriter {
    var output: [UInt8] = []
    private let area: CellRect
    /// The cells of the area, row by row.
    private let cells: ArraySlice<PlaceholderCell>
    private var colour: UInt8?

    init(_ area: CellRect, _ cells: ArraySlice<PlaceholderCell>) {
        self.area = area
        self.cells = cells
    }

    mutating func append(_ change: CellDiff<PlaceholderCell>.Row, ofRow row: Int) {
        if change.aside != 0 {
            move(toRow: row, column: 0)
            let count = abs(change.aside)
            (change.aside > 0 ? ControlSequence.deleteCells(count) : .insertCells(count))
                .append(to: &output)
        }
        for run in change.runs {
            move(toRow: row, column: run.lowerBound - row * area.size.columns)
            for cell in cells.dropFirst(run.lowerBound).prefix(run.count) { append(cell) }
        }
    }

    /// Appends the text of a cell: a space, or a placeholder character with its marks.
    ///
    /// Hot: runs for each cell of a picture that is shown at a new position.
    private mutating func append(_ cell: PlaceholderCell) {
        guard cell != .blank else { return output.append(UInt8(ascii: " ")) }
        let colour = UInt8(truncatingIfNeeded: cell.image)
        if colour != self.colour {
            ControlSequence.foreground(Int(colour)).append(to: &output)
            self.colour = colour
        }
        PlaceholderText.append(
            row: Int(cell.row), column: Int(cell.column), of: Int(cell.image), to: &output)
    }

    private mutating func move(toRow row: Int, column: Int) {
        let cell = CellPosition(
            row: area.origin.row + row, column: area.origin.column + column)
        ControlSequence.moveCursor(cell).append(to: &output)
    }

    mutating func end() -> [UInt8] {
        if colour != nil { ControlSequence.plain.append(to: &output) }
        return output
    }
}
