/// A settings file in the subset of TOML 1.0 that settings need: tables, strings, numbers, Booleans
/// and arrays.
///
/// A line with an error is reported and skipped; all other lines apply.
package struct SettingsDocument: Hashable, Sendable {
    /// The maximum length in bytes, more than that of any file written by hand.
    package static let limitBytes = 1 << 20

    package private(set) var entries: [SettingsEntry] = []
    package private(set) var faults: [SettingsError] = []
    /// The name of the table to which the next entries belong, with a dot; `nil` after an
    /// unreadable heading.
    private var table: String? = ""
    /// The names so far, as a set.
    ///
    /// A file of 1 MB can contain 150,000 entries; searching a list of their names took a minute.
    private var names: Set<String> = []

    package init(_ bytes: [UInt8]) {
        guard bytes.count <= Self.limitBytes else {
            faults = [SettingsError(.tooLong, at: SettingsPosition(line: 1, column: 1))]
            return
        }
        var scanner = SettingsScanner(String(decoding: bytes, as: UTF8.self))
        while scanner.goToNextStatement() {
            do throws(SettingsError) {
                try read(&scanner)
            } catch {
                faults.append(error)
                scanner.skipLine()
            }
        }
    }

    private mutating func read(_ scanner: inout SettingsScanner) throws(SettingsError) {
        guard scanner.next == "[" else { return try readEntry(&scanner) }
        table = nil
        let heading = try scanner.heading()
        try scanner.endLine()
        table = heading + "."
    }

    private mutating func readEntry(_ scanner: inout SettingsScanner) throws(SettingsError) {
        let position = scanner.position
        let name = try scanner.name()
        try scanner.equals()
        let valuePosition = scanner.position
        let value = try scanner.value()
        try scanner.endLine()
        guard let table else { return }
        let entry = SettingsEntry(
            name: table + name, position: position, value: value, valuePosition: valuePosition)
        guard names.insert(entry.name).inserted else {
            throw SettingsError(.twice(entry.name), at: position)
        }
        entries.append(entry)
    }
}

/// A setting: its value, and its name after the table's name and a dot.
package struct SettingsEntry: Hashable, Sendable {
    package let name: String
    package let position: SettingsPosition
    package let value: SettingsValue
    package let valuePosition: SettingsPosition

    /// The values assigned to the setting: one, unless the setting is a list.
    package var items: [SettingsValue.Item] {
        switch value {
        case .word(let word): [SettingsValue.Item(word: word, position: valuePosition)]
        case .list(let items): items
        }
    }

    /// The value as text; commas separate the items of a list.
    package var text: String { items.map(\.word).joined(separator: ", ") }
}

/// The value of a setting.
package enum SettingsValue: Hashable, Sendable {
    /// A string, a number or a Boolean in its original form.
    case word(String)
    case list([Item])

    package struct Item: Hashable, Sendable {
        package let word: String
        package let position: SettingsPosition
    }
}

/// A position in the file; line and column are counted from 1.
package struct SettingsPosition: Hashable, Sendable {
    package let line: Int
    package let column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}
