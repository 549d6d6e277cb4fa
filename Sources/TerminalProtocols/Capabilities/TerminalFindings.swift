/// All that was found out about a terminal, and why it was decided as it was: for `doctor`.
package struct TerminalFindings: Sendable {
    package let record: ProbeRecord
    package let environment: TerminalEnvironment
    /// Nil where there is no terminal.
    package let window: WindowSize?
    package let profile: TerminalProfile

    package init(
        _ record: ProbeRecord, _ environment: TerminalEnvironment, window: WindowSize?
    ) {
        self.record = record
        self.environment = environment
        self.window = window
        profile = TerminalProfile(
            record.capabilities, environment, window: window ?? .assumed,
            overrides: TerminalProfile.Overrides())
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
        case .cell: TerminalProfile.cell(capabilities, profile.window).reason
        case .graphics: graphicsReason
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
        case .iTerm2: terminal?.reason ?? reason(.version)
        case .sixel, .blocks: reason(.primaryAttributes)
        }
    }

    private func reason(_ query: CapabilityQuery) -> DecisionReason {
        record.answers[query] == nil ? .noAnswer(query) : .answer(query)
    }
}
