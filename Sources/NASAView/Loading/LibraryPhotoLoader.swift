internal import Bounds
internal import Decoding
internal import Files
internal import Imaging
internal import PhotoCatalog
internal import PhotoCodec
internal import PhotoPipeline
internal import Synchronization
internal import SystemPackage
internal import Transfer

/// A loader that reads files and standard input directly, and other photos over the network.
final class LibraryPhotoLoader: PhotoLoader {
    private typealias Report = @Sendable (PhotoProgress) -> Void
    /// An opened file of a photo.
    private typealias Version = (asset: PhotoAsset, source: any ImageSource, freshness: Freshness)

    private let fetcher: any FileFetcher
    private let site: LibrarySite
    private let lookup: ItemRepository
    private let decoder: SandboxedDecoder
    private let isWatched: Bool
    private let pipes = Mutex<[FilePath: PipedInput]>([:])
    private let previews: PreviewCache
    private let pyramids: PyramidOpener
    private let ranged: RangedPhotoOpener

    /// Creates a loader; if `isWatched` is true, the loader may open a smaller version first, and
    /// the better one on request.
    init(_ backend: Backend, lookup: ItemRepository, decoder: SandboxedDecoder, isWatched: Bool) {
        self.isWatched = isWatched
        fetcher = backend.fetcher
        site = backend.site
        self.lookup = lookup
        self.decoder = decoder
        previews = PreviewCache(cache: backend.cache, decoder: decoder)
        pyramids = PyramidOpener(fetcher: backend.fetcher, site: backend.site, decoder: decoder)
        ranged = RangedPhotoOpener(fetcher: backend.fetcher, decoder: decoder)
    }

    func load(
        _ subject: ImageSubject, covering width: Int?,
        progress: @escaping @Sendable (PhotoProgress) -> Void
    ) async throws(PictureFailure) -> OpenedPhoto {
        switch subject {
        case .photo(.file(let path)) where FolderReader.isPipe(path):
            return try open(pipe(path))
        case .photo(.file(let path)):
            let name = path.lastComponent?.string ?? path.string
            let (source, version) = try decoder.openLocal(path)
            var opened = OpenedPhoto(caption: PhotoCaption(title: name), source: source)
            opened.file = version
            return opened
        case .changed(let photo, _):
            return try await load(.photo(photo), covering: width, progress: progress)
        case .region(let photo, _, _):
            return try await load(.photo(photo), covering: width, progress: progress)
        case .photo(.standardInput): return try open(.standard)
        case .photo(.address(let text)): return try await openAddress(text, progress)
        case .photo(.world(let map)): return try pyramids.open(map)
        case .photo(.library(let id)):
            return try await openFromLibrary(id, covering: width, progress)
        case .photo(.still(let id, let number)):
            return try await openStill(number, of: id, progress)
        case .file(let address):
            return OpenedPhoto(
                caption: PhotoCaption(title: address.fileName),
                source: try await source(at: address, for: .preview, progress).0)
        }
    }

    func preview(for request: ImageRequest) async throws(PictureFailure) -> any ImageSource {
        if case .region(let photo, let area, let page) = request.subject {
            return try await part(area, of: photo, page: page, for: request)
        }
        guard case .file(let path) = request.subject.photo else {
            return try await load(request.subject, covering: request.size.width) { _ in }.source
        }
        return try await previews.source(at: path, for: request)
    }

    func isCurrent(_ opened: OpenedPhoto, of photo: PhotoReference) -> Bool {
        guard let file = opened.file, case .file(let path) = photo else { return true }
        return FileVersion.now(at: path) == file
    }

    /// Returns an area of a photo, from a version that has enough pixels and is not too large to
    /// fetch.
    private func part(
        _ area: PhotoArea, of photo: PhotoReference, page: Int, for request: ImageRequest
    ) async throws(PictureFailure) -> any ImageSource {
        var opened = try await load(.photo(photo), covering: request.size.width) { _ in }
        let scale = Double(request.size.width) / area.width
        let wished = Int(min(Double(opened.size.width) * scale, Self.widestRegion))
        if !opened.isComplete, opened.source.size.width < wished {
            opened = try await load(.photo(photo), covering: wished) { _ in }
        }
        let picture = opened.source.knownPage(page)
        let (version, original) = (picture.size, opened.size(ofPage: page))
        let across = Double(version.width) / Double(original.width)
        let down = Double(version.height) / Double(original.height)
        let region = PhotoArea(
            x: area.x * across, y: area.y * down, width: area.width * across,
            height: area.height * down)
        return PhotoSection(region.pixels(of: version), of: picture)
    }

    /// The maximum width in pixels that is requested for a thumbnail of an area: a file of one or
    /// two MB.
    private static let widestRegion = 2048.0

    private func pipe(_ path: FilePath) -> PipedInput {
        pipes.withLock { pipes in
            let pipe = pipes[path] ?? PipedInput(pipe: path)
            pipes[path] = pipe
            return pipe
        }
    }

    private func open(_ input: PipedInput) throws(PictureFailure) -> OpenedPhoto {
        let file: OpenFile
        do { file = try input.read() } catch { throw .reading(error) }
        return OpenedPhoto(caption: PhotoCaption(title: nil), source: try decoder.open(file))
    }

    private func openAddress(
        _ text: String, _ progress: @escaping Report
    ) async throws(PictureFailure) -> OpenedPhoto {
        let address: PhotoAddress
        do { address = try site.typedAddress(text) } catch {
            throw .fetching(.addressNotAllowed(error))
        }
        progress(.lookingUp)
        if let tiles = try await pyramids.open(address) { return tiles }
        let caption = PhotoCaption(title: address.fileName)
        if let source = try await ranged.open(address) {
            return OpenedPhoto(caption: caption, source: source)
        }
        let (source, freshness) = try await source(at: address, progress)
        return OpenedPhoto(caption: caption, source: source, note: PhotoRemark(freshness))
    }

    private func openFromLibrary(
        _ id: PhotoID, covering width: Int?, _ progress: @escaping Report
    ) async throws(PictureFailure) -> OpenedPhoto {
        let (photo, listed) = try await item(id, progress)
        guard photo.mediaType != .audio else { throw .looking(.notAPhoto(id, .audio)) }
        // Cropping and printing of a region use the pixels of the original.
        let isOriginalNeeded = width == nil && !isWatched
        var assets = listed
        while true {
            let choice = try Self.choice(of: assets, covering: width)
            do throws(PictureFailure) {
                return try await open(photo, choice, from: assets, covering: width, progress)
            } catch {
                guard
                    error == .fetching(.notFound)
                        ? !isOriginalNeeded
                        : choice.asset.format == .tiff && error.isOfAnAwkwardOriginal
                else { throw error }
                // Another version of the photo replaces this one.
                assets = assets.hiding(
                    choice.asset, isMissing: error == .fetching(.notFound))
                guard (try? assets.largest()) != nil else { throw error }
            }
        }
    }

    /// Returns the file to open: a smaller one if it is wide enough, or the largest if `width` is
    /// `nil`.
    private static func choice(
        of assets: PhotoAssets, covering width: Int?
    ) throws(PictureFailure) -> AssetChoice {
        if width == nil, let failure = assets.missing { throw .looking(failure) }
        do throws(CatalogFailure) {
            guard let width else { return try assets.largest() }
            return try assets.smallest(coveringWidth: width)
        } catch {
            throw .looking(error)
        }
    }

    /// Opens a still of a video, except the first still.
    private func openStill(
        _ number: Int, of id: PhotoID, _ progress: @escaping Report
    ) async throws(PictureFailure) -> OpenedPhoto {
        let (photo, assets) = try await item(id, progress)
        guard let address = assets.media.still(number) else {
            throw .looking(.nothingViewable(id, formats: []))
        }
        let (source, freshness) = try await source(at: address, progress)
        return OpenedPhoto(
            caption: PhotoCaption(photo), source: source, note: PhotoRemark(freshness),
            still: StillPosition(number: number, of: assets.media.stillCount))
    }

    private func open(
        _ photo: Photo, _ choice: AssetChoice, from assets: PhotoAssets, covering width: Int?,
        _ progress: @escaping Report
    ) async throws(PictureFailure) -> OpenedPhoto {
        let best = (try? assets.largest()) ?? choice
        var version = try await source(
            of: choice.asset, standIn: width.flatMap { _ in assets.standIn(for: choice.asset) },
            progress)
        if let width { version = await widened(version, to: width, from: assets, progress) }
        let (shown, source, freshness) = version
        let isBest = shown == best.asset
        return OpenedPhoto(
            caption: PhotoCaption(photo), source: source,
            size: isBest ? nil : OriginalSize.of(best.asset, shapedLike: source.size),
            isComplete: isBest && assets.missing == nil,
            note: PhotoRemark(freshness)
                ?? PhotoRemark(best)
                ?? photo.references.video.map { _ in .stillOfVideo },
            still: photo.mediaType == .video && photo.references.video == nil
                ? StillPosition(number: 0, of: assets.media.stillCount) : nil)
    }

    /// Returns `version`, or a larger version if `version` is narrower than `width`.
    ///
    /// Portraits are narrower than declared, and some copies by one pixel. In the viewer, the
    /// original is requested separately, so only copies are tried.
    private func widened(
        _ version: Version, to width: Int, from assets: PhotoAssets, _ progress: @escaping Report
    ) async -> Version {
        var version = version
        var tried = version.asset
        while version.source.size.width < width, tried.size < .original {
            let shape = version.source.size
            let copy = assets.copy(
                largerThan: tried, coveringWidth: width,
                of: Proportions(width: shape.width, height: shape.height))
            guard let larger = copy ?? (isWatched ? nil : assets.largest(above: tried)) else {
                break
            }
            tried = larger
            if let next = try? await source(of: larger, standIn: nil, progress) { version = next }
        }
        return version
    }

    /// Opens the chosen file, or in the viewer a smaller one that arrives sooner; the viewer then
    /// requests more.
    private func source(
        of chosen: PhotoAsset, standIn: PhotoAsset?, _ progress: @escaping Report
    ) async throws(PictureFailure) -> Version {
        if isWatched, let standIn,
            // A failure of the smaller file does not matter, because the chosen file follows.
            let (source, freshness) = try? await source(at: standIn.address, progress)
        {
            return (standIn, source, freshness)
        }
        do throws(PictureFailure) {
            let (source, freshness) = try await source(at: chosen.address, progress)
            return (chosen, source, freshness)
        } catch {
            guard error == .fetching(.notFound), let other = chosen.fallback else { throw error }
            let (source, freshness) = try await source(at: other, progress)
            return (chosen, source, freshness)
        }
    }

    private func item(
        _ id: PhotoID, _ progress: @escaping Report
    ) async throws(PictureFailure) -> ItemRepository.Item {
        if let known = lookup.known(id) { return known }
        progress(.lookingUp)
        let countdown = Countdown { seconds in
            progress(seconds.map { .waiting(seconds: $0) } ?? .lookingUp)
        }
        do { return try await lookup.describe(id) { countdown.receive($0) } } catch {
            throw .looking(error)
        }
    }

    private func source(
        at address: PhotoAddress, for purpose: ResourceKind = .photo,
        _ progress: @escaping Report
    ) async throws(PictureFailure) -> (any ImageSource, Freshness) {
        let arriving = Mutex<StreamingPhoto?>(nil)
        let download = try await download(at: address, for: purpose, progress) { [decoder] file in
            let photo = purpose == .photo ? decoder.readAhead(in: file) : nil
            arriving.withLock { $0 = photo }
        }
        do {
            let source = try decoder.open(download.file, arriving.withLock { $0 })
            let photo = CacheInvalidatingSource(source) { [fetcher] in fetcher.discard(address) }
            return (photo, download.freshness)
        } catch {
            fetcher.discard(address)
            throw error
        }
    }

    private func download(
        at address: PhotoAddress, for purpose: ResourceKind, _ progress: @escaping Report,
        arriving: @escaping @Sendable (ArrivingFile) -> Void
    ) async throws(PictureFailure) -> Download {
        let rate = TransferRate()
        let report = DownloadReport(
            progress: { step in
                switch step {
                case .receiving(let bytes, let expected):
                    let speed = rate.bytesPerSecond(at: step)
                        .flatMap { ReplyLimits.ByteCount.range.nearest($0) }
                    progress(.fetching(bytes: bytes, total: expected, bytesPerSecond: speed))
                case .waiting:
                    let seconds = step.secondsToWait
                    progress(
                        seconds.map { .waiting(seconds: $0) } ?? .fetching(bytes: 0, total: nil))
                }
            }, arriving: arriving)
        do {
            return try await fetcher.download(at: address, for: purpose, reporting: report)
        } catch {
            throw .fetching(error)
        }
    }
}

extension PictureFailure {
    /// True if the failure concerns the original alone, so that a smaller file may be shown.
    fileprivate var isOfAnAwkwardOriginal: Bool {
        switch self {
        case .decoding(.unsupported(kind: .photo(.tiff))),
            .decoding(.unsupported(kind: .unsupported)),
            .decoding(.tooLarge), .fetching(.tooLarge),
            .fetching(.noRoom):
            true
        default: false
        }
    }
}

extension PhotoCaption {
    fileprivate init(_ photo: Photo) {
        self.init(
            title: photo.title ?? photo.id.text, credit: photo.creditLine ?? "",
            date: photo.dateCreated?.description ?? photo.dateAsGiven ?? "")
    }
}

extension PhotoRemark {
    fileprivate init?(_ freshness: Freshness) {
        guard !freshness.isCurrent else { return nil }
        self = .kept
    }

    /// Creates a remark; `nil` if no original was skipped.
    fileprivate init?(_ best: AssetChoice) {
        guard let original = best.passedOver else { return nil }
        let shown = best.asset.size.rawValue
        self =
            best.isOriginalMissing
            ? .originalMissing(shown: shown)
            : .originalPassedOver(format: original.format.fileExtension.uppercased(), shown: shown)
    }
}

/// The size of the best version of a photo while only a smaller one is open.
private enum OriginalSize {
    /// Returns the declared size, transposed if only that matches the shape of the open version;
    /// `nil` if the declared size belongs to another picture.
    ///
    /// The size of another picture has another shape, which would distort a view, or is not larger
    /// than the open version.
    ///
    /// 26 of 650 originals in NASA's library are stored rotated: their declared width is the height
    /// of the upright photo.
    static func of(_ asset: PhotoAsset, shapedLike shape: PixelSize) -> PixelSize? {
        guard let declared = asset.declared else { return nil }
        let size = PixelSize(width: declared.width, height: declared.height)
        guard !size.isEmpty, max(size.width, size.height) > max(shape.width, shape.height) else {
            return nil
        }
        return [size, size.transposed].first { isShaped($0, like: shape) }
    }

    /// Returns true if the shapes differ by at most 2 % or one pixel of the version, because sizes
    /// are rounded.
    private static func isShaped(_ size: PixelSize, like shape: PixelSize) -> Bool {
        let one = Double(size.width) * Double(shape.height)
        let other = Double(size.height) * Double(shape.width)
        let pixel = Double(max(size.width, size.height))
        return abs(one - other) <= max(0.02 * max(one, other), pixel)
    }
}
