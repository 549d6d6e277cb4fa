internal import Dispatch
internal import Presentation
internal import TerminalDevice
internal import TerminalProtocols

/// A probe of a terminal's capabilities that does not change the shell's screen, for `doctor` and
/// `--print`.
///
/// During the probe, the terminal echoes nothing. Typed text is returned to the shell, and late
/// replies do not reach the shell.
final class TerminalProbe {
    /// The time limits for replies.
    struct TimeLimits {
        let first: Clock.Milliseconds
        /// The time for further queries, which is short because the outer terminal of a multiplexer
        /// is mostly unreachable.
        let following: Clock.Milliseconds
        /// The total time for the first replies if the program has nothing else to do.
        let last: Clock.Milliseconds

        /// The time limits for `doctor`, which needs the replies more than a quick start.
        static let diagnosis = TimeLimits(first: 2000, following: 600, last: 2000)
        static let printing = TimeLimits(
            first: 200, following: Timeouts.outside, last: Timeouts.silentShutdown)
    }

    private let terminal: TTY
    let environment: TerminalEnvironment
    private let limits: TimeLimits
    private let clock = Clock()
    private var signals: SignalWatch?
    private var writer: FrameWriter
    private var parser = KeyParser()
    private var begunAt: Clock.Milliseconds = 0
    private var askedAt: UInt64 = 0
    private var isGone = false
    /// True while replies about media are due.
    private var awaitsMedia = false
    private(set) var sequence: ProbeSequence
    private(set) var record: ProbeLog
    private var tmuxReport: TmuxReport?
    private var outsideRecord = ProbeLog(.answered)
    /// The bytes received of an incomplete reply or key.
    private var open: [UInt8] = []
    private var typed: [UInt8] = []
    /// The bytes of the reply to each query.
    private(set) var answers: [[UInt8]] = []
    /// The signal that arrived during the probe and must end the program; `nil` if no signal
    /// arrived.
    private(set) var ending: WatchedSignal?

    init(
        _ terminal: TTY, _ environment: TerminalEnvironment, within limits: TimeLimits
    ) throws(TTYFailure) {
        self.terminal = terminal
        self.environment = environment
        self.limits = limits
        record = ProbeLog(.timedOut(milliseconds: limits.first))
        sequence = ProbeSequence(environment)
        signals = try SignalWatch()
        writer = FrameWriter(terminal)
    }

    var isAnswered: Bool { sequence.capabilities.isComplete }

    /// True while the reply to the last query is due.
    var isWaiting: Bool { !isAnswered || awaitsMedia }

    /// Sends the queries and waits for the replies; afterwards, `finish` must restore the terminal.
    func run() {
        terminal.makeQuiet()
        terminal.expectReplies(true)
        begunAt = clock.now
        ask(sequence.begin())
        // Waits even if a signal ends the program, because replies must not reach the shell.
        listen(until: begunAt + limits.first) { $0.isAnswered }
        guard isAnswered else { return }
        record.outcome = .answered
        while let question = nextQuestion { put(question) }
        record.learn(sequence.capabilities)
    }

    /// Asks, after `run`, through which media the terminal can read pictures.
    func ask(_ media: KittyMediumProbe) {
        guard isAnswered, ending == nil, !media.bytes.isEmpty else { return }
        awaitsMedia = true
        ask(media.bytes + Array(CapabilityQuery.primaryAttributes.rawValue.utf8))
        listen(until: begunAt + limits.first) { !$0.awaitsMedia }
    }

    /// Stops handling signals; late replies are still not echoed.
    func releaseSignals() { signals = nil }

    /// Waits briefly for replies that are due, and restores the terminal.
    func finish() {
        if isWaiting { listen(until: begunAt + limits.last) { !$0.isWaiting } }
        terminal.restore(keepingInput: true)
        // If the system does not permit this, keys typed within a few milliseconds are lost.
        if !isNoise { _ = terminal.giveBack(typed) }
        signals = nil
    }

    /// True if the terminal has not answered the queries but has sent other escape sequences.
    private var isNoise: Bool { !isAnswered && typed.contains(0x1B) }

    /// The replies of the outer terminal of a multiplexer; `nil` if there is no multiplexer.
    var outside: OuterTerminalReport? {
        sequence.outside.map { OuterTerminalReport(outsideRecord, $0.terminal, tmux: tmuxReport) }
    }

    private var nextQuestion: ProbeSequence.Question? {
        sequence.next(in: terminal.window, environment)
    }

    /// Sends a query in a form that neither moves nor erases the user's text.
    private func put(_ question: ProbeSequence.Question) {
        switch question {
        case .last(let bytes): ask(bytes)
        case .picture(let bytes):
            ask(
                ControlSequence.bytes(.enterAlternateScreen) + bytes
                    + ControlSequence.bytes(.leaveAlternateScreen))
        case .tmux:
            tmuxReport = TmuxServer(environment)?.report(within: Timeouts.tmux)
            let questions = sequence.receive(tmuxReport)
            if !questions.isEmpty { askOutside(questions) }
        case .outside(let bytes): return askOutside(bytes)
        }
        listen(until: clock.now + limits.following) { !$0.sequence.isWaiting }
    }

    /// Queries the outer terminal, and restores the cursor, which the queries move in GNU screen.
    private func askOutside(_ questions: [UInt8]) {
        ask(ControlSequence.bytes(.saveCursor) + questions)
        listen(until: clock.now + limits.following) { $0.sequence.isSettled }
        write(ControlSequence.bytes(.restoreCursor))
    }

    private func ask(_ bytes: [UInt8]) {
        askedAt = Self.nanoseconds
        answers.append([])
        write(bytes)
    }

    private func write(_ bytes: [UInt8]) {
        writer.append(bytes)
        if !writer.flush() { isGone = true }
    }

    private func listen(until deadline: Clock.Milliseconds, _ isDone: (TerminalProbe) -> Bool) {
        while !isGone, !isDone(self), clock.now < deadline {
            Poll.wait(for: sources, until: deadline, clock)
            if !writer.flush() { isGone = true }
            if let signal = signals?.pop().first(where: \.isEnding) { ending = signal }
            switch terminal.read() {
            case .bytes(let bytes): for byte in bytes { receive(byte) }
            case .nothing: break
            case .end: isGone = true
            }
        }
    }

    private var sources: [Poll.Source] {
        [.terminal(terminal, isWriting: !writer.isEmpty)] + (signals.map { [.signals($0)] } ?? [])
    }

    /// Receives a byte of a reply, or of a key for the shell.
    private func receive(_ byte: UInt8) {
        open.append(byte)
        let inputs = parser.parse([byte])
        guard !inputs.isEmpty else { return }
        let replies = inputs.compactMap { if case .reply(let reply) = $0 { reply } else { nil } }
        if replies.isEmpty {
            typed += open
        } else {
            answers[answers.count - 1] += open
        }
        open = []
        for reply in replies { receive(reply) }
    }

    private func receive(_ reply: TerminalReply) {
        let microseconds = Int((Self.nanoseconds &- askedAt) / 1000)
        if sequence.outside == nil {
            record.receive(reply, afterMicroseconds: microseconds)
        } else {
            outsideRecord.receive(reply, afterMicroseconds: microseconds)
        }
        if case .primaryAttributes = reply { awaitsMedia = false }
        let next = sequence.receive(reply)
        if !next.isEmpty { ask(next) }
    }

    private static var nanoseconds: UInt64 { DispatchTime.now().uptimeNanoseconds }
}

extension ProbeSequence {
    /// Returns the next query to a terminal with this window; `nil` if all queries have been sent.
    mutating func next(in window: WindowSize, _ environment: TerminalEnvironment) -> Question? {
        let cell = TerminalProfile.cell(capabilities, environment, window).value
        return next(cell: cell, in: window.cells)
    }

    /// Returns the profile that follows from all replies.
    func profile(
        of window: WindowSize, _ environment: TerminalEnvironment,
        _ overrides: TerminalProfile.Overrides
    ) -> TerminalProfile {
        TerminalProfile(
            capabilities, environment, outside: outside?.terminal, window: window,
            overrides: overrides)
    }
}
