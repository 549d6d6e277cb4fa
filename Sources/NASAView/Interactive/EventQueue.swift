internal import PhotoPipeline
internal import Screens
internal import Synchronization
internal import TerminalDevice
internal import TerminalProtocols

/// Where tasks leave what they found, and wake the event loop to fetch it.
final class EventQueue: Sendable {
    private let waiting = Mutex<[LoopEvent]>([])
    private let pipe: SelfPipe

    init() throws(TTYFailure) { pipe = try SelfPipe() }

    var descriptor: Int32 { pipe.readingEnd }

    func post(_ event: LoopEvent) {
        waiting.withLock { $0.append(event) }
        pipe.wake()
    }

    func take() -> [LoopEvent] {
        _ = pipe.drain()
        return waiting.withLock { events in
            defer { events = [] }
            return events
        }
    }
}

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
