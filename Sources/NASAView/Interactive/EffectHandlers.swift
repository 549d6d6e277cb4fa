internal import Decoding
internal import Dispatch
internal import Imaging
internal import PhotoCatalog
internal import PhotoPipeline
internal import Screens
internal import Synchronization
internal import Transfer

/// Has photos opened and pictures made, off the event loop; what becomes of it comes to the inbox.
struct PhotoEffectHandler: Sendable {
    private enum Order: Sendable {
        case open(PhotoReference, covering: Int?, anew: Bool)
        case abandon(PhotoReference)
        case prepare([PhotoReference], covering: Int)
        case want([ImageRequest])
        case retryPreviews
    }

    private let pipeline: ImagePipeline
    private let inbox: EventQueue
    /// Orders are begun one after the other: a task each could overtake.
    private let orders: AsyncStream<Order>.Continuation

    init(_ pipeline: ImagePipeline, inbox: EventQueue) {
        self.pipeline = pipeline
        self.inbox = inbox
        let (stream, continuation) = AsyncStream.makeStream(of: Order.self)
        orders = continuation
        let runner = self
        Task.detached { for await order in stream { await runner.begin(order) } }
        Task.detached { for await event in pipeline.events { inbox.post(.image(event)) } }
    }

    /// Nothing is asked of it from now on.
    func stop() {
        orders.finish()
        Task { [pipeline] in await pipeline.stop() }
    }

    func open(_ photo: PhotoReference, covering width: Int?, anew: Bool) {
        orders.yield(.open(photo, covering: width, anew: anew))
    }

    func abandon(_ photo: PhotoReference) { orders.yield(.abandon(photo)) }

    /// Has photos opened before they are asked for; what fails is told when they are.
    func prepare(_ photos: [PhotoReference], covering width: Int) {
        orders.yield(.prepare(photos, covering: width))
    }

    /// Names all pictures that are to be made; what is not named is dropped.
    func want(_ requests: [ImageRequest]) { orders.yield(.want(requests)) }

    /// Asks again for small pictures that were given up.
    func retryPreviews() { orders.yield(.retryPreviews) }

    private func begin(_ order: Order) async {
        switch order {
        case .abandon(let photo): await pipeline.abandon(photo)
        case .prepare(let photos, let width): await pipeline.prefetch(photos, covering: width)
        case .want(let requests): await pipeline.want(requests)
        case .retryPreviews: await pipeline.retry()
        case .open(let photo, let width, let isAnew):
            if isAnew { await pipeline.forget(photo) }
            let opening = await pipeline.begin(photo, covering: width) { [inbox] progress in
                inbox.post(.photo(.progressed(photo, progress)))
            }
            Task { await finish(opening, of: photo) }
        }
    }

    private func finish(_ opening: ImagePipeline.Opening, of photo: PhotoReference) async {
        do throws(PictureFailure) {
            inbox.post(.photo(.opened(photo, try await opening.value.get())))
        } catch .fetching(.cancelled) {
            // Nobody looks at it any more.
        } catch {
            inbox.post(.photo(.failed(photo, error)))
        }
    }
}

/// Asks the library what screens want to know; the answers come to the inbox.
final class LibraryEffectHandler: Sendable {
    private let library: Library
    private let lookup: ItemRepository
    private let decoder: SandboxedDecoder
    private let keeping: ArchiveEffectHandler
    private let inbox: EventQueue
    /// Reading a file waits for a worker: not on a thread that all tasks share.
    private let files = DispatchQueue(label: "file-facts", attributes: .concurrent)
    /// The page under way of each list, to be cancelled when nobody looks at the list any more.
    private let pages = Mutex<[ResultsID: Task<Void, Never>]>([:])

    init(_ workings: Services, _ keeping: ArchiveEffectHandler, inbox: EventQueue) {
        library = workings.library
        lookup = workings.lookup
        decoder = workings.decoder
        self.keeping = keeping
        self.inbox = inbox
        library.cache.onTrouble { trouble in
            inbox.post(.library(.noticed(.cacheTrouble(trouble))))
        }
    }

    /// Does what a screen asks of the library.
    func perform(_ effect: LibraryEffect) {
        switch effect {
        case .load(let request, let list): load(request, for: list, from: library.repository)
        case .reload(let request, let list):
            load(request, for: list, from: library.freshRepository)
        case .abandon(let list): abandon(list)
        case .describe(let id): describe(id)
        case .readMetadata(.library(let id)): readMetadata(id)
        case .readMetadata(.file(let path)): readMetadata(ofFile: path)
        // They have no page that would show any.
        case .readMetadata(.address), .readMetadata(.standardInput): break
        }
    }

    private func load(
        _ request: PageRequest, for list: ResultsID, from repository: any PhotoRepository
    ) {
        let countdown = Countdown { [inbox] seconds in
            inbox.post(.library(.pageDelayed(bySeconds: seconds, for: request, of: list)))
        }
        let repository = repository.reporting { countdown.take($0) }
        let task = Task { [keeping, inbox] in
            do throws(CatalogFailure) {
                let page = try await repository.page(request)
                keeping.note(seen: page.photos)
                inbox.post(.library(.page(page, for: request, of: list)))
            } catch .fetching(.cancelled) {
                // Nobody looks at the list any more.
            } catch {
                inbox.post(.library(.pageFailed(error, for: request, of: list)))
            }
        }
        pages.withLock { $0[list] = task }
    }

    private func abandon(_ list: ResultsID) {
        pages.withLock { $0.removeValue(forKey: list) }?.cancel()
    }

    /// What the page of a photo is told while it waits for what it asked.
    private func countdown(for id: PhotoID) -> Countdown {
        Countdown { [inbox] seconds in inbox.post(.library(.delayed(id, bySeconds: seconds))) }
    }

    private func describe(_ id: PhotoID) {
        let countdown = countdown(for: id)
        Task { [lookup, keeping, inbox] in
            do throws(CatalogFailure) {
                let found = try await lookup.describe(id) { countdown.take($0) }
                let isFavourite = await keeping.isFavourite(id)
                inbox.post(
                    .library(.described(id, found.photo, found.assets, isFavourite: isFavourite)))
            } catch {
                inbox.post(.library(.descriptionFailed(id, error)))
            }
        }
    }

    private func readMetadata(_ id: PhotoID) {
        let countdown = countdown(for: id)
        let repository = library.repository.reporting { countdown.take($0) }
        Task { [lookup, inbox] in
            do throws(CatalogFailure) {
                let photo = try await lookup.describe(id) { countdown.take($0) }.photo
                let facts = try await repository.metadata(of: photo)
                inbox.post(.library(.metadata(.library(id), facts)))
            } catch {
                inbox.post(.library(.metadataFailed(.library(id), .looking(error))))
            }
        }
    }

    private func readMetadata(ofFile path: String) {
        files.async { [decoder, inbox] in
            do throws(PictureFailure) {
                let facts = try FileMetadata.read(path, by: decoder)
                inbox.post(.library(.metadata(.file(path: path), facts)))
            } catch {
                inbox.post(.library(.metadataFailed(.file(path: path), error)))
            }
        }
    }
}

/// Keeps what a person wants kept (favourites, searches, originals) and finds it again.
final class ArchiveEffectHandler: Sendable {
    /// More of what was seen is not gone through by anybody.
    private static let seenLimit = 1000
    private static let historyLimit = 50

    private let archive: any PhotoArchive
    private let originals: OriginalDownload
    private let lookup: ItemRepository
    private let inbox: EventQueue
    /// Photos being saved: a second press of the key does not begin anew.
    private let saving = Mutex<Set<PhotoID>>([])

    init(_ workings: Services, inbox: EventQueue) {
        archive = workings.library.archive
        originals = workings.library.originals
        lookup = workings.lookup
        self.inbox = inbox
    }

    func perform(_ effect: ArchiveEffect) {
        switch effect {
        case .collect(let source, let list): Task { await collect(source, for: list) }
        case .recall: Task { await recall() }
        case .remember(let query):
            attempt { desk throws(ArchiveFailure) in
                try await desk.archive.remember(query)
            }
        case .toggleFavourite(let id): Task { await toggleFavourite(id) }
        case .save(let id): save(id)
        case .browse(let address): browse(address)
        }
    }

    /// Notes photos that came on the screen, so that they are found without a network.
    func note(seen photos: [Photo]) {
        lookup.remember(photos)
        attempt { desk throws(ArchiveFailure) in try await desk.archive.remember(seen: photos) }
    }

    func isFavourite(_ id: PhotoID) async -> Bool {
        do { return try await archive.favouriteIDs().contains(id) } catch { return false }
    }

    private func collect(_ source: ResultsSource, for list: ResultsID) async {
        do throws(ArchiveFailure) {
            let photos =
                if case .seen(let words) = source {
                    try await archive.seen(matching: words, limit: Self.seenLimit)
                } else {
                    try await archive.favourites()
                }
            lookup.remember(photos)
            inbox.post(.library(.collected(photos, from: source, for: list)))
        } catch {
            inbox.post(.library(.collected([], from: source, for: list)))
            say(.archiveFailed(error))
        }
        if let notice = await archive.notice() { say(.archive(notice)) }
    }

    private func recall() async {
        do throws(ArchiveFailure) {
            let queries = try await archive.queries(
                beginningWith: "", limit: Self.historyLimit)
            inbox.post(.library(.recalled(queries)))
        } catch {
            // A form without a history is as good as one before the first search.
        }
    }

    private func toggleFavourite(_ id: PhotoID) async {
        do {
            let found = try await lookup.describe(id)
            let isFavourite = await !isFavourite(id)
            try await archive.setFavourite(found.photo, isFavourite)
            inbox.post(
                .library(.described(id, found.photo, found.assets, isFavourite: isFavourite)))
            say(.favourite(isFavourite))
        } catch let failure as ArchiveFailure {
            say(.archiveFailed(failure))
        } catch let failure as CatalogFailure {
            say(.notFound(id, failure))
        } catch {
            // Nothing else is thrown.
        }
    }

    /// Into the folder the program was started in, as curl and wget do.
    private func save(_ id: PhotoID) {
        guard saving.withLock({ $0.insert(id).inserted }) else { return }
        Task {
            do {
                let photo = try await lookup.describe(id).photo
                let rate = TransferRate()
                let file = try await originals.save(photo, into: ".") { [inbox] step in
                    let speed = rate.bytesPerSecond(at: step)
                    inbox.post(.library(.noticed(.saving(id, step, bytesPerSecond: speed))))
                }
                say(.saved(file))
            } catch let failure as SavingFailure {
                say(.notSaved(id, failure))
            } catch let failure as CatalogFailure {
                say(.notFound(id, failure))
            } catch {
                // Nothing else is thrown.
            }
            saving.withLock { _ = $0.remove(id) }
        }
    }

    private func browse(_ address: String) {
        do throws(URLOpener.Failure) {
            try URLOpener.open(address)
            say(.browsing)
        } catch {
            say(.noBrowser(address: address))
        }
    }

    /// Does something with the archive; why it could not be done is told once it was wanted.
    private func attempt(
        _ work: @escaping @Sendable (ArchiveEffectHandler) async throws(ArchiveFailure) -> Void
    ) {
        Task {
            do throws(ArchiveFailure) { try await work(self) } catch {
                // What is noted on the way is not worth a word: the person asked for nothing.
            }
        }
    }

    private func say(_ notice: Notice) { inbox.post(.library(.noticed(notice))) }
}
