/// The manual page, in words.
extension ManualStrings {
    func title(of kind: Screen.Kind) -> String {
        switch kind {
        case .viewer: keys.viewer
        case .browser: keys.browser
        case .detail: keys.detail
        }
    }

    /// Variables and what they are for; those of `settings` are as the options of their names.
    package func variableRows(
        settings: [(variable: String, option: String)]
    ) -> [(String, String)] {
        let words = variables
        return settings.map { ($0.variable, words.like($0.option)) } + [
            ("NASA_VIEW_START", words.start), ("NASA_VIEW_API", words.like("--api")),
            ("NASA_VIEW_DEMO", words.demo), ("NASA_VIEW_LOG", words.log),
            ("NO_COLOR", words.noColour), ("LC_ALL, LC_MESSAGES, LANG", words.language),
            ("COLORTERM, TERM, TERM_PROGRAM, TMUX, STY", words.terminal),
        ]
    }

    package var fileRows: [(String, String)] {
        let words = files
        return [
            ("$XDG_CONFIG_HOME/nasa-view/config.toml", words.settings("~/.config")),
            ("$XDG_CACHE_HOME/nasa-view", words.cache("~/.cache")),
            ("$XDG_DATA_HOME/nasa-view", words.archive("~/.local/share")),
        ]
    }

    package var statusRows: [(String, String)] {
        statuses.enumerated().map { (String($0), $1) }
    }
}
