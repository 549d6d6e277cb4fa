internal import TerminalDevice
internal import TerminalProtocols

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Leaves the terminal as it was found: modes, screen, line discipline, and nothing in its input.
struct Farewell {
    private var session: TerminalSession
    private var parser: KeyParser
    private var fence: FrameFence
    private let clock: Clock

    init(session: TerminalSession, parser: KeyParser, fence: FrameFence, clock: Clock) {
        self.session = session
        self.parser = parser
        self.fence = fence
        self.clock = clock
    }

    /// Says goodbye, unless there is nobody left to say it to.
    func say(to ending: EventLoop.Ending) {
        var copy = self
        if case .terminalGone = ending { return copy.session.terminal.restore() }
        copy.say()
    }

    private mutating func say() {
        let isSlow = !session.writer.isEmpty || !fence.isOpen
        if isSlow { session.writer.discard() }
        session.writer.append(TerminalModes.leaving)
        // DA1 again: its answer says that no other is on its way. A terminal that has not answered
        // the first is not asked a second time: it would answer that one later still.
        let isAsking = session.environment.mayBeAsked && !session.isAwaitingProbe
        if isAsking {
            session.writer.append(Array(CapabilityQuery.primaryAttributes.rawValue.utf8))
        }
        writeOut()
        if isAsking {
            awaitAnswers(due: 1, until: clock.now + (isSlow ? Deadlines.lastWrite : Deadlines.farewell))
        } else if let asked = session.probedAt {
            awaitAnswers(
                due: 1 + fence.unanswered,
                until: max(asked, fence.lastAsked ?? asked) + Deadlines.silentFarewell)
        }
        session.terminal.restore()
    }

    private mutating func writeOut() {
        let limit = clock.now + Deadlines.lastWrite
        while session.writer.flush(), !session.writer.isEmpty, clock.now < limit {
            wait(for: Int16(POLLOUT), until: limit)
        }
    }

    /// Reads until DA1 is answered, or as many answers came as are due.
    private mutating func awaitAnswers(due: Int, until limit: Clock.Milliseconds) {
        var due = due
        while due > 0, clock.now < limit {
            wait(for: Int16(POLLIN), until: limit)
            switch session.terminal.read() {
            case .bytes(let bytes): due -= answers(in: bytes)
            case .nothing: break
            case .end: return
            }
        }
    }

    /// Fences are answered in order: those of a known terminal come before DA1 and are not counted.
    private mutating func answers(in bytes: [UInt8]) -> Int {
        let isCountingFences = session.isAwaitingProbe
        return parser.parse(bytes).count {
            switch $0 {
            case .reply(.primaryAttributes): true
            case .reply(.ready): isCountingFences
            default: false
            }
        }
    }

    private func wait(for events: Int16, until limit: Clock.Milliseconds) {
        var descriptor = pollfd(fd: session.terminal.descriptor, events: events, revents: 0)
        poll(&descriptor, 1, Int32(max(1, limit - clock.now)))
    }
}
