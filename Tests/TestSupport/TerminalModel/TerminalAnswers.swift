/// Makes a terminal's answers out of its profile.
struct TerminalAnswers: Sendable {
    let profile: SimulatedTerminal

    /// The answer to a question, or nil where the terminal has none.
    func answer(_ question: String, figures: [String: Int]) -> String? {
        guard var text = profile.answers[question] else { return nil }
        for (name, value) in figures {
            text = text.replacing("{\(name)}", with: String(value))
        }
        return text.replacing("␛", with: "\u{1B}")
    }

    /// The answer to DECRQM: 0 for a mode that is not known, nothing from those who never answer.
    func modeReport(_ mode: Int, isSet: Bool) -> String? {
        guard let modes = profile.modes else { return nil }
        let state = modes[mode] ?? 0
        // 2 means reset; when it was set, 1.
        return "\u{1B}[?\(mode);\(state == 2 && isSet ? 1 : state)$y"
    }

    /// The answer to a kitty graphics question (`a=q`).
    func kittyReport(_ keys: [String: String]) -> String? {
        guard !profile.kittyMedia.isEmpty, keys["a"] == "q", keys["q"] != "2" else { return nil }
        let isTaken = profile.kittyMedia.contains(keys["t"] ?? "d")
        return "\u{1B}_Gi=\(keys["i"] ?? "0");\(isTaken ? "OK" : "ENOTSUPPORTED:")\u{1B}\\"
    }
}
