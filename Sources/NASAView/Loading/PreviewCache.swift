internal import Decoding
internal import Files
internal import Imaging
internal import PhotoCatalog
internal import PhotoCodec
internal import PhotoPipeline
internal import SystemPackage
internal import Transfer

/// Small copies of local pictures in the disk cache, so that a picture of 50 megapixels is decoded
/// once for all lists.
///
/// The key contains the picture's path, size and time, so a changed picture gets a new copy. A copy
/// is decoded in a worker like any picture, because its content comes from a file that may be
/// hostile.
struct PreviewCache: Sendable {
    /// The maximum side of a copy in pixels; larger pictures, as on photo pages, are decoded from
    /// the file again.
    private static let longestSide = 1024

    let cache: DiskCache
    let decoder: SandboxedDecoder

    /// Returns a picture for thumbnails: the cached copy if it has enough pixels, otherwise the
    /// file.
    func source(
        at path: FilePath, for request: ImageRequest
    ) async throws(PictureFailure) -> any ImageSource {
        guard let key = key(of: path) else { return try decoder.openFile(path) }
        if let kept = await kept(as: key), request.isCovered(by: kept.size) { return kept }
        return CachingImageSource(photo: try decoder.openFile(path)) { keep($0, as: key) }
    }

    /// Returns the key of a file; `nil` if the file cannot be opened, which is reported later.
    private func key(of path: FilePath) -> String? {
        guard let file = try? LocalFile(path: path) else { return nil }
        // Files in different folders may have the same relative path.
        let folder = path.isAbsolute ? "" : WorkingDirectory.path.escaped + "/"
        let kind = decoder.pixelShape == .auto ? "" : "-\(decoder.pixelShape)"
        return "preview\(kind):" + PercentEncoding.name(folder + file.key)
    }

    private func kept(as key: String) async -> (any ImageSource)? {
        guard let file = await cache.file(keptAs: key) else { return nil }
        return try? decoder.open(file)
    }

    /// Stores an opaque picture of at most `longestSide` that was decoded whole at a reduced size;
    /// pictures decoded at full size open as quickly from their own files.
    private func keep(_ region: RegionPixels, as key: String) {
        let size = region.raster.size
        guard region.reduction != .none, region.raster.hasNoAlpha,
            region.area == PixelRect(region.photo.reduced(by: region.reduction)),
            max(size.width, size.height) <= Self.longestSide
        else { return }
        Task.detached(priority: .utility) { [cache] in
            guard let bytes = PreviewJPEG.bytes(of: region.raster) else { return }
            await cache.keep(bytes, as: key)
        }
    }
}

extension Raster {
    /// True if a JPEG can represent the picture; some pictures have an alpha channel in which all
    /// pixels are opaque.
    fileprivate var hasNoAlpha: Bool {
        isOpaque
            || stride(from: 3, to: pixels.count, by: Self.bytesPerPixel).allSatisfy {
                pixels[$0] == .max
            }
    }
}

/// A photo that also passes each decoded region to `keep`, unless the photo is damaged.
private struct CachingImageSource: ImageSource {
    let photo: any ImageSource
    let keep: @Sendable (RegionPixels) -> Void

    var size: PixelSize { photo.size }
    var status: ImageSourceStatus { photo.status }

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> RegionPixels {
        let region = try photo.pixels(of: area, reducedBy: reduction)
        // The regions of a damaged file are not stored: the next decoding may return more pixels.
        if photo.status.damage == nil { keep(region) }
        return region
    }
}
