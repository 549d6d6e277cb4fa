#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A small local library: an index in the form of a search reply, and files in the same folder.
package struct PhotoCollection: Hashable, Sendable {
    /// The photos in the order of the index; each has at least one link.
    package let photos: [Photo]

    /// Reads an index; `nil` if the bytes are not an index or the index contains no file.
    package init?(index bytes: [UInt8]) {
        let index = ReplyReader.attempt(CollectionEntity.self, from: Data(bytes))
        let items = index?.items.elements.prefix(Self.limit) ?? []
        photos = items.map { Photo($0, site: .collection) }.filter { !$0.links.isEmpty }
        if photos.isEmpty { return nil }
    }

    /// The maximum number of photos, all of which are searched for each typed key.
    ///
    /// The built-in collection has fifteen photos.
    private static let limit = 1000
}

/// A repository that lists and searches a collection in place of NASA's library, without a network.
package struct CollectionRepository: PhotoRepository {
    private let collection: PhotoCollection

    package init(_ collection: PhotoCollection) { self.collection = collection }

    package func photo(id: PhotoID) async throws(CatalogFailure) -> Photo {
        guard let photo = collection.photos.first(where: { $0.id == id }) else {
            throw .noSuchPhoto(id)
        }
        return photo
    }

    package func assets(of photo: Photo) async throws(CatalogFailure) -> PhotoAssets {
        PhotoAssets(linkedBy: photo)
    }

    package func page(_ request: PageRequest) async throws(CatalogFailure) -> Page {
        let photos = try photos(in: request.listing)
        return Page(photos: photos, totalHits: photos.count, continuation: .end, skipped: 0)
    }

    /// Returns the metadata of the original from the index.
    package func metadata(of photo: Photo) async throws(CatalogFailure) -> [PhotoFact] {
        PhotoAssets(linkedBy: photo).facts
    }

    /// Returns this repository unchanged, because no operation is slow enough to report progress.
    package func reporting(_: @escaping @Sendable (FetchProgress) -> Void) -> Self { self }

    private func photos(in listing: Listing) throws(CatalogFailure) -> [Photo] {
        switch listing {
        case .recent, .popular: return collection.photos
        case .search(let query): return collection.photos.filter { query.matches($0) }
        case .album(let name):
            let photos = collection.photos.filter { $0.albums.contains(name) }
            guard !photos.isEmpty else { throw .noSuchAlbum(name) }
            return photos
        }
    }
}
