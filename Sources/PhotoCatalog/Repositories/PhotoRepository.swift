/// The port to the library.
package protocol PhotoRepository: Sendable {
    /// The photo with exactly this id.
    func photo(id: PhotoID) async throws(CatalogFailure) -> Photo

    /// The files there are of a photo.
    func assets(of photo: Photo) async throws(CatalogFailure) -> PhotoAssets

    func page(_ request: PageRequest) async throws(CatalogFailure) -> Page

    /// What the original says of itself, in the order in which it is shown; nothing private.
    func metadata(of photo: Photo) async throws(CatalogFailure) -> [PhotoFact]

    /// The same, but somebody is told how its fetches go, from any thread.
    func reporting(_ progress: @escaping @Sendable (FetchProgress) -> Void) -> Self
}
