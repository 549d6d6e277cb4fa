internal import Imaging
internal import Localization
internal import TerminalProtocols

/// What stands where in the help: two columns if there is room, and a last line that shows how far it
/// is scrolled.
struct HelpPage {
    /// In narrower columns most lines would wrap.
    private static let columnWidth = 48
    /// Lower pages have no blank row below the title.
    private static let roomyRows = 12
    private static let roomyTop = 2
    private static let gap = 3

    private let size: CellSize
    private let strings: Strings
    private let lines: HelpLines
    private let columns: [[HelpLines.Line]]
    private let width: Int

    init(_ sections: [(HelpSection, rows: [HelpTable.Row])], _ strings: Strings, _ size: CellSize) {
        self.size = size
        self.strings = strings
        let isWide = size.columns >= 2 * Self.columnWidth + Self.gap + 2
        let room = size.columns - 2
        width = isWide ? (room - Self.gap) / 2 : room
        lines = HelpLines(sections, strings, columns: width)
        let roomy = lines.spaced.split(into: isWide ? 2 : 1)
        let fits = roomy.allSatisfy { $0.count <= size.rows - Self.roomyTop - 1 }
        columns = fits ? roomy : lines.split(into: isWide ? 2 : 1)
    }

    private var top: Int { size.rows >= Self.roomyRows ? Self.roomyTop : 1 }

    /// The rows of keys that are seen at a time.
    var rows: Int { max(1, size.rows - top - 1) }
    private var allRows: Int { columns.map(\.count).max() ?? 0 }

    /// The first row when the last one is seen.
    var lastFirstRow: Int { max(0, allRows - rows) }

    func text(from first: Int) -> TextPage {
        var page = TextPage(size: size)
        let first = min(first, lastFirstRow)
        page.put(title, row: 0, column: 1, style: .strong)
        for (place, column) in columns.enumerated() {
            let start = 1 + place * (width + Self.gap)
            for (row, line) in column.dropFirst(first).prefix(rows).enumerated() {
                put(line, row: top + row, column: start, on: &page)
            }
        }
        foot(from: first, on: &page)
        return page
    }

    /// With its own keys, if there is room for them.
    private var title: SafeText {
        let title = strings.help.title(strings)
        guard title.width > size.columns - 2 else { return title }
        return SafeText(title.string.prefix { $0 != "(" })
    }

    private func put(_ line: HelpLines.Line, row: Int, column: Int, on page: inout TextPage) {
        guard row < size.rows - 1 else { return }
        page.put(line.heading, row: row, column: column, style: .accent)
        page.put(line.keys.truncated(to: width), row: row, column: column, style: .strong)
        page.put(line.meaning, row: row, column: column + lines.meaningColumn)
    }

    private func foot(from first: Int, on page: inout TextPage) {
        guard size.rows > 1 else { return }
        let last = min(first + rows, allRows)
        let seen = strings.seen(first + 1...max(first + 1, last), of: allRows)
        PageParts.putFoot(
            hints: strings.viewer.backKey(strings), keepsLast: false,
            news: allRows > rows ? seen : "", on: &page)
    }
}

/// The help in lines: a heading for each group, keys and what they do.
struct HelpLines {
    /// Keys on the left, what they do beside them or, in a narrow column, below.
    struct Line {
        var heading: SafeText = ""
        var keys: SafeText = ""
        var meaning: SafeText = ""
    }

    /// The groups that stay together.
    private var groups: [[Line]]
    /// Where meanings begin.
    let meaningColumn: Int

    /// With less room, each word would have a line.
    private static let leastMeaning = 22

    init(_ sections: [(HelpSection, rows: [HelpTable.Row])], _ strings: Strings, columns: Int) {
        let keys = sections.flatMap { $0.rows.map(\.keys.width) }.max() ?? 0
        let isWide = columns - keys - 2 >= Self.leastMeaning
        let start = isWide ? keys + 2 : 2
        meaningColumn = start
        groups = sections.map { section, rows in
            [Line(heading: strings.keys.section(section))]
                + rows.flatMap { Self.lines($0, columns: columns - start, isBeside: isWide) }
        }
    }

    private static func lines(_ row: HelpTable.Row, columns: Int, isBeside: Bool) -> [Line] {
        let meanings = WordWrapper.wrap(row.meaning, columns: columns).map { Line(meaning: $0) }
        guard isBeside, let first = meanings.first else { return [Line(keys: row.keys)] + meanings }
        return [Line(keys: row.keys, meaning: first.meaning)] + meanings.dropFirst()
    }

    /// The same with a blank line behind each group.
    var spaced: HelpLines {
        var lines = self
        lines.groups = groups.map { $0 + [Line()] }
        return lines
    }

    /// The groups in columns of about the same height; no group is cut.
    func split(into count: Int) -> [[Line]] {
        guard count > 1 else { return [Array(groups.joined())] }
        let splits = groups.indices.map { place in
            [Array(groups[..<place].joined()), Array(groups[place...].joined())]
        }
        let level = splits.min { Self.rows($0) < Self.rows($1) }
        return level ?? [[]]
    }

    private static func rows(_ columns: [[Line]]) -> Int { columns.map(\.count).max() ?? 0 }
}
