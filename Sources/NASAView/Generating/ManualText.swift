/// What the manual page says that no table of the program does.
enum ManualText {
    static let synopsis = """
          nasa-view [options] [photo ...]
          nasa-view command [options]
        """

    static var variables: [(String, String)] {
        SettingName.allCases.filter(\.hasFlag).map {
            ($0.variable, "As --\($0.rawValue), which goes before it.")
        } + [
            ("NASA_VIEW_START", "What is searched for at the start."),
            ("NASA_VIEW_API", "As --api."),
            ("NASA_VIEW_DEMO", "Another folder for the built-in collection."),
            ("NASA_VIEW_LOG", "A file to write to: each frame from the key to its bytes."),
            ("NO_COLOR", "If it is not empty, text has no colours; pictures keep theirs."),
            ("LC_ALL, LC_MESSAGES, LANG", "The language, where nothing else says which."),
            ("COLORTERM, TERM, TERM_PROGRAM, TMUX, STY", "Which terminal it is."),
        ]
    }

    static let files = [
        ("$XDG_CONFIG_HOME/nasa-view/config.toml", "Settings; else ~/.config/nasa-view."),
        ("$XDG_CACHE_HOME/nasa-view", "Replies and pictures, by use; else ~/.cache/nasa-view."),
        (
            "$XDG_DATA_HOME/nasa-view",
            "Favourites, searches, what was seen; else ~/.local/share/nasa-view."
        ),
    ]

    static let statuses = [
        ("0", "All is well; the person left."),
        ("1", "Something failed, and a sentence on standard error said what."),
        ("2", "The command line was not understood, or there is no terminal to draw on."),
        ("3", "There is no such photo (commands)."),
        ("4", "There is no network (commands)."),
    ]
}
