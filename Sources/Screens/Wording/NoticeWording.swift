package import PhotoCatalog
internal import TerminalProtocols

/// The words of notices.
package enum NoticeWording {
    static let saving: SafeText = "saving the original …"
    static let noAlbum: SafeText = "This photo is in no album."
    static let quitKey: SafeText = "q leaves the program."
    package static let browsing = Notice("The page opens in the browser.", .good)

    static func copied(_ text: String) -> SafeText { SafeText("Copied: \(text)") }

    static func keepsView(_ keeps: Bool) -> SafeText {
        keeps
            ? "Zoom and place are kept from photo to photo."
            : "Each photo begins as wide as the screen."
    }

    static func slideshow(_ slideshow: Slideshow?) -> SafeText {
        guard let slideshow else { return "The slideshow has stopped." }
        return SafeText("Slideshow: \(slideshow.milliseconds / 1000) seconds a photo; s stops it.")
    }

    package static func favourite(_ isFavourite: Bool) -> Notice {
        isFavourite
            ? Notice("★ A favourite now; F lists them.", .good)
            : Notice("No longer a favourite.", .good)
    }

    package static func saving(_ id: PhotoID, _ step: FetchProgress) -> Notice {
        Notice(CommandWording.progress(of: id.text, step, bytesPerSecond: nil))
    }

    package static func saved(_ file: SavedFile) -> Notice {
        Notice(SafeText("Saved: \(file.path), \(StatusWording.size(file.byteCount))"), .good)
    }

    package static func failed(_ failure: SavingFailure, _ id: PhotoID) -> Notice {
        Notice(CommandWording.sentence(for: failure, of: id), .bad)
    }

    package static func failed(_ failure: CatalogFailure, _ id: PhotoID) -> Notice {
        Notice(CommandWording.sentence(for: failure, of: id), .bad)
    }

    package static func noBrowser(_ address: String) -> Notice {
        Notice(SafeText("No browser could be started; the page is \(address)"), .bad)
    }
}
