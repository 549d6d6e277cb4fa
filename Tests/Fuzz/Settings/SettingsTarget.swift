import Fuzzing
import Settings

/// The configuration file: each line is an entry or an error, with its position.
enum SettingsTarget: FuzzTarget {
    static let name = "settings"

    static func take(_ bytes: [UInt8]) throws {
        let settings = SettingsDocument(bytes)
        let places = settings.entries.map(\.position) + settings.faults.map(\.position)
        let lines = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
        try expect(places.count <= lines, "more statements than lines")
        try expect(
            places.allSatisfy { (1...lines).contains($0.line) && $0.column >= 1 },
            "a position outside the file")
        try expect(
            Set(settings.entries.map(\.name)).count == settings.entries.count, "a name twice")
        try expect(SettingsDocument(bytes) == settings, "it reads otherwise the second time")
    }
}
