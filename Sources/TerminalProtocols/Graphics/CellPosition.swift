package import Imaging

/// A character cell of the screen; 0, 0 is the top left one.
package struct CellPosition: Hashable, Sendable {
    package let row: Int
    package let column: Int

    package init(row: Int, column: Int) {
        self.row = row
        self.column = column
    }
}

extension CellMetrics {
    /// The cell that a pixel lies in, counted from where a cell begins, and where in it.
    package func corner(
        _ place: PixelPoint, from origin: CellPosition
    ) -> (cell: CellPosition, shift: PixelPoint) {
        let x = across.pixels(of: origin.column) + place.x
        let y = down.pixels(of: origin.row) + place.y
        let cell = CellPosition(row: down.cells(within: y), column: across.cells(within: x))
        let shift = PixelPoint(
            x: x - across.pixels(of: cell.column), y: y - down.pixels(of: cell.row))
        return (cell, shift)
    }
}
