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

/// A rectangle of character cells.
package struct CellRect: Hashable, Sendable {
    package let origin: CellPosition
    package let size: CellSize

    package init(origin: CellPosition, size: CellSize) {
        self.origin = origin
        self.size = size
    }

    func contains(_ other: CellRect) -> Bool {
        other.origin.row >= origin.row && other.origin.column >= origin.column
            && other.origin.row + other.size.rows <= origin.row + size.rows
            && other.origin.column + other.size.columns <= origin.column + size.columns
    }

    /// Whether a cell is in both.
    func meets(_ other: CellRect) -> Bool {
        origin.row < other.origin.row + other.size.rows
            && other.origin.row < origin.row + size.rows
            && origin.column < other.origin.column + other.size.columns
            && other.origin.column < origin.column + size.columns
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
