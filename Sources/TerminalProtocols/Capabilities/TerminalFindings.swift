/// All that was found out about a terminal, and why it was decided as it was: for `doctor`.
package struct TerminalFindings: Sendable {
    package let record: ProbeLog
    package let environment: TerminalEnvironment
    /// Nil where there is no terminal.
    package let window: WindowSize?
    package let profile: TerminalProfile
    /// Nil where there is no multiplexer to ask through.
    package let outside: OuterTerminalReport?

    package init(
        _ record: ProbeLog, _ environment: TerminalEnvironment, window: WindowSize?,
        outside: OuterTerminalReport? = nil
    ) {
        self.record = record
        self.environment = environment
        self.window = window
        self.outside = outside
        let overrides = TerminalProfile.Overrides()
        let profile = TerminalProfile(
            record.capabilities, environment, window: window ?? .assumed, overrides: overrides)
        self.profile =
            outside.map { profile.passing(to: $0.terminal, overrides: overrides) } ?? profile
    }

    /// What there is to say of this terminal.
    package var topics: [DecisionTopic] {
        DecisionTopic.allCases.filter { $0 != .passage || outside != nil }
    }

    package var capabilities: TerminalCapabilities { record.capabilities }

    package var terminal: Decision<KnownTerminal>? {
        KnownTerminal.recognised(capabilities, environment)
    }

    /// Whether the terminal can be sent pictures that way, be it the best way or not.
    package func knows(_ graphics: GraphicsProtocol) -> Bool {
        switch graphics {
        case .kitty: capabilities.hasKittyGraphics
        case .sixel: capabilities.hasSixel
        case .iTerm2: terminal?.value.showsITerm2Pictures == true
        case .blocks: !environment.isDumb
        }
    }

    package func reason(for topic: DecisionTopic) -> DecisionReason {
        switch topic {
        case .terminal: terminal?.reason ?? reason(.version)
        case .window: window == nil ? .assumption : .kernel
        case .cell: cellReason
        case .graphics: graphicsReason
        case .passage: passageReason
        case .registers: reason(.sixelRegisters)
        case .pictureLimit: reason(.sixelLimit)
        case .colours: TerminalProfile.colours(capabilities, environment).reason
        case .synchronizedUpdates: reason(.synchronizedUpdates)
        case .keyboard: reason(.keyboard)
        case .mousePixels: reason(.mousePixels)
        case .resizeReports: reason(.resizeReports)
        case .background: reason(.background)
        }
    }

    private var graphicsReason: DecisionReason {
        switch profile.graphics {
        case .kitty: reason(.kittyGraphics)
        case .iTerm2:
            profile.passthrough == nil ? terminal?.reason ?? reason(.version) : reason(.version)
        case .sixel, .blocks: reason(.primaryAttributes)
        }
    }

    private var cellReason: DecisionReason {
        let cell =
            profile.passthrough == nil
            ? TerminalProfile.cell(capabilities, environment, profile.window)
            : TerminalProfile.cell(drawing.capabilities, profile.window)
        return cell.reason
    }

    private var passageReason: DecisionReason {
        outside?.hasAnswered == true
            ? .answer(.primaryAttributes) : .noAnswer(.primaryAttributes)
    }

    /// What was answered by the terminal that draws the pictures.
    private var drawing: ProbeLog {
        profile.passthrough == nil ? record : outside?.record ?? record
    }

    /// Whether a decision rests on the word of the terminal outside a multiplexer.
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
