internal import Imaging
internal import PhotoCatalog
internal import PhotoCodec
internal import Transfer

/// Saves a photo's files as they are, not encoded anew.
struct OriginalDownload: Sendable {
    let repository: any PhotoRepository
    let downloader: FileDownloader

    /// Saves one size of a photo under NASA's name for it, or one like it that is free.
    ///
    /// - Parameters:
    ///   - photo: the photo.
    ///   - size: which of its files; the original may be a TIFF.
    ///   - folder: where to; made if it is missing.
    ///   - progress: told some twenty times a second, from any thread.
    /// - Returns: the file.
    /// - Throws: why it was not saved; what came of it stays.
    func save(
        _ photo: Photo, _ size: AssetSize = .original, into folder: String,
        progress: @escaping @Sendable (FetchProgress) -> Void = { _ in }
    ) async throws(SavingFailure) -> SavedFile {
        let assets: PhotoAssets
        do { assets = try await repository.assets(of: photo) } catch { throw .looking(error) }
        guard let asset = assets[size] else {
            throw .noSuchSize(size, available: Self.sizes(of: assets))
        }
        let order = DownloadRequest(asset.address, into: folder, as: asset.address.fileName) {
            Self.ending(of: $0)
        }
        return try await downloader.save(order, progress: progress)
    }

    private static func sizes(of assets: PhotoAssets) -> [AssetSize] {
        AssetSize.allCases.filter { assets[$0] != nil }
    }

    /// What a file is only its bytes say; of other kinds than these NASA's name is believed.
    private static func ending(of start: [UInt8]) -> String? {
        switch FileSignature.kind(of: PhotoBytes(start)) {
        case .jpeg: "jpg"
        case .png: "png"
        case .tiff: "tif"
        case .gif: "gif"
        case .webp: "webp"
        default: nil
        }
    }
}
