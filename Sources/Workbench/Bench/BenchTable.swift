/// Columns of text, as wide as their widest entry: to be pasted into a commit message.
struct BenchTable {
    private var rows: [[String]]
    private let leftAligned: Int

    /// - Parameters:
    ///   - titles: one for each column.
    ///   - leftAligned: how many columns, from the left, hold words and not numbers.
    init(_ titles: [String], leftAligned: Int) {
        rows = [titles]
        self.leftAligned = leftAligned
    }

    /// - Precondition: the row has an entry for each column.
    mutating func add(_ row: [String]) {
        precondition(row.count == rows[0].count, "a row has all columns")
        rows.append(row)
    }

    var text: String {
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            zip(row, widths).enumerated().map { column, entry in
                padded(entry.0, to: entry.1, column)
            }.joined(separator: "  ")
        }.joined(separator: "\n")
    }

    private func padded(_ text: String, to width: Int, _ column: Int) -> String {
        let blanks = String(repeating: " ", count: width - text.count)
        return column < leftAligned ? text + blanks : blanks + text
    }
}
