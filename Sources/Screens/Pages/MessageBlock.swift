internal import Imaging
internal import TerminalProtocols

/// A message instead of photos: a sentence, its reason, and keys that help.
struct MessageBlock {
    private enum Line {
        case text(SafeText, TextPage.Style)
        /// Hints side by side.
        case hints([KeyHint])
        /// One of several hints below each other.
        case hint(KeyHint)
    }

    private static let hintGap = 2

    private let lines: [Line]
    /// The width of the widest keys, in columns.
    private let keyColumns: Int
    /// The width of the widest hint, in columns, if all hints have keys of the width `keyColumns`.
    private let hintColumns: Int

    var rows: Int { lines.count }

    /// Creates a message that fits into `room`.
    ///
    /// If there are too few rows, blank rows are omitted first, then the title and the end of the
    /// text, but never the keys.
    init(title: SafeText, text: SafeText = "", hints all: [KeyHint], in room: CellSize) {
        let columns = max(1, room.columns)
        let title = WordWrapper.wrap(title, columns: columns)
        let text = WordWrapper.wrap(text, columns: columns)
        let hints = all.filter { $0.width <= columns }
        let keyColumns = hints.map(\.keys.width).max() ?? 0
        self.keyColumns = keyColumns
        hintColumns = hints.map { $0.width - $0.keys.width + keyColumns }.max() ?? 0
        let gaps = (text.isEmpty ? 0 : 1) + (hints.isEmpty ? 0 : 1)
        if hintColumns <= columns, title.count + text.count + hints.count + gaps <= room.rows {
            lines = Self.roomy(title, text, hints.map { .hint($0) })
        } else {
            lines = Self.tight(title, text, all, CellSize(columns: columns, rows: room.rows))
        }
    }

    private static func roomy(
        _ title: [SafeText], _ text: [SafeText], _ hints: [Line]
    ) -> [Line] {
        let parts: [[Line]] = [
            title.map { .text($0, .strong) }, text.map { .text($0, .plain) }, hints,
        ]
        return Array(parts.filter { !$0.isEmpty }.joined(separator: [.text("", .plain)]))
    }

    private static func tight(
        _ title: [SafeText], _ text: [SafeText], _ hints: [KeyHint], _ room: CellSize
    ) -> [Line] {
        let stack = PageChrome.stack(title: title, text: text, rows: room.rows)
        let lines: [Line] =
            stack.title.map { .text($0, .strong) } + stack.text.map { .text($0, .plain) }
            + [.hints(hints.fitting(columns: room.columns))]
        return Array(lines.prefix(max(0, room.rows)))
    }

    /// The alignment of lines between two columns.
    enum Alignment { case leading, centred }

    /// Draws the block from `row` downwards, within the columns `columns`.
    func draw(
        row: Int, in columns: Range<Int>, _ alignment: Alignment, on page: inout TextPage,
        _ ground: TextPage.Background = .plain
    ) {
        for (offset, line) in lines.enumerated() {
            let width = self.columns(of: line)
            let start =
                alignment == .leading
                ? columns.lowerBound : columns.lowerBound + max(0, columns.count - width) / 2
            // The keys are right-aligned in the middle of a page, and left-aligned in a panel.
            let indent = alignment == .centred ? indent(of: line) : 0
            draw(line, row: row + offset, in: start..<start + width, indent, on: &page, ground)
        }
    }

    private func columns(of line: Line) -> Int {
        switch line {
        case .text(let text, _): text.width
        case .hint: hintColumns
        case .hints(let hints):
            max(0, hints.reduce(-Self.hintGap) { $0 + $1.width + Self.hintGap })
        }
    }

    private func indent(of line: Line) -> Int {
        if case .hint(let hint) = line { keyColumns - hint.keys.width } else { 0 }
    }

    private func draw(
        _ line: Line, row: Int, in columns: Range<Int>, _ indent: Int, on page: inout TextPage,
        _ ground: TextPage.Background
    ) {
        switch line {
        case .text(let text, let style):
            page.put(text, row: row, column: columns.lowerBound, style: style, on: ground)
        case .hint(let hint):
            hint.draw(
                row: row, column: columns.lowerBound + indent, on: &page, ground, of: columns)
        case .hints(let hints):
            var column = columns.lowerBound
            for hint in hints {
                hint.draw(row: row, column: column, on: &page, ground, of: columns)
                column += hint.width + Self.hintGap
            }
        }
    }
}

extension KeyHint {
    fileprivate func draw(
        row: Int, column: Int, on page: inout TextPage, _ ground: TextPage.Background,
        of line: Range<Int>
    ) {
        var column = column
        let pieces: [(SafeText, TextPage.Style)] = [
            (keys, .accent), (Self.colon, .faint), (words, .plain),
        ]
        for (text, style) in pieces {
            page.put(text, row: row, column: column, style: style, on: ground, of: line)
            column += text.width
        }
    }
}
