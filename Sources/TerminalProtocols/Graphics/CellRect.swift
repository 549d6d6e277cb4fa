package import Imaging

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
}
