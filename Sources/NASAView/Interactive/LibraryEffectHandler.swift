internal import Decoding
internal import Dispatch
internal import Files
internal import Imaging
internal import PhotoCatalog
internal import PhotoCodec
internal import PhotoPipeline
internal import Screens
internal import Synchronization
internal import SystemPackage
internal import Transfer

/// The handler of effects that request data from the library; it posts the results to the queue.
final class LibraryEffectHandler: Sendable {
    private let backend: Backend
    private let lookup: ItemRepository
    private let decoder: SandboxedDecoder
    private let archive: ArchiveEffectHandler
    private let queue: EventQueue
    /// The queue for reading files, which waits for a worker and must not block a shared thread.
    private let files = DispatchQueue(label: "file-facts", attributes: .concurrent)
    /// The task that loads a page of each list, cancelled when the list is closed.
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
        // Photos of these kinds have no page that shows metadata.
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
        let saved = Once { [self] in postSaved(request, for: list) }
        let countdown = Countdown { [queue] seconds in
            queue.post(.library(.pageDelayed(bySeconds: seconds, for: request, of: list)))
            if seconds != nil { saved.run() }
        }
        let repository = repository.reporting { countdown.receive($0) }
        let patience = Task {
            do { try await Task.sleep(for: Self.patience) } catch { return }
            saved.run()
        }
        let task = Task { [archive, queue] in
            defer { patience.cancel() }
            do throws(CatalogFailure) {
                let page = try await repository.page(request)
                archive.remember(seen: page.photos)
                queue.post(.library(.page(page, for: request, of: list)))
            } catch .fetching(.cancelled) {
                // The list was closed.
            } catch {
                queue.post(.library(.pageFailed(error, for: request, of: list)))
            }
        }
        pages.withLock { pages in
            pages[list]?.cancel()
            pages[list] = task
        }
    }

    /// The time after which a saved page is shown; a usual reply of NASA takes 0.44 s, but one slow
    /// search took 11 s.
    private static let patience = Duration.seconds(1)

    /// Posts the stored copy of a page, if there is one with photos.
    private func postSaved(_ request: PageRequest, for list: ResultsID) {
        Task { [backend, archive, queue] in
            guard let page = try? await backend.savedRepository.page(request),
                !page.photos.isEmpty
            else { return }
            archive.remember(seen: page.photos)
            queue.post(.library(.savedPage(page, for: request, of: list)))
        }
    }

    /// Requests the picture of the day; reports no failure, because the user did not request the
    /// picture.
    private func findPictureOfTheDay(for list: ResultsID) {
        Task { [backend, archive, queue] in
            let today = PageRequest.first(.search(Query(newestOf: .apod)))
            guard let photo = try? await backend.repository.page(today).photos.first,
                photo.id.service == .apod
            else { return queue.post(.library(.noPictureOfTheDay(for: list))) }
            archive.remember(seen: [photo])
            queue.post(.library(.pictureOfTheDay(photo, for: list)))
        }
    }

    /// Returns the countdown for fetching a photo's details.
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

    private func readMetadata(ofFile path: FilePath) {
        files.async { [decoder, queue] in
            do throws(PictureFailure) {
                let facts = try Self.facts(ofFile: path, by: decoder)
                queue.post(.library(.metadata(.file(path: path), facts)))
            } catch {
                queue.post(.library(.metadataFailed(.file(path: path), error)))
            }
        }
    }

    /// Returns the facts about a local file, in the form of the library's metadata.
    private static func facts(
        ofFile path: FilePath, by decoder: SandboxedDecoder
    ) throws(PictureFailure) -> [PhotoFact] {
        let facts = try decoder.facts(ofFile: path).map {
            PhotoFact(group: $0.group, name: $0.name, value: $0.value)
        }
        let status = FileStatusReader.status(of: path)
        return facts
            + [
                PhotoFact(group: "File", name: "FileName", value: path.string),
                status.map {
                    PhotoFact(group: "File", name: "FileSize", value: "\($0.byteCount)")
                },
                status.map { PhotoFact(group: "File", name: "FileModifyDate", value: $0.modified) },
            ].compactMap(\.self)
    }
}

/// A closure that runs only once, on the first thread that calls it.
private final class Once: Sendable {
    private let work: Mutex<(@Sendable () -> Void)?>

    init(_ work: @escaping @Sendable () -> Void) { self.work = Mutex(work) }

    func run() {
        let work = work.withLock { work in
            defer { work = nil }
            return work
        }
        work?()
    }
}
