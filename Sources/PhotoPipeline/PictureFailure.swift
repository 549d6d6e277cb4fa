package import Imaging
package import PhotoCatalog

/// Why a photo cannot be shown.
package enum PictureFailure: Error, Hashable, Sendable {
    case reading(FileFailure)
    case looking(CatalogFailure)
    case fetching(FetchFailure)
    case decoding(DecodingFailure)
}
