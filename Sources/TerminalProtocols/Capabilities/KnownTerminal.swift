/// A terminal with quirks that its replies do not tell.
package struct KnownTerminal: Hashable, Sendable {
    package let name: String
    /// How its XTVERSION reply or its TERM begins, in lower case.
    let marks: [String]
    /// The first number of its DA2 reply, if that is distinctive.
    var secondaryAttribute: Int?
    var hasTrueColour = true
    /// Draws many colours slowly: 11 frames of half blocks a second, 75 in 256 colours.
    var isSlowInTrueColour = false
    /// Draws OSC 1337 pictures, which cannot be queried.
    var showsITerm2Pictures = false
    /// Its TERM_PROGRAM; tried last, since programs started from it inherit it.
    var program: String?
    /// Has cells of fractional pixels and no margins: its text area gives a cell's size, which its
    /// own reply rounds.
    package var hasFractionalCells = false
    /// Keeps a picture in its cells, whatever is written there later, until ED 2; drops a picture
    /// that is in no cell.
    var keepsPicturesInCells = false
    /// How it moves sixel pictures when its text scrolls; `nil` if it does not, or not well.
    var scrolledPictures: ScrolledPictures?
    /// The pictures that it stores, the last ones, and draws again whole when text scrolls over them.
    var storedPictures = 0
    /// The number of the leftmost pixel in its mouse reports.
    package var firstMousePixel = 1
    /// `nil` if it is not a multiplexer.
    package var multiplexer: Multiplexer?

    /// Measured in the terminals themselves: facts/terminals.md §3 and §4.
    static let all: [KnownTerminal] = [
        KnownTerminal(name: "kitty", marks: ["kitty", "xterm-kitty"], firstMousePixel: 0),
        KnownTerminal(name: "foot", marks: ["foot"], scrolledPictures: .onScreen),
        KnownTerminal(name: "Konsole", marks: ["konsole"], showsITerm2Pictures: true),
        KnownTerminal(
            name: "xterm", marks: ["xterm("], secondaryAttribute: 41, scrolledPictures: .inRegion,
            storedPictures: 10),
        KnownTerminal(
            name: "xterm as VT340", marks: [], secondaryAttribute: 19, scrolledPictures: .inRegion,
            storedPictures: 10),
        KnownTerminal(
            name: "mlterm", marks: ["mlterm"], secondaryAttribute: 24, isSlowInTrueColour: true,
            showsITerm2Pictures: true, scrolledPictures: .inRegion),
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
        // Passes 24-bit colours on only if its own terminal has them: COLORTERM must say so.
        KnownTerminal(
            name: "tmux", marks: ["tmux"], secondaryAttribute: 84, hasTrueColour: false,
            multiplexer: .tmux),
        KnownTerminal(
            name: "GNU screen", marks: ["screen"], secondaryAttribute: 83, hasTrueColour: false,
            multiplexer: .screen),
        KnownTerminal(name: "Linux console", marks: ["linux"], hasTrueColour: false),
    ]

    package static func recognise(
        _ capabilities: TerminalCapabilities, _ environment: TerminalEnvironment
    ) -> KnownTerminal? { recognised(capabilities, environment)?.value }

    /// By its own replies first, by the environment last: TERM is often wrong.
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

/// What environment variables say of the terminal; untrusted.
package struct TerminalEnvironment: Hashable, Sendable {
    package let term: String
    package let colourTerm: String
    package let program: String
    /// tmux or screen, at any distance: a terminal started in one inherits the variable.
    package let multiplexer: Multiplexer?
    /// Our pane by tmux's name; `nil` outside tmux and over ssh.
    package let tmuxPane: String?
    /// NO_COLOR: text has attributes only (no-color.org).
    package let isColourless: Bool

    package init(_ variables: [String: String]) {
        term = String((variables["TERM"] ?? "").prefix(64))
        colourTerm = String((variables["COLORTERM"] ?? "").prefix(64)).lowercased()
        program = String((variables["TERM_PROGRAM"] ?? "").prefix(64))
        multiplexer = Self.multiplexer(variables, term)
        tmuxPane = variables["TMUX_PANE"].flatMap { Self.isPane($0) ? $0 : nil }
        isColourless = !(variables["NO_COLOR"] ?? "").isEmpty
    }

    private static func multiplexer(_ variables: [String: String], _ term: String) -> Multiplexer? {
        if !(variables["TMUX"] ?? "").isEmpty || term.hasPrefix("tmux") { return .tmux }
        return !(variables["STY"] ?? "").isEmpty || term.hasPrefix("screen") ? .screen : nil
    }

    /// `%` and a number: it becomes a command-line argument.
    private static func isPane(_ text: String) -> Bool {
        text.hasPrefix("%") && (2...10).contains(text.utf8.count)
            && text.utf8.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Takes no control sequences: it is neither probed nor drawn on.
    package var isDumb: Bool { term.isEmpty || term == "dumb" || term == "unknown" }

    /// Not the Linux console, which displays unknown queries (facts/terminals.md §3).
    package var mayBeAsked: Bool { !isDumb && term != "linux" && !term.hasPrefix("vt") }

    /// Whether the terminal itself is a multiplexer, by TERM.
    var isMultiplexer: Bool { term.hasPrefix("tmux") || term.hasPrefix("screen") }

    var promisesTrueColour: Bool {
        colourTerm == "truecolor" || colourTerm == "24bit" || term.hasSuffix("-direct")
    }
}
