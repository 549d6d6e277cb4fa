internal import Imaging
internal import Localization
internal import PhotoPipeline
internal import Presentation
internal import Screens
internal import TerminalDevice
internal import TerminalProtocols

/// The terminal of an interactive session: its properties, queries and modes.
struct TerminalSession {
    let terminal: TTY
    let environment: TerminalEnvironment
    private var overrides: TerminalProfile.Overrides
    private var writer: FrameWriter
    /// The queries to the terminal that draws the pictures, and that terminal's replies.
    private var probe: ProbeSequence
    /// The known properties of the terminal, and the choices that follow from them.
    private(set) var context: RenderContext
    /// The time of the last query to the terminal itself; `nil` before the first query.
    private var probeAskedAt: Clock.Milliseconds?
    private var tmux = TmuxConversation()
    /// The time that the terminal took to reply to the probe; `nil` before the reply.
    ///
    /// The shutdown estimates the time of the last reply from this time.
    private(set) var latency: Clock.Milliseconds?
    private var lastAskedAt: Clock.Milliseconds?
    /// The size that the terminal itself has reported (mode 2048); `nil` without a report.
    private var reportedWindow: WindowSize?
    /// Queries tmux about this program's pane and posts the reply; `nil` outside tmux.
    var askTmux: ((Int) -> Void)?
    let glyphs: BlockGlyphs
    /// True if lines of the user's language begin on the right.
    private let readsFromRight: Bool

    /// The state of the queries to tmux, or to the outer terminal of a multiplexer.
    private struct TmuxConversation {
        /// The time of the query to the outer terminal; `nil` before the query.
        var outsideAskedAt: Clock.Milliseconds?
        /// The number of the last query to tmux, from 1.
        var question = 0
        var askedAt: Clock.Milliseconds?
        var report: TmuxReport?
        /// The time of the last query to tmux about attached terminals; `nil` before the first
        /// query.
        var polledAt: Clock.Milliseconds?
    }

    init(_ terminal: TTY, _ launch: LaunchContext) {
        self.terminal = terminal
        environment = launch.environment
        overrides = launch.overrides
        probe = ProbeSequence(launch.environment, graphics: launch.overrides.graphics)
        glyphs = launch.options.settings.glyphs
        readsFromRight = launch.strings.language.direction == .rightToLeft
        writer = FrameWriter(terminal)
        let profile = TerminalProfile(
            TerminalCapabilities(), environment, window: terminal.window, overrides: overrides)
        context = RenderContext(
            profile, glyphs: glyphs, isColourless: environment.isColourless,
            readsFromRight: readsFromRight, isUnicode: environment.isUnicode)
    }

    var profile: TerminalProfile { context.profile }
    private var window: WindowSize { terminal.knownWindow ?? reportedWindow ?? .assumed }
    var area: PictureArea? { context.area }
    var screenSize: ScreenSize {
        let isAnswered = isSettled || !environment.mayBeQueried
        return ScreenSize(cells: profile.window.cells, picture: area, isAnswered: isAnswered)
    }
    /// Returns true if frames may be drawn: the terminal has replied, or the time limit for replies
    /// has passed.
    func isKnown(at now: Clock.Milliseconds) -> Bool { knownAt.map { now >= $0 } ?? true }

    var capabilities: TerminalCapabilities { probe.capabilities }

    /// The time at which drawing starts even without all replies; `nil` if no reply is missing.
    var knownAt: Clock.Milliseconds? {
        if probe.isWaiting { return probeAskedAt.map { $0 + Timeouts.probe } }
        if let asked = tmux.askedAt, probe.awaitsTmux { return asked + Timeouts.tmux }
        return outsideAskedAt.map { $0 + Timeouts.outside }
    }

    /// True if all replies that decide how pictures are sent have arrived.
    var isSettled: Bool { probe.isSettled }

    /// tmux's last report about this program's pane; `nil` before the first report.
    var tmuxReport: TmuxReport? { tmux.report }

    /// The coordinate of the leftmost pixel in mouse reports.
    var firstMousePixel: Int { known.firstMousePixel }
    private var known: KnownTerminal { probe.known }

    /// Advice for better pictures; `nil` if no advice applies, or the user has chosen the protocol.
    var advice: PictureAdvice? {
        guard overrides.graphics == nil else { return nil }
        let isSilent = probe.outside?.terminal.capabilities.isComplete == false
        return PictureAdvice(profile, capabilities, environment, isOutsideSilent: isSilent)
    }

    /// The time of the query to the outer terminal of a multiplexer; `nil` if no query is
    /// unanswered.
    var outsideAskedAt: Clock.Milliseconds? {
        probe.outside?.isSettled == false ? tmux.outsideAskedAt : nil
    }

    /// The time of the probe; `nil` if the terminal has answered the probe.
    var probedAt: Clock.Milliseconds? {
        probe.isUnanswered ? probeAskedAt : nil
    }

    /// Returns the speed to assume for a terminal that does not acknowledge frames; `nil` if the
    /// terminal acknowledges them.
    private func assumedBytesPerSecond(by profile: TerminalProfile) -> Int? {
        guard let passage = profile.passthrough, !passage.repliesReachUs else { return nil }
        return tmuxReport?.isRemote == true
            ? ThroughputEstimator.usualRemoteBytesPerSecond
            : ThroughputEstimator.usualBytesPerSecond
    }

    /// Returns true if a query whose reply may still arrive was sent after this time.
    func hasAsked(since time: Clock.Milliseconds) -> Bool { lastAskedAt.map { $0 > time } ?? false }
    /// True if all bytes have been written to the terminal.
    var isWritten: Bool { writer.isEmpty }
    mutating func write(_ bytes: [UInt8]) { writer.append(bytes) }

    /// Writes as much as the terminal accepts now.
    ///
    /// - Returns: the number of unwritten bytes, and the context for the next frame, which is `nil`
    ///   until the context is known. The result is `nil` if the terminal is gone.
    mutating func flush(at now: Clock.Milliseconds) -> (waiting: Int, context: RenderContext?)? {
        guard writer.flush() else { return nil }
        return (writer.waitingBytes, isKnown(at: now) ? context : nil)
    }

    /// Discards all unwritten bytes.
    mutating func discard() { writer.discard() }

    mutating func enter(at now: Clock.Milliseconds) {
        terminal.makeRaw()
        writer.append(TerminalModes.entering)
        guard environment.mayBeQueried else { return }
        writer.append(probe.begin())
        terminal.expectReplies(true)
        probeAskedAt = now
        lastAskedAt = now
    }

    /// Sets the modes again after a suspension, without sending queries.
    mutating func reenter() {
        terminal.makeRaw()
        writer.append(TerminalModes.entering)
        if capabilities.isComplete {
            writer.append(TerminalModes.learnedAgain(capabilities))
            keepCells()
        }
        if probe.isInTmux { writer.append(ControlSequence.bytes(.reportFocus)) }
    }

    /// Receives a reply; returns true if everything must be redrawn.
    ///
    /// After the outer terminal's reply, everything must be redrawn because the query has moved the
    /// cursor, and pages of text depend on the cursor's position.
    mutating func receive(_ reply: TerminalReply, at now: Clock.Milliseconds) -> Bool {
        let (wasComplete, wasWaiting) = (capabilities.isComplete, probe.isWaiting)
        let wasOutsideSettled = probe.outside?.isSettled ?? true
        writer.append(probe.receive(reply))
        if capabilities.isComplete, !wasComplete { learn(at: now) }
        if wasWaiting, !probe.isWaiting { lastAskedAt = nil }
        proceed(at: now)
        let isOutsideSettled = probe.outside?.isSettled ?? true
        return update() || isOutsideSettled && !wasOutsideSettled
    }

    /// Receives the size of the window and of its text area in pixels (mode 2048), and uses both as
    /// a measurement.
    mutating func receive(size cells: CellSize, _ pixels: PixelSize) {
        probe.receive(size: cells, pixels)
        guard cells.columns > 0, cells.rows > 0 else { return }
        reportedWindow = WindowSize(cells: cells, pixels: pixels.isEmpty ? nil : pixels)
    }

    /// Queries the background colour again, because the terminal's colours have changed.
    mutating func askForBackground(at now: Clock.Milliseconds) {
        guard capabilities.hasColourSchemeReports else { return }
        lastAskedAt = now
        writer.append(Array(CapabilityQuery.background.rawValue.utf8))
    }

    /// Uses the properties that the probe has found, once all its queries have been answered.
    private mutating func learn(at now: Clock.Milliseconds) {
        lastAskedAt = nil
        latency = probeAskedAt.map { now - $0 }
        writer.append(TerminalModes.learned(capabilities))
        keepCells()
    }

    /// Sends the queries that follow from the replies.
    private mutating func proceed(at now: Clock.Milliseconds) {
        let wasInTmux = probe.isInTmux
        let question = probe.next(cell: profile.cell, in: window.cells)
        if probe.isInTmux, !wasInTmux { writer.append(ControlSequence.bytes(.reportFocus)) }
        put(question, at: now)
    }

    private mutating func put(_ question: ProbeSequence.Question?, at now: Clock.Milliseconds) {
        switch question {
        case .last(let bytes), .picture(let bytes):
            writer.append(bytes)
            (probeAskedAt, lastAskedAt) = (now, now)
        case .outside(let bytes):
            writer.append(bytes)
            tmux.outsideAskedAt = now
        case .tmux:
            if askTmux == nil { _ = probe.receive(nil as TmuxReport?) }
            ask(at: now)
        case nil: break
        }
    }

    /// Disables the terminal's bidirectional reordering, because pages in languages written from
    /// right to left are sent in visual order.
    private mutating func keepCells() {
        guard readsFromRight, case .switched(let bidi) = known.bidi else { return }
        writer.append(bidi.off)
        terminal.restoreLater(bidi.on)
    }

    /// True if a reply from the terminal that draws the pictures would reach this program now.
    var mayAsk: Bool { !probe.isInTmux || tmuxReport?.isAnswered == true }
    private mutating func ask(at now: Clock.Milliseconds) {
        tmux.askedAt = now
        putToTmux()
    }

    private mutating func putToTmux() {
        tmux.question += 1
        askTmux?(tmux.question)
    }

    /// Repeats the queries that remained unanswered because another pane was active or tmux took
    /// too long.
    ///
    /// This method is called after a key in tmux, when the replies of the outer terminal also reach
    /// this program.
    mutating func askAgain(at now: Clock.Milliseconds) {
        guard probe.isInTmux, let outside = probe.outside?.terminal, tmuxReport?.passesOn == true,
            !outside.capabilities.isComplete || outside.pane == nil,
            let asked = tmux.askedAt, now > asked + Timeouts.answered
        else { return }
        ask(at: now)
    }

    /// The time of the next query to tmux about newly attached terminals, which lack the pictures;
    /// `nil` if no query is planned.
    ///
    /// tmux reports an attachment only to the active pane, as a change of focus, or not at all.
    var tmuxPollDue: Clock.Milliseconds? {
        guard probe.isInTmux, askTmux != nil, !probe.awaitsTmux,
            let report = tmuxReport, report.passesOn, !profile.graphics.isText,
            let asked = tmux.polledAt ?? tmux.askedAt
        else { return nil }
        return asked + (report.isAnswered ? Timeouts.tmuxPoll : Timeouts.tmuxPollElsewhere)
    }

    mutating func pollTmux(at now: Clock.Milliseconds, atOnce: Bool = false) {
        guard let due = tmuxPollDue, atOnce || now >= due else { return }
        tmux.polledAt = now
        putToTmux()
    }

    /// Receives tmux's report about this program's pane; returns true if everything must be
    /// redrawn.
    mutating func receive(_ answer: TmuxAnswer, at now: Clock.Milliseconds) -> Bool {
        guard probe.isInTmux, answer.number == tmux.question else { return false }
        tmux.report = answer.report ?? tmuxReport
        let questions = probe.receive(answer.report)
        if !questions.isEmpty {
            writer.append(questions)
            tmux.outsideAskedAt = now
        }
        return update()
    }

    /// Stops using a protocol that does not work.
    mutating func refuse(_ graphics: GraphicsProtocol) {
        guard profile.graphics == graphics else { return }
        overrides.graphics = capabilities.hasSixel ? .sixel : .blocks
        _ = update()
    }

    /// Queries the size of the window and of its cells, because the font may have changed.
    ///
    /// - Returns: true if everything must be redrawn.
    mutating func remeasure(at now: Clock.Milliseconds) -> Bool {
        for query in sizeQueries {
            lastAskedAt = now
            writer.append(Array(query.rawValue.utf8))
        }
        if known.hasFractionalCells { probe.forgetTextArea() }
        put(probe.locate(in: window.cells), at: now)
        return update()
    }

    /// The queries of sizes to repeat: only those that the terminal is known to answer.
    private var sizeQueries: [CapabilityQuery] {
        var queries: [CapabilityQuery] = capabilities.cell == nil ? [] : [.cellPixels]
        if known.hasFractionalCells {
            queries += [.textAreaPixels]
            if capabilities.sixelLimit != nil { queries += [.sixelGeometry] }
        }
        return queries
    }

    private mutating func update() -> Bool {
        let before = profile
        let profile = probe.profile(of: window, environment, overrides)
        context = RenderContext(
            profile, glyphs: glyphs, isColourless: environment.isColourless,
            isAnswering: capabilities.isComplete,
            assumedBytesPerSecond: assumedBytesPerSecond(by: profile),
            readsFromRight: readsFromRight, isUnicode: environment.isUnicode)
        return profile != before
    }
}
