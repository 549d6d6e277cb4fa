package import Imaging

/// Where a window lies on the screen: pixels in a picture area that begins at a cell.
package struct KittyPlace: Hashable, Sendable {
    /// In screen pixels from the area's top left corner.
    package let target: PixelRect
    package let origin: CellPosition
    package let cell: CellMetrics

    package init(target: PixelRect, origin: CellPosition, cell: CellMetrics) {
        self.target = target
        self.origin = origin
        self.cell = cell
    }
}
