internal import Imaging
package import TerminalProtocols

extension DoctorWording {
    func name(of topic: DecisionTopic) -> SafeText { phrases.topic(topic) }

    package func value(of topic: DecisionTopic, _ findings: TerminalFindings) -> SafeText {
        let capabilities = findings.capabilities
        let profile = findings.profile
        return switch topic {
        case .terminal: terminal(findings)
        case .window: window(profile.window)
        case .cell: cell(profile.cell)
        case .graphics: SafeText(profile.graphics.rawValue)
        case .passage: passage(profile.passthrough)
        case .registers: "\(profile.registers)"
        case .pictureLimit: profile.pictureLimit.map { SafeText(text($0)) } ?? phrases.noneNamed
        case .colours: colours(profile.colours)
        case .synchronizedUpdates: yesOrNo(profile.hasSynchronizedUpdates)
        case .keyboard: yesOrNo(capabilities.hasKittyKeyboard)
        case .mousePixels: yesOrNo(capabilities.hasMousePixels)
        case .resizeReports: yesOrNo(capabilities.hasResizeReports)
        case .background: SafeText(text(profile.background))
        }
    }

    private func terminal(_ findings: TerminalFindings) -> SafeText {
        let name = findings.terminal?.value.name
        guard let version = findings.capabilities.version else {
            return name.map { SafeText($0) } ?? phrases.unknown
        }
        return name.map { SafeText($0) + ": " + version } ?? version
    }

    /// As in 8x16, or 8.43x16 where a cell has a fraction of a pixel.
    private func cell(_ cell: CellMetrics) -> SafeText {
        "\(side(cell.across))x\(side(cell.down)) px"
    }

    private func side(_ axis: CellAxis) -> String {
        let hundredths = Int((axis.cell * 100).rounded())
        guard !hundredths.isMultiple(of: 100) else { return String(hundredths / 100) }
        return "\(hundredths / 100).\(String(hundredths % 100 + 100).dropFirst())"
    }

    private func window(_ window: WindowSize) -> SafeText {
        let cells = phrases.cells(window.cells.columns, window.cells.rows)
        return SafeText(window.pixels.map { "\(cells), \(text($0)) px" } ?? cells)
    }

    private func colours(_ depth: ColourDepth) -> SafeText {
        switch depth {
        case .trueColour: phrases.bits
        case .palette256: "256"
        case .palette16: "16"
        case .monochrome: "2"
        }
    }

    private func yesOrNo(_ isSo: Bool) -> SafeText { isSo ? phrases.yes : phrases.no }

    package func reason(
        for topic: DecisionTopic, _ findings: TerminalFindings
    ) -> SafeText {
        if topic == .passage { return reasonForPassage(findings) }
        let reason = findings.reason(for: topic)
        let isOutside = findings.isOutside(topic)
        guard reason == .answer(.primaryAttributes) else {
            return text(of: reason, findings) + (isOutside ? phrases.passage.fromOutside : "")
        }
        if isOutside { return phrases.passage.namesSixel }
        return findings.capabilities.hasSixel ? phrases.namesSixel : phrases.namesNoSixel
    }

    private func text(
        of reason: DecisionReason, _ findings: TerminalFindings
    ) -> SafeText {
        switch reason {
        case .answer(let query): phrases.answerTo(Self.code(of: query))
        case .noAnswer(let query):
            if case .notAsked = findings.record.outcome {
                phrases.wasNotAsked
            } else {
                phrases.noAnswerTo(Self.code(of: query))
            }
        case .kernel: phrases.kernel
        case .knownTerminal(let name): phrases.measuredIn(name)
        case .environment(let variable): "$\(variable)"
        case .assumption: phrases.assumed
        }
    }

    /// The sentence above a test chart.
    package func chart(_ graphics: GraphicsProtocol) -> SafeText {
        phrases.chart(graphics.rawValue)
    }
}
