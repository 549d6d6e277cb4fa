internal import Localization
internal import TerminalProtocols

/// The viewer's bar while the user types a name for a view: the prompt, the text, the keys.
struct NamePrompt {
    let editor: LineEditor
    let strings: Strings

    private static let gap = 2

    /// Returns the bar; the beginning of a text that is too long is omitted, so that the cursor is
    /// visible.
    func bar(columns: Int, _ direction: ReadingDirection) -> PhotoBar {
        let label = strings.viewer.nameOfPlace
        let keys = [strings.hint(\.keep, key: .enter), strings.hint(\.cancel, key: .escape)].text
        let hasKeys = label.width + keys.width + Self.leastText + Self.gap + 2 <= columns
        let hints = hasKeys ? keys : ""
        let room = max(2, columns - label.width - hints.width - Self.gap - 2)
        let (before, under, after) = parts(within: room)
        let width = before.width + under.width + after.width
        let between = SafeText("").padded(to: room - width + Self.gap)
        let typed: [StatusLine.Piece] = [(before, .strong), (under, .reversed), (after, .strong)]
        let left: [StatusLine.Piece] = [(" ", .plain), (label, .faint)]
        let right: [StatusLine.Piece] = [(between, .plain), (hints, .plain), (" ", .plain)]
        return PhotoBar(
            direction == .leftToRight
                ? left + typed + right
                : right.reversed() + StatusLine.fromRight(typed) + left.reversed(),
            columns: columns)
    }

    private static let leastText = 16

    /// Returns the visible text before, under and after the cursor.
    private func parts(within room: Int) -> (SafeText, SafeText, SafeText) {
        let text = editor.text
        let cursor = text.index(text.startIndex, offsetBy: editor.cursor)
        var start = text[..<cursor]
        let under = cursor == text.endIndex ? " " : SafeText(String(text[cursor]))
        while SafeText(String(start)).width + under.width > room, !start.isEmpty {
            start.removeFirst()
        }
        let before = SafeText(String(start))
        let rest = cursor == text.endIndex ? "" : String(text[text.index(after: cursor)...])
        let left = room - before.width - under.width
        return (before, under, SafeText(rest).truncated(to: max(0, left)))
    }
}
