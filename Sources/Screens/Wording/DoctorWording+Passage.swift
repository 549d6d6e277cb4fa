internal import TerminalProtocols

/// Pictures through tmux and GNU screen.
extension DoctorWording {
    static func passage(_ passage: PicturePassage?) -> SafeText {
        guard let passage else { return "no" }
        let pane = passage.pane
        return SafeText("\(name(of: passage.passthrough)), pane at \(pane.column),\(pane.row)")
    }

    static func reasonForPassage(_ findings: TerminalFindings) -> SafeText {
        guard let outside = findings.outside, outside.hasAnswered else {
            return "no answer from outside"
        }
        if findings.profile.passage != nil { return "answers from outside" }
        return outside.terminal.pane == nil
            ? "the place of the pane is not sure" : "no pictures outside"
    }

    /// What was asked through a multiplexer, and what a person can do about it.
    static func passage(
        _ outside: OutsideFindings, _ findings: TerminalFindings
    ) -> [SafeText] {
        let name = name(of: outside.terminal.passthrough)
        let answers = outside.record.answers.count
        let all = CapabilityQuery.askedOutside.count
        var lines: [SafeText] = ["", advice(outside, findings)]
        guard answers > 0 else { return lines }
        lines += [
            "", SafeText("Through \(name), the terminal outside answered \(answers) of \(all):"),
            "",
        ]
        return lines + questions(outside.record, CapabilityQuery.askedOutside)
    }

    private static func advice(
        _ outside: OutsideFindings, _ findings: TerminalFindings
    ) -> SafeText {
        let passthrough = outside.terminal.passthrough
        let name = name(of: passthrough)
        guard outside.hasAnswered else { return closed(passthrough) }
        guard let passage = findings.profile.passage else {
            return outside.terminal.pane == nil
                ? SafeText("Where the pane lies is not sure: make it the active one of \(name).")
                : SafeText("The terminal outside \(name) answers, and draws no pictures.")
        }
        let stays =
            findings.profile.graphics == .kitty
            ? ", and kitty's pictures stay on the glass in other windows" : ""
        return SafeText(
            "\(Self.name(of: passage.passthrough)) does not know of the pictures it passes on: "
                + "Ctrl-L draws what it has drawn over\(stays).")
    }

    /// Measured: tmux 3.3a answers nothing from outside unless this option is on; 3.8 draws sixel itself.
    private static func closed(_ passthrough: Passthrough) -> SafeText {
        switch passthrough {
        case .tmux:
            """
            tmux passes nothing on to the terminal outside. With `set -g allow-passthrough on` in \
            tmux.conf it would, and that terminal could draw pictures; newer ones draw sixel themselves.
            """
        case .screen: "The terminal outside GNU screen answered nothing."
        }
    }

    private static func name(of passthrough: Passthrough) -> String {
        switch passthrough {
        case .tmux: "tmux"
        case .screen: "GNU screen"
        }
    }
}
