/// A repository of NASA's Image and Video Library, which uses the library's API.
package struct NASAPhotoRepository: PhotoRepository {
    private var client: ServiceClient
    private var site: LibrarySite { client.site }

    package init(fetcher: any Fetcher, site: LibrarySite = .nasa) {
        self.init(ServiceClient(service: .nasa, fetcher: fetcher, site: site))
    }

    init(_ client: ServiceClient) { self.client = client }

    package func reporting(
        _ progress: @escaping @Sendable (FetchProgress) -> Void
    ) -> NASAPhotoRepository {
        var repository = self
        repository.client.progress = progress
        return repository
    }

    /// Returns a photo from the search or, if the search does not find the photo, from its
    /// manifest.
    ///
    /// Only the search returns texts; the manifest proves that the photo exists. The search is
    /// fuzzy, does not find some IDs, and may list the requested photo anywhere on its page.
    package func photo(id: PhotoID) async throws(CatalogFailure) -> Photo {
        let found = try await found(id)
        let photo = if let found { found } else { try await photoByManifest(id) }
        guard photo.mediaType.isKnown else { throw .notAPhoto(id, photo.mediaType) }
        return photo
    }

    /// Returns the files of a photo.
    ///
    /// The links suffice if they include the original, as in version 1.1 of the API. Otherwise, the
    /// files are from the API's manifest or, if that fails, from the list beside the files. The
    /// links are used if both fail or if the manifest contains no file that can be shown.
    package func assets(of photo: Photo) async throws(CatalogFailure) -> PhotoAssets {
        let linked = PhotoAssets(linkedBy: photo)
        let isLinked = !linked.viewable.isEmpty
        if linked.original != nil, isLinked { return linked }
        do {
            let hrefs = try await manifest(photo.id)
            let listed = PhotoAssets(of: photo, manifest: hrefs, site: site)
            return listed.viewable.isEmpty && isLinked ? linked : listed
        } catch {
            guard error != .fetching(.cancelled) else { throw error }
            if let hrefs = await listBesideTheFiles(photo) {
                return PhotoAssets(of: photo, manifest: hrefs, site: site)
            }
            guard isLinked else { throw error }
            var known = linked
            known.missing = error.isPassing ? error : nil
            return known
        }
    }

    package func page(_ request: PageRequest) async throws(CatalogFailure) -> Page {
        if case .date(let day) = request.query.upTo {
            return try await DatedSearch(request.query, upTo: day, client).page(request)
        }
        do {
            let address = request.address(in: site)
            let (collection, freshness) = try await client.reply(
                CollectionEntity.self, at: address)
            return Page(collection, freshness, site: site)
        } catch {
            throw Self.failure(error, of: request.listing)
        }
    }

    /// Returns the metadata beside the photo's files.
    ///
    /// If the address of the files is unknown, the API provides the address of the metadata.
    package func metadata(of photo: Photo) async throws(CatalogFailure) -> [PhotoFact] {
        let address: PhotoAddress
        if let manifest = photo.manifest {
            address = manifest.sibling("metadata.json")
        } else {
            address = try await metadataAddress(photo.id)
        }
        return try await client.read(MetadataEntity.self, at: address).fields
    }

    package func captions(of photo: Photo) async throws(CatalogFailure) -> [Caption] {
        let linked = photo.links.first { $0.role == .captions }?.address
        var address = linked
        if linked == nil { address = try await assets(of: photo).media.captions }
        guard let address else { return [] }
        let fetched = try await client.bytes(at: address)
        guard !CaptivePortalCheck.looksLike(fetched.bytes) else {
            client.fetcher.discard(address)
            throw .webPageInstead
        }
        return CaptionFile.captions(in: fetched.bytes)
    }

    private func metadataAddress(_ id: PhotoID) async throws(CatalogFailure) -> PhotoAddress {
        let reply: MetadataLocationEntity
        do {
            reply = try await client.read(
                MetadataLocationEntity.self, at: site.api(["metadata", id.text]))
        } catch .fetching(.notFound) {
            throw .noSuchPhoto(id)
        }
        do { return try site.address(reply.location) } catch { throw .addressNotAllowed(error) }
    }

    private func found(_ id: PhotoID) async throws(CatalogFailure) -> Photo? {
        var query = Query()
        query.id = id
        query.mediaTypes = []  // So that a video is found, too.
        do {
            let page = try await page(.first(.search(query)))
            return page.photos.first { $0.id == id }
        } catch .fetching(.refused) {
            return nil  // The search does not accept the id; there may be a manifest.
        }
    }

    private func photoByManifest(_ id: PhotoID) async throws(CatalogFailure) -> Photo {
        let hrefs = try await manifest(id)
        guard !hrefs.isEmpty else { throw .noSuchPhoto(id) }
        return Photo(id: id, manifest: hrefs, site: site)
    }

    private func manifest(_ id: PhotoID) async throws(CatalogFailure) -> [String] {
        do {
            return try await client.read(ManifestEntity.self, at: site.api(["asset", id.text]))
                .hrefs
        } catch .fetching(.notFound) {
            throw .noSuchPhoto(id)
        }
    }

    /// Returns the addresses in the list beside the photo's files; `nil` on failure.
    ///
    /// The caller reports the preceding failure instead.
    private func listBesideTheFiles(_ photo: Photo) async -> [String]? {
        guard let address = photo.manifest else { return nil }
        return try? await client.read(ManifestEntity.self, at: address).hrefs
    }

    /// Returns the specific failure of a listing, derived from the status and the text of NASA's
    /// reply.
    private static func failure(_ failure: CatalogFailure, of listing: Listing) -> CatalogFailure {
        switch (failure, listing) {
        case (.fetching(.notFound), .album(let name)): .noSuchAlbum(name)
        case (.fetching(.refused(400, let reason?)), _)
        where reason.hasPrefix("Maximum number of search results"): .tooManyResults
        default: failure
        }
    }
}
