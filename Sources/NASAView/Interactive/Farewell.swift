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
    private let clock: Clock

    init(session: TerminalSession, parser: KeyParser, clock: Clock) {
        self.session = session
        self.parser = parser
        self.clock = clock
    }

    /// Says goodbye, unless there is nobody left to say it to.
    func say(to ending: EventLoop.Ending) {
        var copy = self
        if case .terminalGone = ending { return copy.session.terminal.restore() }
        copy.say()
    }

    private mutating func say() {
        session.writer.discard()
        session.writer.append(TerminalModes.leaving)
        // DA1 again: its answer says that no other is on its way.
        let isAsking = session.environment.mayBeAsked
        if isAsking { session.writer.append(Array(CapabilityQuery.primaryAttributes.rawValue.utf8)) }
        writeOut()
        if isAsking { awaitLastAnswer() }
        session.terminal.restore()
    }

    private mutating func writeOut() {
        let limit = clock.now + Deadlines.lastWrite
        while session.writer.flush(), !session.writer.isEmpty, clock.now < limit {
            wait(for: Int16(POLLOUT), until: limit)
        }
    }

    /// Two answers are due where the probe's own has not come yet.
    private mutating func awaitLastAnswer() {
        var due = session.isAwaitingProbe ? 2 : 1
        var limit = clock.now + Deadlines.farewell
        if session.isAwaitingProbe, let probed = session.probedAt {
            limit = max(limit, probed + Deadlines.silentFarewell)
        }
        while due > 0, clock.now < limit {
            wait(for: Int16(POLLIN), until: limit)
            switch session.terminal.read() {
            case .bytes(let bytes): due -= answers(in: bytes)
            case .nothing: break
            case .end: return
            }
        }
    }

    private mutating func answers(in bytes: [UInt8]) -> Int {
        parser.parse(bytes).count {
            if case .reply(.primaryAttributes) = $0 { return true }
            return false
        }
    }

    private func wait(for events: Int16, until limit: Clock.Milliseconds) {
        var descriptor = pollfd(fd: session.terminal.descriptor, events: events, revents: 0)
        poll(&descriptor, 1, Int32(max(1, limit - clock.now)))
    }
}
