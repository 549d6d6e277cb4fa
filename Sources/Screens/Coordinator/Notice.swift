internal import Localization
package import PhotoCatalog
package import Settings
package import TerminalProtocols

/// A short message that goes by itself.
package enum Notice: Hashable, Sendable {
    /// The original is on its way into a file.
    case saving(PhotoID, FetchProgress, bytesPerSecond: Double?)
    case saved(PhotoID, SavedFile)
    case notSaved(PhotoID, SavingFailure)
    case favourite(Bool)
    /// Nothing could be done with a photo, because its description could not be had.
    case notFound(PhotoID, CatalogFailure)
    case cacheTrouble(CacheError)
    case archiveFailed(ArchiveFailure)
    case archive(ArchiveNotice)
    /// A page is opened in the web browser, or no browser could be started.
    case browsing, noBrowser(address: String)
    /// The processes that decode photos can no longer be started.
    case notSandboxed
    /// How pictures could be better.
    case advice(PictureAdvice)
    case misconfigured(SettingsError, path: String)
    case noDemo

    /// What keys have done that cannot be seen.
    case keepsView(Bool), slideshow(seconds: Int?), copied(SafeText), savingBegins
    /// Why a key does nothing here.
    case refused(Refusal)

    package enum Refusal: Hashable, Sendable {
        case noPhoto, noAlbum, noSearch, noPage, noName, noDetails, onlyOfTheLibrary, alreadyAFile
        /// Going back from the first screen; another key quits.
        case firstScreen
        /// A video or a sound without a file to play; a sound, which has no picture.
        case noRecording, onlySound
    }

    var style: TextPage.Style {
        switch self {
        case .saved, .favourite, .browsing, .copied: .good
        case .notSaved, .notFound, .cacheTrouble, .archiveFailed, .archive, .noBrowser,
            .notSandboxed, .misconfigured, .noDemo:
            .bad
        case .saving, .advice, .keepsView, .slideshow, .savingBegins, .refused: .plain
        }
    }

    /// How long it stays, if nothing else ends it.
    var duration: Duration {
        // 60 letters for a newcomer who reads slowly.
        if case .advice = self { .seconds(6) } else { .seconds(2) }
    }
}

extension Strings {
    func text(of notice: Notice) -> SafeText {
        switch notice {
        case .saving(let id, let step, let rate):
            progress(of: id.text, step, bytesPerSecond: rate)
        case .saved(_, let file): notices.saved(file.path, local.size(file.byteCount))
        case .notSaved(let id, let failure): sentence(for: failure, of: id)
        case .favourite(true): notices.favouriteNow(self)
        case .favourite(false): notices.favouriteNoLonger
        case .notFound(let id, let failure): sentence(for: failure, of: id)
        case .cacheTrouble(let trouble): cache.trouble(trouble)
        case .archiveFailed(let failure): cache.archiveFailure(failure)
        case .archive(let notice): cache.archiveNotice(notice)
        case .browsing: notices.browsing
        case .noBrowser(let address): notices.noBrowser(address)
        case .notSandboxed: notices.notSandboxed
        case .advice(let advice): viewer.advice(advice)
        case .misconfigured(let fault, let path): configuration.sentence(for: fault, in: path)
        case .noDemo: SafeText(arguments.noDemo)
        case .keepsView(let keeps): keeps ? notices.viewIsKept : notices.viewIsNotKept
        case .slideshow(let seconds?): notices.slideshow(seconds, self)
        case .slideshow(nil): notices.slideshowStopped
        case .copied(let text): notices.copied(text.string)
        case .savingBegins: notices.saving
        case .refused(let refusal): text(of: refusal)
        }
    }

    private func text(of refusal: Notice.Refusal) -> SafeText {
        switch refusal {
        case .noPhoto: notices.noPhoto
        case .noAlbum: notices.noAlbum
        case .noSearch: notices.noSearch
        case .noPage: notices.noPage
        case .noName: notices.noName
        case .noDetails: notices.noDetails
        case .onlyOfTheLibrary: notices.onlyOfTheLibrary
        case .alreadyAFile: notices.alreadyAFile
        case .firstScreen: notices.quitKey(self)
        case .noRecording: notices.noRecording
        case .onlySound: notices.onlySound(self)
        }
    }
}
