internal import Imaging
internal import Localization
internal import TerminalProtocols

/// The layout of the help: groups of keys in columns, below the search field.
struct HelpPage {
    /// The minimum width of a column of keys, in cells; most meanings would wrap in a narrower one.
    private static let leastWidth = 36
    /// The maximum width of a column of keys, in cells.
    ///
    /// In a wider column, the keys and their meanings would be far apart.
    private static let mostWidth = 48
    private static let mostColumns = 4
    /// The minimum number of rows of a page with a blank row below the title.
    private static let roomyRows = 30

    private let size: CellSize
    private let strings: Strings
    /// The typed search; `nil` if nothing was typed.
    private let typed: String?
    private let width: Int
    private let columns: [[HelpLine]]
    /// True if keys of this screen were found.
    private let isFound: Bool

    /// Creates the page.
    ///
    /// `elsewhere` contains the keys of other screens, shown if no key of this screen matches.
    init(
        _ found: (here: [HelpGroup], elsewhere: [HelpGroup]), typed: String?, _ strings: Strings,
        _ size: CellSize
    ) {
        isFound = !found.here.isEmpty
        let sections = found.here.isEmpty ? found.elsewhere : found.here
        self.size = size
        self.strings = strings
        self.typed = typed
        let room = size.columns - 2 * PageMetrics.margin
        let most = (room + PageMetrics.gap) / (Self.leastWidth + PageMetrics.gap)
        let counts = most < 2 ? [1] : Array(2...min(most, Self.mostColumns))
        let rows = Self.rows(of: size) - (isFound ? 0 : Self.sentenceRows)
        let all = [true, false].flatMap { isSpaced in
            counts.map { count in
                let width = min(Self.mostWidth, (room + PageMetrics.gap) / count - PageMetrics.gap)
                let groups = HelpLine.groups(sections, columns: max(1, width))
                let columns = Self.split(groups, into: count, isSpaced: isSpaced)
                return (width: max(1, width), columns: columns)
            }
        }
        // The first layout that fits is chosen; if none fits, the layout with the fewest rows.
        let best =
            all.first { Self.height($0.columns) <= rows }
            ?? all.min { Self.height($0.columns) < Self.height($1.columns) }
        (width, columns) = best ?? (1, [])
    }

    /// The number of rows for the sentence that no key was found, including a blank row.
    private static let sentenceRows = 2

    private static func top(of size: CellSize) -> Int { size.rows >= roomyRows ? 2 : 1 }
    private static func rows(of size: CellSize) -> Int { max(1, size.rows - top(of: size) - 1) }
    private static func height(_ columns: [[HelpLine]]) -> Int { columns.map(\.count).max() ?? 0 }

    /// The number of visible rows of keys.
    var rows: Int { max(1, Self.rows(of: size) - (isFound ? 0 : Self.sentenceRows)) }

    /// The index of the first visible row when the last row is visible.
    var lastFirstRow: Int { max(0, Self.height(columns) - rows) }

    func text(from first: Int) -> TextPage {
        var page = TextPage(size: size)
        let first = min(first, lastFirstRow)
        let top = Self.top(of: size) + (isFound ? 0 : Self.sentenceRows)
        head(on: &page)
        if !isFound {
            page.put(
                strings.help.nothingFound, row: Self.top(of: size), column: PageMetrics.margin,
                style: .strong)
        }
        for (index, column) in columns.enumerated() {
            let start = PageMetrics.margin + index * (width + PageMetrics.gap)
            for (offset, line) in column.dropFirst(first).prefix(rows).enumerated()
            where top + offset < size.rows - 1 {
                line.draw(row: top + offset, column: start, columns: width, on: &page)
            }
        }
        let bottom = max(top, min(top + rows, size.rows - 1))
        PageChrome.putScrollMark(
            first: first, of: Self.height(columns), rows: top..<bottom,
            column: size.columns - 1, on: &page)
        foot(on: &page)
        return page
    }

    /// Draws the title, then the typed text or an invitation to type.
    private func head(on page: inout TextPage) {
        let title = strings.help.title
        page.put(title, row: 0, column: PageMetrics.margin, style: .strong)
        let start = PageMetrics.margin + title.width + 2
        if let typed {
            let room = max(0, size.columns - start - PageMetrics.margin - 1)
            let text = Self.end(of: SafeText(typed), columns: room)
            let line = start..<start + text.width + 1
            page.put(text, row: 0, column: start, of: line)
            return page.put(" ", row: 0, column: start + text.width, style: .reversed, of: line)
        }
        let find = strings.help.find
        guard start + find.width < size.columns else { return }
        page.put(find, row: 0, column: start, style: .faint)
        let count = strings.help.count
        let column = size.columns - PageMetrics.margin - count.width
        guard column >= start + find.width + PageMetrics.gap else { return }
        page.put(count, row: 0, column: column, style: .faint)
    }

    /// Returns the end of the typed text, where the cursor is.
    private static func end(of text: SafeText, columns: Int) -> SafeText {
        var rest = text
        while rest.width > columns { rest = SafeText(rest.string.dropFirst()) }
        return rest
    }

    private func foot(on page: inout TextPage) {
        guard size.rows > 1 else { return }
        let leaving =
            typed == nil
            ? strings.hint(\.close, .stack(.help), .stack(.back))
            : strings.hint(\.allKeys, .stack(.back))
        let hints = [leaving] + (lastFirstRow > 0 ? [KeyHint("↑ ↓", strings.hints.scroll)] : [])
        PageChrome.putFoot(hints: hints, keepsLast: false, news: "", on: &page)
    }

    /// Splits the groups in order into columns of about the same height; no group is split.
    private static func split(
        _ groups: [[HelpLine]], into count: Int, isSpaced: Bool
    ) -> [[HelpLine]] {
        let blank = isSpaced ? [HelpLine()] : []
        let column = Array(groups.joined(separator: blank))
        guard count > 1 else { return [column] }
        let splits = groups.indices.map { destination in
            [Array(groups[..<destination].joined(separator: blank))]
                + split(Array(groups[destination...]), into: count - 1, isSpaced: isSpaced)
        }
        return splits.min { height($0) < height($1) } ?? [column]
    }
}

/// Keys below a heading.
struct HelpGroup {
    let heading: SafeText
    let rows: [HelpTable.Row]
}

/// A line of the help: a heading, keys, a meaning, or keys with the meaning beside them.
struct HelpLine {
    private var heading: SafeText = ""
    private var keys: SafeText = ""
    private var meaning: SafeText = ""
    private var meaningColumn = 0

    /// The maximum width of the keys in a column beside the meanings, in cells; wider keys are
    /// followed by the meaning, or have the meaning below them.
    private static let keyColumns = 15
    /// The minimum width of a meaning beside the keys, in cells.
    ///
    /// With less room, the meaning is below the keys.
    private static let leastMeaning = 14

    init() {}

    /// Returns the lines of each group, the heading first.
    static func groups(_ groups: [HelpGroup], columns: Int) -> [[HelpLine]] {
        let widest = groups.flatMap { $0.rows.map(\.keys.width) }.max() ?? 0
        let keys = min(widest, keyColumns, columns)
        let isBeside = columns - keys - 2 >= leastMeaning
        return groups.map { group in
            var heading = HelpLine()
            heading.heading = group.heading
            return [heading]
                + group.rows.flatMap { lines($0, keys: keys, columns: columns, isBeside: isBeside) }
        }
    }

    /// Returns the lines of a row, if possible with all keys on one line, so that no line of keys
    /// seems to lack a meaning.
    private static func lines(
        _ row: HelpTable.Row, keys: Int, columns: Int, isBeside: Bool
    ) -> [HelpLine] {
        if row.keys.width > keys || !isBeside, row.keys.width <= columns {
            return longLines(row, from: isBeside ? keys + 2 : 2, columns: columns)
        }
        let keyLines = wrap(row.keys, columns: isBeside ? keys : columns)
        let start = isBeside ? keys + 2 : 2
        let meanings = WordWrapper.wrap(row.meaning, columns: columns - start)
        let offset = isBeside ? 0 : keyLines.count
        return (0..<max(keyLines.count, meanings.count + offset)).map { destination in
            var line = HelpLine()
            line.meaningColumn = start
            if keyLines.indices.contains(destination) { line.keys = keyLines[destination] }
            if meanings.indices.contains(destination - offset) {
                line.meaning = meanings[destination - offset]
            }
            return line
        }
    }

    /// Returns the lines of keys wider than their column; the meaning is beside or below the keys.
    private static func longLines(
        _ row: HelpTable.Row, from start: Int, columns: Int
    ) -> [HelpLine] {
        var first = HelpLine()
        first.keys = row.keys
        first.meaningColumn = row.keys.width + 2
        if first.meaningColumn + row.meaning.width <= columns {
            first.meaning = row.meaning
            return [first]
        }
        let meanings = WordWrapper.wrap(row.meaning, columns: columns - start)
        return [first]
            + meanings.map { meaning in
                var line = HelpLine()
                line.meaningColumn = start
                line.meaning = meaning
                return line
            }
    }

    /// Returns the lines of alternative keys, broken where two spaces separate the alternatives.
    private static func wrap(_ keys: SafeText, columns: Int) -> [SafeText] {
        var lines: [SafeText] = []
        for name in keys.string.split(separator: "  ").map({ SafeText($0) }) {
            if let last = lines.last, last.width + 2 + name.width <= columns {
                lines[lines.count - 1] = last + "  " + name
            } else {
                lines.append(name.truncated(to: columns))
            }
        }
        return lines
    }

    func draw(row: Int, column: Int, columns: Int, on page: inout TextPage) {
        page.put(heading.truncated(to: columns), row: row, column: column, style: .strong)
        page.put(keys, row: row, column: column, style: .accent)
        page.put(meaning, row: row, column: column + meaningColumn)
    }
}
