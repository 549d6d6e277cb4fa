internal import Imaging
internal import Localization
internal import PhotoPipeline
internal import Screens
internal import TerminalDevice
internal import TerminalProtocols

/// The terminal during one interactive session: what it is, and how it is entered.
struct TerminalSession {
    let terminal: TTY
    let environment: TerminalEnvironment
    private var overrides: TerminalProfile.Overrides
    private var writer: FrameWriter
    private(set) var capabilities = TerminalCapabilities()
    /// What is known about the terminal, and what follows from it.
    private(set) var look: TerminalLook
    private var state = State.unasked
    /// How long the terminal took to answer the probe: the last question will take as long.
    private(set) var latency: Clock.Milliseconds?
    private var lastAskedAt: Clock.Milliseconds?
    /// The size that the terminal has reported itself (mode 2048).
    private var reportedWindow: WindowSize?
    /// In tmux: asks it about our pane, and posts the answer.
    var askTmux: ((Int) -> Void)?
    let glyphs: BlockGlyphs
    /// Whether lines of the user's language begin on the right.
    private let readsFromRight: Bool

    /// How much is known about what draws our pictures.
    private enum State {
        case unasked
        case asked(at: Clock.Milliseconds)
        /// A picture was placed to see what the terminal does.
        case trying(KittyCropProbe, at: Clock.Milliseconds)
        case answered
        /// The terminal is a multiplexer, which passes pictures on to the one outside.
        case passing(Outside)
    }

    /// What is known about, and asked of, the terminal outside a multiplexer.
    private struct Outside {
        var probe: OuterTerminalProbe
        var askedAt: Clock.Milliseconds?
        /// The number of the last question to tmux, counted from 1.
        var tmuxQuestion = 0
        var tmuxAskedAt: Clock.Milliseconds?
        /// The pane may have moved, and tmux has not said where to.
        var isPaneMoving = false
        var tmuxReport: TmuxReport?
        /// When tmux was asked last whether a terminal has been attached.
        var tmuxPolledAt: Clock.Milliseconds?
        /// The terminal that was attached last.
        var client: String?

        var isTmux: Bool { probe.terminal.multiplexer == .tmux }
        var isSettled: Bool { probe.isSettled && !isPaneMoving }

        var knownAt: Clock.Milliseconds? {
            if let tmuxAskedAt, isPaneMoving { return tmuxAskedAt + Timeouts.tmux }
            return probe.isSettled ? nil : askedAt.map { $0 + Timeouts.outside }
        }
    }

    init(_ terminal: TTY, _ launch: LaunchContext) {
        self.terminal = terminal
        environment = launch.environment
        overrides = launch.overrides
        glyphs = launch.options.display.glyphs ?? .half
        readsFromRight = launch.strings.language.direction == .rightToLeft
        writer = FrameWriter(terminal)
        let profile = TerminalProfile(
            TerminalCapabilities(), environment, window: terminal.window, overrides: overrides)
        look = TerminalLook(
            profile, glyphs: glyphs, isColourless: environment.isColourless,
            readsFromRight: readsFromRight, isUnicode: environment.isUnicode)
    }

    var profile: TerminalProfile { look.profile }
    private var window: WindowSize { terminal.knownWindow ?? reportedWindow ?? .assumed }
    var area: PictureArea? { look.area }
    var screenSize: ScreenSize {
        let isAnswered = isSettled || !environment.mayBeAsked
        return ScreenSize(cells: profile.window.cells, picture: area, isAnswered: isAnswered)
    }
    /// Whether frames may be drawn: the terminal has answered, or has had its time.
    func isKnown(at now: Clock.Milliseconds) -> Bool { knownAt.map { now >= $0 } ?? true }

    /// When to draw even if not everything has been answered; `nil` if it has.
    var knownAt: Clock.Milliseconds? {
        switch state {
        case .unasked, .answered: nil
        case .asked(let time), .trying(_, let time): time + Timeouts.probe
        case .passing(let outside): outside.knownAt
        }
    }

    /// Whether everything has been answered that decides how pictures are sent.
    var isSettled: Bool {
        switch state {
        case .unasked, .asked, .trying: false
        case .answered: true
        case .passing(let outside): outside.isSettled
        }
    }

    private var outside: Outside? {
        if case .passing(let outside) = state { return outside }
        return nil
    }

    /// What tmux has said about our pane.
    var tmuxReport: TmuxReport? { outside?.tmuxReport }

    /// The number of the leftmost pixel in what the mouse reports.
    var firstMousePixel: Int { known.firstMousePixel }
    /// What is known of the terminal that our input comes from: in tmux, of tmux.
    private var known: KnownTerminal {
        KnownTerminal.recognise(capabilities, environment) ?? .unknown
    }

    /// How the user could get better pictures; `nil` if they chose how pictures are sent.
    var advice: PictureAdvice? {
        guard overrides.graphics == nil else { return nil }
        let isSilent = outside?.probe.terminal.capabilities.isComplete == false
        return PictureAdvice(profile, capabilities, environment, isOutsideSilent: isSilent)
    }

    /// When the terminal outside a multiplexer was asked something it has not answered yet.
    var outsideAskedAt: Clock.Milliseconds? {
        outside.flatMap { $0.probe.isSettled ? nil : $0.askedAt }
    }

    /// When the probe was sent; `nil` if it has been answered.
    var probedAt: Clock.Milliseconds? {
        if case .asked(let time) = state { return time }
        return nil
    }

    /// The speed to assume of a terminal that does not acknowledge frames; `nil` if it does.
    private func assumedBytesPerSecond(by profile: TerminalProfile) -> Int? {
        guard let passage = profile.passthrough, !passage.repliesReachUs else { return nil }
        return tmuxReport?.isRemote == true
            ? ThroughputEstimator.usualRemoteBytesPerSecond
            : ThroughputEstimator.usualBytesPerSecond
    }

    /// Whether a question asked since then may still be answered.
    func hasAsked(since time: Clock.Milliseconds) -> Bool { lastAskedAt.map { $0 > time } ?? false }
    /// Whether all bytes have been given to the terminal.
    var isWritten: Bool { writer.isEmpty }
    mutating func write(_ bytes: [UInt8]) { writer.append(bytes) }

    /// Gives the terminal what it takes now.
    ///
    /// - Returns: the bytes that still wait, and how to draw the next frame, `nil` until that is known;
    ///   `nil` if the terminal is gone.
    mutating func flush(at now: Clock.Milliseconds) -> (waiting: Int, look: TerminalLook?)? {
        guard writer.flush() else { return nil }
        return (writer.waitingBytes, isKnown(at: now) ? look : nil)
    }

    /// Discards what was not written yet.
    mutating func discard() { writer.discard() }

    mutating func enter(at now: Clock.Milliseconds) {
        terminal.makeRaw()
        writer.append(TerminalModes.entering)
        guard environment.mayBeAsked else { return }
        writer.append(CapabilityQuery.probe(in: environment))
        terminal.expectReplies(true)
        state = .asked(at: now)
        lastAskedAt = now
    }

    /// Sets the modes again after a suspension; asks nothing again.
    mutating func reenter() {
        terminal.makeRaw()
        writer.append(TerminalModes.entering)
        switch state {
        case .unasked, .asked: break
        case .trying, .answered, .passing:
            writer.append(TerminalModes.learnedAgain(capabilities))
            keepCells()
        }
        if isInTmux { writer.append(ControlSequence.bytes(.reportFocus)) }
    }

    /// Receives an answer, and returns whether everything must be drawn again.
    mutating func receive(_ reply: TerminalReply, at now: Clock.Milliseconds) -> Bool {
        switch state {
        case .passing(let outside): return receive(reply, from: outside)
        case .trying(let probe, let time): receive(reply, trying: probe, since: time)
        case .answered: capabilities.receive(reply)
        case .unasked:
            capabilities.receive(reply)
            if capabilities.isComplete { learn(at: now) }
        case .asked(let time):
            capabilities.receive(reply)
            guard capabilities.isComplete else { break }
            latency = now - time
            learn(at: now)
        }
        return update()
    }

    /// Receives the size of the window and of its text area in pixels (mode 2048), to be measured.
    mutating func receive(size cells: CellSize, _ pixels: PixelSize) {
        // Pictures through a multiplexer are measured by the terminal outside.
        if outside == nil { capabilities.receive(.resized(cells, pixels)) }
        guard cells.columns > 0, cells.rows > 0 else { return }
        reportedWindow = WindowSize(cells: cells, pixels: pixels.isEmpty ? nil : pixels)
    }

    /// Asks for the background again, because the terminal has changed its colours.
    mutating func askForBackground(at now: Clock.Milliseconds) {
        guard capabilities.hasColourSchemeReports else { return }
        lastAskedAt = now
        writer.append(Array(CapabilityQuery.background.rawValue.utf8))
    }

    /// The whole probe has been answered.
    private mutating func learn(at now: Clock.Milliseconds) {
        lastAskedAt = nil
        state = .answered
        writer.append(TerminalModes.learned(capabilities))
        keepCells()
        tryPictures(at: now)
        askOutside(at: now)
    }

    /// Pages of a language from the right are sent in the order in which they are seen.
    private mutating func keepCells() {
        guard readsFromRight, case .switched(let bidi) = known.bidi else { return }
        writer.append(bidi.off)
        terminal.restoreLater(bidi.on)
    }

    /// A terminal may say that it has kitty's protocol and place pictures wrongly.
    private mutating func tryPictures(at now: Clock.Milliseconds) {
        guard overrides.graphics == nil, capabilities.needsTrial(known) else { return }
        let probe = KittyCropProbe()
        writer.append(probe.bytes(cell: profile.cell))
        state = .trying(probe, at: now)
        lastAskedAt = now
    }

    private mutating func receive(
        _ reply: TerminalReply, trying probe: KittyCropProbe, since time: Clock.Milliseconds
    ) {
        var probe = probe
        probe.receive(reply)
        capabilities.receive(reply)
        capabilities.receive(probe)
        guard probe.cropsPictures != nil else { return state = .trying(probe, at: time) }
        lastAskedAt = nil
        state = .answered
    }

    /// From the first question to the outside terminal on, all answers are its own.
    ///
    /// Asking has moved the cursor, which pages of text believe where they left it.
    private mutating func receive(_ reply: TerminalReply, from outside: Outside) -> Bool {
        var outside = outside
        let wasSettled = outside.probe.isSettled
        writer.append(outside.probe.receive(reply))
        state = .passing(outside)
        return update() || outside.probe.isSettled && !wasSettled
    }

    /// A multiplexer that draws no pictures may pass them on to a terminal that does.
    private mutating func askOutside(at now: Clock.Milliseconds) {
        guard overrides.graphics?.isText != true, !capabilities.hasSixel,
            !capabilities.hasKittyGraphics,
            let passthrough = known.passage
        else { return }
        state = .passing(Outside(probe: OuterTerminalProbe(passthrough)))
        if isInTmux { writer.append(ControlSequence.bytes(.reportFocus)) }
        locate(at: now)
    }

    /// Whether an answer of the terminal that draws our pictures would reach us now.
    var mayAsk: Bool { !isInTmux || tmuxReport?.isAnswered == true }
    /// Whether pictures go through tmux, if at all.
    private var isInTmux: Bool { outside?.isTmux == true }

    /// Asks where the pane lies: it may have moved with every change of its size.
    private mutating func locate(at now: Clock.Milliseconds) {
        guard var outside else { return }
        defer { state = .passing(outside) }
        guard !outside.isTmux else {
            outside.isPaneMoving = askTmux != nil
            return ask(&outside, at: now)
        }
        let cells = window.cells
        guard cells.columns >= OuterTerminalProbe.leastColumns,
            cells.rows >= OuterTerminalProbe.leastRows
        else { return }
        writer.append(outside.probe.begin())
        outside.askedAt = now
    }

    private func ask(_ outside: inout Outside, at now: Clock.Milliseconds) {
        outside.tmuxQuestion += 1
        outside.tmuxAskedAt = now
        askTmux?(outside.tmuxQuestion)
    }

    /// Asks what is still unknown, because another pane was active so far or tmux took too long.
    ///
    /// Called when a key has come in tmux: the answers of the terminal outside will come to us too.
    mutating func askAgain(at now: Clock.Milliseconds) {
        guard var outside, outside.isTmux, outside.tmuxReport?.passesOn == true,
            !outside.probe.terminal.capabilities.isComplete || outside.probe.terminal.pane == nil,
            let asked = outside.tmuxAskedAt, now > asked + Timeouts.answered
        else { return }
        ask(&outside, at: now)
        state = .passing(outside)
    }

    /// When to ask tmux whether a terminal has been attached, which has none of our pictures.
    ///
    /// tmux tells the active pane by its focus, if it tells at all.
    var tmuxPollDue: Clock.Milliseconds? {
        guard let outside, outside.isTmux, askTmux != nil, !outside.isPaneMoving,
            let report = outside.tmuxReport, report.passesOn, !profile.graphics.isText,
            let asked = outside.tmuxPolledAt ?? outside.tmuxAskedAt
        else { return nil }
        return asked + (report.isAnswered ? Timeouts.tmuxPoll : Timeouts.tmuxPollElsewhere)
    }

    mutating func pollTmux(at now: Clock.Milliseconds, atOnce: Bool = false) {
        guard var outside, let due = tmuxPollDue, atOnce || now >= due else { return }
        outside.tmuxPolledAt = now
        outside.tmuxQuestion += 1
        askTmux?(outside.tmuxQuestion)
        state = .passing(outside)
    }

    /// Receives what tmux says about our pane, and returns whether everything must be drawn again.
    mutating func receive(_ answer: TmuxAnswer, at now: Clock.Milliseconds) -> Bool {
        guard var outside, answer.number == outside.tmuxQuestion else { return false }
        outside.isPaneMoving = false
        if let report = answer.report, !report.client.isEmpty {
            // Another terminal has been attached. The one that was detached is still known.
            if let client = outside.client, report.client != client {
                outside.probe = OuterTerminalProbe(.tmux)
            }
            outside.client = report.client
        }
        outside.tmuxReport = answer.report ?? tmuxReport
        outside.probe.receive(answer.report)
        let isKnown = outside.probe.terminal.capabilities.isComplete
        if !isKnown, let report = answer.report, report.passesOn, report.isAnswered {
            writer.append(outside.probe.begin())
            outside.askedAt = now
        }
        state = .passing(outside)
        return update()
    }

    /// Stops using a protocol that turned out not to work.
    mutating func refuse(_ graphics: GraphicsProtocol) {
        guard profile.graphics == graphics else { return }
        overrides.graphics = capabilities.hasSixel ? .sixel : .blocks
        _ = update()
    }

    /// Asks for the size of the window and, as the font may have changed, of its cells.
    ///
    /// - Returns: whether everything must be drawn again.
    mutating func remeasure(at now: Clock.Milliseconds) -> Bool {
        for query in sizeQueries {
            lastAskedAt = now
            writer.append(Array(query.rawValue.utf8))
        }
        if known.hasFractionalCells { capabilities.forgetTextArea() }
        locate(at: now)
        return update()
    }

    /// What is asked again: only what the terminal has answered before.
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
        var profile = TerminalProfile(
            capabilities, environment, window: window, overrides: overrides)
        if let outside {
            profile = profile.passing(to: outside.probe.terminal, overrides: overrides)
        }
        look = TerminalLook(
            profile, glyphs: glyphs, isColourless: environment.isColourless,
            isAnswering: capabilities.isComplete,
            assumedBytesPerSecond: assumedBytesPerSecond(by: profile),
            readsFromRight: readsFromRight, isUnicode: environment.isUnicode)
        return profile != before
    }
}
