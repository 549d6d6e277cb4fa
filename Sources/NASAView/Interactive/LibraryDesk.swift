internal import PhotoCatalog
internal import Screens
internal import Synchronization

/// Asks the library what screens want to know; the answers come to the inbox.
final class LibraryDesk: Sendable {
    private let repository: any PhotoRepository
    private let lookup: PhotoLookup
    private let inbox: Inbox
    /// The page under way of each list, to be cancelled when nobody looks at the list any more.
    private let pages = Mutex<[ResultsID: Task<Void, Never>]>([:])

    init(repository: any PhotoRepository, lookup: PhotoLookup, inbox: Inbox) {
        self.repository = repository
        self.lookup = lookup
        self.inbox = inbox
    }

    /// Does what a screen asks of the library; all else is not for this desk.
    func perform(_ effect: Effect) {
        switch effect {
        case .load(let request, let list): load(request, for: list)
        case .abandonResults(let list): abandon(list)
        case .describe(let id): describe(id)
        default: break
        }
    }

    private func load(_ request: PageRequest, for list: ResultsID) {
        let task = Task { [repository, lookup, inbox] in
            do throws(CatalogFailure) {
                let page = try await repository.page(request)
                lookup.remember(page.photos)
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

    private func describe(_ id: PhotoID) {
        Task { [lookup, inbox] in
            do throws(CatalogFailure) {
                let found = try await lookup.describe(id)
                inbox.post(
                    .library(.described(id, found.photo, found.assets, isFavourite: false)))
            } catch {
                inbox.post(.library(.descriptionFailed(id, error)))
            }
        }
    }
}
