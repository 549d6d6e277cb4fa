/// A text of settings in TOML 1.0, as far as settings need it: tables, texts, numbers, truth values
/// and lists.
///
/// A faulty line is told of and left out; all others count.
package struct SettingsDocument: Hashable, Sendable {
    /// Nobody writes so many settings by hand.
    package static let limitBytes = 1 << 20

    package private(set) var entries: [SettingsEntry] = []
    package private(set) var faults: [SettingsError] = []
    /// The table whose entries are read; nil after a heading that could not be read.
    private var table: String? = ""
    /// A list of 150,000 entries, which a file of 1 MB can hold, took a minute to look through.
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
        let place = scanner.place
        let name = try scanner.name()
        try scanner.equals()
        let valuePlace = scanner.place
        let value = try scanner.value()
        try scanner.endLine()
        guard let table else { return }
        let entry = SettingsEntry(
            name: table + name, place: place, value: value, valuePlace: valuePlace)
        guard names.insert(entry.name).inserted else {
            throw SettingsError(.twice(entry.name), at: place)
        }
        entries.append(entry)
    }
}
