package import Imaging

/// A stored picture at its place on a page.
package struct KittyPin<Picture: Hashable & Sendable>: Hashable, Sendable {
    package let picture: Picture
    /// The cell that its top left pixel lies in, and the pixel in that cell.
    package let cell: CellPosition
    package let shift: PixelPoint
    package let size: PixelSize

    package init(_ picture: Picture, cell: CellPosition, shift: PixelPoint, size: PixelSize) {
        self.picture = picture
        self.cell = cell
        self.shift = shift
        self.size = size
    }
}
