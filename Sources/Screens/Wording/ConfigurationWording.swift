package import Settings
package import TerminalProtocols

/// The words about the configuration.
package enum ConfigurationWording {
    private static var phrases: ConfigurationPhrases { Phrases.current.configuration }

    /// What is wrong, and where, as compilers say it.
    package static func sentence(for fault: SettingsFault, in path: String) -> SafeText {
        SafeText("\(path):\(fault.place.line):\(fault.place.column): \(phrases.fault(fault.kind))")
    }

    package static func place(of path: String?, exists: Bool) -> SafeText {
        guard let path else { return phrases.noHome }
        return exists ? SafeText(path) : phrases.noFile(path)
    }

    /// Settings in columns: name, value, and where it is from.
    package static func table(_ rows: [[String]]) -> [SafeText] {
        let rows = rows.map { $0.map { SafeText($0) } }
        let widths = (0..<3).map { column in rows.map { $0[column].width }.max() ?? 0 }
        return rows.map { row in
            row[0].padded(to: widths[0]) + "  " + row[1].padded(to: widths[1]) + "  " + row[2]
        }
    }

    package static var byDefault: String { phrases.byDefault }
    package static var automatic: String { phrases.automatic }
    package static func file(line: Int) -> String { phrases.file(line) }
    package static func environment(_ variable: String) -> String { phrases.environment(variable) }
    package static func flag(_ name: String) -> String { phrases.flag(name) }
}
