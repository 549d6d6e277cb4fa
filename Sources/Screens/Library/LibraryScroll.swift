/// The selected photo, and the first row on the page.
struct LibraryScroll: Hashable, Sendable {
    private(set) var selected = 0
    private(set) var firstRow = 0

    mutating func select(_ index: Int, count: Int, _ shape: LibraryShape) {
        selected = max(0, min(index, count - 1))
        reveal(shape, count)
    }

    /// Scrolls by the minimum that makes the selected photo visible.
    private mutating func reveal(_ shape: LibraryShape, _ count: Int) {
        let rows = shape.span.rows(of: selected, across: shape.across)
        let wished = min(max(firstRow, rows.upperBound - shape.fullRows), rows.lowerBound)
        firstRow = shape.span.firstRow(near: wished, from: firstRow)
    }

    /// Scrolls by a number of rows for the wheel; the selection stays on the page.
    mutating func scroll(by rows: Int, count: Int, _ shape: LibraryShape) {
        let all = shape.span.rowCount(of: count, across: shape.across)
        let wished = max(0, min(firstRow + rows, all - shape.fullRows))
        firstRow = shape.span.firstRow(near: wished, from: firstRow)
        let seen = shape.span.items(
            inRows: firstRow..<firstRow + shape.fullRows, of: count, across: shape.across)
        selected = max(0, min(max(selected, seen.lowerBound), seen.upperBound - 1))
    }

    /// Selects the photo that replaces the selected one, at the same height on the page.
    mutating func replace(by index: Int, count: Int, _ shape: LibraryShape) {
        let down = shape.span.rows(of: selected, across: shape.across).lowerBound - firstRow
        selected = max(0, min(index, count - 1))
        let row = shape.span.rows(of: selected, across: shape.across).lowerBound
        let all = shape.span.rowCount(of: count, across: shape.across)
        let wished = max(0, min(row - down, all - shape.fullRows))
        firstRow = shape.span.firstRow(near: wished, from: wished)
        reveal(shape, count)
    }

    /// Scrolls so that the selected photo stays as close as possible to its height on the page.
    mutating func reshape(from old: LibraryShape, to new: LibraryShape, count: Int) {
        let oldRow = old.span.rows(of: selected, across: old.across).lowerBound
        let down = (2 * (oldRow - firstRow) + 1) * old.itemRows / (2 * new.itemRows)
        let row = new.span.rows(of: selected, across: new.across).lowerBound
        let all = new.span.rowCount(of: count, across: new.across)
        firstRow = max(0, min(row - down, all - new.fullRows))
        reveal(new, count)
    }
}

/// The layout of photos on a page.
package enum LibraryArrangement: Hashable, Sendable {
    case list
    /// Adjacent tiles; `nil` means as many columns as suit the window.
    case grid(columns: Int?)

    /// The grid at the start of a session, with as many columns as suit the window.
    package static let automaticGrid = LibraryArrangement.grid(columns: nil)
}

extension LibraryShape {
    /// The numbers of columns that zooming steps through.
    private static let steps = [1, 2, 3, 4, 6, 8, 10, 12]

    /// Returns the grid with larger or smaller tiles; a list becomes a grid.
    func stepped(larger: Bool) -> LibraryArrangement {
        guard !isList else { return larger ? .grid(columns: 2) : .automaticGrid }
        let other =
            larger ? Self.steps.last { $0 < across } : Self.steps.first { $0 > across }
        return .grid(columns: other ?? across)
    }
}
