internal import Decoding
internal import Files
internal import Imaging
internal import PhotoCatalog
internal import PhotoCodec
internal import PhotoPipeline
internal import SystemPackage
internal import Transfer

/// Small copies of this machine's pictures, kept in the disk cache: a picture of 50 megapixels is
/// decoded once for all walls.
///
/// The key is the picture's path, size and time: of a picture that has changed a new copy is made. A copy
/// is decoded in a worker, as any picture is: it shows what a hostile file made of itself.
struct PreviewCache: Sendable {
    /// A page's pictures are larger; their files are opened again.
    private static let longestSide = 1024

    let cache: DiskCache
    let decoder: SandboxedDecoder

    /// A picture to make thumbnails of: the copy that was kept if it has pixels enough, else the file.
    func source(
        at path: FilePath, for request: ImageRequest
    ) async throws(PictureFailure) -> any ImageSource {
        guard let key = key(of: path) else { return try decoder.openFile(path) }
        if let kept = await kept(as: key), request.isCovered(by: kept.size) { return kept }
        return CachingImageSource(photo: try decoder.openFile(path)) { keep($0, as: key) }
    }

    /// `nil` if the file cannot be opened, which is reported when it is.
    private func key(of path: FilePath) -> String? {
        guard let file = try? LocalFile(path: path) else { return nil }
        // Another folder may have such a file, too.
        let folder = path.isAbsolute ? "" : WorkingDirectory.path.escaped + "/"
        let kind = decoder.pixelShape == .auto ? "" : "-\(decoder.pixelShape)"
        return "preview\(kind):" + PercentEncoding.name(folder + file.key)
    }

    private func kept(as key: String) async -> (any ImageSource)? {
        guard let file = await cache.file(keptAs: key) else { return nil }
        return try? decoder.open(file)
    }

    /// Keeps all of a picture that was decoded at a smaller size; the small ones open as fast.
    private func keep(_ part: RegionPixels, as key: String) {
        let size = part.raster.size
        guard part.reduction != .none, part.raster.hasNoAlpha,
            part.area == PixelRect(part.photo.reduced(by: part.reduction)),
            max(size.width, size.height) <= Self.longestSide
        else { return }
        Task.detached(priority: .utility) { [cache] in
            guard let bytes = PreviewJPEG.bytes(of: part.raster) else { return }
            await cache.keep(bytes, as: key)
        }
    }
}

extension Raster {
    /// True if a JPEG can hold it; some pictures have alpha though all pixels are opaque.
    fileprivate var hasNoAlpha: Bool {
        isOpaque
            || stride(from: 3, to: pixels.count, by: Self.bytesPerPixel).allSatisfy {
                pixels[$0] == .max
            }
    }
}

/// A photo, of which each part that is decoded is handed on as well.
private struct CachingImageSource: ImageSource {
    let photo: any ImageSource
    let keep: @Sendable (RegionPixels) -> Void

    var size: PixelSize { photo.size }
    var status: ImageSourceStatus { photo.status }

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> RegionPixels {
        let part = try photo.pixels(of: area, reducedBy: reduction)
        // Of a damaged file there may be more the next time.
        if photo.status.damage == nil { keep(part) }
        return part
    }
}
