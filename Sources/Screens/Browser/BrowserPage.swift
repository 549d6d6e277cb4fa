internal import PhotoCatalog

/// All that a browser's page shows.
struct BrowserPage: Sendable {
    let results: Results?
    /// What was searched for instead and has not come: the list before it is still shown.
    let awaited: Results?
    let form: SearchForm?
    let shape: BrowserShape
    /// The first photo on the page.
    let first: Int
    let selected: Int
    let alert: CatalogFailure?

    /// The photos on the page, with their places on it; the last row may stick out.
    var items: [(place: Int, index: Int, photo: Photo)] {
        guard let photos = results?.photos else { return [] }
        let count = shape.fullRows * shape.across
        return zip(0..<count, photos.indices.dropFirst(first)).map { ($0, $1, photos[$1]) }
    }
}
