package import PhotoCatalog

/// Which photo is meant; what was typed became one of these.
package enum PhotoReference: Hashable, Sendable {
    case file(path: String)
    case address(String)
    case standardInput
    /// A photo of NASA's library, by its id exactly as the library spells it.
    case library(PhotoID)
}
