/// What the environment variables say of the terminal; hostile until read.
package struct TerminalEnvironment: Hashable, Sendable {
    package let term: String
    package let colourTerm: String
    /// TERM_PROGRAM, the name that some terminals give themselves.
    package let program: String
    /// tmux or screen, somewhere around us: a terminal that was started in them inherits the word.
    package let multiplexer: Multiplexer?
    /// The pane of tmux we run in, by tmux's own name for it; `nil` outside tmux and beyond ssh.
    package let tmuxPane: String?
    /// NO_COLOR: text is to have no colours, only attributes (no-color.org).
    package let isColourless: Bool

    package init(_ variables: [String: String]) {
        term = String((variables["TERM"] ?? "").prefix(64))
        colourTerm = String((variables["COLORTERM"] ?? "").prefix(64)).lowercased()
        program = String((variables["TERM_PROGRAM"] ?? "").prefix(64))
        multiplexer = Self.multiplexer(variables, term)
        tmuxPane = variables["TMUX_PANE"].flatMap { Self.isPane($0) ? $0 : nil }
        isColourless = !(variables["NO_COLOR"] ?? "").isEmpty
    }

    private static func multiplexer(
        _ variables: [String: String], _ term: String
    ) -> Multiplexer? {
        if !(variables["TMUX"] ?? "").isEmpty || term.hasPrefix("tmux") { return .tmux }
        return !(variables["STY"] ?? "").isEmpty || term.hasPrefix("screen") ? .screen : nil
    }

    /// `%` and a number: it becomes a word of a command line.
    private static func isPane(_ text: String) -> Bool {
        text.hasPrefix("%") && (2...10).contains(text.utf8.count)
            && text.utf8.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
    }

    /// A terminal that takes no control sequences: it is asked nothing and drawn nothing.
    package var isDumb: Bool { term.isEmpty || term == "dumb" || term == "unknown" }

    /// The Linux console shows questions it does not know (facts/terminals.md §3): ask none.
    package var mayBeAsked: Bool { !isDumb && term != "linux" && !term.hasPrefix("vt") }

    /// The terminal itself is one of them, by the name it gives itself.
    package var isMultiplexer: Bool { term.hasPrefix("tmux") || term.hasPrefix("screen") }

    package var promisesTrueColour: Bool {
        colourTerm == "truecolor" || colourTerm == "24bit" || term.hasSuffix("-direct")
    }
}
