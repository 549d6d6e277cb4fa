internal import Decoding
internal import Files
internal import Imaging
internal import PhotoCatalog
internal import PhotoCodec
internal import PhotoPipeline
internal import Synchronization

/// What is known of the library's photos: nothing is asked twice, and nothing a list has told.
final class ItemRepository: Sendable {
    typealias Found = (photo: Photo, assets: PhotoAssets)

    /// A search has 10,000 photos at most; nobody misses those of long ago.
    private static let listedLimit = 20_000

    private let repository: any PhotoRepository
    private let found = Mutex<[PhotoID: Found]>([:])
    private let listed = Mutex<[PhotoID: Photo]>([:])

    init(repository: any PhotoRepository) { self.repository = repository }

    /// Takes note of photos that a list told of.
    func remember(_ photos: [Photo]) {
        listed.withLock { listed in
            if listed.count > Self.listedLimit { listed = [:] }
            for photo in photos { listed[photo.id] = photo }
        }
    }

    func known(_ id: PhotoID) -> Found? { found.withLock { $0[id] } }

    /// A photo and the files there are of it; `progress` is told how what is asked for that comes.
    func describe(
        _ id: PhotoID, progress: @escaping @Sendable (FetchProgress) -> Void = { _ in }
    ) async throws(CatalogFailure) -> Found {
        if let known = known(id) { return known }
        let repository = repository.reporting(progress)
        let photo: Photo
        if let known = listed.withLock({ $0[id] }) {
            photo = known
        } else {
            photo = try await repository.photo(id: id)
        }
        let assets = try await repository.assets(of: photo)
        found.withLock { $0[id] = (photo, assets) }
        return (photo, assets)
    }
}

/// What is known of a local file, in the shape of the library's metadata.
enum FileMetadata {
    /// Blocks: the file is read by a worker.
    static func read(
        _ path: String, by decoder: SandboxedDecoder
    ) throws(PictureFailure) -> [PhotoFact] {
        let told = try decoder.facts(ofFile: path).map {
            PhotoFact(group: $0.group, name: $0.name, value: $0.value)
        }
        return told + [
            PhotoFact(group: "File", name: "FileName", value: path),
            PhotoFact(group: "File", name: "FileSize", value: "\(try byteCount(of: path)) bytes"),
        ]
    }

    private static func byteCount(of path: String) throws(PictureFailure) -> Int {
        do { return try LocalFile(path: path).file.byteCount } catch { throw .reading(error) }
    }
}
