internal import Imaging
package import PhotoPipeline
package import TerminalProtocols

/// The report of `doctor`: tables in English after a diagnosis in the user's language.
package struct DoctorText: Sendable {
    private let words = DoctorStrings()
    private let local = LocalStrings.english
    /// The sentences of the diagnosis and the advice, in the user's language.
    private let diagnosis: DiagnosisStrings

    package init(_ language: Language) { diagnosis = language.table.diagnosis }

    /// Returns the lines of the report; `environment` and `programs` contain names and values.
    package func lines(
        _ findings: ProbeReport, environment: [(String, SafeText)],
        programs: [(String, SafeText)], sandbox: SandboxStatus
    ) -> [SafeText] {
        var lines = [verdict(findings, sandbox), ""]
        lines += table(words.headings.program, words.headings.version, programs)
        lines += [""] + table(words.headings.environment, "", environment)
        lines += ["", outcome(findings.record)]
        if !findings.record.answers.isEmpty {
            lines += [""] + questions(findings.record, CapabilityQuery.allCases)
        }
        if let outside = findings.outside { lines += passage(outside, findings) }
        return lines + [""] + decisions(findings) + quirks(findings)
            + ["", diagnosis.sandbox(sandbox)]
    }

    /// Returns the lines about quirks of the terminal that draws the pictures.
    ///
    /// The program handles these quirks. The array is empty if no quirks are known.
    private func quirks(_ findings: ProbeReport) -> [SafeText] {
        let quirks = findings.quirks
        guard !quirks.isEmpty else { return [] }
        let known = findings.profile.terminal
        let name = known.version.map { "\(known.name) \($0.text)" } ?? known.name
        return ["", words.quirks(name), ""] + quirks.map { "- " + text(of: $0) }
    }

    /// Returns a quirk as a sentence.
    package func text(of quirk: TerminalQuirk) -> SafeText { words.quirk(quirk) }

    private func table(
        _ title: SafeText, _ second: SafeText, _ rows: [(String, SafeText)]
    ) -> [SafeText] {
        var table = DoctorTable(title, second)
        for (name, text) in rows { table.append(SafeText(name), text) }
        return table.lines
    }

    /// Returns the number of replies, and the time of the last reply or the time limit; the reason
    /// if the terminal was not queried.
    package func outcome(_ record: ProbeLog) -> SafeText {
        let all = CapabilityQuery.allCases.count
        let count = record.answers.count
        return switch record.outcome {
        case .answered:
            words.answered(count, all, milliseconds(record.lastReplyMicroseconds ?? 0))
        case .timedOut(let limit): words.timedOut(count, all, limit)
        case .notAsked(let failure): diagnosis.unasked(failure)
        }
    }

    private func questions(_ record: ProbeLog, _ queries: [CapabilityQuery]) -> [SafeText] {
        var table = DoctorTable(words.headings.asked, words.headings.answered, "ms")
        for query in queries {
            let answer = record.answers[query]
            table.append(
                words.query(query), answer.map { text(of: $0.reply) } ?? "–",
                answer.map { SafeText(milliseconds($0.microseconds)) } ?? "–")
        }
        return table.lines
    }

    private func decisions(_ findings: ProbeReport) -> [SafeText] {
        var table = DoctorTable(words.headings.decided, "", words.headings.why)
        for topic in findings.topics {
            table.append(
                words.topic(topic), value(of: topic, findings), reason(for: topic, findings))
        }
        return table.lines
    }

    private func milliseconds(_ microseconds: Int) -> String {
        local.decimal(tenths: (microseconds + 50) / 100)
    }

    package func verdict(_ findings: ProbeReport, _ sandbox: SandboxStatus) -> SafeText {
        let remarks = [remark(on: findings), remark(on: sandbox)].compactMap(\.self)
        return (remarks.isEmpty ? [diagnosis.allWell] : remarks)
            .reduce(pictures(findings)) { $0 + " " + $1 }
    }

    private func pictures(_ findings: ProbeReport) -> SafeText {
        if case .notAsked = findings.record.outcome { return diagnosis.unknown }
        let profile = findings.profile
        let name = profile.graphics.rawValue
        guard let passage = profile.passthrough else {
            return diagnosis.pictures(name, colours(of: profile))
        }
        return diagnosis.picturesThrough(
            name, self.name(of: passage.multiplexer), colours(of: profile))
    }

    private func colours(of profile: TerminalProfile) -> SafeText {
        switch (profile.graphics, profile.colours) {
        case (.sixel, _): diagnosis.colours(profile.registers)
        case (.blocks, .palette256): diagnosis.colours(256)
        case (.blocks, .palette16): diagnosis.colours(16)
        case (.blocks, .monochrome): diagnosis.colours(2)
        default: diagnosis.allColours
        }
    }

    /// Returns the reason why pictures are not better; `nil` if pictures are drawn in pixels and
    /// there is no advice.
    private func remark(on findings: ProbeReport) -> SafeText? {
        if case .notAsked = findings.record.outcome { return diagnosis.notAsked }
        if findings.record.answers.isEmpty { return diagnosis.noAnswer }
        let better = PictureAdvice(
            findings.profile, findings.capabilities, findings.environment,
            isOutsideSilent: findings.outside?.hasAnswered == false)
        if let better { return diagnosis.advice(better) }
        guard findings.profile.graphics.isText else { return nil }
        return findings.outside.map { remark(on: $0, findings) } ?? diagnosis.noPictures
    }

    private func remark(on sandbox: SandboxStatus) -> SafeText? {
        switch sandbox {
        case .holds: nil
        case .open, .none: diagnosis.noSandbox
        case .broken: diagnosis.noDecoder
        }
    }

    /// Returns the name of a query in the documentation of terminals.
    static func code(of query: CapabilityQuery) -> SafeText {
        switch query {
        case .version: "XTVERSION"
        case .secondaryAttributes: "DA2"
        case .kittyGraphics: "kitty graphics"
        case .sixelGeometry: "sixel size"
        case .sixelLimit: "maximum sixel size"
        case .sixelRegisters: "sixel registers"
        case .cellPixels: "16t"
        case .textAreaPixels: "14t"
        case .synchronizedUpdates: "mode 2026"
        case .mousePixels: "mode 1016"
        case .resizeReports: "mode 2048"
        case .colourSchemeReports: "mode 2031"
        case .visibilityReports: "mode 2033"
        case .background: "OSC 11"
        case .keyboard: "kitty keyboard"
        case .primaryAttributes: "DA1"
        }
    }

    /// Returns the values in a reply as text, without the control sequence; `yes` for a reply
    /// without values.
    package func text(of reply: TerminalReply) -> SafeText {
        switch reply {
        case .version(let bytes), .kittyGraphics(_, let bytes):
            SafeText(bytes: bytes).truncated(to: Self.textColumns)
        case .primaryAttributes(let numbers), .secondaryAttributes(let numbers):
            SafeText(list(numbers)).truncated(to: Self.textColumns)
        case .sixelGraphics(_, 0, let values):
            SafeText(list(values)).truncated(to: Self.textColumns)
        case .sixelGraphics(_, let status, _): words.error(status)
        case .cellPixels(let size), .textAreaPixels(let size): SafeText(text(size))
        case .mode(_, let setting): "\(setting), \(words.setting(setting))"
        case .background(let colour): SafeText(text(colour))
        case .keyboardFlags(let flags): "\(flags)"
        default: words.yes
        }
    }

    /// The maximum width of a reply in columns; a longer reply would widen the report.
    private static let textColumns = 60

    private func list(_ numbers: [Int]) -> String {
        numbers.map(String.init).joined(separator: ";")
    }

    private func text(_ size: PixelSize) -> String { "\(size.width)x\(size.height)" }

    private func text(_ colour: RGBColour) -> String {
        "rgb \(colour.red) \(colour.green) \(colour.blue)"
    }

    package func value(of topic: DecisionTopic, _ findings: ProbeReport) -> SafeText {
        let capabilities = findings.capabilities
        let profile = findings.profile
        return switch topic {
        case .terminal: terminal(findings)
        case .window: window(profile.window)
        case .cell: cell(profile.cell)
        case .graphics: SafeText(profile.graphics.rawValue)
        case .passage: passage(profile)
        case .registers: "\(profile.registers)"
        case .pictureLimit: profile.pictureLimit.map { SafeText(text($0)) } ?? words.noneNamed
        case .colours: colours(profile.colours)
        case .synchronizedUpdates: yesOrNo(profile.hasSynchronizedUpdates)
        case .keyboard: yesOrNo(capabilities.hasKittyKeyboard)
        case .mousePixels: yesOrNo(capabilities.hasMousePixels)
        case .resizeReports: yesOrNo(capabilities.hasResizeReports)
        case .background: SafeText(text(profile.background))
        case .colourSchemeReports: yesOrNo(capabilities.hasColourSchemeReports)
        case .visibilityReports: yesOrNo(capabilities.hasVisibilityReports)
        case .hyperlinks: yesOrNo(profile.hasHyperlinks)
        case .progress: yesOrNo(profile.takesProgress)
        case .rightToLeft: words.rightToLeft(profile.terminal.bidi)
        }
    }

    private func terminal(_ findings: ProbeReport) -> SafeText {
        let name = findings.terminal?.value.name
        guard let version = findings.capabilities.version else {
            let number = findings.terminal?.value.version.map { " " + $0.text } ?? ""
            return name.map { SafeText($0 + number) } ?? words.unknown
        }
        return name.map { SafeText($0) + ": " + version } ?? version
    }

    /// Returns the size of a cell as text: `8x16 px`, or `8.43x16 px` if the width is fractional.
    private func cell(_ cell: CellMetrics) -> SafeText {
        "\(side(cell.across))x\(side(cell.down)) px"
    }

    private func side(_ axis: CellAxis) -> String {
        let hundredths = Int((axis.cell * 100).rounded())
        guard !hundredths.isMultiple(of: 100) else { return String(hundredths / 100) }
        return "\(hundredths / 100).\(String(hundredths % 100 + 100).dropFirst())"
    }

    private func window(_ window: WindowSize) -> SafeText {
        let cells = words.cells(window.cells.columns, window.cells.rows)
        return SafeText(window.pixels.map { "\(cells), \(text($0)) px" } ?? cells)
    }

    private func colours(_ depth: ColourDepth) -> SafeText {
        switch depth {
        case .trueColour: words.bits
        case .palette256: "256"
        case .palette16: "16"
        case .monochrome: "2"
        }
    }

    private func yesOrNo(_ isSo: Bool) -> SafeText { isSo ? words.yes : words.no }

    package func reason(for topic: DecisionTopic, _ findings: ProbeReport) -> SafeText {
        if topic == .passage { return reasonForPassage(findings) }
        let reason = findings.reason(for: topic)
        let isOutside = findings.isOutside(topic)
        guard reason == .answer(.primaryAttributes) else {
            return text(of: reason, findings) + (isOutside ? words.multiplexer.fromOutside : "")
        }
        if isOutside { return words.multiplexer.namesSixel }
        return findings.capabilities.hasSixel ? words.namesSixel : words.namesNoSixel
    }

    private func text(of reason: DecisionReason, _ findings: ProbeReport) -> SafeText {
        switch reason {
        case .answer(let query): words.answerTo(Self.code(of: query))
        case .noAnswer(let query):
            if case .notAsked = findings.record.outcome {
                words.wasNotAsked
            } else {
                words.noAnswerTo(Self.code(of: query))
            }
        case .kernel: words.kernel
        case .knownTerminal(let name): words.measuredIn(name)
        case .trial: words.tried
        case .environment(let variable): "$\(variable)"
        case .assumption: words.assumed
        }
    }

    /// Returns the sentence above a test chart.
    package func chart(_ graphics: GraphicsProtocol) -> SafeText { words.chart(graphics.rawValue) }

    private func passage(_ profile: TerminalProfile) -> SafeText {
        guard let passage = profile.passthrough else { return words.no }
        let (name, pane) = (name(of: passage.multiplexer), passage.pane)
        return profile.placeholders == nil
            ? words.multiplexer.pane(name, pane.column, pane.row) : words.multiplexer.asText(name)
    }

    private func reasonForPassage(_ findings: ProbeReport) -> SafeText {
        guard let outside = findings.outside, outside.hasAnswered else {
            return words.multiplexer.noAnswer
        }
        if findings.profile.passthrough != nil { return words.multiplexer.answers }
        return outside.terminal.pane == nil
            ? words.multiplexer.noPlace : words.multiplexer.noPictures
    }

    /// Returns the results of queries through a multiplexer, with advice for the user.
    private func passage(
        _ outside: OuterTerminalReport, _ findings: ProbeReport
    ) -> [SafeText] {
        let name = name(of: outside.terminal.multiplexer)
        let answers = outside.record.answers.count
        let all = CapabilityQuery.askedOutside.count
        var lines: [SafeText] = ["", remark(on: outside, findings)]
        guard answers > 0 else { return lines }
        lines += [
            "", words.multiplexer.answered(name, answers, all), "",
        ]
        return lines + questions(outside.record, CapabilityQuery.askedOutside)
    }

    private func remark(
        on outside: OuterTerminalReport, _ findings: ProbeReport
    ) -> SafeText {
        let passthrough = outside.terminal.multiplexer
        let name = name(of: passthrough)
        guard outside.hasAnswered else { return closed(outside) }
        guard let passage = findings.profile.passthrough else {
            return outside.terminal.pane == nil
                ? diagnosis.multiplexer.makeActive(name)
                : diagnosis.multiplexer.outsideIsPlain(name)
        }
        let passing = self.name(of: passage.multiplexer)
        guard findings.profile.placeholders == nil else {
            return diagnosis.multiplexer.textPictures(passing)
        }
        return findings.profile.graphics.keepsPictures
            ? diagnosis.multiplexer.keptPictures(passing)
            : diagnosis.multiplexer.unknownPictures(passing)
    }

    /// Returns the advice for a terminal that does not reply through the multiplexer.
    ///
    /// Measured: tmux 3.3a forwards replies of the outer terminal only with allow-passthrough; tmux
    /// 3.8 draws sixel itself.
    private func closed(_ outside: OuterTerminalReport) -> SafeText {
        guard outside.terminal.multiplexer == .tmux else {
            return diagnosis.multiplexer.screenIsSilent
        }
        guard let report = outside.tmux else { return diagnosis.multiplexer.tmuxIsSilent }
        return report.isAnswered
            ? diagnosis.multiplexer.tmuxIsClosed : diagnosis.multiplexer.makeActive("tmux")
    }

    private func name(of passthrough: Multiplexer) -> String {
        switch passthrough {
        case .tmux: "tmux"
        case .screen: "GNU screen"
        }
    }
}

/// A Markdown table with aligned columns, suitable for a terminal and for a bug report.
private struct DoctorTable {
    private var rows: [[SafeText]]

    init(_ titles: SafeText...) { rows = [titles] }

    /// Appends a row.
    ///
    /// - Precondition: the row has one cell for each title.
    mutating func append(_ cells: SafeText...) {
        precondition(cells.count == rows[0].count, "a row has all columns")
        rows.append(cells.map(Self.cell))
    }

    var lines: [SafeText] {
        let widths = rows[0].indices.map { column in rows.map { $0[column].width }.max() ?? 0 }
        let rule = SafeText(
            "|" + widths.map { String(repeating: "-", count: $0 + 2) + "|" }.joined())
        let all = rows.map { row in line(zip(row, widths).map { $0.padded(to: $1) }) }
        return [all[0], rule] + all.dropFirst()
    }

    private func line(_ cells: [SafeText]) -> SafeText {
        cells.reduce("|") { $0 + " " + $1 + " |" }
    }

    /// Returns a cell in which vertical bars are escaped, because each bar would start a new
    /// column.
    private static func cell(_ text: SafeText) -> SafeText {
        text.string.contains("|") ? SafeText(text.string.replacing("|", with: "\\|")) : text
    }
}
