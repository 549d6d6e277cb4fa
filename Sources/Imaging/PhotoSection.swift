/// A part of a photo as a photo.
///
/// Where its edge is no multiple of a reduction, a reduced pixel lies less than one beside its place.
package struct PhotoSection: ImageSource {
    private let source: any ImageSource
    private let area: PixelRect

    /// - Precondition: the area has pixels, and lies on the photo.
    package init(_ area: PixelRect, of source: any ImageSource) {
        precondition(!area.isEmpty && PixelRect(source.size).contains(area), "it is a part")
        self.area = area
        self.source = source
    }

    package var size: PixelSize { area.size }
    package var status: ImageSourceStatus { source.status }

    package func pixels(
        of wanted: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> PhotoPart {
        let (left, top) = (area.minX / reduction.rawValue, area.minY / reduction.rawValue)
        let moved = PixelRect(
            x: wanted.minX + left, y: wanted.minY + top, width: wanted.size.width,
            height: wanted.size.height)
        let part = try source.pixels(of: moved, reducedBy: reduction)
        return PhotoPart(photo: size, reduction: reduction, area: wanted, raster: part.raster)
    }

    package func sample(at point: PixelPoint) throws(DecodingFailure) -> PhotoSample {
        try source.sample(at: PixelPoint(x: point.x + area.minX, y: point.y + area.minY))
    }
}
