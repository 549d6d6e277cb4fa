internal import Dispatch
internal import Presentation
internal import TerminalDevice
internal import TerminalProtocols

/// Asks a terminal what it can do while the shell's screen stays: for `doctor` and `--print`.
///
/// Meanwhile the terminal echoes nothing. Typed text is returned to the shell, and answers that come
/// late do not reach it.
final class TerminalProbe {
    /// The time to wait for answers.
    struct TimeLimits {
        let first: Clock.Milliseconds
        /// For what follows from the first answers: the terminal outside a multiplexer can mostly not be
        /// reached.
        let following: Clock.Milliseconds
        /// The time for the first answers, once the program has nothing else to do.
        let last: Clock.Milliseconds

        /// `doctor` is run for its answers, not for a quick start.
        static let diagnosis = TimeLimits(first: 2000, following: 600, last: 2000)
        static let printing = TimeLimits(
            first: 200, following: Timeouts.outside, last: Timeouts.silentShutdown)
    }

    private let terminal: TTY
    private let environment: TerminalEnvironment
    private let limits: TimeLimits
    private let clock = Clock()
    private var signals: SignalWatch?
    private var writer: FrameWriter
    private var parser = KeyParser()
    private var begunAt: Clock.Milliseconds = 0
    private var askedAt: UInt64 = 0
    private var isGone = false
    private(set) var sequence: ProbeSequence
    private(set) var record: ProbeLog
    private var tmuxReport: TmuxReport?
    private var outsideRecord = ProbeLog(.answered)
    /// The bytes of an answer or a key that has begun.
    private var open: [UInt8] = []
    private var typed: [UInt8] = []
    /// The bytes that answered each of the questions.
    private(set) var answers: [[UInt8]] = []
    /// The signal that came meanwhile and ends the program.
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

    /// Asks, and waits for the answers; `finish` restores the terminal afterwards.
    func run() {
        terminal.makeQuiet()
        terminal.expectReplies(true)
        begunAt = clock.now
        ask(sequence.begin())
        // Waits even if a signal ends the program: answers must not reach the shell.
        listen(until: begunAt + limits.first) { $0.isAnswered }
        guard isAnswered else { return }
        record.outcome = .answered
        while let question = nextQuestion { put(question) }
        record.learn(sequence.capabilities)
    }

    /// Leaves the signals to others; late answers are still not echoed.
    func releaseSignals() { signals = nil }

    /// Waits a little longer for answers that are due, and restores the terminal.
    func finish() {
        if !isAnswered { listen(until: begunAt + limits.last) { $0.isAnswered } }
        terminal.restore(keepingInput: true)
        // If the system forbids it, keys of a few milliseconds are lost.
        if !isNoise { _ = terminal.giveBack(typed) }
        signals = nil
    }

    /// True if a terminal that does not answer has sent other sequences.
    private var isNoise: Bool { !isAnswered && typed.contains(0x1B) }

    /// The answers of the terminal outside a multiplexer; `nil` if there is none.
    var outside: OuterTerminalReport? {
        sequence.outside.map { OuterTerminalReport(outsideRecord, $0.terminal, tmux: tmuxReport) }
    }

    private var nextQuestion: ProbeSequence.Question? {
        sequence.next(in: terminal.window, environment)
    }

    /// Nothing of the user's is moved or erased.
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

    /// Asks the outer terminal, and restores the cursor, which this moves in GNU screen.
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

    /// Receives a byte of an answer, or of a key that the shell is to have.
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
        let next = sequence.receive(reply)
        if !next.isEmpty { ask(next) }
    }

    private static var nanoseconds: UInt64 { DispatchTime.now().uptimeNanoseconds }
}

extension ProbeSequence {
    /// The next question to a terminal with such a window; `nil` if there is none.
    mutating func next(in window: WindowSize, _ environment: TerminalEnvironment) -> Question? {
        let cell = TerminalProfile.cell(capabilities, environment, window).value
        return next(cell: cell, in: window.cells)
    }

    /// The profile that follows from all answers.
    func profile(
        of window: WindowSize, _ environment: TerminalEnvironment,
        _ overrides: TerminalProfile.Overrides
    ) -> TerminalProfile {
        TerminalProfile(
            capabilities, environment, outside: outside?.terminal, window: window,
            overrides: overrides)
    }
}
