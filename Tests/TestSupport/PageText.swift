/// A screen as plain text, for tests that compare with a literal.
package enum PageText {
    /// All rows, each without the blanks at its end, and without the empty rows at the bottom.
    package static func text(_ grid: ScreenGrid) -> String {
        var lines = grid.rows.map(line)
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines.joined(separator: "\n")
    }

    package static func line(_ cells: [ScreenCell]) -> String {
        let text = cells.map(\.text).joined()
        let end = text.lastIndex { $0 != " " && $0 != "\u{A0}" }
        return end.map { String(text[...$0]) } ?? ""
    }
}
