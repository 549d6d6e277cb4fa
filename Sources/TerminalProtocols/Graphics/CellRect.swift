package import Imaging

/// A rectangle of character cells.
package struct CellRect: Hashable, Sendable {
    package let origin: CellPosition
    package let size: CellSize

    package init(origin: CellPosition, size: CellSize) {
        self.origin = origin
        self.size = size
    }
}
