package import PhotoCatalog
package import Settings
package import TerminalProtocols

/// Something short to say, which goes by itself; the screens have the words for it.
package enum Notice: Hashable, Sendable {
    /// The original is on its way into a file.
    case saving(PhotoID, FetchProgress, bytesPerSecond: Double?)
    case saved(SavedFile)
    case notSaved(PhotoID, SavingFailure)
    case favourite(Bool)
    /// What was asked of a photo failed, for nothing is known of it.
    case notFound(PhotoID, CatalogFailure)
    case cacheTrouble(CacheError)
    case archiveFailed(ArchiveFailure)
    case archive(ArchiveNotice)
    /// A page is opened in the person's browser; or no browser was to be had.
    case browsing, noBrowser(address: String)
    /// The processes that decode photos can no longer be started.
    case unfenced
    /// How pictures could be better.
    case advice(PictureAdvice)
    case misconfigured(SettingsError, path: String)
    case noDemo

    /// What keys have done, where it cannot be seen.
    case keepsView(Bool), slideshow(seconds: Int?), copied(SafeText), savingBegins
    /// Why a key does nothing here.
    case refused(Refusal)

    package enum Refusal: Hashable, Sendable {
        case noPhoto, noAlbum, noSearch, noPage, noName, noDetails, onlyOfTheLibrary, alreadyAFile
        /// Going back from the first screen: another key leaves the program.
        case firstScreen
    }

    var style: TextPage.Style {
        switch self {
        case .saved, .favourite, .browsing, .copied: .good
        case .notSaved, .notFound, .cacheTrouble, .archiveFailed, .archive, .noBrowser, .unfenced,
            .misconfigured, .noDemo:
            .bad
        case .saving, .advice, .keepsView, .slideshow, .savingBegins, .refused: .plain
        }
    }

    /// How long it stays, if nothing else ends it.
    var duration: Duration {
        // 60 letters that a newcomer is to read, at the pace of a slow reader.
        if case .advice = self { .seconds(6) } else { .seconds(2) }
    }
}
