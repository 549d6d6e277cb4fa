package import Imaging

/// A scaled photo; only the needed region of a large photo is decoded.
///
/// Transparent pixels are blended over the background, if there is one.
package struct ScaledPhoto: ImageSource {
    package let size: PixelSize
    private let source: any ImageSource
    private let background: RGBColour?
    private let resampler = Resampler()

    /// Creates a photo that is `source` scaled to `size`.
    ///
    /// - Precondition: `size` is not empty.
    package init(_ source: any ImageSource, to size: PixelSize, over background: RGBColour?) {
        precondition(!size.isEmpty, "a photo has pixels")
        self.source = source
        self.size = size
        self.background = background
    }

    package var status: ImageSourceStatus { source.status }

    package func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> RegionPixels {
        let scaled = ScaledWindow(
            photo: source.size, scaled: size.reduced(by: reduction), window: area)
        let needed = resampler.source(for: scaled, upTo: source.coarsest)
        let region = try source.pixels(of: needed.area, reducedBy: needed.reduction)
        let raster =
            background.map { resampler.resample(region, for: scaled, over: $0) }
            ?? resampler.resampleWithAlpha(region, for: scaled)
        return RegionPixels(photo: size, reduction: reduction, area: area, raster: raster)
    }

    package func sample(at point: PixelPoint) throws(DecodingFailure) -> PhotoSample {
        let x = (point.x * 2 + 1) * source.size.width / (size.width * 2)
        let y = (point.y * 2 + 1) * source.size.height / (size.height * 2)
        return try source.sample(at: PixelPoint(x: x, y: y))
    }
}

/// A region of a photo as a separate photo of the region's size.
///
/// At a reduction, pixels are shifted by less than one pixel if the region's edge is not a multiple
/// of the reduction's factor.
package struct PhotoSection: ImageSource {
    private let source: any ImageSource
    private let area: PixelRect

    /// Creates a photo that is a region of `source`.
    ///
    /// - Precondition: the region is not empty and is within the photo.
    package init(_ area: PixelRect, of source: any ImageSource) {
        precondition(!area.isEmpty && PixelRect(source.size).contains(area), "it is a part")
        self.area = area
        self.source = source
    }

    package var size: PixelSize { area.size }
    package var status: ImageSourceStatus { source.status }
    package var coarsest: Reduction { source.coarsest }

    package func pixels(
        of wanted: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> RegionPixels {
        let start = PixelPoint(
            x: -(area.minX / reduction.rawValue), y: -(area.minY / reduction.rawValue))
        let region = try source.pixels(of: wanted.relative(to: start), reducedBy: reduction)
        return RegionPixels(photo: size, reduction: reduction, area: wanted, raster: region.raster)
    }

    package func sample(at point: PixelPoint) throws(DecodingFailure) -> PhotoSample {
        try source.sample(at: PixelPoint(x: point.x + area.minX, y: point.y + area.minY))
    }
}
