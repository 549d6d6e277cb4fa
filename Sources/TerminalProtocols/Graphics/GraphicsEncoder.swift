package import Imaging

/// Port: writes a frame in a language a terminal draws pictures from.
package protocol GraphicsEncoder: Sendable {
    /// Appends the frame's bytes to `output`.
    func encode(_ frame: Frame, into output: inout [UInt8])
}

/// The pixels to show, and where they lie in the photo.
package struct Frame: Sendable {
    /// Opaque.
    package let raster: Raster
    /// Where the raster's first pixel lies on the scaled photo's grid; dithering is anchored there.
    ///
    /// It is negative where the raster begins with a margin outside the photo.
    package let anchor: PixelPoint
    package let quality: RenderQuality

    /// - Precondition: `raster` is opaque.
    package init(raster: Raster, anchor: PixelPoint, quality: RenderQuality) {
        precondition(raster.isOpaque, "a frame is opaque")
        self.raster = raster
        self.anchor = anchor
        self.quality = quality
    }
}

/// What a frame is for: one of many while the photo moves, or the one that stays.
package enum RenderQuality: Hashable, Sendable {
    /// Quick, small, and the same pixel always in the same colour.
    case moving
    /// As good as the terminal can show.
    case atRest
}
