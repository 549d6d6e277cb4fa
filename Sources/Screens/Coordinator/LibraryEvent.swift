package import PhotoCatalog

/// What the world answers about the library.
package enum LibraryEvent: Sendable {
    case page(Page, for: PageRequest, of: ResultsID)
    case pageFailed(CatalogFailure, for: PageRequest, of: ResultsID)
    case collected([Photo], from: ResultsSource, for: ResultsID)
    case described(PhotoID, Photo, PhotoAssets, isFavourite: Bool)
    case descriptionFailed(PhotoID, CatalogFailure)
    case metadata(PhotoID, [PhotoFact])
    case metadataFailed(PhotoID, CatalogFailure)
    case recalled([Query])
    case noticed(Notice)
    case woke(Alarm)
}
