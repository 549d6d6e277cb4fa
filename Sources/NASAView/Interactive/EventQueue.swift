internal import Files
internal import Localization
internal import PhotoPipeline
internal import Presentation
internal import Screens
internal import Synchronization
internal import TerminalDevice
internal import TerminalProtocols

/// The queue of events that tasks post to the event loop; posting an event wakes the loop.
final class EventQueue: Sendable {
    private let waiting = Mutex<[LoopEvent]>([])
    private let pipe: SelfPipe

    init() throws(TTYFailure) { pipe = try SelfPipe() }
    var descriptor: Int32 { pipe.readingEnd }

    func post(_ event: LoopEvent) {
        waiting.withLock { $0.append(event) }
        pipe.wake()
    }

    func popAll() -> [LoopEvent] {
        _ = pipe.drain()
        return waiting.withLock { events in
            defer { events = [] }
            return events
        }
    }
}

/// An event that a task posts to the event loop.
enum LoopEvent: Sendable {
    case photo(PhotoEvent)
    case library(LibraryEvent)
    case image(ImageEvent)
    case tmux(TmuxAnswer)
    case files(FileChange)
}

extension ImageEvent {
    /// The event for the screens; `nil` for a finished or closed thumbnail.
    var photoEvent: PhotoEvent? {
        switch self {
        case .image(let image):
            // The status bar shows the damage that decoding has found.
            guard let photo = image.request.viewedPhoto else { return nil }
            return .drawn(
                photo, page: image.request.page, image.status, revision: image.request.revision)
        case .failed(let request, let failure):
            if let photo = request.viewedPhoto {
                return .renderFailed(photo, failure, revision: request.revision)
            }
            // A page shows text instead of a thumbnail that cannot be rendered.
            return request.subject.photo.map { .previewFailed($0, failure) }
        case .closed(let request):
            return request.viewedPhoto.map { .evicted($0, revision: request.revision) }
        }
    }
}

/// tmux's reply to a query about this program's pane.
struct TmuxAnswer: Sendable {
    /// The number of the query; a reply to an earlier query may be out of date.
    let number: Int
    let report: TmuxReport?
}

extension Poll {
    /// Waits until a source is ready or the time `limit` is reached; without a limit, waits
    /// indefinitely.
    ///
    /// - Returns: true for each source that is ready, or has ended.
    @discardableResult
    static func wait(
        for sources: [Source], until limit: Clock.Milliseconds?, _ clock: Clock
    ) -> [Bool] {
        wait(for: sources, milliseconds: limit.map { max(1, $0 - clock.now) } ?? -1)
    }
}
