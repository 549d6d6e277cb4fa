internal import Localization
package import TerminalProtocols

/// All keys of all screens, for manuals: the same rows that the help shows.
package enum HelpTable {
    package typealias Row = (keys: SafeText, meaning: SafeText)

    /// The kinds of screen by name, and what their keys do.
    package static func all(_ preferences: Preferences) -> [(title: String, rows: [Row])] {
        [Screen.Kind.viewer, .browser, .detail].map {
            (title(of: $0, preferences.strings.manual.keys), HelpScreen.rows(preferences, on: $0))
        }
    }

    private static func title(of kind: Screen.Kind, _ words: ManualStrings.Keys) -> String {
        switch kind {
        case .viewer: words.viewer
        case .browser: words.browser
        case .detail: words.detail
        }
    }
}
