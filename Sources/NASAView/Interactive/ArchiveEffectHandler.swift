internal import PhotoCatalog
internal import Screens
internal import Synchronization

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
