package import TerminalProtocols

/// All keys of all screens, for manuals: the same rows that the help shows.
package enum HelpTable {
    package typealias Row = (keys: SafeText, meaning: SafeText)

    /// The kinds of screen by name, and what their keys do.
    package static func all(_ preferences: Preferences) -> [(title: String, rows: [Row])] {
        [Screen.Kind.viewer, .browser, .detail].map {
            (preferences.strings.manual.title(of: $0), HelpScreen.rows(preferences, on: $0))
        }
    }
}
