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

    /// Whether a first frame may be drawn: the terminal has answered, or has had its time.
    func isKnown(at now: Clock.Milliseconds) -> Bool {
        guard let probedAt, !capabilities.isComplete else { return true }
        return now >= probedAt + Deadlines.probe
    }

    var isAwaitingProbe: Bool { probedAt != nil && !capabilities.isComplete }

    /// Whether an answer to something asked since then may be on its way.
    func hasAsked(since time: Clock.Milliseconds) -> Bool { lastAskedAt.map { $0 > time } ?? false }

    mutating func enter(at now: Clock.Milliseconds) {
        terminal.makeRaw()
        writer.append(TerminalModes.entering)
        guard environment.mayBeAsked else { return }
        writer.append(CapabilityQuery.probe)
        terminal.expectAnswers(true)
        probedAt = now
        lastAskedAt = now
    }

    /// After having been stopped: the modes anew, nothing asked again.
    mutating func reenter() {
        terminal.makeRaw()
        writer.append(TerminalModes.entering)
        if hasLearned { writer.append(TerminalModes.learned(capabilities)) }
    }

    /// Takes an answer in.
    ///
    /// - Returns: whether what is known of the terminal changed.
    mutating func take(_ reply: TerminalReply, at now: Clock.Milliseconds) -> Bool {
        capabilities.take(reply)
        if capabilities.isComplete, !hasLearned {
            latency = probedAt.map { now - $0 }
            hasLearned = true
            terminal.expectAnswers(false)
            writer.append(TerminalModes.learned(capabilities))
        }
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
        if capabilities.cellPixels != nil {
            lastAskedAt = now
            writer.append(Array(CapabilityQuery.cellPixels.rawValue.utf8))
        }
        return update()
    }

    private mutating func update() -> Bool {
        let before = profile
        profile = TerminalProfile(
            capabilities, environment, window: terminal.window, overrides: overrides)
        return profile != before
    }
}
