package import Imaging

/// A sixel string where it was drawn.
package struct PlacedPicture: Sendable {
    package let place: CellPlace
    /// The rectangle that its raster attributes claim, in pixels of the screen.
    package let area: PixelRect
    package let sixel: [UInt8]

    package var raster: Raster {
        let drawing = drawing()
        return Raster(size: drawing.size, pixels: drawing.pixels, isOpaque: false)
    }

    package func drawing() -> SixelDrawing { SixelDrawing(sixel) }
}
