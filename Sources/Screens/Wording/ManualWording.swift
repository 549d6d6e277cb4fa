/// The words of the manual page.
package enum ManualWording {
    private static var phrases: ManualPhrases { Phrases.current.manual }

    /// The collection of manuals that the page belongs to.
    package static var section: String { phrases.headings.section }

    package enum Heading: Sendable {
        case name, synopsis, description, options, commands, keys, environment, files, exitStatus
    }

    package static func text(of heading: Heading) -> String {
        let headings = phrases.headings
        return switch heading {
        case .name: headings.name
        case .synopsis: headings.synopsis
        case .description: headings.description
        case .options: headings.options
        case .commands: headings.commands
        case .keys: headings.keys
        case .environment: headings.environment
        case .files: headings.files
        case .exitStatus: headings.exitStatus
        }
    }

    static func title(of kind: Screen.Kind) -> String {
        switch kind {
        case .viewer: phrases.keys.viewer
        case .browser: phrases.keys.browser
        case .detail: phrases.keys.detail
        }
    }

    /// Variables and what they are for; those of `settings` are as the options of their names.
    package static func variables(
        settings: [(variable: String, option: String)]
    ) -> [(String, String)] {
        let words = phrases.variables
        return settings.map { ($0.variable, words.like($0.option)) } + [
            ("NASA_VIEW_START", words.start), ("NASA_VIEW_API", words.like("--api")),
            ("NASA_VIEW_DEMO", words.demo), ("NASA_VIEW_LOG", words.log),
            ("NO_COLOR", words.noColour), ("LC_ALL, LC_MESSAGES, LANG", words.language),
            ("COLORTERM, TERM, TERM_PROGRAM, TMUX, STY", words.terminal),
        ]
    }

    package static var files: [(String, String)] {
        let words = phrases.files
        return [
            ("$XDG_CONFIG_HOME/nasa-view/config.toml", words.settings("~/.config")),
            ("$XDG_CACHE_HOME/nasa-view", words.cache("~/.cache")),
            ("$XDG_DATA_HOME/nasa-view", words.archive("~/.local/share")),
        ]
    }

    package static var statuses: [(String, String)] {
        phrases.statuses.enumerated().map { (String($0), $1) }
    }
}
