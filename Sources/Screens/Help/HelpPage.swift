internal import Imaging
internal import Localization
internal import TerminalProtocols

/// What stands where in the help: in two columns if there is room, with a last line that says how much
/// there is to scroll.
struct HelpPage {
    /// Two columns of less would break most lines.
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

    init(
        _ sections: [(HelpSection, rows: [HelpTable.Row])], _ strings: Strings, _ size: CellSize
    ) {
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

    /// With what it says of its own keys, if there is room for that.
    private var title: SafeText {
        let title = strings.help.title(strings)
        guard title.width > size.columns - 2 else { return title }
        return SafeText(title.string.prefix { $0 != "(" })
    }

    private func put(
        _ line: HelpLines.Line, row: Int, column: Int, on page: inout TextPage
    ) {
        guard row < size.rows - 1 else { return }
        page.put(line.heading, row: row, column: column, style: .accent)
        page.put(line.keys.truncated(to: width), row: row, column: column, style: .strong)
        page.put(line.meaning, row: row, column: column + lines.meaningColumn)
    }

    private func foot(from first: Int, on page: inout TextPage) {
        guard size.rows > 1 else { return }
        let last = min(first + rows, allRows)
        let seen = strings.seen(first + 1...max(first + 1, last), of: allRows)
        LineParts.putFoot(
            hints: strings.viewer.backKey(strings), keepsLast: false,
            news: allRows > rows ? seen : "", on: &page)
    }
}
