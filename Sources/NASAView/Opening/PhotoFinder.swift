internal import Imaging
internal import PhotoCatalog
internal import PhotoCodec
internal import PhotoPipeline
internal import Synchronization

/// Opens what is meant: files and standard input from this machine, the rest over the network.
final class PhotoFinder: PhotoOpening {
    typealias Found = (photo: Photo, assets: PhotoAssets)

    private let fetcher: any Fetcher
    private let site: LibrarySite
    private let repository: any PhotoRepository
    private let captions: [String: PhotoCaption]
    private let found = Mutex<[PhotoID: Found]>([:])
    /// What lists told: it spares asking for each photo again.
    private let listed = Mutex<[PhotoID: Photo]>([:])
    private let standardInput = StandardInput()

    /// - Parameters:
    ///   - fetcher: the way to the network.
    ///   - site: the library.
    ///   - captions: what is known of files, by their path.
    init(fetcher: any Fetcher, site: LibrarySite, captions: [String: PhotoCaption]) {
        self.fetcher = fetcher
        self.site = site
        self.captions = captions
        repository = NASAPhotoRepository(fetcher: fetcher, site: site)
    }

    func open(
        _ reference: PhotoReference, covering width: Int?,
        progress: @escaping @Sendable (PhotoProgress) -> Void
    ) async throws(PictureFailure) -> OpenedPhoto {
        switch reference {
        case .file(let path): return try openFile(path)
        case .standardInput: return try openStandardInput()
        case .address(let text): return try await openAddress(text, progress)
        case .library(let id): return try await openFromLibrary(id, covering: width, progress)
        }
    }

    private func openFile(_ path: String) throws(PictureFailure) -> OpenedPhoto {
        let bytes: PhotoBytes
        do { bytes = try PhotoBytes.open(path: path) } catch { throw .reading(error) }
        let caption = captions[path] ?? PhotoCaption(title: Self.lastPart(of: path))
        return OpenedPhoto(caption: caption, source: try source(bytes))
    }

    private func openStandardInput() throws(PictureFailure) -> OpenedPhoto {
        let bytes: [UInt8]
        do { bytes = try standardInput.read() } catch { throw .reading(error) }
        return OpenedPhoto(
            caption: PhotoCaption(title: "standard input"), source: try source(PhotoBytes(bytes)))
    }

    private func openAddress(
        _ text: String, _ progress: @escaping @Sendable (PhotoProgress) -> Void
    ) async throws(PictureFailure) -> OpenedPhoto {
        let address: PhotoAddress
        do { address = try site.typedAddress(text) } catch {
            throw .fetching(.addressNotAllowed(error))
        }
        let source = try source(PhotoBytes(try await bytes(at: address, progress)))
        return OpenedPhoto(caption: PhotoCaption(title: address.fileName), source: source)
    }

    private func openFromLibrary(
        _ id: PhotoID, covering width: Int?,
        _ progress: @escaping @Sendable (PhotoProgress) -> Void
    ) async throws(PictureFailure) -> OpenedPhoto {
        let (photo, assets) = try await look(up: id, progress)
        let choice: AssetChoice
        let best: AssetChoice
        do {
            best = try assets.largest()
            choice =
                try width.map { width throws(CatalogFailure) in
                    try assets.smallest(coveringWidth: width)
                } ?? best
        } catch {
            throw .looking(error)
        }
        let source = try source(PhotoBytes(try await bytes(at: choice.asset.address, progress)))
        return OpenedPhoto(
            caption: PhotoCaption(photo), source: source,
            size: OriginalSize.of(best.asset, shapedLike: source.size),
            isComplete: choice.asset == best.asset
        ).noting(best.passedOver.map { PhotoNote($0, shown: best.asset) })
    }

    private func look(
        up id: PhotoID, _ progress: @escaping @Sendable (PhotoProgress) -> Void
    ) async throws(PictureFailure) -> Found {
        if let known = found.withLock({ $0[id] }) { return known }
        progress(.lookingUp)
        do { return try await describe(id) } catch { throw .looking(error) }
    }

    /// Takes note of photos that a list told of.
    func remember(_ photos: [Photo]) {
        listed.withLock { listed in
            // A search has 10,000 photos at most; nobody misses those of long ago.
            if listed.count > Self.listedLimit { listed = [:] }
            for photo in photos { listed[photo.id] = photo }
        }
    }

    private static let listedLimit = 20_000

    /// A photo and the files there are of it.
    func describe(_ id: PhotoID) async throws(CatalogFailure) -> Found {
        if let known = found.withLock({ $0[id] }) { return known }
        let photo: Photo
        if let known = listed.withLock({ $0[id] }) {
            photo = known
        } else {
            photo = try await repository.photo(id: id)
        }
        let assets = try await assets(of: photo)
        found.withLock { $0[id] = (photo, assets) }
        return (photo, assets)
    }

    /// Since version 1.1 a list names all files of its photos: there is nothing more to ask.
    private func assets(of photo: Photo) async throws(CatalogFailure) -> PhotoAssets {
        let linked = PhotoAssets(linkedBy: photo)
        if linked.original != nil, !linked.viewable.isEmpty { return linked }
        return try await repository.assets(of: photo)
    }

    private func bytes(
        at address: PhotoAddress, _ progress: @escaping @Sendable (PhotoProgress) -> Void
    ) async throws(PictureFailure) -> [UInt8] {
        do {
            return try await fetcher.bytes(at: address, for: .photo) { step in
                if case .receiving(let bytes, let expected) = step {
                    progress(.fetching(bytes: bytes, total: expected))
                }
            }
        } catch {
            throw .fetching(error)
        }
    }

    private func source(_ bytes: PhotoBytes) throws(PictureFailure) -> any PhotoSource {
        do {
            return try PhotoOpener.open(bytes)
        } catch {
            throw .decoding(error)
        }
    }

    private static func lastPart(of path: String) -> String {
        path.split(separator: "/").last.map { String($0) } ?? path
    }
}

extension PhotoCaption {
    fileprivate init(_ photo: Photo) {
        self.init(
            title: photo.title ?? photo.id.text, credit: photo.creditLine ?? "",
            date: photo.dateCreated?.description ?? photo.dateAsGiven ?? "")
    }
}

extension PhotoNote {
    fileprivate init(_ original: PhotoAsset, shown: PhotoAsset) {
        self = .originalPassedOver(
            format: original.format.fileExtension.uppercased(), shown: shown.size.rawValue)
    }
}
