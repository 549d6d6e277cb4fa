import Imaging

/// The changes that turn the cells on the screen into those of a mosaic.
struct CellDiff {
    struct Row {
        /// Cells to delete at the row's start; to insert if negative.
        let aside: Int
        /// The cells still to be drawn, by their places in the mosaic.
        let runs: [Range<Int>]
    }

    let shift: CellScroll
    /// Whether rows are moved first.
    let movesUp: Bool
    private let new: BlockMosaic
    private let old: [MosaicCell]

    /// Moving a row costs about as many bytes as one cell.
    private static let moveCells = 1

    /// Cells are moved only if fewer are to be drawn then: moving black helps nothing.
    init(from old: [MosaicCell], to new: BlockMosaic, by shift: CellScroll) {
        self.shift = shift
        self.new = new
        let moved = shift.movedUp(old, of: new.size)
        movesUp = shift.rows != 0 && Self.drawn(moved, new, shift) < Self.drawn(old, new, shift)
        self.old = movesUp ? moved : old
    }

    func row(_ row: Int) -> Row {
        let cells = new.cells(of: row)
        let shown = old[cells.indices]
        if shift.columns != 0 {
            let moved = shift.movedAside(shown)[...]
            if Self.unlike(moved, cells) + Self.moveCells < Self.unlike(shown, cells) {
                return Row(aside: shift.columns, runs: Self.runs(in: cells, unlike: moved))
            }
        }
        return Row(aside: 0, runs: Self.runs(in: cells, unlike: shown))
    }

    /// The number of cells to draw, with each row moved aside if that helps.
    private static func drawn(
        _ shown: [MosaicCell], _ new: BlockMosaic, _ shift: CellScroll
    ) -> Int {
        (0..<new.size.rows).reduce(0) { sum, row in
            let cells = new.cells(of: row)
            let old = shown[cells.indices]
            let still = unlike(old, cells)
            guard shift.columns != 0 else { return sum + still }
            return sum + min(still, unlike(shift.movedAside(old)[...], cells))
        }
    }

    private static func unlike(
        _ old: ArraySlice<MosaicCell>, _ new: ArraySlice<MosaicCell>
    ) -> Int {
        zip(old, new).reduce(0) { $1.0.looksLike($1.1) ? $0 : $0 + 1 }
    }

    private static func runs(
        in new: ArraySlice<MosaicCell>, unlike old: ArraySlice<MosaicCell>
    ) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        for (place, cells) in zip(new.indices, zip(old, new)) where !cells.0.looksLike(cells.1) {
            if let last = runs.last, last.upperBound == place {
                runs[runs.count - 1] = last.lowerBound..<place + 1
            } else {
                runs.append(place..<place + 1)
            }
        }
        return runs
    }
}

/// How far a pan moved the view over the photo, in whole cells.
struct CellScroll: Hashable {
    let columns: Int
    let rows: Int

    static let none = CellScroll()

    private init() { (columns, rows) = (0, 0) }

    init?(from old: BlockMosaic, to new: BlockMosaic) {
        self.init(from: old.anchor, to: new.anchor, cell: new.glyphs.elements, within: new.size)
    }

    /// `nil` if it is not a number of whole cells, or nothing stays in view of so many.
    init?(from old: PixelPoint, to new: PixelPoint, cell: PixelSize, within size: CellSize) {
        let (x, xOverflows) = new.x.subtractingReportingOverflow(old.x)
        let (y, yOverflows) = new.y.subtractingReportingOverflow(old.y)
        guard !xOverflows, !yOverflows, x.isMultiple(of: cell.width), y.isMultiple(of: cell.height)
        else { return nil }
        (columns, rows) = (x / cell.width, y / cell.height)
        guard columns.magnitude < size.columns, rows.magnitude < size.rows else { return nil }
    }

    /// A row after characters were deleted or inserted at its start (DCH, ICH).
    func movedAside(_ row: ArraySlice<MosaicCell>) -> [MosaicCell] {
        let unknown = repeatElement(MosaicCell.unknown, count: Int(columns.magnitude))
        return Array(
            columns >= 0 ? row.dropFirst(columns) + unknown : unknown + row.dropLast(-columns))
    }

    /// The rows after lines were deleted at the top and inserted at the bottom, or the reverse (DL, IL).
    func movedUp(_ cells: [MosaicCell], of size: CellSize) -> [MosaicCell] {
        let count = rows * size.columns
        let unknown = repeatElement(MosaicCell.unknown, count: Int(count.magnitude))
        return Array(
            rows >= 0 ? cells.dropFirst(count) + unknown : unknown + cells.dropLast(-count))
    }
}
