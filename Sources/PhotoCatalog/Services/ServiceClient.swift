/// A client that sends requests to one service.
struct ServiceClient: Sendable {
    let service: Service
    let fetcher: any Fetcher
    let site: LibrarySite
    var progress: @Sendable (FetchProgress) -> Void = { _ in }

    /// Returns an address of the service's API with encoded path and parameters.
    func address(_ path: [String], _ parameters: [(String, String)] = []) -> PhotoAddress {
        site.api(path, parameters, of: service)
    }

    func read<Reply: Decodable>(
        _ type: Reply.Type, at address: PhotoAddress, for purpose: ResourceKind = .reply
    ) async throws(CatalogFailure) -> Reply {
        try await reply(type, at: address, for: purpose).content
    }

    func reply<Reply: Decodable>(
        _ type: Reply.Type, at address: PhotoAddress, for purpose: ResourceKind = .reply
    ) async throws(CatalogFailure) -> (content: Reply, freshness: Freshness) {
        let fetched = try await bytes(at: address, for: purpose)
        do {
            return (try ReplyReader.read(type, from: fetched.bytes), fetched.freshness)
        } catch {
            fetcher.discard(address)
            throw error
        }
    }

    func bytes(
        at address: PhotoAddress, for purpose: ResourceKind = .reply
    ) async throws(CatalogFailure) -> FetchResult {
        do {
            return try await fetcher.fetched(at: address, for: purpose, progress: progress)
        } catch {
            throw CatalogFailure(error)
        }
    }
}

/// A service whose lists contain all available information about a photo.
protocol ListedLibrary: PhotoRepository {
    var client: ServiceClient { get set }
}

extension ListedLibrary {
    package func reporting(_ progress: @escaping @Sendable (FetchProgress) -> Void) -> Self {
        var repository = self
        repository.client.progress = progress
        return repository
    }

    /// Returns the files in the photo's links.
    ///
    /// If only the photo's ID is known, the function first requests the photo.
    package func assets(of photo: Photo) async throws(CatalogFailure) -> PhotoAssets {
        guard photo.links.isEmpty, photo.refusal == nil else { return PhotoAssets(linkedBy: photo) }
        return PhotoAssets(linkedBy: try await self.photo(id: photo.id))
    }

    /// Returns the information about the photo from the list, and the facts about the largest
    /// linked file.
    package func metadata(of photo: Photo) async throws(CatalogFailure) -> [PhotoFact] {
        photo.facts + PhotoAssets(linkedBy: photo).facts
    }
}

extension PhotoAssets {
    /// The facts about the largest linked file.
    var facts: [PhotoFact] {
        guard let original = all.last else { return [] }
        let size = original.declared
        let facts: [(String, String?)] = [
            ("FileName", original.address.fileName),
            ("FileType", original.format.fileExtension.uppercased()),
            ("ImageWidth", size.map { String($0.width) }),
            ("ImageHeight", size.map { String($0.height) }),
            ("FileSize", size?.approximateBytes.map { "\($0) bytes" }),
        ]
        return facts.compactMap { name, value in
            value.map { PhotoFact(group: "File", name: name, value: $0) }
        }
    }
}

extension PageRequest {
    /// The query of the listing; `Query.everything` for the listings that only NASA's library
    /// supports.
    var query: Query {
        if case .search(let query) = listing { query } else { .everything }
    }

    /// The address of the next page; `nil` for the first page.
    var cursor: PhotoAddress? {
        if case .next(let cursor, _) = self { cursor.address } else { nil }
    }
}
