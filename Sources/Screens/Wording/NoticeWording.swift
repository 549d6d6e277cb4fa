internal import PhotoCatalog
internal import TerminalProtocols

/// Notices, in words.
extension Strings {
    func text(of notice: Notice) -> SafeText {
        switch notice {
        case .saving(let id, let step, let rate):
            progress(of: id.text, step, bytesPerSecond: rate)
        case .saved(let file): notices.saved(file.path, local.size(file.byteCount))
        case .notSaved(let id, let failure): sentence(for: failure, of: id)
        case .favourite(true): notices.favouriteNow(self)
        case .favourite(false): notices.favouriteNoLonger
        case .notFound(let id, let failure): sentence(for: failure, of: id)
        case .cacheTrouble(let trouble): cache.trouble(trouble)
        case .archiveFailed(let failure): cache.archiveFailure(failure)
        case .archive(let notice): cache.archiveNotice(notice)
        case .browsing: notices.browsing
        case .noBrowser(let address): notices.noBrowser(address)
        case .unfenced: notices.unfenced
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
        }
    }
}
