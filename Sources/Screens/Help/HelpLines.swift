internal import Localization
internal import TerminalProtocols

/// The help in lines of so many columns: a heading for each group, keys and what they do.
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

    /// Less room for a meaning makes a line of each word.
    private static let leastMeaning = 22

    init(
        _ sections: [(HelpSection, rows: [HelpTable.Row])], _ strings: Strings, columns: Int
    ) {
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

    /// The groups in so many columns, as level as they can be without cutting one.
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
