internal import Imaging
package import PhotoCatalog
package import PhotoPipeline
package import TerminalProtocols

/// One plain sentence for each failure: what happened, and what to do.
extension Strings {
    /// Longer names hide the sentence they stand in.
    private static let nameColumns = 120

    package func sentence(
        for failure: PictureFailure, of photo: PhotoReference
    ) -> SafeText {
        let name = shortName(of: photo)
        return switch failure {
        case .reading(let failure): SafeText(failures.file(failure, name))
        case .looking(let failure): SafeText(failures.catalog(failure, name))
        case .fetching(let failure): SafeText(failures.fetching(failure))
        case .decoding(let failure): SafeText(failures.decoding(failure, name))
        }
    }

    /// Of a list, or of a photo whose name stands beside it.
    package func sentence(for failure: CatalogFailure, of name: SafeText? = nil) -> SafeText {
        let name = name?.truncated(to: Self.nameColumns).string
        return SafeText(failures.catalog(failure, name ?? failures.this))
    }

    /// Said beside a picture that is shown as far as its file goes.
    package func damage(of photo: PhotoReference) -> SafeText {
        SafeText(failures.damage(shortName(of: photo)))
    }

    private func shortName(of photo: PhotoReference) -> String {
        self.name(of: photo).truncated(to: Self.nameColumns).string
    }
}
