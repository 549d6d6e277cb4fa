internal import Decoding
internal import Dispatch
internal import Imaging
internal import PhotoCatalog
internal import PhotoPipeline
internal import Screens
internal import Synchronization
internal import Transfer

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
        library.cache.onFailure { trouble in
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
