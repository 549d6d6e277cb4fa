/// The environment variables that describe the terminal; their values are untrusted.
package struct TerminalEnvironment: Hashable, Sendable {
    package let term: String
    package let colourTerm: String
    package let program: String
    /// The value of TERM_PROGRAM_VERSION.
    let programVersion: String
    /// The variables of `namingVariables` that are set and not empty.
    let variables: Set<String>
    /// The multiplexer in use; `nil` if the environment describes none.
    ///
    /// A terminal that is started inside a multiplexer inherits the multiplexer's variable, so
    /// another terminal may be between the multiplexer and this program.
    package let multiplexer: Multiplexer?
    /// tmux's name for the program's pane; `nil` outside tmux and over ssh.
    package let tmuxPane: String?
    /// True if the terminal shows Unicode, according to TERM and the locale.
    ///
    /// The value is false for DEC's terminals and for locales with another encoding.
    package let isUnicode: Bool
    /// True if NO_COLOR is not empty, so that text has attributes but no colours (no-color.org).
    package let isColourless: Bool

    package init(_ variables: [String: String]) {
        term = String((variables["TERM"] ?? "").prefix(64))
        colourTerm = String((variables["COLORTERM"] ?? "").prefix(64)).lowercased()
        program = String((variables["TERM_PROGRAM"] ?? "").prefix(64))
        programVersion = String((variables["TERM_PROGRAM_VERSION"] ?? "").prefix(64))
        self.variables = Set(Self.namingVariables.filter { !(variables[$0] ?? "").isEmpty })
        multiplexer = Self.multiplexer(variables, term)
        tmuxPane = variables["TMUX_PANE"].flatMap { Self.isPane($0) ? $0 : nil }
        isUnicode = Self.isUnicode(variables, term)
        isColourless = !(variables["NO_COLOR"] ?? "").isEmpty
    }

    /// The names of the variables that identify a terminal by being set, in the order of the table.
    package static var namingVariables: [String] {
        KnownTerminal.all.filter { $0.minimumVersion == nil }.flatMap(\.variables)
    }

    private static func multiplexer(_ variables: [String: String], _ term: String) -> Multiplexer? {
        if !(variables["TMUX"] ?? "").isEmpty || term.hasPrefix("tmux") { return .tmux }
        return !(variables["STY"] ?? "").isEmpty || term.hasPrefix("screen") ? .screen : nil
    }

    private static func isUnicode(_ variables: [String: String], _ term: String) -> Bool {
        guard !term.hasPrefix("vt") || term.hasPrefix("vte") else { return false }
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { variables[$0] }
            .first { !$0.isEmpty }
        // A locale without an encoding, such as C, does not describe the terminal.
        guard let locale, let point = locale.firstIndex(of: ".") else { return true }
        return locale[point...].lowercased().filter { $0 != "-" }.hasPrefix(".utf8")
    }

    /// Returns true if a pane's name is `%` and a number of one to nine digits.
    ///
    /// The name becomes a command-line argument.
    private static func isPane(_ text: String) -> Bool {
        text.hasPrefix("%") && (2...10).contains(text.utf8.count)
            && text.utf8.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
    }

    /// True if the terminal does not support control sequences; such a terminal is not queried.
    package var isDumb: Bool { term.isEmpty || term == "dumb" || term == "unknown" }

    /// True if the terminal may be queried; the Linux console, for example, displays unknown
    /// queries.
    package var mayBeQueried: Bool { !isDumb && term != "linux" && !term.hasPrefix("vt") }

    /// True if the terminal itself is a multiplexer, according to TERM.
    var isMultiplexer: Bool { term.hasPrefix("tmux") || term.hasPrefix("screen") }

    var promisesTrueColour: Bool {
        colourTerm == "truecolor" || colourTerm == "24bit" || term.hasSuffix("-direct")
    }
}
