internal import Dispatch
internal import Presentation
internal import TerminalDevice
internal import TerminalProtocols

/// Decides whether the terminal may be asked, and asks it.
struct ProbeRunner {
    let environment: TerminalEnvironment

    /// What was found, and the signal that is to end the program, if one came meanwhile.
    func run() -> (TerminalFindings, WatchedSignal?) {
        do throws(TTYFailure) {
            let terminal = try TTY()
            if let obstacle = obstacle(terminal) {
                return (findings(ProbeLog(.notAsked(obstacle)), terminal.window), nil)
            }
            var probe = try TerminalProbe(terminal, environment)
            probe.run()
            let findings = TerminalFindings(
                probe.record, environment, window: terminal.window, outside: probe.outside)
            return (findings, probe.ending)
        } catch {
            return (findings(ProbeLog(.notAsked(.noTerminal)), nil), nil)
        }
    }

    private func findings(_ record: ProbeLog, _ window: WindowSize?) -> TerminalFindings {
        TerminalFindings(record, environment, window: window)
    }

    private func obstacle(_ terminal: TTY) -> ProbeOutcome.ProbeFailure? {
        if !environment.mayBeAsked { return .kind }
        if StandardOutput.isPipe { return .pipe }
        return terminal.isOurs ? nil : .background
    }
}

/// Holds the viewer's conversation with a terminal, waits for the answers, and leaves it as it was found.
private struct TerminalProbe {
    /// Long enough for a slow line: `doctor` is run for its answers, not for a quick start.
    private static let timeout = 2000
    /// For what follows from the first answers: the terminal outside a multiplexer can mostly not be
    /// reached.
    private static let followingTimeout = 600

    private let terminal: TTY
    private let environment: TerminalEnvironment
    private let signals: SignalWatch
    private let clock = Clock()
    private var writer: FrameWriter
    private var parser = KeyParser()
    private var askedAt: UInt64 = 0
    private var isGone = false
    private var sequence: ProbeSequence
    private(set) var record = ProbeLog(.timedOut(milliseconds: TerminalProbe.timeout))
    private var tmuxReport: TmuxReport?
    private var outsideRecord = ProbeLog(.answered)
    /// The signal, or Ctrl-C, that came meanwhile and ends the program.
    private(set) var ending: WatchedSignal?

    init(_ terminal: TTY, _ environment: TerminalEnvironment) throws(TTYFailure) {
        self.terminal = terminal
        self.environment = environment
        sequence = ProbeSequence(environment)
        signals = try SignalWatch()
        writer = FrameWriter(terminal)
    }

    mutating func run() {
        terminal.makeRaw()
        defer { terminal.restore() }
        askedAt = Self.nanoseconds
        ask(sequence.begin())
        // Waits even if a signal ends the program: answers must not reach the shell.
        listen(for: Self.timeout) { $0.sequence.capabilities.isComplete }
        guard sequence.capabilities.isComplete else { return }
        record.outcome = .answered
        while let question = nextQuestion { put(question) }
        record.learn(sequence.capabilities)
    }

    /// What the terminal outside a multiplexer answered; `nil` if there is none.
    var outside: OuterTerminalReport? {
        sequence.outside.map { OuterTerminalReport(outsideRecord, $0.terminal, tmux: tmuxReport) }
    }

    private var nextQuestion: ProbeSequence.Question? {
        mutating get {
            let window = terminal.window
            let cell = TerminalProfile.cell(sequence.capabilities, environment, window).value
            return sequence.next(cell: cell, in: window.cells)
        }
    }

    /// Nothing of the person's own is moved or erased.
    private mutating func put(_ question: ProbeSequence.Question) {
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
        listen(for: Self.followingTimeout) { !$0.sequence.isWaiting }
    }

    /// In GNU screen this moves the cursor, which is restored afterwards.
    private mutating func askOutside(_ questions: [UInt8]) {
        askedAt = Self.nanoseconds
        ask(ControlSequence.bytes(.saveCursor) + questions)
        listen(for: Self.followingTimeout) { $0.sequence.isSettled }
        ask(ControlSequence.bytes(.restoreCursor))
    }

    private mutating func ask(_ bytes: [UInt8]) {
        writer.append(bytes)
        if !writer.flush() { isGone = true }
    }

    private mutating func listen(for timeout: Int, until isDone: (TerminalProbe) -> Bool) {
        let deadline = clock.now + timeout
        while !isGone, !isDone(self), clock.now < deadline {
            Poll.wait(
                for: [.terminal(terminal, isWriting: !writer.isEmpty), .signals(signals)],
                until: deadline, clock)
            if !writer.flush() { isGone = true }
            if let signal = signals.pop().first(where: \.isEnding) { ending = signal }
            switch terminal.read() {
            case .bytes(let bytes): receive(bytes)
            case .nothing: break
            case .end: isGone = true
            }
        }
    }

    private mutating func receive(_ bytes: [UInt8]) {
        let microseconds = Int((Self.nanoseconds &- askedAt) / 1000)
        for input in parser.parse(bytes) {
            switch input {
            case .reply(let reply):
                if sequence.outside == nil {
                    record.receive(reply, afterMicroseconds: microseconds)
                } else {
                    outsideRecord.receive(reply, afterMicroseconds: microseconds)
                }
                ask(sequence.receive(reply))
            case .key(KeyPress(.character("c"), .control)): ending = .interrupted
            default: break
            }
        }
    }

    private static var nanoseconds: UInt64 { DispatchTime.now().uptimeNanoseconds }
}
