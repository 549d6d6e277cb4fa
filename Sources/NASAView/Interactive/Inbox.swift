internal import Synchronization
internal import TerminalDevice

/// Where tasks leave what they found, and wake the event loop to fetch it.
final class Inbox: Sendable {
    private let waiting = Mutex<[LoopEvent]>([])
    private let pipe: WakePipe

    init() throws(TTYFailure) { pipe = try WakePipe() }

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
