package import Imaging

/// The pixels to show, and where they lie in the photo.
package struct Frame: Sendable {
    /// Opaque.
    package let raster: Raster
    /// Where the raster's first pixel lies on the scaled photo's grid; dithering is anchored there.
    ///
    /// It is negative where the raster begins with a margin outside the photo.
    package let anchor: PixelPoint
    package let fineness: Fineness

    /// - Precondition: `raster` is opaque.
    package init(raster: Raster, anchor: PixelPoint, fineness: Fineness) {
        precondition(raster.isOpaque, "a frame is opaque")
        self.raster = raster
        self.anchor = anchor
        self.fineness = fineness
    }
}
