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

/// Opens photos: files and standard input from this machine, the rest over the network.
final class LibraryPhotoLoader: PhotoLoader {
    private typealias Report = @Sendable (PhotoProgress) -> Void

    private let fetcher: any FileFetcher
    private let site: LibrarySite
    private let lookup: ItemRepository
    private let decoder: SandboxedDecoder
    private let isWatched: Bool
    private let standardInput = StandardInput.ofProcess
    private let previews: KeptPreviews
    private let pyramids: PyramidOpener

    /// `isWatched` allows opening a smaller version first, and the better one on request.
    init(_ backend: Backend, lookup: ItemRepository, decoder: SandboxedDecoder, isWatched: Bool) {
        self.isWatched = isWatched
        fetcher = backend.fetcher
        site = backend.site
        self.lookup = lookup
        self.decoder = decoder
        previews = KeptPreviews(cache: backend.cache, decoder: decoder)
        pyramids = PyramidOpener(fetcher: backend.fetcher, site: backend.site, decoder: decoder)
    }

    func load(
        _ subject: ImageSubject, covering width: Int?,
        progress: @escaping @Sendable (PhotoProgress) -> Void
    ) async throws(PictureFailure) -> OpenedPhoto {
        switch subject {
        case .photo(.file(let path)):
            let name = path.lastComponent?.string ?? path.string
            return OpenedPhoto(
                caption: PhotoCaption(title: name), source: try decoder.openFile(path))
        case .part(let photo, _, _):
            return try await load(.photo(photo), covering: width, progress: progress)
        case .photo(.standardInput): return try openStandardInput()
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
        if case .part(let photo, let area, let page) = request.subject {
            return try await part(area, of: photo, page: page, for: request)
        }
        guard case .photo(.file(let path)) = request.subject else {
            return try await load(request.subject, covering: request.size.width) { _ in }.source
        }
        return try await previews.source(at: path, for: request)
    }

    /// A part of a photo, from a version that has the pixels for it if that is no large file.
    private func part(
        _ area: PhotoArea, of photo: PhotoReference, page: Int, for request: ImageRequest
    ) async throws(PictureFailure) -> any ImageSource {
        var opened = try await load(.photo(photo), covering: request.size.width) { _ in }
        let share = Double(request.size.width) / area.width
        let wished = Int(min(Double(opened.size.width) * share, Self.widestForAPart))
        if !opened.isComplete, opened.source.size.width < wished {
            opened = try await load(.photo(photo), covering: wished) { _ in }
        }
        let picture = opened.source.knownPart(page)
        let (version, original) = (picture.size, opened.size(ofPart: page))
        let across = Double(version.width) / Double(original.width)
        let down = Double(version.height) / Double(original.height)
        let place = PhotoArea(
            x: area.x * across, y: area.y * down, width: area.width * across,
            height: area.height * down)
        return PhotoSection(place.pixels(of: version), of: picture)
    }

    /// The widest version that is fetched for a thumbnail: a megabyte or two.
    private static let widestForAPart = 2048.0

    private func openStandardInput() throws(PictureFailure) -> OpenedPhoto {
        let file: OpenFile
        do { file = try standardInput.read() } catch { throw .reading(error) }
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
        let (source, freshness) = try await source(at: address, progress)
        return OpenedPhoto(
            caption: PhotoCaption(title: address.fileName), source: source,
            note: PhotoRemark(freshness))
    }

    private func openFromLibrary(
        _ id: PhotoID, covering width: Int?, _ progress: @escaping Report
    ) async throws(PictureFailure) -> OpenedPhoto {
        let (photo, assets) = try await item(id, progress)
        guard photo.mediaType != .audio else { throw .looking(.notAPhoto(id, .audio)) }
        do throws(PictureFailure) {
            return try await open(photo, from: assets, covering: width, progress)
        } catch {
            // A rare kind of TIFF, or one that is too long: the largest JPEG stands for it.
            let others = assets.hiding(.tiff)
            guard error.isOfAnAwkwardOriginal, (try? assets.largest().asset.format) == .tiff,
                (try? others.largest()) != nil
            else { throw error }
            return try await open(photo, from: others, covering: width, progress)
        }
    }

    /// A still of a video after the first.
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
            still: StillPlace(number: number, of: assets.media.stillCount))
    }

    private func open(
        _ photo: Photo, from assets: PhotoAssets, covering width: Int?, _ progress: @escaping Report
    ) async throws(PictureFailure) -> OpenedPhoto {
        let choice: AssetChoice
        let best: AssetChoice
        // A smaller version will do until the original is asked for.
        if width == nil, let failure = assets.missing { throw .looking(failure) }
        do {
            best = try assets.largest()
            choice =
                try width.map { width throws(CatalogFailure) in
                    try assets.smallest(coveringWidth: width)
                } ?? best
        } catch {
            throw .looking(error)
        }
        var (shown, source, freshness) = try await source(
            of: choice.asset, standIn: width.flatMap { _ in assets.standIn(for: choice.asset) },
            progress)
        // A portrait is narrower than its size promises, and some copies lack a pixel; the viewer asks for
        // the original by itself.
        while let width, source.size.width < width, shown.size >= choice.asset.size,
            let larger = assets.next(after: shown, copiesOnly: isWatched),
            let next = try? await self.source(of: larger, standIn: nil, progress)
        {
            (shown, source, freshness) = next
        }
        let isBest = shown == best.asset
        return OpenedPhoto(
            caption: PhotoCaption(photo), source: source,
            size: isBest ? nil : OriginalSize.of(best.asset, shapedLike: source.size),
            isComplete: isBest && assets.missing == nil,
            note: PhotoRemark(freshness)
                ?? best.passedOver.map { PhotoRemark($0, shown: best.asset) }
                ?? photo.references.video.map { _ in .stillOfVideo },
            still: photo.mediaType == .video && photo.references.video == nil
                ? StillPlace(number: 0, of: assets.media.stillCount) : nil)
    }

    /// The file that was chosen, or a smaller one that arrives sooner: the viewer asks for more.
    private func source(
        of chosen: PhotoAsset, standIn: PhotoAsset?, _ progress: @escaping Report
    ) async throws(PictureFailure) -> (PhotoAsset, any ImageSource, Freshness) {
        if isWatched, let standIn,
            // A fault in it does not matter: the photo itself comes next.
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
    /// Whether a smaller file of the photo would do, because this one is not shown for what it is.
    fileprivate var isOfAnAwkwardOriginal: Bool {
        switch self {
        case .decoding(.unsupported(kind: .tiff)), .decoding(.unsupported(kind: .unsupported)),
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

    fileprivate init(_ original: PhotoAsset, shown: PhotoAsset) {
        self = .originalPassedOver(
            format: original.format.fileExtension.uppercased(), shown: shown.size.rawValue)
    }
}

/// The size of the best version of a photo while only a smaller one is open.
private enum OriginalSize {
    /// The declared size, transposed if only that fits the shape of the open version; `nil` for another's.
    ///
    /// That is one of another shape, in which a view would be torn, or one that is no larger than the open
    /// version.
    ///
    /// 26 of 650 recorded originals are stored turned: their declared width is the upright height
    /// (facts/nasa-api.md §2.5).
    static func of(_ asset: PhotoAsset, shapedLike shape: PixelSize) -> PixelSize? {
        guard let declared = asset.declared else { return nil }
        let size = PixelSize(width: declared.width, height: declared.height)
        guard !size.isEmpty, max(size.width, size.height) > max(shape.width, shape.height) else {
            return nil
        }
        return [size, size.transposed].first { isShaped($0, like: shape) }
    }

    /// Within two per cent, or a pixel of the version: sizes are rounded.
    private static func isShaped(_ size: PixelSize, like shape: PixelSize) -> Bool {
        let one = Double(size.width) * Double(shape.height)
        let other = Double(size.height) * Double(shape.width)
        let pixel = Double(max(size.width, size.height))
        return abs(one - other) <= max(0.02 * max(one, other), pixel)
    }
}

/// A downloaded photo, whose cache entry is deleted if its pixels turn out to be damaged.
private final class CacheInvalidatingSource: WrappingImageSource {
    private let photo: any ImageSource
    private let discard: @Sendable () -> Void
    private let isDiscarded = Mutex(false)

    init(_ photo: any ImageSource, discard: @escaping @Sendable () -> Void) {
        self.photo = photo
        self.discard = discard
    }

    var size: PixelSize { photo.size }
    var status: ImageSourceStatus { photo.status }

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> PhotoPart {
        do {
            let part = try photo.pixels(of: area, reducedBy: reduction)
            if photo.status.damage != nil { discardOnce() }
            return part
        } catch {
            if case .damaged = error { discardOnce() }
            throw error
        }
    }

    func sample(at point: PixelPoint) throws(DecodingFailure) -> PhotoSample {
        try photo.sample(at: point)
    }

    var parts: PhotoParts { photo.parts }

    func part(_ number: Int) -> any ImageSource {
        number == 0 ? self : CacheInvalidatingSource(photo.part(number), discard: discard)
    }

    var isDeep: Bool { photo.isDeep }

    func toned(by curve: DeepCurve) throws(DecodingFailure) -> (any ImageSource)? {
        try photo.toned(by: curve)
    }

    var wrapped: (any ImageSource)? { photo }

    private func discardOnce() {
        let isFirst = isDiscarded.withLock { isDiscarded in
            defer { isDiscarded = true }
            return !isDiscarded
        }
        if isFirst { discard() }
    }
}
