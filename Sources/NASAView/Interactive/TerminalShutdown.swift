internal import Presentation
internal import TerminalDevice
internal import TerminalProtocols

/// The end of a session, which restores the terminal's modes, screen and line discipline, and
/// leaves no replies in the terminal's input.
struct TerminalShutdown {
    var session: TerminalSession
    var parser: KeyParser
    let flow: FlowControl
    /// The bytes that delete the pictures stored by the terminal.
    let pictures: [UInt8]
    private let clock = Clock()

    /// Restores the terminal; does not wait for replies if the terminal is gone.
    ///
    /// Writing to a terminal that is gone fails, but after a single failed write, the terminal's
    /// modes may still need to be restored.
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
        // DA1 is sent again, because its reply is the last one: by then, all written bytes have
        // arrived. DA1 is not sent on a line so slow that its reply would be late. Nor is DA1 sent
        // to a terminal that has not answered the first DA1, and would answer the second one even
        // later.
        let isDue =
            !flow.acknowledgement.isOpen || session.hasAsked(since: clock.now - Timeouts.answered)
        let isAsking =
            session.environment.mayBeQueried && session.probedAt == nil
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

    /// The last query, sent to the terminal that replies last: the outer one of a multiplexer, if
    /// that terminal is queried.
    private var lastQuestion: [UInt8] {
        let question = Array(CapabilityQuery.primaryAttributes.rawValue.utf8)
        guard let passage = session.profile.passthrough, passage.repliesReachUs else {
            return question
        }
        return passage.multiplexer.wrap(question)
    }

    /// Returns the time limit for the last reply: twice the time of the reply to the probe, within
    /// bounds.
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

    /// Reads until the reply to DA1, which follows all other replies.
    ///
    /// In GNU screen, other replies may arrive later; so may the replies of a terminal that was
    /// late before. A moment without input must then follow.
    private mutating func awaitAnswer(until limit: Clock.Milliseconds) {
        var limit = limit
        // The outer terminal may reply after the multiplexer's own last reply.
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
