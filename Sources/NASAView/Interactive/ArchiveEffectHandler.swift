internal import Dispatch
internal import Files
internal import FoundationEssentials
internal import Imaging
internal import PhotoCatalog
internal import PhotoPipeline
internal import Screens
internal import Synchronization
internal import SystemPackage
internal import Transfer

/// The handler of effects that store or read favourites, searches, bookmarks and files.
final class ArchiveEffectHandler: Sendable {
    /// The maximum number of seen photos in a list; longer lists are truncated.
    private static let seenLimit = 1000
    private static let historyLimit = 50
    /// The maximum number of concurrent downloads of marked photos; a server may refuse more.
    private static let savesAtOnce = 4

    private let archive: any PhotoArchive
    private let originals: OriginalDownload
    private let lookup: ItemRepository
    private let pipeline: ImagePipeline
    private let exporter: PhotoExporter
    private let queue: EventQueue
    /// The photos that are being saved or waiting to be saved; a repeated key does not save them
    /// again.
    private let saving = Mutex<Set<PhotoID>>([])
    /// The photos waiting to be saved.
    private let saves: AsyncStream<PhotoID>.Continuation
    private let folders = FolderListing()
    /// The queue for reading folders, which waits for the disk and must not block a shared thread.
    private let disk = DispatchQueue(label: "folders")

    init(_ services: Services, posting queue: EventQueue) {
        archive = services.backend.archive
        originals = services.backend.originals
        lookup = services.lookup
        pipeline = services.pipeline
        exporter = PhotoExporter(hasPages: services.backend.demo == nil)
        self.queue = queue
        let (stream, continuation) = AsyncStream.makeStream(of: PhotoID.self)
        saves = continuation
        for _ in 0..<Self.savesAtOnce {
            Task.detached { [weak self] in for await id in stream { await self?.save(id) } }
        }
    }

    /// Stops saving, and deletes unfinished files.
    func stop() {
        saves.finish()
        exporter.stop()
    }

    func perform(_ effect: ArchiveEffect) {
        switch effect {
        case .collect(.places, let list): Task { await collectPlaces(for: list) }
        case .collect(let source, let list): Task { await collect(source, for: list) }
        case .list(let named, let list):
            disk.async { [folders, queue] in
                var found = folders.photos(of: named)
                found.statuses.merge(FileStatusReader.statuses(of: found.photos)) { $1 }
                found.photos = named.sorting.sorted(found.photos, found.statuses)
                queue.post(.library(.listed(found, for: list)))
            }
        case .findNeighbours(let file, let sorting):
            disk.async { [folders, queue] in
                var found = folders.neighbours(of: file)
                found.photos = FileStatusReader.sorted(
                    found.photos, in: sorting, knowing: found.statuses)
                queue.post(.library(.neighbours(found, of: file)))
            }
        case .findDropped(let readings, let text):
            disk.async { [queue] in
                queue.post(.library(Self.dropped(readings) ?? .notDropped(text)))
            }
        case .examine(let photos, let list):
            disk.async { [queue] in
                let statuses = FileStatusReader.statuses(of: photos)
                queue.post(.library(.examined(statuses, for: list)))
            }
        case .recall: Task { await recall() }
        case .remember(let query): Task { [archive] in try? await archive.remember(query) }
        case .toggleFavourite(let id): Task { await toggleFavourite(id) }
        case .save(let id): if saving.withLock({ $0.insert(id).inserted }) { saves.yield(id) }
        case .browse(let address): browse(address)
        case .export(let request): Task { await export(request) }
        case .exportWhole(let photos): Task { for photo in photos { await export(photo) } }
        case .keepPlace(let photo, let view, let name):
            Task { await keep(photo, view: view, name: name) }
        case .forgetPlace(let bookmark): Task { await forget(bookmark) }
        }
    }

    /// Returns an event with the files of the first interpretation of a paste whose files all
    /// exist; `nil` if there is none.
    private static func dropped(_ readings: [[[UInt8]]]) -> LibraryEvent? {
        for paths in readings.map({ $0.map { FilePath(bytes: $0) } })
        where paths.allSatisfy(FolderReader.exists) {
            return .dropped(paths, areListed: paths.contains(where: FolderListing.isFolder))
        }
        return nil
    }

    /// Records photos that were on the screen, so that they can be found without a network.
    func remember(seen photos: [Photo]) {
        lookup.remember(photos)
        // A failure is not reported, because the user did not request the recording.
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
        var places: [Bookmark] = []
        do throws(ArchiveFailure) {
            places = try await archive.bookmarks()
        } catch {
            notify(.archiveFailed(error))
        }
        lookup.remember(places.compactMap(\.known))
        queue.post(.library(.collectedPlaces(places, for: list)))
        if let notice = await archive.notice() { notify(.archive(notice)) }
    }

    private func keep(_ photo: PhotoReference, view: String, name: String) async {
        guard let bookmark = await place(of: photo, view: view, name: name) else { return }
        do throws(ArchiveFailure) {
            try await archive.keep(bookmark)
            notify(.placeKept)
        } catch {
            notify(.archiveFailed(error))
        }
    }

    /// Returns a bookmark; `nil` if the photo cannot be opened again by a name in UTF-8.
    ///
    /// A bookmark of a file stores the absolute path. A bookmark of a library's photo also stores
    /// the known facts, for lists without a network.
    private func place(
        of photo: PhotoReference, view: String, name: String
    ) async -> Bookmark? {
        switch photo {
        case .library(let id):
            let known = try? await lookup.describe(id).photo
            return Bookmark(photo: id.text, view: view, name: name, known: known)
        case .file(let path):
            let whole = WorkingDirectory.path.pushing(path)
            // The archive stores only valid UTF-8.
            guard whole.isText else { return nil }
            return Bookmark(photo: whole.string, view: view, name: name)
        case .address(let address): return Bookmark(photo: address, view: view, name: name)
        case .world(let map): return Bookmark(photo: map.name, view: view, name: name)
        case .still, .standardInput: return nil
        }
    }

    private func forget(_ bookmark: Bookmark) async {
        do throws(ArchiveFailure) {
            try await archive.forget(bookmark)
            notify(.placeForgotten)
        } catch {
            notify(.archiveFailed(error))
        }
    }

    private func export(_ whole: WholePhoto) async {
        await export(whole.photo) { opened in
            let size = whole.adjustments.orientation.uprightSize(of: opened.source.size)
            return ExportRequest(PixelRect(size), of: size, whole.photo, whole.adjustments)
        }
    }

    private func export(_ request: ExportRequest) async {
        await export(request.photo) { _ in request }
    }

    /// Exports the original, which is fetched if a smaller version is open.
    private func export(
        _ photo: PhotoReference, _ request: (OpenedPhoto) -> ExportRequest
    ) async {
        do throws(ExportFailure) {
            let opened: OpenedPhoto
            do throws(PictureFailure) {
                opened = try await pipeline.open(photo, covering: nil) { _ in }
            } catch {
                throw ExportFailure.picture(error)
            }
            let request = request(opened)
            let steps = PercentSteps { [queue] percent in
                queue.post(.library(.noticed(.exporting(percent: percent))))
            }
            let file = try await exporter.save(request, of: opened, to: nil) {
                steps.receive($0)
            }
            notify(.exported(file, isAdjusted: request.adjustments != .none))
        } catch {
            notify(.notExported(photo, error))
        }
    }

    private func recall() async {
        do throws(ArchiveFailure) {
            let queries = try await archive.queries(beginningWith: "", limit: Self.historyLimit)
            queue.post(.library(.recalled(queries)))
        } catch {
            // Without a history, the search form has no suggestions, as before the first search.
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
            // There are no other errors.
        }
    }

    /// Saves a photo to the working directory, as curl and wget do.
    private func save(_ id: PhotoID) async {
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
            // There are no other errors.
        }
        saving.withLock { _ = $0.remove(id) }
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

/// A filter of progress reports, which passes each step of 5 % once.
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
