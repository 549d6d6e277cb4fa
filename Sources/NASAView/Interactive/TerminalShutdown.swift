internal import TerminalDevice
internal import TerminalProtocols

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Leaves the terminal as it was found: modes, screen, line discipline, and nothing in its input.
struct TerminalShutdown {
    private var session: TerminalSession
    private var parser: KeyParser
    private let flow: FlowControl
    /// Deletes the pictures that the terminal keeps for us.
    private let pictures: [UInt8]
    private let clock: Clock

    init(
        session: TerminalSession, parser: KeyParser, flow: FlowControl, pictures: [UInt8],
        clock: Clock
    ) {
        self.session = session
        self.parser = parser
        self.flow = flow
        self.pictures = pictures
        self.clock = clock
    }

    /// Says goodbye, unless there is nobody left to say it to.
    func say(to ending: EventLoop.Ending) {
        var copy = self
        if case .terminalGone = ending { return copy.leaveQuickly() }
        copy.say()
    }

    /// A terminal that is gone hears nothing, but one that failed once has modes to be taken back.
    private mutating func leaveQuickly() {
        session.discard()
        session.write(goodbye)
        _ = session.flush()
        session.terminal.restore()
    }

    private mutating func say() {
        let isSlow = !session.isWritten || !flow.fence.isOpen
        if isSlow { session.discard() }
        session.write(goodbye)
        // DA1 again: behind its answer comes no other, and all that was written has arrived. Not on
        // a line so slow that this answer itself would be left behind; and a terminal that has not
        // answered the first would answer a second later still.
        let isDue = !flow.fence.isOpen || session.hasAsked(since: clock.now - Timeouts.answered)
        let isAsking =
            session.environment.mayBeAsked && session.probedAt == nil
            && (isDue || !flow.line.isCrawling)
        if isAsking { session.write(lastQuestion) }
        writeOut()
        if isAsking {
            awaitAnswer(until: clock.now + patience(isSlow: isSlow))
        } else if let asked = session.probedAt {
            awaitAnswer(until: asked + Timeouts.silentFarewell)
        }
        session.terminal.restore()
    }

    private var goodbye: [UInt8] {
        ControlSequence.bytes(.endString) + pictures + TerminalModes.leaving
    }

    /// To the terminal that answers last: behind a multiplexer, to the one outside, if it is asked at all.
    private var lastQuestion: [UInt8] {
        let question = Array(CapabilityQuery.primaryAttributes.rawValue.utf8)
        guard let passage = session.profile.passthrough, passage.repliesReachUs else { return question }
        return passage.multiplexer.wrap(question)
    }

    /// Twice as long as the probe's answer took, within reason.
    private func patience(isSlow: Bool) -> Clock.Milliseconds {
        let least = isSlow ? Timeouts.lastWrite : Timeouts.farewell
        return min(Timeouts.silentFarewell, max(least, 2 * (session.latency ?? 0)))
    }

    private mutating func writeOut() {
        let limit = clock.now + Timeouts.lastWrite
        while session.flush(), !session.isWritten, clock.now < limit {
            wait(for: Int16(POLLOUT), until: limit)
        }
    }

    /// Reads until DA1 is answered: other answers come before that one.
    ///
    /// But not in GNU screen, and not from a terminal that was late with all of them: there a moment
    /// of quiet must follow.
    private mutating func awaitAnswer(until limit: Clock.Milliseconds) {
        var limit = limit
        // Whoever is outside a multiplexer may still answer behind the multiplexer's own last.
        let least = session.outsideAskedAt.map { $0 + Timeouts.outsideFarewell } ?? 0
        while clock.now < limit {
            wait(for: Int16(POLLIN), until: limit)
            switch session.terminal.read() {
            case .bytes(let bytes):
                guard isLastAnswer(in: bytes) else { continue }
                let quiet = session.probedAt == nil ? 0 : Timeouts.quiet
                limit = max(min(limit, clock.now + quiet), least)
            case .nothing: break
            case .end: return
            }
        }
    }

    private mutating func isLastAnswer(in bytes: [UInt8]) -> Bool {
        parser.parse(bytes).contains {
            if case .reply(.primaryAttributes) = $0 { true } else { false }
        }
    }

    private func wait(for events: Int16, until limit: Clock.Milliseconds) {
        var descriptor = pollfd(fd: session.terminal.descriptor, events: events, revents: 0)
        poll(&descriptor, 1, Int32(max(1, limit - clock.now)))
    }
}
