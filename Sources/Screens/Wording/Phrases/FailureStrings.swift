internal import Imaging
internal import PhotoCatalog

/// A sentence for each failure; the names are those of what failed.
struct FailureStrings: Sendable {
    /// What failed in a list, beside which no name stands.
    let this: String
    let damage: @Sendable (String) -> String
    let file: @Sendable (FileFailure, String) -> String
    let decoding: @Sendable (DecodingFailure, String) -> String
    let catalog: @Sendable (CatalogFailure, String) -> String
    let fetching: @Sendable (FetchFailure) -> String
}
