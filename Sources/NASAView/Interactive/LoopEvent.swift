internal import PhotoPipeline
internal import Screens
internal import TerminalProtocols

/// What tasks tell the event loop.
enum LoopEvent: Sendable {
    case photo(PhotoEvent)
    case library(LibraryEvent)
    /// What became of a picture.
    case image(ImageEvent)
    case tmux(TmuxAnswer)
}

/// What tmux says about our pane; `nil` if it could not be asked.
struct TmuxAnswer: Sendable {
    /// Of the question: an answer to an earlier one may be out of date.
    let number: Int
    let report: TmuxReport?
}
