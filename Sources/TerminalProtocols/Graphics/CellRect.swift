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

    /// Whether a cell is in both.
    func meets(_ other: CellRect) -> Bool {
        origin.row < other.origin.row + other.size.rows
            && other.origin.row < origin.row + size.rows
            && origin.column < other.origin.column + other.size.columns
            && other.origin.column < origin.column + size.columns
    }
}
