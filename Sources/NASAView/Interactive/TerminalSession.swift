internal import Imaging
internal import PhotoPipeline
internal import Screens
internal import TerminalDevice
internal import TerminalProtocols

/// The terminal during one interactive session: what it is, how it is entered and left.
struct TerminalSession {
    let terminal: TTY
    let environment: TerminalEnvironment
    private var overrides: TerminalProfile.Overrides
    private var writer: FrameWriter
    private(set) var capabilities = TerminalCapabilities()
    /// What was found out about the terminal, and all that follows from it.
    private(set) var look: TerminalLook
    private var state = State.unasked
    /// How long the terminal took to answer the probe: what it takes for the last question too.
    private(set) var latency: Clock.Milliseconds?
    private var lastAskedAt: Clock.Milliseconds?
    /// In tmux: asks it about our pane, and posts the answer.
    var askTmux: ((Int) -> Void)?
    let glyphs: BlockGlyphs

    /// How far it is known what draws our pictures.
    private enum State {
        case unasked
        case asked(at: Clock.Milliseconds)
        case answered
        /// The terminal is a multiplexer, which hands pictures on to the one outside.
        case passing(Outside)
    }

    /// What is known and asked of the terminal outside a multiplexer.
    private struct Outside {
        var inquiry: OuterTerminalProbe
        var askedAt: Clock.Milliseconds?
        /// The last question to tmux, counted from 1.
        var tmuxQuestion = 0
        var tmuxAskedAt: Clock.Milliseconds?
        /// Where the pane lies may have changed, and tmux has not said yet.
        var isPaneMoving = false
        var tmuxReport: TmuxReport?

        var isTmux: Bool { inquiry.terminal.multiplexer == .tmux }

        var isSettled: Bool { inquiry.isSettled && !isPaneMoving }

        var knownAt: Clock.Milliseconds? {
            if let tmuxAskedAt, isPaneMoving { return tmuxAskedAt + Timeouts.tmux }
            return inquiry.isSettled ? nil : askedAt.map { $0 + Timeouts.outside }
        }
    }

    init(_ terminal: TTY, session: LaunchContext) {
        self.terminal = terminal
        environment = session.environment
        overrides = session.overrides
        glyphs = session.options.display.glyphs ?? .half
        writer = FrameWriter(terminal)
        let profile = TerminalProfile(
            TerminalCapabilities(), session.environment, window: terminal.window,
            overrides: session.overrides)
        look = TerminalLook(
            profile, glyphs: glyphs, isColourless: session.environment.isColourless)
    }

    var profile: TerminalProfile { look.profile }

    var area: PictureArea? { look.area }

    var screenSize: ScreenSize { ScreenSize(cells: profile.window.cells, picture: area) }

    /// Whether a frame may be drawn: the terminal has answered, or has had its time.
    func isKnown(at now: Clock.Milliseconds) -> Bool { knownAt.map { now >= $0 } ?? true }

    /// When to draw though not all has been answered; nil where it has.
    var knownAt: Clock.Milliseconds? {
        switch state {
        case .unasked, .answered: nil
        case .asked(let time): time + Timeouts.probe
        case .passing(let outside): outside.knownAt
        }
    }

    /// Whether all has been answered that tells how pictures are sent.
    var isSettled: Bool {
        switch state {
        case .unasked, .asked: false
        case .answered: true
        case .passing(let outside): outside.isSettled
        }
    }

    private var outside: Outside? {
        if case .passing(let outside) = state { return outside }
        return nil
    }

    /// What tmux has said of our pane.
    var tmuxReport: TmuxReport? { outside?.tmuxReport }

    /// The number of the leftmost pixel in what the mouse reports.
    var firstMousePixel: Int {
        KnownTerminal.recognise(capabilities, environment)?.firstMousePixel ?? 1
    }

    /// What the person could do for better pictures; not if they chose how pictures are sent.
    var advice: PictureAdvice? {
        guard overrides.graphics == nil else { return nil }
        let isSilent = outside?.inquiry.terminal.capabilities.isComplete == false
        return PictureAdvice(profile, capabilities, environment, isOutsideSilent: isSilent)
    }

    /// When the terminal outside a multiplexer was asked what it has not answered yet.
    var outsideAskedAt: Clock.Milliseconds? {
        outside.flatMap { $0.inquiry.isSettled ? nil : $0.askedAt }
    }

    /// When the probe was sent that has not been answered yet.
    var probedAt: Clock.Milliseconds? {
        if case .asked(let time) = state { return time }
        return nil
    }

    /// How fast frames are taken by a terminal that is not asked behind each; `nil` if it is.
    private func assumedBytesPerSecond(by profile: TerminalProfile) -> Int? {
        guard let passage = profile.passthrough, !passage.repliesReachUs else { return nil }
        return tmuxReport?.isRemote == true
            ? ThroughputEstimator.usualRemoteBytesPerSecond
            : ThroughputEstimator.usualBytesPerSecond
    }

    /// Whether an answer to something asked since then may be on its way.
    func hasAsked(since time: Clock.Milliseconds) -> Bool { lastAskedAt.map { $0 > time } ?? false }

    /// Whether all bytes have been given to the terminal.
    var isWritten: Bool { writer.isEmpty }

    var waitingBytes: Int { writer.waitingBytes }

    mutating func write(_ bytes: [UInt8]) { writer.append(bytes) }

    /// Gives the terminal what it takes now.
    ///
    /// - Returns: false when the terminal is gone.
    mutating func flush() -> Bool { writer.flush() }

    /// Forgets what was not written yet.
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

    /// After having been stopped: the modes anew, nothing asked again.
    mutating func reenter() {
        terminal.makeRaw()
        writer.append(TerminalModes.entering)
        switch state {
        case .unasked, .asked: break
        case .answered, .passing: writer.append(TerminalModes.learnedAgain(capabilities))
        }
        if isInTmux { writer.append(ControlSequence.bytes(.reportFocus)) }
    }

    /// Takes an answer in.
    ///
    /// - Returns: whether everything must be drawn again.
    mutating func take(_ reply: TerminalReply, at now: Clock.Milliseconds) -> Bool {
        switch state {
        case .passing(let outside): return take(reply, from: outside)
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

    /// All of the probe has been answered.
    private mutating func learn(at now: Clock.Milliseconds) {
        lastAskedAt = nil
        state = .answered
        writer.append(TerminalModes.learned(capabilities))
        askOutside(at: now)
    }

    /// From the first question to it on, all answers are the outside terminal's.
    ///
    /// Asking has moved the cursor, and pages of text believe it where they left it.
    private mutating func take(_ reply: TerminalReply, from outside: Outside) -> Bool {
        var outside = outside
        let wasSettled = outside.inquiry.isSettled
        writer.append(outside.inquiry.receive(reply))
        state = .passing(outside)
        return update() || outside.inquiry.isSettled && !wasSettled
    }

    /// A multiplexer that draws no pictures may hand them on to a terminal that does.
    private mutating func askOutside(at now: Clock.Milliseconds) {
        guard overrides.graphics?.isText != true, !capabilities.hasSixel,
            !capabilities.hasKittyGraphics,
            let passthrough = KnownTerminal.recognise(capabilities, environment)?.multiplexer
        else { return }
        state = .passing(Outside(inquiry: OuterTerminalProbe(passthrough)))
        if isInTmux { writer.append(ControlSequence.bytes(.reportFocus)) }
        locate(at: now)
    }

    /// Whether what the terminal that draws our pictures answers comes to us, if it does so at once.
    var mayAsk: Bool { !isInTmux || tmuxReport?.isAnswered == true }

    /// Whether pictures go through tmux, if at all.
    private var isInTmux: Bool { outside?.isTmux == true }

    /// Asks where the pane lies, which every change of its size may change.
    private mutating func locate(at now: Clock.Milliseconds) {
        guard var outside else { return }
        defer { state = .passing(outside) }
        guard !outside.isTmux else {
            outside.isPaneMoving = askTmux != nil
            return ask(&outside, at: now)
        }
        let cells = terminal.window.cells
        guard cells.columns >= OuterTerminalProbe.leastColumns,
            cells.rows >= OuterTerminalProbe.leastRows
        else { return }
        writer.append(outside.inquiry.begin())
        outside.askedAt = now
    }

    private func ask(_ outside: inout Outside, at now: Clock.Milliseconds) {
        outside.tmuxQuestion += 1
        outside.tmuxAskedAt = now
        askTmux?(outside.tmuxQuestion)
    }

    /// A key has come, so what the terminal outside would answer comes to us too: what is not known
    /// yet is asked, as when another pane was active so far, or tmux took too long.
    mutating func wasTouched(at now: Clock.Milliseconds) {
        guard var outside, outside.isTmux, outside.tmuxReport?.passesOn == true,
            !outside.inquiry.terminal.capabilities.isComplete
                || outside.inquiry.terminal.pane == nil,
            let asked = outside.tmuxAskedAt, now > asked + Timeouts.answered
        else { return }
        ask(&outside, at: now)
        state = .passing(outside)
    }

    /// Takes in what tmux says about our pane.
    ///
    /// - Returns: whether everything must be drawn again.
    mutating func take(_ answer: TmuxAnswer, at now: Clock.Milliseconds) -> Bool {
        guard var outside, answer.number == outside.tmuxQuestion else { return false }
        outside.isPaneMoving = false
        if let client = tmuxReport?.client, let report = answer.report, report.client != client {
            // Another terminal has been attached: it knows none of our pictures.
            outside.inquiry = OuterTerminalProbe(.tmux)
        }
        outside.tmuxReport = answer.report ?? tmuxReport
        outside.inquiry.receive(answer.report)
        let isKnown = outside.inquiry.terminal.capabilities.isComplete
        if !isKnown, let report = answer.report, report.passesOn, report.isAnswered {
            writer.append(outside.inquiry.begin())
            outside.askedAt = now
        }
        state = .passing(outside)
        return update()
    }

    /// Does without a protocol that was found out not to work.
    mutating func refuse(_ graphics: GraphicsProtocol) {
        guard profile.graphics == graphics else { return }
        overrides.graphics = capabilities.hasSixel ? .sixel : .blocks
        _ = update()
    }

    /// Asks the kernel for the window's size, and the terminal for its cells: a font may have changed.
    mutating func remeasure(at now: Clock.Milliseconds) -> Bool {
        for query in sizeQueries {
            lastAskedAt = now
            writer.append(Array(query.rawValue.utf8))
        }
        if hasFractionalCells { capabilities.forgetTextArea() }
        locate(at: now)
        return update()
    }

    private var hasFractionalCells: Bool {
        KnownTerminal.recognise(capabilities, environment)?.hasFractionalCells == true
    }

    /// What is asked again of a terminal that has answered it before.
    private var sizeQueries: [CapabilityQuery] {
        var queries: [CapabilityQuery] = capabilities.cell == nil ? [] : [.cellPixels]
        if hasFractionalCells {
            queries += [.textAreaPixels]
            if capabilities.sixelLimit != nil { queries += [.sixelGeometry] }
        }
        return queries
    }

    /// Bytes about pictures, on their way to the terminal that draws them.
    func passed(_ pictures: [UInt8]) -> [UInt8] { profile.passed(pictures) }

    private mutating func update() -> Bool {
        let before = profile
        var profile = TerminalProfile(
            capabilities, environment, window: terminal.window, overrides: overrides)
        if let outside {
            profile = profile.passing(to: outside.inquiry.terminal, overrides: overrides)
        }
        look = TerminalLook(
            profile, glyphs: glyphs, isColourless: environment.isColourless,
            isAnswering: capabilities.isComplete,
            assumedBytesPerSecond: assumedBytesPerSecond(by: profile))
        return profile != before
    }
}
