internal import TerminalProtocols

/// Pictures through tmux and GNU screen.
extension DoctorWording {
    func passage(_ passage: MultiplexerPassthrough?) -> SafeText {
        guard let passage else { return phrases.no }
        let pane = passage.pane
        return phrases.passage.pane(name(of: passage.multiplexer), pane.column, pane.row)
    }

    func reasonForPassage(_ findings: TerminalFindings) -> SafeText {
        guard let outside = findings.outside, outside.hasAnswered else {
            return phrases.passage.noAnswer
        }
        if findings.profile.passthrough != nil { return phrases.passage.answers }
        return outside.terminal.pane == nil
            ? phrases.passage.noPlace : phrases.passage.noPictures
    }

    /// What was asked through a multiplexer, and what a person can do about it.
    func passage(
        _ outside: OuterTerminalReport, _ findings: TerminalFindings
    ) -> [SafeText] {
        let name = name(of: outside.terminal.multiplexer)
        let answers = outside.record.answers.count
        let all = CapabilityQuery.askedOutside.count
        var lines: [SafeText] = ["", advice(outside, findings)]
        guard answers > 0 else { return lines }
        lines += [
            "", phrases.passage.answered(name, answers, all), "",
        ]
        return lines + questions(outside.record, CapabilityQuery.askedOutside)
    }

    func advice(
        _ outside: OuterTerminalReport, _ findings: TerminalFindings
    ) -> SafeText {
        let passthrough = outside.terminal.multiplexer
        let name = name(of: passthrough)
        guard outside.hasAnswered else { return closed(outside) }
        guard let passage = findings.profile.passthrough else {
            return outside.terminal.pane == nil
                ? phrases.passage.makeActive(name) : phrases.passage.outsideIsPlain(name)
        }
        let passing = self.name(of: passage.multiplexer)
        return findings.profile.graphics.keepsPictures
            ? phrases.passage.keptPictures(passing) : phrases.passage.unknownPictures(passing)
    }

    /// Measured: tmux 3.3a answers nothing from outside unless this option is on; 3.8 draws sixel itself.
    private func closed(_ outside: OuterTerminalReport) -> SafeText {
        guard outside.terminal.multiplexer == .tmux else { return phrases.passage.screenIsSilent }
        guard let report = outside.tmux else { return phrases.passage.tmuxIsSilent }
        return report.isAnswered ? phrases.passage.tmuxIsClosed : phrases.passage.makeActive("tmux")
    }

    func name(of passthrough: Multiplexer) -> String {
        switch passthrough {
        case .tmux: "tmux"
        case .screen: "GNU screen"
        }
    }
}
