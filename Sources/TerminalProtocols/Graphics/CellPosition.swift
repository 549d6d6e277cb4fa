/// A character cell of the screen; 0, 0 is the top left one.
package struct CellPosition: Hashable, Sendable {
    package let row: Int
    package let column: Int

    package init(row: Int, column: Int) {
        self.row = row
        self.column = column
    }
}
