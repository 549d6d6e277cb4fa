package import Imaging

/// A photo at another size, made area by area: of a large one only what an area needs is decoded.
///
/// It is opaque: what is transparent lies over a background.
package struct ScaledPhoto: ImageSource {
    package let size: PixelSize
    private let source: any ImageSource
    private let background: RGBColour
    private let resampler = Resampler()

    /// - Precondition: the size has pixels.
    package init(_ source: any ImageSource, to size: PixelSize, over background: RGBColour) {
        precondition(!size.isEmpty, "a photo has pixels")
        self.source = source
        self.size = size
        self.background = background
    }

    package var status: ImageSourceStatus { source.status }

    package func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> PhotoPart {
        let scaled = ScaledWindow(
            photo: source.size, scaled: size.reduced(by: reduction), window: area)
        let needed = resampler.source(for: scaled, upTo: source.coarsest)
        let part = try source.pixels(of: needed.area, reducedBy: needed.reduction)
        let raster = resampler.resample(part, for: scaled, over: background)
        return PhotoPart(photo: size, reduction: reduction, area: area, raster: raster)
    }

    package func sample(at point: PixelPoint) throws(DecodingFailure) -> PhotoSample {
        let x = (point.x * 2 + 1) * source.size.width / (size.width * 2)
        let y = (point.y * 2 + 1) * source.size.height / (size.height * 2)
        return try source.sample(at: PixelPoint(x: x, y: y))
    }
}
