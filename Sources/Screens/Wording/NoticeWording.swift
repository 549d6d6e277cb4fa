package import PhotoCatalog
internal import TerminalProtocols

/// The words of notices.
package enum NoticeWording {
    private static var phrases: NoticePhrases { Phrases.current.notices }

    static var saving: SafeText { phrases.saving }
    static var noAlbum: SafeText { phrases.noAlbum }
    static var noPhoto: SafeText { phrases.noPhoto }
    static var noSearch: SafeText { phrases.noSearch }
    static var noPage: SafeText { phrases.noPage }
    static var noName: SafeText { phrases.noName }
    static var noDetails: SafeText { phrases.noDetails }
    static var onlyOfTheLibrary: SafeText { phrases.onlyOfTheLibrary }
    static var alreadyAFile: SafeText { phrases.alreadyAFile }
    static var quitKey: SafeText { phrases.quitKey(.current) }

    package static var browsing: Notice { Notice(phrases.browsing, .good) }

    package static var unfenced: Notice { Notice(phrases.unfenced, .bad) }

    static func copied(_ text: String) -> SafeText { phrases.copied(text) }

    static func keepsView(_ keeps: Bool) -> SafeText {
        keeps ? phrases.viewIsKept : phrases.viewIsNotKept
    }

    static func slideshow(_ slideshow: Slideshow?) -> SafeText {
        guard let slideshow else { return phrases.slideshowStopped }
        return phrases.slideshow(slideshow.milliseconds / 1000, .current)
    }

    package static func favourite(_ isFavourite: Bool) -> Notice {
        Notice(
            isFavourite ? phrases.favouriteNow(.current) : phrases.favouriteNoLonger, .good)
    }

    package static func saving(
        _ id: PhotoID, _ step: FetchProgress, _ bytesPerSecond: Double?
    ) -> Notice {
        Notice(CommandWording.progress(of: id.text, step, bytesPerSecond: bytesPerSecond))
    }

    package static func saved(_ file: SavedFile) -> Notice {
        Notice(phrases.saved(file.path, LocalWording.size(file.byteCount)), .good)
    }

    package static func failed(_ failure: SavingFailure, _ id: PhotoID) -> Notice {
        Notice(CommandWording.sentence(for: failure, of: id), .bad)
    }

    package static func failed(_ failure: CatalogFailure, _ id: PhotoID) -> Notice {
        Notice(CommandWording.sentence(for: failure, of: id), .bad)
    }

    package static func noBrowser(_ address: String) -> Notice {
        Notice(phrases.noBrowser(address), .bad)
    }
}
