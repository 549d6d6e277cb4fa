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
    var writer: FrameWriter
    private(set) var capabilities = TerminalCapabilities()
    private(set) var profile: TerminalProfile
    private(set) var probedAt: Clock.Milliseconds?
    /// How long the terminal took to answer the probe: what it takes for the last question too.
    private(set) var latency: Clock.Milliseconds?
    private var hasLearned = false
    private var lastAskedAt: Clock.Milliseconds?
    /// In tmux and screen: what is asked through them.
    private var outside: OutsideInquiry?
    private var outsideAskedAt: Clock.Milliseconds?
    /// In tmux: asks it about our pane, and posts the answer.
    var askTmux: ((Int) -> Void)?
    private var tmuxQuestions = 0
    private var tmuxAskedAt: Clock.Milliseconds?
    /// Where the pane lies may have changed, and tmux has not said yet.
    private var isPaneMoving = false
    private(set) var tmuxReport: TmuxReport?
    let glyphs: BlockGlyphs

    init(_ terminal: TTY, session: Session) {
        self.terminal = terminal
        environment = session.environment
        overrides = session.overrides
        glyphs = session.options.display.glyphs ?? .half
        writer = FrameWriter(terminal)
        profile = TerminalProfile(
            TerminalCapabilities(), session.environment, window: terminal.window,
            overrides: session.overrides)
    }

    var style: FrameStyle { FrameStyle(profile, glyphs: glyphs) }

    var area: PictureArea? { PictureArea(profile, glyphs: glyphs) }

    var screenSize: ScreenSize { ScreenSize(cells: profile.window.cells, picture: area) }

    /// Whether a frame may be drawn: the terminal has answered, or has had its time.
    func isKnown(at now: Clock.Milliseconds) -> Bool { knownAt.map { now >= $0 } ?? true }

    /// When to draw though not all has been answered; nil where it has.
    var knownAt: Clock.Milliseconds? {
        if let probedAt, !capabilities.isComplete { return probedAt + Deadlines.probe }
        if let tmuxAskedAt, isPaneMoving { return tmuxAskedAt + Deadlines.tmux }
        guard let outside, let outsideAskedAt, !outside.isSettled else { return nil }
        return outsideAskedAt + Deadlines.outside
    }

    /// Whether all has been answered that tells how pictures are sent.
    var isSettled: Bool {
        capabilities.isComplete && !isPaneMoving && outside?.isSettled ?? true
    }

    /// The number of the leftmost pixel in what the mouse reports.
    var firstMousePixel: Int {
        KnownTerminal.recognise(capabilities, environment)?.firstMousePixel ?? 1
    }

    /// What the person could do for better pictures; not if they chose how pictures are sent.
    var advice: PictureAdvice? {
        guard overrides.graphics == nil else { return nil }
        let isSilent = outside?.terminal.capabilities.isComplete == false
        return PictureAdvice(profile, capabilities, environment, isOutsideSilent: isSilent)
    }

    /// When the terminal outside a multiplexer was asked what it has not answered yet.
    var isAwaitingOutsideSince: Clock.Milliseconds? {
        outside?.isSettled == false ? outsideAskedAt : nil
    }

    var isAwaitingProbe: Bool { probedAt != nil && !capabilities.isComplete }

    /// How fast frames are taken by a terminal that is not asked behind each; `nil` if it is.
    var assumedBytesPerSecond: Int? {
        guard let passage = profile.passage, !passage.answersReachUs else { return nil }
        return tmuxReport?.isRemote == true
            ? LineSpeed.usualRemoteBytesPerSecond : LineSpeed.usualBytesPerSecond
    }

    /// Whether an answer to something asked since then may be on its way.
    func hasAsked(since time: Clock.Milliseconds) -> Bool { lastAskedAt.map { $0 > time } ?? false }

    mutating func enter(at now: Clock.Milliseconds) {
        terminal.makeRaw()
        writer.append(TerminalModes.entering)
        guard environment.mayBeAsked else { return }
        writer.append(CapabilityQuery.probe(in: environment))
        terminal.expectAnswers(true)
        probedAt = now
        lastAskedAt = now
    }

    /// After having been stopped: the modes anew, nothing asked again.
    mutating func reenter() {
        terminal.makeRaw()
        writer.append(TerminalModes.entering)
        if hasLearned { writer.append(TerminalModes.learnedAgain(capabilities)) }
        if isInTmux { writer.append(ControlSequence.bytes(.reportFocus)) }
    }

    /// Takes an answer in.
    ///
    /// - Returns: whether everything must be drawn again.
    mutating func take(_ reply: TerminalReply, at now: Clock.Milliseconds) -> Bool {
        if let inquiry = outside { return take(reply, from: inquiry) }
        capabilities.take(reply)
        if capabilities.isComplete, !hasLearned {
            latency = probedAt.map { now - $0 }
            hasLearned = true
            lastAskedAt = nil
            writer.append(TerminalModes.learned(capabilities))
            askOutside(at: now)
        }
        return update()
    }

    /// From the first question to it on, all answers are the outside terminal's.
    ///
    /// Asking has moved the cursor, and pages of text believe it where they left it.
    private mutating func take(_ reply: TerminalReply, from inquiry: OutsideInquiry) -> Bool {
        var inquiry = inquiry
        let wasSettled = inquiry.isSettled
        writer.append(inquiry.take(reply))
        outside = inquiry
        return update() || inquiry.isSettled && !wasSettled
    }

    /// A multiplexer that draws no pictures may hand them on to a terminal that does.
    private mutating func askOutside(at now: Clock.Milliseconds) {
        guard outside == nil, overrides.graphics != .blocks, !capabilities.hasSixel,
            !capabilities.hasKittyGraphics,
            let passthrough = KnownTerminal.recognise(capabilities, environment)?.passthrough
        else { return }
        outside = OutsideInquiry(passthrough)
        if isInTmux { writer.append(ControlSequence.bytes(.reportFocus)) }
        locate(at: now)
    }

    /// Whether what the terminal that draws our pictures answers comes to us, if it does so at once.
    var mayAsk: Bool { !isInTmux || tmuxReport?.isAnswered == true }

    /// Whether pictures go through tmux, if at all.
    private var isInTmux: Bool { outside?.terminal.passthrough == .tmux }

    /// Asks where the pane lies, which every change of its size may change.
    private mutating func locate(at now: Clock.Milliseconds) {
        guard !isInTmux else {
            isPaneMoving = askTmux != nil
            return ask(at: now)
        }
        let cells = terminal.window.cells
        guard var inquiry = outside, cells.columns >= OutsideInquiry.leastColumns,
            cells.rows >= OutsideInquiry.leastRows
        else { return }
        writer.append(inquiry.begin())
        outside = inquiry
        outsideAskedAt = now
    }

    private mutating func ask(at now: Clock.Milliseconds) {
        tmuxQuestions += 1
        tmuxAskedAt = now
        askTmux?(tmuxQuestions)
    }

    /// A key has come, so what the terminal outside would answer comes to us too: what is not known
    /// yet is asked, as when another pane was active so far, or tmux took too long.
    mutating func wasTouched(at now: Clock.Milliseconds) {
        guard isInTmux, let terminal = outside?.terminal,
            !terminal.capabilities.isComplete || terminal.pane == nil,
            tmuxReport?.passesOn == true, let tmuxAskedAt, now > tmuxAskedAt + Deadlines.answered
        else { return }
        ask(at: now)
    }

    /// Takes in what tmux says about our pane.
    ///
    /// - Returns: whether everything must be drawn again.
    mutating func take(_ answer: TmuxAnswer, at now: Clock.Milliseconds) -> Bool {
        guard answer.number == tmuxQuestions, var inquiry = outside else { return false }
        isPaneMoving = false
        if let client = tmuxReport?.client, let report = answer.report, report.client != client {
            // Another terminal has been attached: it knows none of our pictures.
            inquiry = OutsideInquiry(.tmux)
        }
        tmuxReport = answer.report ?? tmuxReport
        inquiry.take(answer.report)
        let isKnown = inquiry.terminal.capabilities.isComplete
        if !isKnown, let report = answer.report, report.passesOn, report.isAnswered {
            writer.append(inquiry.begin())
            outsideAskedAt = now
        }
        outside = inquiry
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
        profile = TerminalProfile(
            capabilities, environment, window: terminal.window, overrides: overrides)
        if let outside {
            profile = profile.passing(to: outside.terminal, overrides: overrides)
        }
        return profile != before
    }
}
