/// A terminal that gets something wrong about itself or leaves something unsaid.
package struct KnownTerminal: Hashable, Sendable {
    package let name: String
    /// How its XTVERSION answer or its TERM begins, in lower case.
    let marks: [String]
    /// The first number of its answer to DA2, where that tells it from others.
    var secondaryAttribute: Int?
    var hasTrueColour = true
    /// Draws text in many colours slowly: 11 frames of half blocks a second, 75 in 256 colours.
    var isSlowInTrueColour = false
    /// Draws OSC 1337 pictures, though no question would tell.
    var showsITerm2Pictures = false
    /// What TERM_PROGRAM says in it; believed last, since programs started from it inherit it.
    var program: String?
    /// Draws its cells without rounding them, and has no margins: the sizes of its text area tell what
    /// a cell is, where its answer for a cell is rounded.
    package var hasFractionalCells = false
    /// Keeps a picture in the cells it was drawn on, whatever is written there later, until ED 2 clears
    /// them; and throws a picture away that is in no cell any longer.
    var keepsPicturesInCells = false
    /// The number of the leftmost pixel in its reports of the mouse.
    package var firstMousePixel = 1
    /// How it hands bytes on to the terminal outside it.
    package var passthrough: Multiplexer?

    /// What was measured in the terminals themselves: facts/terminals.md §3 and §4.
    static let all: [KnownTerminal] = [
        KnownTerminal(name: "kitty", marks: ["kitty", "xterm-kitty"], firstMousePixel: 0),
        KnownTerminal(name: "foot", marks: ["foot"]),
        KnownTerminal(name: "Konsole", marks: ["konsole"], showsITerm2Pictures: true),
        KnownTerminal(name: "xterm", marks: ["xterm("], secondaryAttribute: 41),
        KnownTerminal(name: "xterm as VT340", marks: [], secondaryAttribute: 19),
        KnownTerminal(
            name: "mlterm", marks: ["mlterm"], secondaryAttribute: 24, isSlowInTrueColour: true,
            showsITerm2Pictures: true),
        KnownTerminal(name: "VTE", marks: ["vte"], secondaryAttribute: 65),
        KnownTerminal(name: "st", marks: ["st-"]),
        KnownTerminal(name: "iTerm2", marks: ["iterm2"], showsITerm2Pictures: true),
        KnownTerminal(name: "WezTerm", marks: ["wezterm"], showsITerm2Pictures: true),
        KnownTerminal(name: "Ghostty", marks: ["ghostty", "xterm-ghostty"]),
        // VS Code's terminal among others (facts/terminals-2026.md, last section).
        KnownTerminal(
            name: "xterm.js", marks: ["xterm.js("], program: "vscode", hasFractionalCells: true,
            keepsPicturesInCells: true),
        KnownTerminal(name: "Alacritty", marks: ["alacritty"]),
        KnownTerminal(name: "contour", marks: ["contour"]),
        // Passes 24-bit colours on only where its own terminal has them: COLORTERM must say so.
        KnownTerminal(
            name: "tmux", marks: ["tmux"], secondaryAttribute: 84, hasTrueColour: false,
            passthrough: .tmux),
        KnownTerminal(
            name: "GNU screen", marks: ["screen"], secondaryAttribute: 83, hasTrueColour: false,
            passthrough: .screen),
        KnownTerminal(name: "Linux console", marks: ["linux"], hasTrueColour: false),
    ]

    package static func recognise(
        _ capabilities: TerminalCapabilities, _ environment: TerminalEnvironment
    ) -> KnownTerminal? {
        recognised(capabilities, environment)?.value
    }

    /// The terminal by its own words first, by the environment's last: TERM is often a lie.
    package static func recognised(
        _ capabilities: TerminalCapabilities, _ environment: TerminalEnvironment
    ) -> Decision<KnownTerminal>? {
        let version = capabilities.version?.string.lowercased()
        if let version, let found = all.first(where: { $0.isMarked(by: version) }) {
            return Decision(found, .answer(.version))
        }
        if let number = capabilities.secondaryAttributes?.first,
            let found = all.first(where: { $0.secondaryAttribute == number })
        {
            return Decision(found, .answer(.secondaryAttributes))
        }
        let term = environment.term.lowercased()
        if let found = all.first(where: { $0.isMarked(by: term) }) {
            return Decision(found, .environment("TERM"))
        }
        return all.first { $0.program != nil && $0.program == environment.program }
            .map { Decision($0, .environment("TERM_PROGRAM")) }
    }

    private func isMarked(by text: String) -> Bool { marks.contains { text.hasPrefix($0) } }
}
