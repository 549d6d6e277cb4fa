package import PhotoCatalog

/// What a small picture on a page shows.
package enum PreviewSource: Hashable, Sendable {
    /// A file of the library, fetched for this alone.
    case file(PhotoAddress)
    /// A photo that is opened as the viewer opens it.
    case photo(PhotoReference)
}
