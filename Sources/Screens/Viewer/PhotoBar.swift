package import TerminalProtocols

/// The line at the bottom of a photo: its status line, or its caption in a screensaver.
package struct PhotoBar: Hashable, Sendable {
    package enum Background: Hashable, Sendable {
        /// A neutral background.
        case bar
        /// The terminal's background; `strength` fades the text in and out, from 0 to `fadeSteps`.
        case plain(strength: Int)
    }

    /// A piece of text, starting at a column.
    package struct Run: Hashable, Sendable {
        package let column: Int
        package let text: SafeText
        package let style: TextPage.Style

        package var columns: Range<Int> { column..<column + text.width }
    }

    /// The strength of fully visible text; 0 makes text invisible.
    package static let fadeSteps = 4

    /// A bar without text; its line shows the photo, or nothing.
    package static let hidden = PhotoBar([], columns: 0)

    package let runs: [Run]
    package let ground: Background

    /// Creates a bar of adjacent pieces, truncated or padded to the screen's columns.
    package init(
        _ pieces: [(SafeText, TextPage.Style)], columns: Int, on ground: Background = .bar
    ) {
        self.ground = ground
        var runs: [Run] = []
        var column = 0
        for (text, style) in pieces where !text.isEmpty {
            let cut = text.truncated(to: columns - column)
            guard !cut.isEmpty else { continue }
            runs.append(Run(column: column, text: cut, style: style))
            column += cut.width
        }
        if column < columns {
            let blanks = SafeText("").padded(to: columns - column)
            runs.append(Run(column: column, text: blanks, style: .plain))
        }
        self.runs = runs
    }

    package init(_ text: SafeText, columns: Int) { self.init([(text, .plain)], columns: columns) }

    package var isHidden: Bool { runs.isEmpty }

    package var text: SafeText { runs.reduce("") { $0 + $1.text } }

    /// Returns the pieces to write over another bar so that the result is this bar.
    package func changes(from other: PhotoBar) -> [Run] {
        guard ground == other.ground, runs.map(\.columns) == other.runs.map(\.columns) else {
            return runs
        }
        return zip(runs, other.runs).filter { $0 != $1 }.map(\.0)
    }
}
