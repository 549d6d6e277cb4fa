import Imaging

/// A cell that can be compared with a cell on the screen.
protocol DiffedCell {
    /// A cell with unknown content, which looks like no other cell.
    static var unknown: Self { get }
    func looksLike(_ other: Self) -> Bool
}

/// The changes that turn the cells on the screen into the cells of a picture.
struct CellDiff<Cell: DiffedCell> {
    struct Row {
        /// The number of cells to delete at the start of the row, or, if negative, to insert there.
        let aside: Int
        /// The ranges of cells to draw, as indices in the picture.
        let runs: [Range<Int>]
    }

    let shift: CellScroll
    /// True if rows must be moved before cells are drawn.
    let movesUp: Bool
    private let size: CellSize
    private let new: [Cell]
    private let old: [Cell]

    /// The cost of moving a row, in cells: a move takes about as many bytes as drawing one cell.
    private static var moveCells: Int { 1 }

    /// Compares the cells; rows are moved only if fewer cells then need to be drawn.
    ///
    /// Moving black cells, for example, does not help.
    init(from old: [Cell], to new: [Cell], of size: CellSize, by shift: CellScroll) {
        self.shift = shift
        self.size = size
        self.new = new
        let moved = shift.movedUp(old, of: size)
        movesUp =
            shift.rows != 0
            && Self.drawn(moved, new, size, shift) < Self.drawn(old, new, size, shift)
        self.old = movesUp ? moved : old
    }

    func row(_ row: Int) -> Row {
        let cells = new[row * size.columns..<(row + 1) * size.columns]
        let shown = old[cells.indices]
        if shift.columns != 0 {
            let moved = shift.movedAside(shown)[...]
            if Self.unlike(moved, cells) + Self.moveCells < Self.unlike(shown, cells) {
                return Row(aside: shift.columns, runs: Self.runs(in: cells, unlike: moved))
            }
        }
        return Row(aside: 0, runs: Self.runs(in: cells, unlike: shown))
    }

    /// Returns the number of cells to draw if rows are shifted wherever a shift saves cells.
    private static func drawn(
        _ shown: [Cell], _ new: [Cell], _ size: CellSize, _ shift: CellScroll
    ) -> Int {
        (0..<size.rows).reduce(0) { sum, row in
            let cells = new[row * size.columns..<(row + 1) * size.columns]
            let old = shown[cells.indices]
            let still = unlike(old, cells)
            guard shift.columns != 0 else { return sum + still }
            return sum + min(still, unlike(shift.movedAside(old)[...], cells))
        }
    }

    private static func unlike(_ old: ArraySlice<Cell>, _ new: ArraySlice<Cell>) -> Int {
        zip(old, new).reduce(0) { $1.0.looksLike($1.1) ? $0 : $0 + 1 }
    }

    private static func runs(
        in new: ArraySlice<Cell>, unlike old: ArraySlice<Cell>
    ) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        for (index, cells) in zip(new.indices, zip(old, new)) where !cells.0.looksLike(cells.1) {
            if let last = runs.last, last.upperBound == index {
                runs[runs.count - 1] = last.lowerBound..<index + 1
            } else {
                runs.append(index..<index + 1)
            }
        }
        return runs
    }
}

/// A pan of the view over the photo by whole cells.
struct CellScroll: Hashable {
    let columns: Int
    let rows: Int

    static let none = CellScroll(columns: 0, rows: 0)

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    init?(from old: BlockMosaic, to new: BlockMosaic) {
        self.init(from: old.anchor, to: new.anchor, cell: new.glyphs.elements, within: new.size)
    }

    /// Creates the pan between two positions; `nil` if the pan is not by whole cells, or no cell
    /// stays visible.
    init?(from old: PixelPoint, to new: PixelPoint, cell: PixelSize, within size: CellSize) {
        let (x, xOverflows) = new.x.subtractingReportingOverflow(old.x)
        let (y, yOverflows) = new.y.subtractingReportingOverflow(old.y)
        guard !xOverflows, !yOverflows, x.isMultiple(of: cell.width), y.isMultiple(of: cell.height)
        else { return nil }
        self.init(columns: x / cell.width, rows: y / cell.height)
        guard leavesSome(of: size) else { return nil }
    }

    /// Returns true if some of the cells stay visible after the pan.
    func leavesSome(of size: CellSize) -> Bool {
        columns.magnitude < size.columns && rows.magnitude < size.rows
    }

    /// Appends the sequences that delete lines at one end of an area and insert as many at the
    /// other.
    ///
    /// The sequences need no margins, and lines below the area return to their old positions.
    func appendMoveUp(in area: CellRect, to output: inout [UInt8]) {
        let top = area.origin
        let bottom = CellPosition(
            row: top.row + area.size.rows - abs(rows), column: top.column)
        ControlSequence.moveCursor(rows > 0 ? top : bottom).append(to: &output)
        ControlSequence.deleteLines(abs(rows)).append(to: &output)
        ControlSequence.moveCursor(rows > 0 ? bottom : top).append(to: &output)
        ControlSequence.insertLines(abs(rows)).append(to: &output)
    }

    /// Returns the cells of a row after cells are deleted or inserted at its start (DCH, ICH).
    func movedAside<Cell: DiffedCell>(_ row: ArraySlice<Cell>) -> [Cell] {
        let unknown = repeatElement(Cell.unknown, count: Int(columns.magnitude))
        return Array(
            columns >= 0 ? row.dropFirst(columns) + unknown : unknown + row.dropLast(-columns))
    }

    /// Returns all cells after lines are deleted at the top and inserted at the bottom, or vice
    /// versa (DL, IL).
    func movedUp<Cell: DiffedCell>(_ cells: [Cell], of size: CellSize) -> [Cell] {
        let count = rows * size.columns
        let unknown = repeatElement(Cell.unknown, count: Int(count.magnitude))
        return Array(
            rows >= 0 ? cells.dropFirst(count) + unknown : unknown + cells.dropLast(-count))
    }
}
