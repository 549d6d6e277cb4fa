package import Imaging

/// The results about a terminal and the reasons for decisions, for `doctor`.
package struct ProbeReport: Sendable {
    package let record: ProbeLog
    package let environment: TerminalEnvironment
    /// The window; `nil` if there is no terminal.
    package let window: WindowSize?
    package let profile: TerminalProfile
    /// The results about the outer terminal; `nil` without a multiplexer.
    package let outside: OuterTerminalReport?

    package init(
        _ record: ProbeLog, _ environment: TerminalEnvironment, window: WindowSize?,
        outside: OuterTerminalReport? = nil
    ) {
        self.record = record
        self.environment = environment
        self.window = window
        self.outside = outside
        profile = TerminalProfile(
            record.capabilities, environment, outside: outside?.terminal,
            window: window ?? .assumed, overrides: TerminalProfile.Overrides())
    }

    package var topics: [DecisionTopic] {
        DecisionTopic.allCases.filter { $0 != .passage || outside != nil }
    }

    package var capabilities: TerminalCapabilities { record.capabilities }

    package var terminal: Decision<KnownTerminal>? {
        KnownTerminal.recognised(capabilities, environment)
    }

    /// The quirks of the terminal that draws the pictures.
    package var quirks: [TerminalQuirk] {
        profile.terminal.quirks(drawing.capabilities)
    }

    /// True if the terminal supports a protocol, whether or not it is the best one.
    package func knows(_ graphics: GraphicsProtocol) -> Bool {
        switch graphics {
        case .kitty: capabilities.hasKittyGraphics
        case .sixel: capabilities.hasSixel
        case .iTerm2: terminal?.hasITerm2Pictures(capabilities) == true
        case .blocks: !environment.isDumb
        }
    }

    /// Returns the reason for a decision; a reply is the reason only if there was one, because a
    /// terminal that was not queried may have any capability.
    package func reason(for topic: DecisionTopic) -> DecisionReason {
        let reason = usualReason(for: topic)
        guard topic != .passage, case .answer(let query) = reason else { return reason }
        return self.reason(query)
    }

    private func usualReason(for topic: DecisionTopic) -> DecisionReason {
        switch topic {
        case .terminal: terminal?.reason ?? reason(.version)
        case .window: window == nil ? .assumption : .kernel
        case .cell: cellReason
        case .graphics: graphicsReason
        case .passage:
            outside?.hasAnswered == true
                ? .answer(.primaryAttributes) : .noAnswer(.primaryAttributes)
        case .registers:
            profile.terminal.sixelRegisters.map { _ in .knownTerminal(profile.terminal.name) }
                ?? reason(.sixelRegisters)
        case .pictureLimit:
            drawing.capabilities.sixelLimit == nil && profile.pictureLimit != nil
                ? .knownTerminal(profile.terminal.name) : reason(.sixelLimit)
        case .colours: TerminalProfile.colours(capabilities, environment).reason
        case .synchronizedUpdates: reason(.synchronizedUpdates)
        case .keyboard: reason(.keyboard)
        case .mousePixels: reason(.mousePixels)
        case .resizeReports: reason(.resizeReports)
        case .colourSchemeReports: reason(.colourSchemeReports)
        case .visibilityReports: reason(.visibilityReports)
        case .hyperlinks, .progress:
            terminal.map { .knownTerminal($0.value.name) } ?? .assumption
        // This concerns the terminal that shows the text, even through a multiplexer.
        case .rightToLeft:
            profile.terminal.name.isEmpty ? .assumption : .knownTerminal(profile.terminal.name)
        case .background: reason(.background)
        }
    }

    private var graphicsReason: DecisionReason {
        guard let outside, profile.passthrough != nil else {
            return TerminalProfile.graphics(capabilities, terminal).reason
        }
        return TerminalProfile.graphics(outside.terminal).reason
    }

    private var cellReason: DecisionReason {
        guard let outside, profile.passthrough != nil else {
            return TerminalProfile.cell(capabilities, environment, profile.window).reason
        }
        return TerminalProfile.cell(outside.terminal, profile.window).reason
    }

    /// The replies of the terminal that draws the pictures.
    private var drawing: ProbeLog {
        profile.passthrough == nil ? record : outside?.record ?? record
    }

    /// True if a decision is based on the outer terminal of a multiplexer.
    package func isOutside(_ topic: DecisionTopic) -> Bool {
        switch topic {
        case .cell, .graphics, .registers, .pictureLimit, .background: profile.passthrough != nil
        default: false
        }
    }

    private func reason(_ query: CapabilityQuery) -> DecisionReason {
        let record = CapabilityQuery.askedOutside.contains(query) ? drawing : record
        return record.answers[query] == nil ? .noAnswer(query) : .answer(query)
    }
}

/// A decision about a terminal, in reading order.
package enum DecisionTopic: String, CaseIterable, Hashable, Sendable {
    case terminal, window, cell
    case graphics, passage, registers, pictureLimit, colours
    case synchronizedUpdates, keyboard, mousePixels, resizeReports, background
    case colourSchemeReports, visibilityReports, hyperlinks, progress, rightToLeft
}

/// Advice to the user for better pictures.
package enum PictureAdvice: Hashable, Sendable {
    /// xterm draws sixel only if it was started as a VT340.
    case startXtermAsVT340
    /// tmux passes pictures on only with `allow-passthrough on`.
    case openTmux
    /// This version of tmux loses pictures that it should pass on (3.7 to 3.7c).
    case updateTmux
    /// VS Code's terminal draws pictures only if its settings allow it.
    case enableImagesInVSCode
    /// xterm drops larger pictures than this size, and stores too few smaller ones to fill a very
    /// large window; its limit can be raised.
    case raiseXtermLimit(PixelSize)

    /// Chooses the advice; `nil` if there is none; `isOutsideSilent` is true if the outer terminal
    /// of a multiplexer has not replied.
    package init?(
        _ profile: TerminalProfile, _ capabilities: TerminalCapabilities,
        _ environment: TerminalEnvironment, isOutsideSilent: Bool
    ) {
        let known = KnownTerminal.recognise(capabilities, environment)
        let isXterm = capabilities.version?.string.lowercased().hasPrefix("xterm(") == true
        switch profile.graphics {
        case .blocks where known?.multiplexer == .tmux && known?.passage == nil: self = .updateTmux
        case .blocks where known?.program == "vscode" && environment.program == "vscode":
            self = .enableImagesInVSCode
        case .blocks where known?.multiplexer == .tmux && isOutsideSilent: self = .openTmux
        case .blocks where isXterm: self = .startXtermAsVT340
        case .sixel where isXterm && profile.passthrough == nil:
            let screen = profile.cell.pixels(of: profile.window.cells)
            guard let drawn = profile.sixelTiling?.area(within: screen), drawn != screen else {
                return nil
            }
            self = .raiseXtermLimit(drawn)
        default: return nil
        }
    }
}
