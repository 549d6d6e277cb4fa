internal import Localization
internal import PhotoPipeline
internal import Screens
internal import Synchronization
internal import TerminalDevice
internal import TerminalProtocols

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

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

/// Waits for descriptors with poll(2).
enum Poll {
    struct Source {
        let descriptor: Int32
        let events: Int32

        static func input(_ descriptor: Int32) -> Source {
            Source(descriptor: descriptor, events: POLLIN)
        }

        static func output(of terminal: TTY) -> Source {
            Source(descriptor: terminal.descriptor, events: POLLOUT)
        }

        static func signals(_ signals: SignalWatch) -> Source { .input(signals.descriptor) }

        /// A terminal: what it sends, and, if bytes wait for it, that it takes some.
        static func terminal(_ terminal: TTY, isWriting: Bool) -> Source {
            Source(descriptor: terminal.descriptor, events: isWriting ? POLLIN | POLLOUT : POLLIN)
        }

        /// Only that a terminal is gone.
        static func end(of terminal: TTY) -> Source {
            Source(descriptor: terminal.descriptor, events: 0)
        }
    }

    /// Waits until one of the sources is ready; for ever without a `limit`.
    ///
    /// - Returns: for each source whether there is something to read, or its end.
    @discardableResult
    static func wait(
        for sources: [Source], until limit: Clock.Milliseconds?, _ clock: Clock
    ) -> [Bool] {
        wait(for: sources, milliseconds: limit.map { max(1, $0 - clock.now) } ?? -1)
    }

    @discardableResult
    static func wait(for sources: [Source], milliseconds: Int) -> [Bool] {
        var descriptors = sources.map {
            pollfd(fd: $0.descriptor, events: Int16($0.events), revents: 0)
        }
        poll(&descriptors, nfds_t(descriptors.count), Int32(milliseconds))
        return descriptors.map { $0.revents & ~Int16(POLLOUT) != 0 }
    }
}
