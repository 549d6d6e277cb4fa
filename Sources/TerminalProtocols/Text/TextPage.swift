package import Imaging

/// A screen of text: what stands where, and how it stands out.
package struct TextPage: Hashable, Sendable {
    package enum Style: Hashable, Sendable {
        case plain, strong, faint, reversed
        /// Headings, and the mark of what is selected.
        case accent
        /// Notices: something went well, something did not.
        case good, bad
    }

    package struct Run: Hashable, Sendable {
        package let position: CellPosition
        package let text: SafeText
        package let style: Style
    }

    package let size: CellSize
    package private(set) var runs: [Run] = []

    package init(size: CellSize) { self.size = size }

    /// Puts text on the page, cut where the page ends; nothing outside the page is kept.
    package mutating func put(
        _ text: SafeText, row: Int, column: Int = 0, style: Style = .plain
    ) {
        guard (0..<size.rows).contains(row), (0..<size.columns).contains(column) else { return }
        let cut = text.truncated(to: size.columns - column)
        runs.append(Run(position: CellPosition(row: row, column: column), text: cut, style: style))
    }
}
