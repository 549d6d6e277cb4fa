internal import TerminalProtocols

/// A table in Markdown, its columns aligned: to be read in a terminal and pasted in a bug report.
struct DoctorTable {
    private var rows: [[SafeText]]

    init(_ titles: SafeText...) { rows = [titles] }

    /// - Precondition: as many cells as titles.
    mutating func append(_ cells: SafeText...) {
        precondition(cells.count == rows[0].count, "a row has all columns")
        rows.append(cells.map(Self.cell))
    }

    var lines: [SafeText] {
        let widths = rows[0].indices.map { column in rows.map { $0[column].width }.max() ?? 0 }
        let rule = SafeText(
            "|" + widths.map { String(repeating: "-", count: $0 + 2) + "|" }.joined())
        let all = rows.map { row in line(zip(row, widths).map { $0.padded(to: $1) }) }
        return [all[0], rule] + all.dropFirst()
    }

    private func line(_ cells: [SafeText]) -> SafeText {
        cells.reduce("|") { $0 + " " + $1 + " |" }
    }

    /// A bar would begin the next column.
    private static func cell(_ text: SafeText) -> SafeText {
        text.string.contains("|") ? SafeText(text.string.replacing("|", with: "\\|")) : text
    }
}
