/// A cell of the screen; 0, 0 is the top left one.
package struct CellPlace: Hashable, Sendable {
    package var row: Int
    package var column: Int

    package init(row: Int, column: Int) {
        self.row = row
        self.column = column
    }
}
