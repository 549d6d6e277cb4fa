internal import Decoding
internal import Files
internal import Imaging
internal import PhotoCatalog
internal import PhotoCodec
internal import PhotoPipeline
internal import Synchronization
internal import Transfer

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Opens what is meant: files and standard input from this machine, the rest over the network.
final class LibraryPhotoLoader: PhotoLoader {
    private let fetcher: any FileFetcher
    private let site: LibrarySite
    private let lookup: ItemRepository
    private let decoder: SandboxedDecoder
    /// Whether somebody looks at what comes first: a smaller file may then stand in for a large one.
    private let isWatched: Bool
    private let standardInput = StandardInput()

    /// - Parameters:
    ///   - library: the way to the network, and to what is kept.
    ///   - lookup: what is known of its photos.
    ///   - decoder: what opens their bytes.
    ///   - isWatched: whether a smaller version may be opened first, the better one when it is asked for.
    init(
        _ library: Library, lookup: ItemRepository, decoder: SandboxedDecoder, isWatched: Bool
    ) {
        self.isWatched = isWatched
        fetcher = library.fetcher
        site = library.site
        self.lookup = lookup
        self.decoder = decoder
    }

    func load(
        _ subject: ImageSubject, covering width: Int?,
        progress: @escaping @Sendable (PhotoProgress) -> Void
    ) async throws(PictureFailure) -> OpenedPhoto {
        switch subject {
        case .photo(.file(let path)): return try openFile(path)
        case .photo(.standardInput): return try openStandardInput()
        case .photo(.address(let text)): return try await openAddress(text, progress)
        case .photo(.library(let id)):
            return try await openFromLibrary(id, covering: width, progress)
        case .file(let address):
            return OpenedPhoto(
                caption: PhotoCaption(title: address.fileName),
                source: try await source(at: address, for: .preview, progress).0)
        }
    }

    private func openFile(_ path: String) throws(PictureFailure) -> OpenedPhoto {
        let caption = PhotoCaption(title: Self.lastPart(of: path))
        return OpenedPhoto(caption: caption, source: try decoder.openFile(path))
    }

    private func openStandardInput() throws(PictureFailure) -> OpenedPhoto {
        let file: OpenFile
        do { file = try standardInput.read() } catch { throw .reading(error) }
        return OpenedPhoto(caption: PhotoCaption(title: nil), source: try decoder.open(file))
    }

    private func openAddress(
        _ text: String, _ progress: @escaping @Sendable (PhotoProgress) -> Void
    ) async throws(PictureFailure) -> OpenedPhoto {
        let address: PhotoAddress
        do { address = try site.typedAddress(text) } catch {
            throw .fetching(.addressNotAllowed(error))
        }
        let (source, freshness) = try await source(at: address, progress)
        return OpenedPhoto(
            caption: PhotoCaption(title: address.fileName), source: source,
            note: PhotoRemark(freshness))
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
        let (shown, source, freshness) = try await source(
            of: choice.asset, standIn: width.flatMap { _ in assets.standIn(for: choice.asset) },
            progress)
        return OpenedPhoto(
            caption: PhotoCaption(photo), source: source,
            size: OriginalSize.of(best.asset, shapedLike: source.size),
            isComplete: shown == best.asset,
            note: PhotoRemark(freshness)
                ?? best.passedOver.map { PhotoRemark($0, shown: best.asset) })
    }

    /// The file that was chosen, or a smaller one where that is there sooner: the viewer asks for more.
    private func source(
        of chosen: PhotoAsset, standIn: PhotoAsset?,
        _ progress: @escaping @Sendable (PhotoProgress) -> Void
    ) async throws(PictureFailure) -> (PhotoAsset, any ImageSource, Freshness) {
        if isWatched, let standIn,
            // What is wrong with it does not matter: the photo itself comes next.
            let (source, freshness) = try? await source(at: standIn.address, progress)
        {
            return (standIn, source, freshness)
        }
        let (source, freshness) = try await source(at: chosen.address, progress)
        return (chosen, source, freshness)
    }

    private func look(
        up id: PhotoID, _ progress: @escaping @Sendable (PhotoProgress) -> Void
    ) async throws(PictureFailure) -> ItemRepository.Found {
        if let known = lookup.known(id) { return known }
        progress(.lookingUp)
        let countdown = Countdown { seconds in
            progress(seconds.map { .waiting(seconds: $0) } ?? .lookingUp)
        }
        do { return try await lookup.describe(id) { countdown.take($0) } } catch {
            throw .looking(error)
        }
    }

    private func source(
        at address: PhotoAddress, for purpose: ResourceKind = .photo,
        _ progress: @escaping @Sendable (PhotoProgress) -> Void
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
        at address: PhotoAddress, for purpose: ResourceKind,
        _ progress: @escaping @Sendable (PhotoProgress) -> Void,
        arriving: @escaping @Sendable (ArrivingFile) -> Void
    ) async throws(PictureFailure) -> Download {
        let rate = TransferRate()
        let report = DownloadReport(
            progress: { step in
                switch step {
                case .receiving(let bytes, let expected):
                    let speed = rate.bytesPerSecond(at: step).map { Int($0) }
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

/// Tells how many seconds a fetch waits for its next try, each time that changes; nil once it goes on.
final class Countdown: Sendable {
    private let told = Mutex<Int?>(nil)
    private let tell: @Sendable (Int?) -> Void

    init(_ tell: @escaping @Sendable (Int?) -> Void) { self.tell = tell }

    func take(_ step: FetchProgress) {
        let seconds = step.secondsToWait
        let isNews = told.withLock { told in
            defer { told = seconds }
            return told != seconds
        }
        if isNews { tell(seconds) }
    }
}

/// How fast a transfer is, over all of it, once there is a second of it to tell by.
final class TransferRate: Sendable {
    private let start = Mutex<(time: ContinuousClock.Instant, bytes: Int)?>(nil)

    /// The bytes a second up to now.
    func bytesPerSecond(at step: FetchProgress) -> Double? {
        guard case .receiving(let bytes, _) = step else { return nil }
        return start.withLock { start in
            guard let begun = start else {
                start = (.now, bytes)
                return nil
            }
            let seconds = Double((ContinuousClock.now - begun.time) / .seconds(1))
            return seconds < 1 ? nil : Double(bytes - begun.bytes) / seconds
        }
    }
}

/// The size of the best version of a photo while only a smaller one is open.
enum OriginalSize {
    /// The declared size, turned where it lies across the shape of the open version; nil where it has
    /// another shape either way: it is not this photo's, and a view of it would be torn.
    ///
    /// 26 of 650 recorded originals are stored turned: their declared width is the upright height
    /// (facts/nasa-api.md §2.5).
    static func of(_ asset: PhotoAsset, shapedLike shape: PixelSize) -> PixelSize? {
        guard let declared = asset.declared else { return nil }
        let size = PixelSize(width: declared.width, height: declared.height)
        guard !size.isEmpty, size.width >= shape.width || size.height >= shape.height else {
            return nil
        }
        return [size, size.transposed].first { lies($0, like: shape) }
    }

    /// Whether two shapes agree within two per cent: sizes are rounded.
    private static func lies(_ size: PixelSize, like shape: PixelSize) -> Bool {
        let one = Double(size.width) * Double(shape.height)
        let other = Double(size.height) * Double(shape.width)
        return abs(one - other) <= 0.02 * max(one, other)
    }
}

/// A photo whose file was fetched, and is not to be kept where it is found to be damaged.
///
/// That is known only when pixels were asked for.
final class CacheInvalidatingSource: StreamingImageSource {
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

    func isReady(_ area: PixelRect, reducedBy reduction: Reduction) -> Bool {
        streaming?.isReady(area, reducedBy: reduction) ?? true
    }

    func preview(of area: PixelRect, reducedBy reduction: Reduction) -> PhotoPart? {
        streaming?.preview(of: area, reducedBy: reduction)
    }

    func waitForMore(of area: PixelRect, reducedBy reduction: Reduction) async {
        await streaming?.waitForMore(of: area, reducedBy: reduction)
    }

    private var streaming: (any StreamingImageSource)? { photo as? any StreamingImageSource }

    private func discardOnce() {
        let isFirst = isDiscarded.withLock { isDiscarded in
            defer { isDiscarded = true }
            return !isDiscarded
        }
        if isFirst { discard() }
    }
}

/// Standard input, which can be read only once; what was read is kept for a second look.
final class StandardInput: Sendable {
    /// As much as from the network: what comes through a pipe has no known end either.
    static let limitBytes = 256 << 20

    private let file = Mutex<OpenFile?>(nil)

    func read() throws(FileFailure) -> OpenFile {
        if let known = file.withLock({ $0 }) { return known }
        guard isatty(STDIN_FILENO) == 0 else { throw .keyboard }
        let all = try readAll()
        file.withLock { $0 = all }
        return all
    }

    private func readAll() throws(FileFailure) -> OpenFile {
        var all = MemoryFile()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while all.byteCount <= Self.limitBytes {
            let count = systemRead(STDIN_FILENO, &buffer, buffer.count)
            if count == 0 { return all.finished() }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .unreadable(reason: String(cString: strerror(errno))) }
            buffer.withUnsafeBytes { all.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        }
        throw .overLimit(bytes: Self.limitBytes)
    }
}

/// The system's `read`, by a name that the method of this file does not hide.
private func systemRead(
    _ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int
) -> Int {
    read(descriptor, buffer, count)
}
