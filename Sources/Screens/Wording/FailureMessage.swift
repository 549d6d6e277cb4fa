internal import Imaging
internal import PhotoCatalog
package import PhotoPipeline
package import TerminalProtocols

/// One plain sentence for each failure: what happened, and what to do.
package enum FailureMessage {
    /// Longer names hide the sentence they stand in.
    private static let nameColumns = 120

    private static var phrases: FailurePhrases { Phrases.current.failures }

    package static func sentence(
        for failure: PictureFailure, of photo: PhotoReference
    ) -> SafeText {
        let name = name(of: photo)
        return switch failure {
        case .reading(let failure): SafeText(phrases.file(failure, name))
        case .looking(let failure): SafeText(phrases.catalog(failure, name))
        case .fetching(let failure): SafeText(phrases.fetching(failure))
        case .decoding(let failure): SafeText(phrases.decoding(failure, name))
        }
    }

    /// Of a list, or of a photo whose name stands beside it.
    static func sentence(for failure: CatalogFailure, of name: SafeText? = nil) -> SafeText {
        let name = name?.truncated(to: nameColumns).string
        return SafeText(phrases.catalog(failure, name ?? phrases.this))
    }

    /// Said beside a picture that is shown as far as its file goes.
    package static func damage(of photo: PhotoReference) -> SafeText {
        SafeText(phrases.damage(name(of: photo)))
    }

    private static func name(of photo: PhotoReference) -> String {
        StatusWording.name(of: photo).truncated(to: nameColumns).string
    }
}
