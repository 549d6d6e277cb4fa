/// The size, in slots, of the first photo of a list or grid; the other photos fill the remaining
/// slots.
///
/// A slot is a row of a list or a tile of a grid; slots are numbered from 0, row by row.
struct FeaturedSpan: Hashable, Sendable {
    let columns: Int
    let rows: Int

    /// The span of a first photo that is as large as the others.
    static let one = FeaturedSpan(columns: 1, rows: 1)

    /// The minimum number of columns of a grid whose first photo is two rows high; a narrower grid
    /// would have few slots left.
    private static let wideAcross = 4
    private static let highRows = 3

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// Creates the span of the picture of the day on a page with `rows` rows and `across` columns
    /// of slots.
    init(isList: Bool, across: Int, rows: Int) {
        let isHigh = rows >= Self.highRows && (isList || across >= Self.wideAcross)
        self.init(columns: !isList && across > 2 ? 2 : 1, rows: isHigh ? 2 : 1)
    }

    /// Returns the number of slots beside the first photo.
    private func beside(_ across: Int) -> Int { rows * (across - columns) }

    /// Returns the slot of the photo at `index`; for the first photo, the slot of its top left
    /// corner.
    func cell(of index: Int, across: Int) -> Int {
        guard index > 0 else { return 0 }
        guard index > beside(across) else {
            let (row, column) = (index - 1).quotientAndRemainder(dividingBy: across - columns)
            return row * across + columns + column
        }
        return index - 1 + rows * columns
    }

    /// Returns the index of the photo in a slot, ignoring the end of the list.
    func index(at cell: Int, across: Int) -> Int {
        let (row, column) = cell.quotientAndRemainder(dividingBy: across)
        guard row < rows else { return cell - rows * columns + 1 }
        return column < columns ? 0 : 1 + row * (across - columns) + column - columns
    }

    /// Returns the indices of the photos whose first row is one of these rows.
    func items(inRows range: Range<Int>, of count: Int, across: Int) -> Range<Int> {
        let first = (range.lowerBound * across..<range.upperBound * across).first {
            cell(of: index(at: $0, across: across), across: across) == $0
        }
        guard let first else { return 0..<0 }
        let start = min(index(at: first, across: across), count)
        let end =
            range.upperBound < rows
            ? 1 + range.upperBound * (across - columns)
            : index(at: range.upperBound * across, across: across)
        return start..<max(start, min(end, count))
    }

    /// Returns the rows of slots that a photo takes.
    func rows(of index: Int, across: Int) -> Range<Int> {
        let row = cell(of: index, across: across) / across
        return row..<row + (index == 0 ? rows : 1)
    }

    /// Returns the number of rows of slots for `count` photos.
    func rowCount(of count: Int, across: Int) -> Int {
        count == 0 ? 0 : max(rows, rows(of: count - 1, across: across).upperBound)
    }

    /// Returns the row nearest to `row` at which a page may begin; such a row is never inside the
    /// first photo.
    func firstRow(near row: Int, from old: Int) -> Int {
        guard row > 0, row < rows else { return max(0, row) }
        return row > old ? rows : 0
    }
}
