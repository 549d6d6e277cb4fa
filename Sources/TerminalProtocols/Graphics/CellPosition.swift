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
    /// The cell that a pixel of the screen lies in, and where in it.
    func corner(_ place: PixelPoint) -> (cell: CellPosition, shift: PixelPoint) {
        let cell = CellPosition(
            row: down.cells(within: place.y), column: across.cells(within: place.x))
        let shift = PixelPoint(
            x: place.x - across.pixels(of: cell.column), y: place.y - down.pixels(of: cell.row))
        return (cell, shift)
    }
}
