internal import Dispatch
internal import TerminalDevice
internal import TerminalProtocols

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Asks a terminal all questions at once, waits for the answers, and leaves it as it was found.
struct TerminalProbe {
    /// A terminal over a slow line; who runs `doctor` wants its answers, not a quick start.
    private static let patience = 2000
    /// The same for what a multiplexer mostly does not let through.
    private static let outsidePatience = 600

    private let terminal: TTY
    private let environment: TerminalEnvironment
    private let signals: SignalWatch
    private let clock = Clock()
    private var writer: FrameWriter
    private var parser = KeyParser()
    private var askedAt: UInt64 = 0
    private var fencesAnswered = 0
    private var isGone = false
    private(set) var record = ProbeLog(.timedOut(milliseconds: TerminalProbe.patience))
    private var inquiry: OuterTerminalProbe?
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
        // Waits also when it is to end: answers must not come when the shell reads again.
        listen(for: Self.patience) { $0.record.capabilities.isComplete }
        guard record.capabilities.isComplete else { return }
        record.outcome = .answered
        catchStragglers()
        askOutside()
    }

    /// What the terminal outside a multiplexer answered; nil where there is none.
    var outside: OuterTerminalReport? {
        inquiry.map { OuterTerminalReport(outsideRecord, $0.terminal, tmux: tmuxReport) }
    }

    /// In GNU screen the cursor is moved for it, and put back.
    private mutating func askOutside() {
        guard !record.capabilities.hasSixel, !record.capabilities.hasKittyGraphics,
            let passthrough =
                KnownTerminal.recognise(record.capabilities, environment)?.passthrough
        else { return }
        var inquiry = OuterTerminalProbe(passthrough)
        guard passthrough != .tmux || isLetThrough(by: &inquiry) else {
            self.inquiry = inquiry
            return
        }
        let question = inquiry.begin()
        self.inquiry = inquiry
        askedAt = Self.nanoseconds
        ask(ControlSequence.bytes(.saveCursor) + question)
        listen(for: Self.outsidePatience) { $0.inquiry?.isSettled == true }
        ask(ControlSequence.bytes(.restoreCursor))
    }

    /// Asks tmux where our pane lies, and whether the terminal outside may be asked.
    private mutating func isLetThrough(by inquiry: inout OuterTerminalProbe) -> Bool {
        tmuxReport = TmuxServer(environment)?.report(within: Timeouts.tmux)
        inquiry.take(tmuxReport)
        return tmuxReport?.isAnswered == true && tmuxReport?.passesOn == true
    }

    /// GNU screen answers some questions after the last: another one, answered, ends those too.
    private mutating func catchStragglers() {
        let latency = (record.answers[.primaryAttributes]?.microseconds ?? 0) / 1000
        ask(Array(CapabilityQuery.primaryAttributes.rawValue.utf8))
        listen(for: max(Timeouts.farewell, 2 * latency)) { $0.fencesAnswered > 1 }
    }

    private mutating func ask(_ bytes: [UInt8]) {
        writer.append(bytes)
        if !writer.flush() { isGone = true }
    }

    private mutating func listen(for limit: Int, until isDone: (TerminalProbe) -> Bool) {
        let deadline = clock.now + limit
        while !isGone, !isDone(self), clock.now < deadline {
            wait(until: deadline)
            if !writer.flush() { isGone = true }
            if let signal = signals.take().first(where: \.isEnding) { ending = signal }
            switch terminal.read() {
            case .bytes(let bytes): take(bytes)
            case .nothing: break
            case .end: isGone = true
            }
        }
    }

    private mutating func take(_ bytes: [UInt8]) {
        let microseconds = Int((Self.nanoseconds &- askedAt) / 1000)
        for input in parser.parse(bytes) {
            switch input {
            case .reply(let reply):
                take(reply, afterMicroseconds: microseconds)
            case .key(let key) where key == .controlC: ending = .interrupted
            default: break
            }
        }
    }

    private mutating func take(_ reply: TerminalReply, afterMicroseconds microseconds: Int) {
        if var inquiry {
            let next = inquiry.take(reply)
            self.inquiry = inquiry
            outsideRecord.take(reply, afterMicroseconds: microseconds)
            return ask(next)
        }
        if case .primaryAttributes = reply { fencesAnswered += 1 }
        record.take(reply, afterMicroseconds: microseconds)
    }

    private func wait(until deadline: Clock.Milliseconds) {
        let output = writer.isEmpty ? 0 : Int16(POLLOUT)
        var descriptors = [
            pollfd(fd: terminal.descriptor, events: Int16(POLLIN) | output, revents: 0),
            pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        poll(&descriptors, nfds_t(descriptors.count), Int32(max(1, deadline - clock.now)))
    }

    private static var nanoseconds: UInt64 { DispatchTime.now().uptimeNanoseconds }
}

extension KeyPress {
    fileprivate static let controlC = KeyPress(.character("c"), .control)
}

/// Decides whether the terminal may be asked, and asks it.
struct ProbeRunner {
    private let environment: TerminalEnvironment

    init(_ environment: TerminalEnvironment) { self.environment = environment }

    /// What was found, and the signal that is to end the program, if one came meanwhile.
    func run() -> (TerminalFindings, WatchedSignal?) {
        do throws(TTYFailure) {
            let terminal = try TTY()
            if let obstacle = obstacle(terminal) {
                return (findings(ProbeLog(.notAsked(obstacle)), terminal.window), nil)
            }
            var interview = try TerminalProbe(terminal, environment)
            interview.run()
            let findings = TerminalFindings(
                interview.record, environment, window: terminal.window, outside: interview.outside)
            return (findings, interview.ending)
        } catch {
            return (findings(ProbeLog(.notAsked(.noTerminal)), nil), nil)
        }
    }

    private func findings(_ record: ProbeLog, _ window: WindowSize?) -> TerminalFindings {
        TerminalFindings(record, environment, window: window)
    }

    private func obstacle(_ terminal: TTY) -> ProbeOutcome.ProbeFailure? {
        if !environment.mayBeAsked { return .kind }
        if isOutputPiped { return .pipe }
        return terminal.isOurs ? nil : .background
    }

    private var isOutputPiped: Bool {
        if TTY.isOutput { return false }
        var status = stat()
        guard fstat(STDOUT_FILENO, &status) == 0 else { return true }
        return status.st_mode & S_IFMT == S_IFIFO || status.st_mode & S_IFMT == S_IFSOCK
    }
}
