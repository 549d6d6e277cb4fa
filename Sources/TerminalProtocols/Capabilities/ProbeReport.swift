package import Imaging

/// The results of probing a terminal and the reasons for decisions, for `doctor`.
package struct ProbeReport: Sendable {
    package let record: ProbeLog
    package let environment: TerminalEnvironment
    /// The size of the window; `nil` if there is no terminal.
    package let window: WindowSize?
    package let profile: TerminalProfile
    /// The results of probing the outer terminal; `nil` without a multiplexer.
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

    /// Returns true if the terminal supports a protocol, even one that is not the best.
    package func knows(_ graphics: GraphicsProtocol) -> Bool {
        switch graphics {
        case .kitty: capabilities.hasKittyGraphics
        case .sixel: capabilities.hasSixel
        case .iTerm2: terminal?.hasITerm2Pictures(capabilities) == true
        case .blocks: !environment.isDumb
        }
    }

    /// Returns the reason for a decision.
    ///
    /// A reply is the reason only if it arrived, because a terminal that was not queried may have
    /// any capability.
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
        // The terminal that shows the text determines this, even if pictures pass through a
        // multiplexer.
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

    /// Returns true if a decision is based on the outer terminal of a multiplexer.
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

/// A subject of a decision about a terminal; the cases are in the order of `doctor`'s list.
package enum DecisionTopic: String, CaseIterable, Hashable, Sendable {
    case terminal, window, cell
    case graphics, passage, registers, pictureLimit, colours
    case synchronizedUpdates, keyboard, mousePixels, resizeReports, background
    case colourSchemeReports, visibilityReports, hyperlinks, progress, rightToLeft
}

/// Advice to the user on how to get better pictures.
package enum PictureAdvice: Hashable, Sendable {
    /// Start xterm as a VT340: otherwise, it does not draw sixel pictures.
    case startXtermAsVT340
    /// Set `allow-passthrough on` in tmux: otherwise, tmux does not pass pictures on.
    case openTmux
    /// Update tmux: this version (3.7 to 3.7c) loses pictures that it should pass on.
    case updateTmux
    /// Allow pictures in the settings of VS Code: otherwise, its terminal does not draw them.
    case enableImagesInVSCode
    /// Raise xterm's limit: xterm drops larger pictures, and cannot store enough smaller ones to
    /// fill a very large window. The value is the largest size that can be drawn.
    case raiseXtermLimit(PixelSize)

    /// Chooses the advice; `nil` if no advice applies.
    ///
    /// `isOutsideSilent` is true if the outer terminal of a multiplexer has not replied.
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
