/// What the environment variables say of the terminal; hostile until read.
package struct TerminalEnvironment: Hashable, Sendable {
    package let term: String
    package let colourTerm: String

    package init(_ variables: [String: String]) {
        term = String((variables["TERM"] ?? "").prefix(64))
        colourTerm = String((variables["COLORTERM"] ?? "").prefix(64)).lowercased()
    }

    /// A terminal that takes no control sequences: it is asked nothing and drawn nothing.
    package var isDumb: Bool { term.isEmpty || term == "dumb" || term == "unknown" }

    /// The Linux console shows questions it does not know (facts/terminals.md §3): ask none.
    package var mayBeAsked: Bool { !isDumb && term != "linux" && !term.hasPrefix("vt") }

    /// tmux or screen, by the name they give themselves; their variables are inherited by terminals that
    /// are started in them.
    package var isMultiplexer: Bool { term.hasPrefix("tmux") || term.hasPrefix("screen") }

    package var promisesTrueColour: Bool {
        colourTerm == "truecolor" || colourTerm == "24bit" || term.hasSuffix("-direct")
    }
}
