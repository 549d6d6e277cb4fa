internal import Imaging
package import TerminalProtocols

extension DoctorWording {
    static func name(of topic: DecisionTopic) -> SafeText {
        switch topic {
        case .terminal: "terminal"
        case .window: "window"
        case .cell: "cell"
        case .graphics: "pictures by"
        case .passage: "passed on"
        case .registers: "sixel registers"
        case .pictureLimit: "sixel limit"
        case .colours: "colours of text"
        case .synchronizedUpdates: "sync updates"
        case .keyboard: "kitty keyboard"
        case .mousePixels: "mouse in pixels"
        case .resizeReports: "resize reports"
        case .background: "background"
        }
    }

    package static func value(of topic: DecisionTopic, _ findings: TerminalFindings) -> SafeText {
        let capabilities = findings.capabilities
        let profile = findings.profile
        return switch topic {
        case .terminal: terminal(findings)
        case .window: window(profile.window)
        case .cell: "\(profile.cell.width)x\(profile.cell.height) px"
        case .graphics: SafeText(profile.graphics.rawValue)
        case .passage: passage(profile.passage)
        case .registers: "\(profile.registers)"
        case .pictureLimit: profile.pictureLimit.map { SafeText(text($0)) } ?? "none named"
        case .colours: colours(profile.colours)
        case .synchronizedUpdates: yesOrNo(profile.hasSynchronizedUpdates)
        case .keyboard: yesOrNo(capabilities.hasKittyKeyboard)
        case .mousePixels: yesOrNo(capabilities.hasMousePixels)
        case .resizeReports: yesOrNo(capabilities.hasResizeReports)
        case .background: SafeText(text(profile.background))
        }
    }

    private static func terminal(_ findings: TerminalFindings) -> SafeText {
        let name = findings.terminal?.value.name
        guard let version = findings.capabilities.version else {
            return SafeText(name ?? "unknown")
        }
        return name.map { SafeText($0) + ": " + version } ?? version
    }

    private static func window(_ window: WindowSize) -> SafeText {
        let cells = "\(window.cells.columns)x\(window.cells.rows) cells"
        return SafeText(window.pixels.map { "\(cells), \(text($0)) px" } ?? cells)
    }

    private static func colours(_ depth: ColourDepth) -> SafeText {
        switch depth {
        case .trueColour: "24 bits"
        case .palette256: "256"
        case .palette16: "16"
        case .monochrome: "2"
        }
    }

    private static func yesOrNo(_ isSo: Bool) -> SafeText { isSo ? "yes" : "no" }

    package static func reason(
        for topic: DecisionTopic, _ findings: TerminalFindings
    ) -> SafeText {
        if topic == .passage { return reasonForPassage(findings) }
        let reason = findings.reason(for: topic)
        let isOutside = findings.isOutside(topic)
        guard reason == .answer(.primaryAttributes) else {
            return text(of: reason, findings) + (isOutside ? ", from outside" : "")
        }
        if isOutside { return "DA1 from outside names sixel (4)" }
        return findings.capabilities.hasSixel ? "DA1 names sixel (4)" : "DA1 names no sixel (4)"
    }

    private static func text(
        of reason: DecisionReason, _ findings: TerminalFindings
    ) -> SafeText {
        switch reason {
        case .answer(let query): "answer to " + code(of: query)
        case .noAnswer(let query):
            if case .notAsked = findings.record.outcome {
                "not asked"
            } else {
                "no answer to " + code(of: query)
            }
        case .kernel: "the kernel (TIOCGWINSZ)"
        case .knownTerminal(let name): "measured in \(name)"
        case .environment(let variable): "$\(variable)"
        case .assumption: "assumed, nothing tells"
        }
    }

    /// The sentence above a test chart.
    package static func chart(_ graphics: GraphicsProtocol) -> SafeText {
        "By \(graphics.rawValue), each patch must have the colour that is written above it:"
    }
}
