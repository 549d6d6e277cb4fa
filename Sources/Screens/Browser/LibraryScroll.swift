/// Which photo is chosen, and which row of items is the first on the page.
struct LibraryScroll: Hashable, Sendable {
    private(set) var selected = 0
    private(set) var firstRow = 0

    mutating func select(_ index: Int, count: Int, _ shape: LibraryShape) {
        selected = max(0, min(index, count - 1))
        reveal(shape, count)
    }

    /// Scrolls as little as brings the chosen photo on the page.
    private mutating func reveal(_ shape: LibraryShape, _ count: Int) {
        let row = selected / shape.across
        firstRow = min(max(firstRow, row - shape.fullRows + 1), row)
    }

    /// The rows go by under a wheel; the choice stays on the page.
    mutating func scroll(by rows: Int, count: Int, _ shape: LibraryShape) {
        let all = (count + shape.across - 1) / shape.across
        firstRow = max(0, min(firstRow + rows, all - shape.fullRows))
        let first = firstRow * shape.across
        let last = min(count, (firstRow + shape.fullRows) * shape.across) - 1
        selected = max(0, min(max(selected, first), last))
    }

    /// Another shape: the chosen photo stays about as far down the page as it was.
    mutating func reshape(from old: LibraryShape, to new: LibraryShape, count: Int) {
        let down = Double(selected / old.across - firstRow) / Double(old.fullRows)
        let row = selected / new.across
        let all = (count + new.across - 1) / new.across
        let wished = row - Int(down * Double(new.fullRows))
        firstRow = max(0, min(wished, all - new.fullRows))
        reveal(new, count)
    }
}
