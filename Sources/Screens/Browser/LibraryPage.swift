internal import Imaging
internal import PhotoCatalog
internal import TerminalProtocols

/// All that a browser's page shows.
struct LibraryPage: Sendable {
    let results: Results?
    /// What was searched for instead and has not come: the list before it is still shown.
    let awaited: Results?
    let form: SearchForm?
    let shape: LibraryShape
    /// The first photo on the page.
    let first: Int
    let selected: Int
    let alert: CatalogFailure?
    /// Whether the built-in collection can be opened in place of what did not come.
    var offersDemo = false

    /// The photos on the page; the last row may stick out.
    var items: [LibraryItem] {
        guard let results else { return [] }
        let count = shape.fullRows * shape.across
        return zip(0..<count, results.photos.indices.dropFirst(first)).map { place, index in
            LibraryItem(
                photo: results.photos[index], preview: results.preview(at: index),
                origin: shape.origin(of: place), isSelected: index == selected)
        }
    }
}

/// A photo on a browser's page.
struct LibraryItem: Sendable {
    let photo: Photo
    let preview: PagePicture.Source?
    let origin: CellPosition
    let isSelected: Bool
}
