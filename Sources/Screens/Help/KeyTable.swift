package import TerminalProtocols

/// All keys of all screens, for manuals: the same rows that the help shows.
package enum KeyTable {
    package typealias Row = (keys: SafeText, meaning: SafeText)

    /// The kinds of screen by name, and what their keys do.
    package static var all: [(title: String, rows: [Row])] {
        [
            ("In the viewer", HelpScreen.rows(.current, on: .viewer)),
            ("In the list", HelpScreen.rows(.current, on: .browser)),
            ("On a photo's page", HelpScreen.rows(.current, on: .detail)),
        ]
    }
}
