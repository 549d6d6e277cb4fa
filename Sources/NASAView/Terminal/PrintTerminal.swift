internal import Bounds
internal import Imaging
internal import Presentation
internal import TerminalDevice
internal import TerminalProtocols

/// The terminal on which pictures are printed, and its capabilities.
///
/// `finish` must be called after printing.
final class PrintTerminal {
    let profile: TerminalProfile
    /// The fastest medium through which the terminal reads kitty's pictures; `.direct` if another
    /// program may read the output.
    let medium: KittyMedium
    /// The signal that arrived during the queries and must end the program; `nil` if no signal
    /// arrived.
    let ending: WatchedSignal?
    /// The probe that keeps late replies from being echoed; `nil` if no reply is due.
    private var probe: TerminalProbe?
    private let kept: AnswerCache?

    /// Opens the terminal; `mayAsk` is false if another program reads the terminal, and would
    /// receive the replies.
    init(
        _ options: Options, _ environment: TerminalEnvironment, keepingIn folder: String?,
        mayAsk: Bool = true
    ) {
        let overrides = Self.overrides(options)
        let terminal = Self.terminal(options)
        let window = terminal?.knownWindow ?? TTY.outputWindow ?? .printed
        kept = terminal.flatMap { AnswerCache(of: $0, environment, in: folder) }
        var (sequence, ending): (ProbeSequence?, WatchedSignal?)
        let age = mayAsk ? AnswerCache.fresh : AnswerCache.lifetime
        if let answers = kept?.answers(within: age) {
            sequence = ProbeSequence(environment, answeredBy: answers, in: window)
        } else if mayAsk, let terminal, terminal.isOurs, environment.mayBeQueried {
            probe = try? TerminalProbe(terminal, environment, within: .printing)
            probe?.run()
            probe.map { Self.askForMedia($0, environment, window, overrides) }
            (sequence, ending) = (probe?.sequence, probe?.ending)
        }
        profile = Self.profile(sequence, environment, window, overrides)
        let media = profile.mayShare(environment) ? sequence?.capabilities.readableMedia : nil
        medium = KittyMedium.allCases.first { media?.contains($0) == true } ?? .direct
        self.ending = ending
        if probe?.isWaiting == false || ending != nil { finish() } else { probe?.releaseSignals() }
    }

    /// Asks a terminal that draws kitty's pictures whether it can read shared memory and files of
    /// this machine.
    private static func askForMedia(
        _ probe: TerminalProbe, _ environment: TerminalEnvironment, _ window: WindowSize,
        _ overrides: TerminalProfile.Overrides
    ) {
        let profile = profile(probe.sequence, environment, window, overrides)
        guard probe.isAnswered, profile.mayShare(environment) else { return }
        let shared = SharedPictures()
        // Removes the objects that the terminal could not read.
        defer { shared.close() }
        probe.ask(KittyMediumProbe(of: profile.terminal, sharing: shared))
    }

    /// Waits briefly for replies that are due, and restores the terminal.
    func finish() {
        guard let probe else { return }
        probe.finish()
        kept?.keep(probe.answers)
        self.probe = nil
    }

    /// Returns the terminal to query; `nil` if nothing depends on its replies.
    ///
    /// For output to a pipe, the terminal is queried only if the user wants the best protocol, by
    /// `--protocol auto`.
    private static func terminal(_ options: Options) -> TTY? {
        let settings = options.settings
        if TTY.isOutput {
            let needsCell = settings.graphics?.isText == false && settings.cellSize == nil
            guard settings.graphics == nil || needsCell else { return nil }
            return try? TTY.output()
        }
        return settings.protocolChoice == .auto ? try? TTY() : nil
    }

    private static func overrides(_ options: Options) -> TerminalProfile.Overrides {
        var overrides = TerminalProfile.Overrides()
        let settings = options.settings
        let isDetected = settings.protocolChoice == .auto || TTY.isOutput
        overrides.graphics = settings.graphics ?? (isDetected ? nil : .blocks)
        // A pipe may end in any terminal, so colours are reduced only if an option requests it.
        overrides.colours = settings.colours ?? (TTY.isOutput ? nil : .trueColour)
        overrides.registers = options.viewing.registers?.value
        overrides.cell = settings.cellSize?.metrics
        overrides.theme = settings.theme
        overrides.background = options.viewing.background?.colour
        return overrides
    }

    /// Returns the profile of the terminal; without replies, the profile follows from the
    /// environment.
    private static func profile(
        _ sequence: ProbeSequence?, _ environment: TerminalEnvironment, _ window: WindowSize,
        _ overrides: TerminalProfile.Overrides
    ) -> TerminalProfile {
        var overrides = overrides
        guard let sequence else {
            overrides.graphics = overrides.graphics ?? environment.namedGraphics ?? .blocks
            return TerminalProfile(
                TerminalCapabilities(), environment, window: window, overrides: overrides)
        }
        let profile = sequence.profile(of: window, environment, overrides)
        // When the pane of a multiplexer scrolls, only text moves correctly.
        guard profile.passthrough != nil, profile.placeholders == nil else { return profile }
        return TerminalProfile(
            sequence.capabilities, environment, window: window, overrides: overrides)
    }
}

extension TerminalProfile {
    /// True if the pixels of a picture may be outside the output, because only the terminal reads
    /// the output.
    fileprivate func mayShare(_ environment: TerminalEnvironment) -> Bool {
        TTY.isOutput && graphics == .kitty && passthrough == nil && environment.multiplexer == nil
    }
}

extension WindowSize {
    /// The window size to assume for printed pictures if there is no terminal.
    fileprivate static let printed = WindowSize(
        cells: CellSize(columns: 80, rows: 24), pixels: nil)
}

extension TerminalEnvironment {
    /// The best protocol of the terminal that the environment names; `nil` if the terminal is
    /// unknown, or in a multiplexer.
    fileprivate var namedGraphics: GraphicsProtocol? {
        guard multiplexer == nil else { return nil }
        return KnownTerminal.recognise(TerminalCapabilities(), self)?.protocols.first
    }
}

extension ProbeSequence {
    /// Creates a probe with earlier replies, one for each query.
    fileprivate init(
        _ environment: TerminalEnvironment, answeredBy answers: [[UInt8]], in window: WindowSize
    ) {
        self.init(environment)
        _ = begin()
        var parser = KeyParser()
        for answer in answers {
            for case .reply(let reply) in parser.parse(answer) { _ = receive(reply) }
            _ = next(in: window, environment)
        }
    }
}
