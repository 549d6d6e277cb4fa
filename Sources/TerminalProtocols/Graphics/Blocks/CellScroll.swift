import Imaging

/// How far a pan moved the view over the photo, in whole cells: what stays in view is on the screen
/// already, so far up or to the left.
struct CellScroll: Hashable {
    let columns: Int
    let rows: Int

    static let none = CellScroll(columns: 0, rows: 0)

    private init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// Nil where the way is not one of whole cells, or nothing stays in view.
    init?(from old: BlockMosaic, to new: BlockMosaic) {
        let cell = new.glyphs.elements
        let (x, xOverflows) = new.anchor.x.subtractingReportingOverflow(old.anchor.x)
        let (y, yOverflows) = new.anchor.y.subtractingReportingOverflow(old.anchor.y)
        guard !xOverflows, !yOverflows, x.isMultiple(of: cell.width), y.isMultiple(of: cell.height)
        else { return nil }
        self.init(columns: x / cell.width, rows: y / cell.height)
        guard columns.magnitude < new.size.columns, rows.magnitude < new.size.rows else {
            return nil
        }
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
