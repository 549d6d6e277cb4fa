/// A text table, for a commit message.
struct BenchTable {
    private var rows: [[String]]
    private let leftAligned: Int

    /// Creates a table; `leftAligned` is the number of columns, from the left, that contain words.
    init(_ titles: [String], leftAligned: Int) {
        rows = [titles]
        self.leftAligned = leftAligned
    }

    /// Adds a row.
    ///
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

/// Statistics of times in nanoseconds, formatted as text in milliseconds.
struct SampleStatistics {
    private let sorted: [UInt64]

    /// Creates the statistics of some times.
    ///
    /// - Precondition: there is at least one time.
    init(_ nanoseconds: [UInt64]) {
        precondition(!nanoseconds.isEmpty, "there is a sample")
        sorted = nanoseconds.sorted()
    }

    /// The minimum and the median, in milliseconds.
    var text: String { "\(Self.milliseconds(sorted[0])) / \(percentile(50))" }

    /// Returns, in milliseconds, the smallest time that `percent` percent of the times do not
    /// exceed.
    func percentile(_ percent: Int) -> String {
        let rank = (sorted.count * percent + 99) / 100
        return Self.milliseconds(sorted[max(1, rank) - 1])
    }

    /// Returns milliseconds with two decimals below ten and one from ten on, because the clock is
    /// not more precise.
    private static func milliseconds(_ nanoseconds: UInt64) -> String {
        if nanoseconds < 9_995_000 {
            let hundredths = (nanoseconds + 5_000) / 10_000
            let fraction = hundredths % 100
            return "\(hundredths / 100).\(fraction / 10)\(fraction % 10)"
        }
        let tenths = (nanoseconds + 50_000) / 100_000
        return "\(tenths / 10).\(tenths % 10)"
    }
}
