package import PhotoCatalog
package import PhotoPipeline

/// What the world answers about the library.
package enum LibraryEvent: Sendable {
    case page(Page, for: PageRequest, of: ResultsID)
    case pageFailed(CatalogFailure, for: PageRequest, of: ResultsID)
    /// The server failed or asked for patience: the page is asked for again after so many seconds; nil
    /// when it is.
    case pageDelayed(bySeconds: Int?, for: PageRequest, of: ResultsID)
    case collected([Photo], from: ResultsSource, for: ResultsID)
    case described(PhotoID, Photo, PhotoAssets, isFavourite: Bool)
    case descriptionFailed(PhotoID, CatalogFailure)
    /// The same of what was asked about a photo.
    case delayed(PhotoID, bySeconds: Int?)
    case metadata(PhotoReference, [PhotoFact])
    case metadataFailed(PhotoReference, PictureFailure)
    case recalled([Query])
    case noticed(Notice)
    case woke(TimerRequest)
}
