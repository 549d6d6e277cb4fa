internal import Presentation
internal import TerminalDevice
internal import TerminalProtocols

/// Restores the terminal: modes, screen, line discipline, and nothing left in its input.
struct TerminalShutdown {
    var session: TerminalSession
    var parser: KeyParser
    let flow: FlowControl
    /// Deletes the pictures that the terminal stores.
    let pictures: [UInt8]
    private let clock = Clock()

    /// Does not wait for answers if the terminal is gone.
    ///
    /// A terminal that is gone cannot be written to, but after a single failed write its modes may
    /// still need to be restored.
    mutating func run(after ending: EventLoop.Ending) {
        defer { session.terminal.restore() }
        if case .terminalGone = ending {
            session.discard()
            session.write(restoration)
            _ = session.flush(at: clock.now)
        } else {
            run()
        }
    }

    private mutating func run() {
        let isSlow = !session.isWritten || !flow.acknowledgement.isOpen
        if isSlow { session.discard() }
        session.write(restoration)
        // DA1 again: after its answer comes no other, and all that was written has arrived. Not on a
        // line so slow that this answer itself would come too late; and a terminal that has not
        // answered the first would answer a second even later.
        let isDue =
            !flow.acknowledgement.isOpen || session.hasAsked(since: clock.now - Timeouts.answered)
        let isAsking =
            session.environment.mayBeAsked && session.probedAt == nil
            && (isDue || !flow.line.isCrawling)
        if isAsking { session.write(lastQuestion) }
        writeOut()
        if isAsking {
            awaitAnswer(until: clock.now + timeout(isSlow: isSlow))
        } else if let asked = session.probedAt {
            awaitAnswer(until: asked + Timeouts.silentShutdown)
        }
    }

    private var restoration: [UInt8] {
        ControlSequence.bytes(.endString) + pictures
            + TerminalModes.leaving(clearingProgress: session.terminal.usesProgress)
            + session.terminal.otherRestoration
    }

    /// For the terminal that answers last: the one outside a multiplexer, if it is asked at all.
    private var lastQuestion: [UInt8] {
        let question = Array(CapabilityQuery.primaryAttributes.rawValue.utf8)
        guard let passage = session.profile.passthrough, passage.repliesReachUs else {
            return question
        }
        return passage.multiplexer.wrap(question)
    }

    /// Twice as long as the probe's answer took, within reason.
    private func timeout(isSlow: Bool) -> Clock.Milliseconds {
        let least = isSlow ? Timeouts.lastWrite : Timeouts.shutdown
        return min(Timeouts.silentShutdown, max(least, 2 * (session.latency ?? 0)))
    }

    private mutating func writeOut() {
        let limit = clock.now + Timeouts.lastWrite
        while session.flush(at: clock.now) != nil, !session.isWritten, clock.now < limit {
            Poll.wait(for: [.output(of: session.terminal)], until: limit, clock)
        }
    }

    /// Reads until DA1 is answered: other answers come before that one.
    ///
    /// In GNU screen they do not, and a terminal that was late with all of them may be late again: there
    /// a moment of quiet must follow.
    private mutating func awaitAnswer(until limit: Clock.Milliseconds) {
        var limit = limit
        // The terminal outside a multiplexer may answer after the multiplexer's own last answer.
        let least = session.outsideAskedAt.map { $0 + Timeouts.outsideShutdown } ?? 0
        while clock.now < limit {
            Poll.wait(for: [.input(session.terminal.descriptor)], until: limit, clock)
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
}
