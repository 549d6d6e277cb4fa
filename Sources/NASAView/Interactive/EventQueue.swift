internal import Localization
internal import PhotoPipeline
internal import Screens
internal import Synchronization
internal import TerminalDevice
internal import TerminalProtocols

/// What tasks have for the event loop; posting wakes it.
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

/// What tasks tell the event loop.
enum LoopEvent: Sendable {
    case photo(PhotoEvent)
    case library(LibraryEvent)
    case image(ImageEvent)
    case tmux(TmuxAnswer)
}

/// What tmux says about our pane; `nil` if it could not be asked.
struct TmuxAnswer: Sendable {
    /// The number of the question: the answer to an earlier one may be out of date.
    let number: Int
    let report: TmuxReport?
}

extension Poll {
    /// Waits until one of the sources is ready; for ever without a `limit`.
    ///
    /// - Returns: for each source whether there is something to read, or its end.
    @discardableResult
    static func wait(
        for sources: [Source], until limit: Clock.Milliseconds?, _ clock: Clock
    ) -> [Bool] {
        wait(for: sources, milliseconds: limit.map { max(1, $0 - clock.now) } ?? -1)
    }
}

/// Finds out whether tmux has shown another of its windows, of which it tells no pane.
///
/// When ours comes back tmux draws the text that it knows, without the pictures that it passed on.
struct TmuxWindows {
    private var last: TmuxReport?
    private var lastAt = 0

    /// True if our window has left or come back since the report before, or may have been away meanwhile.
    ///
    /// Who is at the terminal and has touched nothing of ours (the last time was `lastTouch`) has typed at
    /// tmux: perhaps for another window and back. Pictures that are sent once more do no harm.
    mutating func haveChanged(
        _ report: TmuxReport, lastTouch: Clock.Milliseconds, at now: Clock.Milliseconds
    ) -> Bool {
        defer { (last, lastAt) = (report, now) }
        guard let last else { return !report.isShown }
        guard report.isShown == last.isShown else { return true }
        return report.isAnswered && report.usedAt != last.usedAt && lastTouch < lastAt
    }
}
