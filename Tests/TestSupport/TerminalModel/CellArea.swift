/// Some rows and columns of the screen.
package struct CellArea: Hashable, Sendable {
    package let rows: Range<Int>
    package let columns: Range<Int>

    package init(rows: Range<Int>, columns: Range<Int>) {
        self.rows = rows
        self.columns = columns
    }
}
