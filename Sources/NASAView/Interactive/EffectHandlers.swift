internal import Decoding
internal import Dispatch
internal import Files
internal import FoundationEssentials
internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import PhotoCodec
internal import PhotoPipeline
internal import Screens
internal import Synchronization
internal import Transfer

/// Has photos opened and pictures made, off the event loop; what becomes of that is posted to the queue.
struct PhotoEffectHandler: Sendable {
    private enum Order: Sendable {
        case effect(PhotoEffect)
        case want([ImageRequest])
    }

    private let pipeline: ImagePipeline
    private let queue: EventQueue
    /// Begun one after the other: tasks of their own could overtake each other.
    private let orders: AsyncStream<Order>.Continuation

    init(_ pipeline: ImagePipeline, posting queue: EventQueue) {
        self.pipeline = pipeline
        self.queue = queue
        let (stream, continuation) = AsyncStream.makeStream(of: Order.self)
        orders = continuation
        let handler = self
        Task.detached { for await order in stream { await handler.begin(order) } }
        Task.detached { for await event in pipeline.events { queue.post(.image(event)) } }
    }

    func stop() {
        orders.finish()
        Task { [pipeline] in await pipeline.stop() }
    }

    func perform(_ effect: PhotoEffect) { orders.yield(.effect(effect)) }
    /// Names all pictures that are to be made; others are cancelled.
    func want(_ requests: [ImageRequest]) { orders.yield(.want(requests)) }

    private func begin(_ order: Order) async {
        switch order {
        case .want(let requests): await pipeline.want(requests)
        case .effect(.open(let photo, let width)): await open(photo, covering: width)
        case .effect(.reopen(let photo, let width)):
            await pipeline.forget(photo)
            await open(photo, covering: width)
        case .effect(.abandon(let photo)): await pipeline.abandon(photo)
        case .effect(.prepare(let photos, let width)):
            await pipeline.prefetch(photos, covering: width)
        case .effect(.hold(let photos)): await pipeline.hold(photos)
        case .effect(.retryPreviews): await pipeline.retry()
        case .effect(.inspect(let request)):
            // Beside the others: the original may have to be fetched.
            Task { await inspect(request) }
        }
    }

    private func inspect(_ request: InspectRequest) async {
        let (photo, point) = (request.photo, request.point)
        let opened = try? await pipeline.open(photo, covering: nil) { _ in }
        // Turned as on the screen; the numbers are the file's, whatever the levels are.
        let source = opened.map { request.adjustments.turned($0.source.knownPart(request.part)) }
        guard let source, source.size == request.size else {
            return queue.post(.photo(.notInspected(photo, point)))
        }
        Self.waiting.async { [queue] in
            let closeUp = try? source.closeUp(at: point)
            queue.post(
                .photo(closeUp.map { .inspected(photo, $0) } ?? .notInspected(photo, point)))
        }
    }

    /// Pixels are waited for, which must not block a thread that all tasks share.
    private static let waiting = DispatchQueue(label: "inspecting", attributes: .concurrent)

    private func open(_ photo: PhotoReference, covering width: Int?) async {
        let opening = await pipeline.begin(photo, covering: width) { [queue] progress in
            queue.post(.photo(.progressed(photo, progress)))
        }
        Task {
            do throws(PictureFailure) {
                queue.post(.photo(.opened(photo, try await opening.value.get())))
            } catch .fetching(.cancelled) {
                // The photo was abandoned.
            } catch {
                queue.post(.photo(.failed(photo, error)))
            }
        }
    }
}

/// Asks the library for what screens want to know; the answers are posted to the queue.
final class LibraryEffectHandler: Sendable {
    private let backend: Backend
    private let lookup: ItemRepository
    private let decoder: SandboxedDecoder
    private let archive: ArchiveEffectHandler
    private let queue: EventQueue
    /// Reading a file waits for a worker, which must not block a thread that all tasks share.
    private let files = DispatchQueue(label: "file-facts", attributes: .concurrent)
    /// The page under way of each list, to be cancelled when the list is left.
    private let pages = Mutex<[ResultsID: Task<Void, Never>]>([:])

    init(_ services: Services, _ archive: ArchiveEffectHandler, posting queue: EventQueue) {
        backend = services.backend
        lookup = services.lookup
        decoder = services.decoder
        self.archive = archive
        self.queue = queue
        backend.cache.onFailure { trouble in
            queue.post(.library(.noticed(.cacheTrouble(trouble))))
        }
    }

    func perform(_ effect: LibraryEffect) {
        switch effect {
        case .load(let request, let list): load(request, for: list, from: backend.repository)
        case .reload(let request, let list):
            load(request, for: list, from: backend.freshRepository)
        case .abandon(let list): pages.withLock { $0.removeValue(forKey: list) }?.cancel()
        case .findPictureOfTheDay(let list): findPictureOfTheDay(for: list)
        case .describe(let id): describe(id)
        case .readMetadata(.library(let id)): readMetadata(of: id)
        case .readMetadata(.file(let path)): readMetadata(ofFile: path)
        // They have no page that would show any.
        case .readMetadata(.address), .readMetadata(.standardInput), .readMetadata(.still),
            .readMetadata(.world):
            break
        case .readCaptions(let id): readCaptions(of: id)
        case .locateRecording(let id): locateRecording(of: id)
        }
    }

    private func load(
        _ request: PageRequest, for list: ResultsID, from repository: any PhotoRepository
    ) {
        let countdown = Countdown { [queue] seconds in
            queue.post(.library(.pageDelayed(bySeconds: seconds, for: request, of: list)))
        }
        let repository = repository.reporting { countdown.receive($0) }
        let task = Task { [archive, queue] in
            do throws(CatalogFailure) {
                let page = try await repository.page(request)
                archive.remember(seen: page.photos)
                queue.post(.library(.page(page, for: request, of: list)))
            } catch .fetching(.cancelled) {
                // The list was left.
            } catch {
                queue.post(.library(.pageFailed(error, for: request, of: list)))
            }
        }
        pages.withLock { $0[list] = task }
    }

    /// Reports nothing if there is none, because the user did not ask for it.
    private func findPictureOfTheDay(for list: ResultsID) {
        Task { [backend, archive, queue] in
            let today = PageRequest.first(.search(Query(newestOf: .apod)))
            guard let photo = try? await backend.repository.page(today).photos.first,
                photo.id.service == .apod
            else { return }
            archive.remember(seen: [photo])
            queue.post(.library(.pictureOfTheDay(photo, for: list)))
        }
    }

    /// For the details of a photo that have to be fetched.
    private func countdown(for id: PhotoID) -> Countdown {
        Countdown { [queue] seconds in queue.post(.library(.delayed(id, bySeconds: seconds))) }
    }

    private func describe(_ id: PhotoID) {
        let countdown = countdown(for: id)
        Task { [lookup, archive, queue] in
            do throws(CatalogFailure) {
                let item = try await lookup.describe(id) { countdown.receive($0) }
                let isFavourite = await archive.isFavourite(id)
                queue.post(
                    .library(.described(id, item.photo, item.assets, isFavourite: isFavourite)))
            } catch {
                queue.post(.library(.descriptionFailed(id, error)))
            }
        }
    }

    private func readMetadata(of id: PhotoID) {
        let countdown = countdown(for: id)
        let repository = backend.repository.reporting { countdown.receive($0) }
        Task { [lookup, queue] in
            do throws(CatalogFailure) {
                let photo = try await lookup.describe(id) { countdown.receive($0) }.photo
                let facts = try await repository.metadata(of: photo)
                queue.post(.library(.metadata(.library(id), facts)))
            } catch {
                queue.post(.library(.metadataFailed(.library(id), .looking(error))))
            }
        }
    }

    private func readCaptions(of id: PhotoID) {
        let countdown = countdown(for: id)
        let repository = backend.repository.reporting { countdown.receive($0) }
        Task { [lookup, queue] in
            do throws(CatalogFailure) {
                let photo = try await lookup.describe(id) { countdown.receive($0) }.photo
                queue.post(.library(.captions(id, try await repository.captions(of: photo))))
            } catch {
                queue.post(.library(.captionsFailed(id, error)))
            }
        }
    }

    private func locateRecording(of id: PhotoID) {
        Task { [lookup, queue] in
            do throws(CatalogFailure) {
                let item = try await lookup.describe(id)
                let video = item.photo.references.video?.text
                let file = item.assets.media.recordings.first?.text
                queue.post(.library(.recording(video ?? file)))
            } catch {
                queue.post(.library(.noticed(.notFound(id, error))))
            }
        }
    }

    private func readMetadata(ofFile path: String) {
        files.async { [decoder, queue] in
            do throws(PictureFailure) {
                let facts = try Self.facts(ofFile: path, by: decoder)
                queue.post(.library(.metadata(.file(path: path), facts)))
            } catch {
                queue.post(.library(.metadataFailed(.file(path: path), error)))
            }
        }
    }

    /// What is known about a local file, in the form of the library's metadata.
    private static func facts(
        ofFile path: String, by decoder: SandboxedDecoder
    ) throws(PictureFailure) -> [PhotoFact] {
        let facts = try decoder.facts(ofFile: path).map {
            PhotoFact(group: $0.group, name: $0.name, value: $0.value)
        }
        let byteCount: Int
        do { byteCount = try LocalFile(path: path).file.byteCount } catch { throw .reading(error) }
        return facts + [
            PhotoFact(group: "File", name: "FileName", value: path),
            PhotoFact(group: "File", name: "FileSize", value: "\(byteCount) bytes"),
        ]
    }
}

/// Stores favourites, searches and originals, and finds them again.
final class ArchiveEffectHandler: Sendable {
    /// Longer lists are not read to the end.
    private static let seenLimit = 1000
    private static let historyLimit = 50

    private let archive: any PhotoArchive
    private let originals: OriginalDownload
    private let lookup: ItemRepository
    private let pipeline: ImagePipeline
    private let exporter: PhotoExporter
    private let queue: EventQueue
    /// Photos being saved: a second press of the key does not start again.
    private let saving = Mutex<Set<PhotoID>>([])
    private let folders = FolderListing()
    /// Reading a folder waits for the disk, which must not block a thread that all tasks share.
    private let disk = DispatchQueue(label: "folders")

    init(_ services: Services, posting queue: EventQueue) {
        archive = services.backend.archive
        originals = services.backend.originals
        lookup = services.lookup
        pipeline = services.pipeline
        exporter = PhotoExporter(hasPages: services.backend.demo == nil)
        self.queue = queue
    }

    /// Leaves no part of a file behind.
    func stop() { exporter.stop() }

    func perform(_ effect: ArchiveEffect) {
        switch effect {
        case .collect(.places, let list): Task { await collectPlaces(for: list) }
        case .collect(let source, let list): Task { await collect(source, for: list) }
        case .list(let named, let list):
            disk.async { [folders, queue] in
                queue.post(.library(.listed(folders.photos(of: named), for: list)))
            }
        case .recall: Task { await recall() }
        case .remember(let query): Task { [archive] in try? await archive.remember(query) }
        case .toggleFavourite(let id): Task { await toggleFavourite(id) }
        case .save(let id): save(id)
        case .browse(let address): browse(address)
        case .export(let request): Task { await export(request) }
        case .keepPlace(let photo, let view, let name):
            Task { await keep(photo, view: view, name: name) }
        case .forgetPlace(let place): Task { await forget(place) }
        }
    }

    /// Records photos that were on the screen, so that they are found without a network.
    func remember(seen photos: [Photo]) {
        lookup.remember(photos)
        // A failure is not reported: the user asked for nothing.
        Task { [archive] in try? await archive.remember(seen: photos) }
    }

    func isFavourite(_ id: PhotoID) async -> Bool {
        do { return try await archive.favouriteIDs().contains(id) } catch { return false }
    }

    private func collect(_ source: ResultsSource, for list: ResultsID) async {
        do throws(ArchiveFailure) {
            let photos =
                switch source {
                case .seen(let words, let service):
                    try await archive.seen(matching: words, of: service, limit: Self.seenLimit)
                case .favourites(let service): try await archive.favourites(of: service)
                default: [Photo]()
                }
            lookup.remember(photos)
            queue.post(.library(.collected(photos, from: source, for: list)))
        } catch {
            queue.post(.library(.collected([], from: source, for: list)))
            notify(.archiveFailed(error))
        }
        if let notice = await archive.notice() { notify(.archive(notice)) }
    }

    private func collectPlaces(for list: ResultsID) async {
        var places: [KeptPlace] = []
        do throws(ArchiveFailure) {
            places = try await archive.places()
        } catch {
            notify(.archiveFailed(error))
        }
        lookup.remember(places.compactMap(\.known))
        queue.post(.library(.collectedPlaces(places, for: list)))
        if let notice = await archive.notice() { notify(.archive(notice)) }
    }

    private func keep(_ photo: PhotoReference, view: String, name: String) async {
        guard let place = await place(of: photo, view: view, name: name) else { return }
        do throws(ArchiveFailure) {
            try await archive.keep(place)
            notify(.placeKept)
        } catch {
            notify(.archiveFailed(error))
        }
    }

    /// A place as it is kept: a file by its absolute path, a photo of the library with what is known
    /// of it, to be listed without a network.
    private func place(
        of photo: PhotoReference, view: String, name: String
    ) async -> KeptPlace? {
        switch photo {
        case .library(let id):
            let known = try? await lookup.describe(id).photo
            return KeptPlace(photo: id.text, view: view, name: name, known: known)
        case .file(let path):
            let folder = FileManager.default.currentDirectoryPath
            let whole = path.hasPrefix("/") ? path : folder + "/" + path
            return KeptPlace(photo: whole, view: view, name: name)
        case .address(let address): return KeptPlace(photo: address, view: view, name: name)
        case .world(let map): return KeptPlace(photo: map.name, view: view, name: name)
        case .still, .standardInput: return nil
        }
    }

    private func forget(_ place: KeptPlace) async {
        do throws(ArchiveFailure) {
            try await archive.forget(place)
            notify(.placeForgotten)
        } catch {
            notify(.archiveFailed(error))
        }
    }

    /// Of the original, which is fetched if a smaller version is on the screen.
    private func export(_ request: ExportRequest) async {
        do throws(ExportFailure) {
            let opened: OpenedPhoto
            do throws(PictureFailure) {
                opened = try await pipeline.open(request.photo, covering: nil) { _ in }
            } catch {
                throw ExportFailure.picture(error)
            }
            let steps = PercentSteps { [queue] percent in
                queue.post(.library(.noticed(.exporting(percent: percent))))
            }
            let file = try await exporter.save(request, of: opened, to: nil) {
                steps.receive($0)
            }
            notify(.exported(file, isAdjusted: request.adjustments != .none))
        } catch {
            notify(.notExported(request.photo, error))
        }
    }

    private func recall() async {
        do throws(ArchiveFailure) {
            let queries = try await archive.queries(beginningWith: "", limit: Self.historyLimit)
            queue.post(.library(.recalled(queries)))
        } catch {
            // A form without a history is as good as one before the first search.
        }
    }

    private func toggleFavourite(_ id: PhotoID) async {
        do {
            let item = try await lookup.describe(id)
            let isFavourite = await !isFavourite(id)
            try await archive.setFavourite(item.photo, isFavourite)
            queue.post(.library(.described(id, item.photo, item.assets, isFavourite: isFavourite)))
            notify(.favourite(isFavourite))
        } catch let failure as ArchiveFailure {
            notify(.archiveFailed(failure))
        } catch let failure as CatalogFailure {
            notify(.notFound(id, failure))
        } catch {
            // Nothing else is thrown.
        }
    }

    /// Into the working directory, as curl and wget do.
    private func save(_ id: PhotoID) {
        guard saving.withLock({ $0.insert(id).inserted }) else { return }
        Task {
            do {
                let photo = try await lookup.describe(id).photo
                let rate = TransferRate()
                let file = try await originals.save(photo, into: ".") { [queue] step in
                    let speed = rate.bytesPerSecond(at: step)
                    queue.post(.library(.noticed(.saving(id, step, bytesPerSecond: speed))))
                }
                notify(.saved(id, file))
            } catch let failure as SavingFailure {
                notify(.notSaved(id, failure))
            } catch let failure as CatalogFailure {
                notify(.notFound(id, failure))
            } catch {
                // Nothing else is thrown.
            }
            saving.withLock { _ = $0.remove(id) }
        }
    }

    private func browse(_ address: String) {
        do throws(URLOpener.Failure) {
            try URLOpener.open(address)
            notify(.browsing)
        } catch {
            notify(.noBrowser(address: address))
        }
    }

    private func notify(_ notice: Notice) { queue.post(.library(.noticed(notice))) }
}

/// Reports each fifth percent once.
private final class PercentSteps: Sendable {
    private static let step = 5

    private let last = Mutex(0)
    private let report: @Sendable (Int) -> Void

    init(_ report: @escaping @Sendable (Int) -> Void) { self.report = report }

    func receive(_ fraction: Double) {
        let percent = Int(fraction * 100) / Self.step * Self.step
        let isNew = last.withLock { last in
            defer { last = max(last, percent) }
            return percent > last && percent < 100
        }
        if isNew { report(percent) }
    }
}
