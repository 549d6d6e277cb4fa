/// The values that a setting can have.
package enum SettingChoices: Hashable, Sendable {
    case words([String])
    case range(ClosedRange<Int>)
    /// Some examples, for a setting with very many values.
    case examples([String])
}

/// An error in a settings file, and its position.
package struct SettingsError: Error, Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case noName, noEquals, noValue
        case openText, openList, openTable
        case unknownEscape
        /// Further text follows a value or the heading of a table.
        case leftover
        /// TOML that no setting needs, such as dates, inline tables and strings of several lines.
        case unsupported
        case twice(String)
        case tooLong, unreadable

        /// A name that does not exist, and the name that was probably meant.
        case unknownSetting(String, meant: String?)
        /// The setting's name, its invalid value, and the valid values.
        case wrongValue(String, String, SettingChoices)
        case unknownAction(String, meant: String?)
        case unknownKey(String)
        /// A key that cannot be bound to another action.
        case keptKey(String)
    }

    package let position: SettingsPosition
    package let kind: Kind

    package init(_ kind: Kind, at position: SettingsPosition) {
        self.kind = kind
        self.position = position
    }
}

/// A search for the existing name that a misspelt name probably means.
package enum NearestName {
    /// Returns the nearest name; `nil` if the word itself is a name, or if no name is within two
    /// typing errors, or one for a short word.
    package static func of(_ word: String, among names: [String]) -> String? {
        let limit = word.count < 5 ? 1 : 2
        let near = names.map { (name: $0, errors: errors(Array(word), Array($0))) }
            .min { $0.errors < $1.errors }
        return near.flatMap { (1...limit).contains($0.errors) ? $0.name : nil }
    }

    /// Returns the number of missing, extra, wrong or transposed letters: the optimal string
    /// alignment distance (Boytsov 2011, "Indexing methods for approximate dictionary searching").
    private static func errors(_ word: [Character], _ name: [Character]) -> Int {
        var rows = [Array(0...name.count)]
        for (i, letter) in word.enumerated() {
            var row = [i + 1]
            for (j, other) in name.enumerated() {
                let isSame = letter == other
                var least = min(rows[i][j] + (isSame ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, letter == name[j - 1], word[i - 1] == other {
                    least = min(least, rows[i - 1][j - 1] + 1)
                }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[word.count][name.count]
    }
}
