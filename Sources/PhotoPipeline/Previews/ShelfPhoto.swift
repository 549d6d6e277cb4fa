internal import Imaging

/// All of a photo as it was decoded for a small picture; other small pictures are made from it.
struct ShelfPhoto: Sendable {
    /// The longer side that is decoded at least, where the photo has it.
    ///
    /// A picture of another number of columns then needs no new fetch. The library's thumbs have 640
    /// pixels, so half of that costs 0.3 MB a photo.
    private static let side = 320

    let part: PhotoPart
    /// The width that was asked for when it was opened.
    private let width: Int

    init(_ source: any ImageSource, for request: PreviewRequest) throws(DecodingFailure) {
        let photo = source.size
        let needed = request.window(of: photo).scaled
        let least = photo.fitted(into: PixelSize(width: Self.side, height: Self.side))
        let scaled = PixelSize(
            width: max(needed.width, least.width), height: max(needed.height, least.height))
        let all = ScaledWindow(photo: photo, scaled: scaled, window: PixelRect(scaled))
        let reduction = Resampler().source(for: all).reduction
        part = try source.pixels(
            of: PixelRect(photo.reduced(by: reduction)), reducedBy: reduction)
        width = request.size.width
    }

    var byteCount: Int { part.raster.byteCount }

    /// Whether there is nothing to be gained by opening the photo again.
    func suffices(for request: PreviewRequest) -> Bool {
        let needed = request.window(of: part.photo).scaled
        if part.raster.size.width >= needed.width, part.raster.size.height >= needed.height {
            return part.photo.width >= needed.width || width >= request.size.width
        }
        return part.reduction == .none && width >= request.size.width
    }
}
