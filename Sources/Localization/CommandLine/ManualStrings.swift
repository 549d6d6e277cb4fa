/// The English sentences that only the manual page contains.
package struct ManualStrings: Sendable {
    package let headings = Headings()

    package struct Headings: Sendable {
        /// The section of the manual that contains the page.
        package let section = "User Commands"
        package let name = "NAME"
        package let synopsis = "SYNOPSIS"
        package let description = "DESCRIPTION"
        package let options = "OPTIONS"
        package let commands = "COMMANDS"
        package let keys = "KEYS"
        package let environment = "ENVIRONMENT"
        package let files = "FILES"
        package let exitStatus = "EXIT STATUS"
        package let examples = "EXAMPLES"
        package let seeAlso = "SEE ALSO"
        package let bugs = "BUGS"
    }

    /// Returns the variables and their purposes.
    ///
    /// A variable of `settings` has the same effect as its option.
    package func variableRows(
        settings: [(variable: String, option: String)]
    ) -> [(String, String)] {
        settings.map { ($0.variable, Self.like($0.option)) } + [
            ("NASA_VIEW_START", "Initial search."),
            ("NASA_VIEW_API", Self.like("--api")),
            ("NASA_VIEW_DEMO", "Folder of the built-in collection."),
            ("NASA_VIEW_LOG", "Log file: each frame, from the key to the bytes that are sent."),
            ("NO_COLOR", "If not empty, text has no colours; pictures keep theirs."),
            (
                "LC_ALL, LC_MESSAGES, LANG",
                "Language of the screens and of error messages, unless another setting names it."
            ),
            (
                "LANGUAGE",
                """
                Languages in order of preference, separated by colons; overrides the locale's \
                language, unless the locale is C.
                """
            ),
            ("COLORTERM, TERM, TERM_PROGRAM, TMUX, STY", "Used to identify the terminal."),
        ]
    }

    private static func like(_ option: String) -> String {
        "Same as \(option), which overrides it."
    }

    package var fileRows: [(String, String)] {
        [
            ("$XDG_CONFIG_HOME/nasa-view/config.toml", "Settings. Default folder: ~/.config."),
            (
                "$XDG_CACHE_HOME/nasa-view",
                "Cached replies and pictures. Default folder: ~/.cache."
            ),
            (
                "$XDG_DATA_HOME/nasa-view",
                "Favourites, searches and photos you have seen. Default folder: ~/.local/share."
            ),
        ]
    }

    /// The meanings of the exit statuses, starting with 0.
    package var statusRows: [(String, String)] {
        let statuses = [
            "Success.",
            "Something failed; standard error says what.",
            "Invalid command line, or no terminal to draw on.",
            "No such photo, file or page.",
            "No network.",
            "Not a picture.",
            "A picture that is too damaged to be shown.",
        ]
        return statuses.enumerated().map { (String($0), $1) }
    }
}
