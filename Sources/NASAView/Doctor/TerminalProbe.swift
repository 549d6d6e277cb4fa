internal import Dispatch
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

/// Asks a terminal all questions at once, waits for the answers, and leaves it as it was found.
private struct TerminalProbe {
    /// Long enough for a slow line: `doctor` is run for its answers, not for a quick start.
    private static let timeout = 2000
    /// For the terminal outside a multiplexer, which mostly cannot be reached.
    private static let outsideTimeout = 600

    private let terminal: TTY
    private let environment: TerminalEnvironment
    private let signals: SignalWatch
    private let clock = Clock()
    private var writer: FrameWriter
    private var parser = KeyParser()
    private var askedAt: UInt64 = 0
    private var primaryAnswers = 0
    private var isGone = false
    private(set) var record = ProbeLog(.timedOut(milliseconds: TerminalProbe.timeout))
    private var trial: KittyCropProbe?
    private var outsideProbe: OuterTerminalProbe?
    private var tmuxReport: TmuxReport?
    private var outsideRecord = ProbeLog(.answered)
    /// The signal, or Ctrl-C, that came meanwhile and ends the program.
    private(set) var ending: WatchedSignal?

    init(_ terminal: TTY, _ environment: TerminalEnvironment) throws(TTYFailure) {
        self.terminal = terminal
        self.environment = environment
        signals = try SignalWatch()
        writer = FrameWriter(terminal)
    }

    mutating func run() {
        terminal.makeRaw()
        defer { terminal.restore() }
        askedAt = Self.nanoseconds
        ask(CapabilityQuery.probe(in: environment))
        // Waits even if a signal ends the program: answers must not reach the shell.
        listen(for: Self.timeout) { $0.record.capabilities.isComplete }
        guard record.capabilities.isComplete else { return }
        record.outcome = .answered
        awaitStragglers()
        tryPictures()
        askOutside()
    }

    /// What the terminal outside a multiplexer answered; `nil` if there is none.
    var outside: OuterTerminalReport? {
        outsideProbe.map { OuterTerminalReport(outsideRecord, $0.terminal, tmux: tmuxReport) }
    }

    /// On the other screen, so that nothing of the person's own is moved or erased.
    private mutating func tryPictures() {
        let known = KnownTerminal.recognise(record.capabilities, environment) ?? .unknown
        guard record.capabilities.needsTrial(known) else { return }
        let trial = KittyCropProbe()
        self.trial = trial
        let cell = TerminalProfile.cell(record.capabilities, environment, terminal.window).value
        ask(
            ControlSequence.bytes(.enterAlternateScreen) + trial.bytes(cell: cell)
                + ControlSequence.bytes(.leaveAlternateScreen))
        listen(for: Self.outsideTimeout) { $0.trial?.cropsPictures != nil }
    }

    /// In GNU screen this moves the cursor, which is restored afterwards.
    private mutating func askOutside() {
        guard !record.capabilities.hasSixel, !record.capabilities.hasKittyGraphics,
            let passthrough = KnownTerminal.recognise(record.capabilities, environment)?.passage
        else { return }
        var probe = OuterTerminalProbe(passthrough)
        guard passthrough != .tmux || isLetThrough(by: &probe) else {
            outsideProbe = probe
            return
        }
        let question = probe.begin()
        outsideProbe = probe
        askedAt = Self.nanoseconds
        ask(ControlSequence.bytes(.saveCursor) + question)
        listen(for: Self.outsideTimeout) { $0.outsideProbe?.isSettled == true }
        ask(ControlSequence.bytes(.restoreCursor))
    }

    /// Asks tmux where our pane lies, and whether the terminal outside may be asked.
    private mutating func isLetThrough(by probe: inout OuterTerminalProbe) -> Bool {
        tmuxReport = TmuxServer(environment)?.report(within: Timeouts.tmux)
        probe.receive(tmuxReport)
        return tmuxReport?.isAnswered == true && tmuxReport?.passesOn == true
    }

    /// GNU screen answers some questions after the last one: it is asked another, whose answer comes
    /// after those.
    private mutating func awaitStragglers() {
        let latency = (record.answers[.primaryAttributes]?.microseconds ?? 0) / 1000
        ask(Array(CapabilityQuery.primaryAttributes.rawValue.utf8))
        listen(for: max(Timeouts.shutdown, 2 * latency)) { $0.primaryAnswers > 1 }
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
            case .reply(let reply): receive(reply, afterMicroseconds: microseconds)
            case .key(KeyPress(.character("c"), .control)): ending = .interrupted
            default: break
            }
        }
    }

    private mutating func receive(_ reply: TerminalReply, afterMicroseconds microseconds: Int) {
        if var probe = outsideProbe {
            let next = probe.receive(reply)
            outsideProbe = probe
            outsideRecord.receive(reply, afterMicroseconds: microseconds)
            return ask(next)
        }
        if case .primaryAttributes = reply { primaryAnswers += 1 }
        if var trial {
            trial.receive(reply)
            self.trial = trial
            record.receive(trial)
        }
        record.receive(reply, afterMicroseconds: microseconds)
    }

    private static var nanoseconds: UInt64 { DispatchTime.now().uptimeNanoseconds }
}
