/// How many places of a list or wall its first photo takes; the others follow in the places that are
/// left.
///
/// A place is a row of a list or a tile of a wall: places are counted from 0, row by row.
struct FeaturedSpan: Hashable, Sendable {
    let columns: Int
    let rows: Int

    /// The first photo is as large as the others.
    static let one = FeaturedSpan(columns: 1, rows: 1)

    /// A wall with fewer columns or rows would have room for little else.
    private static let wideAcross = 4
    private static let highRows = 3

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// The picture of the day on a page with this number of rows and columns of photos.
    init(isList: Bool, across: Int, rows: Int) {
        let isHigh = rows >= Self.highRows && (isList || across >= Self.wideAcross)
        self.init(columns: !isList && across > 2 ? 2 : 1, rows: isHigh ? 2 : 1)
    }

    /// The places beside the first photo.
    private func beside(_ across: Int) -> Int { rows * (across - columns) }

    /// The place of a photo, by its index; of the first one the place of its top left corner.
    func place(of index: Int, across: Int) -> Int {
        guard index > 0 else { return 0 }
        guard index > beside(across) else {
            let (row, column) = (index - 1).quotientAndRemainder(dividingBy: across - columns)
            return row * across + columns + column
        }
        return index - 1 + rows * columns
    }

    /// The photo in a place, by its index, as if the list had no end.
    func index(at place: Int, across: Int) -> Int {
        let (row, column) = place.quotientAndRemainder(dividingBy: across)
        guard row < rows else { return place - rows * columns + 1 }
        return column < columns ? 0 : 1 + row * (across - columns) + column - columns
    }

    /// The photos that begin in some rows, by their indices.
    func items(inRows range: Range<Int>, of count: Int, across: Int) -> Range<Int> {
        let first = (range.lowerBound * across..<range.upperBound * across).first {
            place(of: index(at: $0, across: across), across: across) == $0
        }
        guard let first else { return 0..<0 }
        let start = min(index(at: first, across: across), count)
        let end =
            range.upperBound < rows
            ? 1 + range.upperBound * (across - columns)
            : index(at: range.upperBound * across, across: across)
        return start..<max(start, min(end, count))
    }

    /// The rows of a photo, from its first to the one after its last.
    func rows(of index: Int, across: Int) -> Range<Int> {
        let row = place(of: index, across: across) / across
        return row..<row + (index == 0 ? rows : 1)
    }

    /// The number of rows for `count` photos.
    func rowCount(of count: Int, across: Int) -> Int {
        count == 0 ? 0 : max(rows, rows(of: count - 1, across: across).upperBound)
    }

    /// The nearest first row of a page that does not begin within the first photo.
    func firstRow(near row: Int, from old: Int) -> Int {
        guard row > 0, row < rows else { return max(0, row) }
        return row > old ? rows : 0
    }
}
