internal import Localization
internal import Screens
internal import Settings
internal import TerminalProtocols

/// What `config --json` prints; the names of the properties are the keys.
///
/// A key keeps its meaning within a `version`; new keys may come at any time.
struct ConfigDocument: Encodable {
    struct Setting: Encodable {
        let name: String
        let value: String?
        /// `default`, `file` (with `line`), `environment` (with `variable`), `flag`.
        let origin: String
        let line: Int?
        let variable: String?
    }

    struct Keys: Encodable {
        let action: String
        let keys: [String]
        let origin: String
        let line: Int?
    }

    struct Fault: Encodable {
        let line: Int
        let column: Int
        let message: String
    }

    let version = 1
    let path: String?
    let exists: Bool
    let settings: [Setting]
    let keys: [Keys]
    let faults: [Fault]

    enum CodingKeys: CodingKey { case version, path, exists, settings, keys, faults }

    init(_ report: ConfigReport) {
        // For programs: the same in every language.
        let strings = Strings()
        path = report.file.path
        exists = report.file.exists
        settings = report.rows.map { row in
            Setting(
                name: row.name, value: row.value, origin: row.origin.name, line: row.origin.line,
                variable: row.origin.variable)
        }
        keys = report.keys.map { entry in
            Keys(
                action: entry.action.name, keys: entry.keys.map { strings.keys.name(of: $0) },
                origin: entry.origin.name, line: entry.origin.line)
        }
        faults = zip(
            report.file.faults, report.file.complaints(strings.configuration)
        ).map { fault, message in
            Fault(line: fault.place.line, column: fault.place.column, message: message.string)
        }
    }
}

extension SettingOrigin {
    fileprivate var name: String {
        switch self {
        case .byDefault: "default"
        case .file: "file"
        case .environment: "environment"
        case .flag: "flag"
        }
    }

    fileprivate var line: Int? {
        if case .file(let line) = self { line } else { nil }
    }

    fileprivate var variable: String? {
        if case .environment(let variable) = self { variable } else { nil }
    }
}
