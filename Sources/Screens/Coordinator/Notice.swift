package import Imaging
internal import Localization
package import PhotoCatalog
package import PhotoPipeline
package import Settings
package import TerminalProtocols

/// A short message, which disappears after `duration`.
package enum Notice: Hashable, Sendable {
    /// The original is being saved.
    case saving(PhotoID, FetchProgress, bytesPerSecond: Double?)
    case saved(PhotoID, SavedFile)
    case notSaved(PhotoID, SavingFailure)
    case favourite(Bool)
    /// The written part of an exported region or of exported photos, in percent.
    case exporting(percent: Int)
    case exported(SavedFile, isAdjusted: Bool)
    case notExported(PhotoReference, ExportFailure)
    case placeKept, placeForgotten
    /// The photo's argument contains a position on the sky or on the ground that cannot be shown.
    case positionFault(PhotoReference, PositionFault)
    /// An action failed because the description of its photo could not be fetched.
    case notFound(PhotoID, CatalogFailure)
    /// The pictures of a day are being fetched, or could not be fetched.
    case openingDay(ServiceDay), notListed(CatalogFailure)
    case cacheTrouble(CacheError)
    case archiveFailed(ArchiveFailure)
    case archive(ArchiveNotice)
    /// A page is being opened in the web browser, or no browser could be started.
    case browsing, noBrowser(address: String)
    /// Photos can no longer be decoded in sandboxed processes.
    case notSandboxed
    /// Advice for a better picture quality.
    case advice(PictureAdvice)
    case misconfigured(SettingsError, path: String)
    case noDemo

    /// A change, made by a key, that the screen does not show.
    case keepsView(Bool), slideshow(seconds: Int?), copied(SafeText), savingBegins
    case marked(Bool), file(FileNotice)
    case aligning(Bool), blinking(rate: Int?), order(FileOrder)
    /// A change to the picture, made by a key.
    case levels(Levels), minimap(Bool), bands(BandChoice?)
    /// The map is on, but hidden while the whole photo is in view.
    case minimapWaits
    /// The reason why a key does nothing on this screen.
    case refused(Refusal)

    package enum Refusal: Hashable, Sendable {
        case noMap, noOrder
        /// The file lacks one of the bands.
        case noBands
        /// The photo is not a file on this computer; no trashed file can be restored.
        case onlyFiles, nothingToRestore
        /// The photo is not rotated.
        case notTurned
        case noPhoto, noAlbum, noSearch, noPage, noName, noDetails, onlyOfTheLibrary, alreadyAFile
        /// The window is too narrow for two photos side by side.
        case tooNarrow
        /// The action on a view is possible only in the viewer.
        case onlyInTheViewer
        /// There is no previous screen; another key quits.
        case firstScreen
        /// No later or no earlier day has photos.
        case noLaterDay, noEarlierDay
        /// The recording has no media file, or is audio without a picture.
        case noRecording, onlySound
    }

    var style: TextPage.Style {
        switch self {
        case .file(let notice): notice.style
        case .saved, .favourite, .browsing, .copied, .exported,
            .placeKept, .placeForgotten:
            .good
        case .notSaved, .notExported, .notFound, .positionFault, .notListed, .cacheTrouble,
            .archiveFailed,
            .archive,
            .noBrowser, .notSandboxed, .misconfigured, .noDemo:
            .bad
        case .saving, .exporting, .advice, .keepsView, .slideshow, .savingBegins, .refused, .levels,
            .minimap, .minimapWaits, .bands, .marked, .aligning, .blinking, .openingDay,
            .order:
            .plain
        }
    }

    /// The time until the notice disappears, if nothing removes it earlier.
    var duration: Duration {
        // Advice has about 60 letters, and new users read it slowly.
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
        case .exporting(let percent): notices.exporting(percent)
        case .exported(let file, let isAdjusted):
            notices.exported(file.path, local.size(file.byteCount), isAdjusted)
        case .notExported(let photo, let failure): sentence(for: failure, of: photo)
        case .placeKept: notices.placeKept(self)
        case .placeForgotten: notices.placeForgotten
        case .positionFault(let photo, let fault): sentence(for: .positionFault(fault), of: photo)
        case .favourite(true): notices.favouriteNow(self)
        case .favourite(false): notices.favouriteNoLonger
        case .notFound(let id, let failure): sentence(for: failure, of: id)
        case .openingDay(let day): notices.openingDay(library.name(of: day))
        case .notListed(let failure): sentence(for: failure)
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
        case .marked(let isMarked): isMarked ? notices.marked(self) : notices.notMarked
        case .file(let notice): text(of: notice)
        case .aligning(let isAligning): isAligning ? notices.aligning(self) : notices.aligned
        case .blinking(let rate?): notices.blinking(rate, self)
        case .blinking(nil): notices.blinkingStopped
        case .order(let order): text(of: order)
        case .levels(let levels): picture.text(of: levels, local)
        case .minimap(let isOn): isOn ? picture.minimapOn : picture.minimapOff
        case .minimapWaits: picture.minimapWaits
        case .bands(let bands): bands.map { picture.bands($0) } ?? picture.noBandsChosen
        case .refused(let refusal): text(of: refusal)
        }
    }

    private func text(of order: FileOrder) -> SafeText {
        switch order {
        case .name: files.byName
        case .time: files.byTime
        case .size: files.bySize
        case .random: files.atRandom
        }
    }

    private func text(of refusal: Notice.Refusal) -> SafeText {
        switch refusal {
        case .noMap: picture.noMap
        case .noBands: picture.noBands
        case .noOrder: files.noOrder
        case .onlyFiles: files.onlyFiles
        case .notTurned: files.turnFirst(self)
        case .nothingToRestore: files.nothingToRestore
        case .noPhoto: notices.noPhoto
        case .noAlbum: notices.noAlbum
        case .noSearch: notices.noSearch
        case .noPage: notices.noPage
        case .noName: notices.noName
        case .noDetails: notices.noDetails
        case .onlyOfTheLibrary: notices.onlyOfTheLibrary
        case .alreadyAFile: notices.alreadyAFile
        case .tooNarrow: notices.tooNarrow
        case .onlyInTheViewer: notices.onlyInTheViewer(self)
        case .firstScreen: notices.quitKey(self)
        case .noLaterDay: notices.noLaterDay
        case .noEarlierDay: notices.noEarlierDay
        case .noRecording: notices.noRecording
        case .onlySound: notices.onlySound(self)
        }
    }
}
