package import PhotoCatalog
internal import Synchronization

/// A fetcher without a network: a closure answers, and requests are recorded.
package final class FixtureFetcher: Fetcher {
    package typealias Answer = Result<[UInt8], FetchFailure>

    private let answer: @Sendable (PhotoAddress) -> Answer
    private let asked = Mutex<[PhotoAddress]>([])

    package init(_ answer: @escaping @Sendable (PhotoAddress) -> Answer) {
        self.answer = answer
    }

    /// Answers by path and query, as `/asset/PIA1`; everything else is not found.
    package convenience init(_ replies: [String: String]) {
        self.init { address in
            replies[address.target].map { .success(Array($0.utf8)) } ?? .failure(.notFound)
        }
    }

    /// All addresses asked for so far, in order.
    package var requests: [PhotoAddress] { asked.withLock { $0 } }

    package func fetched(
        at address: PhotoAddress, for purpose: ResourceKind,
        progress: @escaping @Sendable (FetchProgress) -> Void
    ) async throws(FetchFailure) -> FetchResult {
        asked.withLock { $0.append(address) }
        let bytes = try answer(address).get()
        progress(.receiving(bytes: bytes.count, expected: bytes.count))
        return FetchResult(bytes)
    }
}

/// An archive in memory.
package final class MemoryArchive: PhotoArchive {
    private struct Contents {
        var queries: [Query] = []
        var favourites: [Photo] = []
        var seen: [Photo] = []
    }

    private let contents = Mutex(Contents())

    package init() {}

    package func queries(
        beginningWith prefix: String, limit: Int
    ) async throws(ArchiveFailure) -> [Query] {
        let queries = contents.withLock { $0.queries }
        return Array(
            queries.filter { ($0.text ?? "").lowercased().hasPrefix(prefix.lowercased()) }.prefix(
                limit))
    }

    package func remember(_ query: Query) async throws(ArchiveFailure) {
        contents.withLock { contents in
            contents.queries.removeAll { $0 == query }
            contents.queries.insert(query, at: 0)
        }
    }

    package func favourites() async throws(ArchiveFailure) -> [Photo] {
        contents.withLock { $0.favourites }
    }

    package func favouriteIDs() async throws(ArchiveFailure) -> Set<PhotoID> {
        Set(contents.withLock { $0.favourites }.map(\.id))
    }

    package func setFavourite(
        _ photo: Photo, _ isFavourite: Bool
    ) async throws(ArchiveFailure) {
        contents.withLock { contents in
            contents.favourites.removeAll { $0.id == photo.id }
            if isFavourite { contents.favourites.insert(photo, at: 0) }
        }
    }

    package func remember(seen photos: [Photo]) async throws(ArchiveFailure) {
        contents.withLock { contents in
            contents.seen.removeAll { old in photos.contains { $0.id == old.id } }
            contents.seen.insert(contentsOf: photos, at: 0)
        }
    }

    package func seen(
        matching text: String, limit: Int
    ) async throws(ArchiveFailure) -> [Photo] {
        let words = text.lowercased().split(separator: " ")
        let found = contents.withLock { $0.seen }.filter { photo in
            let texts = [photo.title ?? "", photo.texts.description ?? "", photo.id.text]
            let all = (texts + photo.texts.keywords).joined(separator: " ").lowercased()
            return words.allSatisfy { all.contains($0) }
        }
        return Array(found.prefix(limit))
    }

    package func notice() async -> ArchiveNotice? { nil }
}
