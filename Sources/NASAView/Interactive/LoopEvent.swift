internal import PhotoPipeline
internal import Screens
internal import TerminalProtocols

/// What tasks tell the event loop.
enum LoopEvent: Sendable {
    case photo(PhotoEvent)
    case library(LibraryEvent)
    case frame(EncodedFrame)
    /// A small picture for a page.
    case preview(EncodedPreview)
    /// It could not be drawn.
    case frameFailed(PhotoReference, PictureFailure)
    /// There is nothing to draw: the photo is not open any more.
    case letGo(PhotoReference)
    case kitty(KittyPicture)
    case tmux(TmuxAnswer)
}

/// What tmux says about our pane; `nil` if it could not be asked.
struct TmuxAnswer: Sendable {
    /// Of the question: an answer to an earlier one may be out of date.
    let number: Int
    let report: TmuxReport?
}
