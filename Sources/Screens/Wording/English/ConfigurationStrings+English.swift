internal import Settings
internal import TerminalProtocols

extension ConfigurationStrings {
    static let english = ConfigurationStrings(
        fault: { kind in
            switch kind {
            case .noName: "expected a name here"
            case .noEquals: "expected = here"
            case .noValue: "expected a quoted text, a number or a list here"
            case .openText: "missing closing quote"
            case .openList: "missing ] or comma in this list"
            case .openTable: "missing ]"
            case .unknownEscape: "unknown escape sequence; write \\\\ for a backslash"
            case .leftover: "unexpected text after the value"
            case .unsupported: "unsupported syntax"
            case .twice(let name): "\(name) is already set above; this line is ignored"
            case .tooLong: "the file is too long"
            case .unreadable: "can't read the file; check its permissions"
            case .unknownSetting(let name, let meant):
                "unknown setting \"\(name)\"; \(meantOrAll(meant))"
            case .wrongValue(let name, let value, .words(let words)):
                "unknown \(name) \"\(value)\"; use \(list(words))"
            case .wrongValue(let name, let value, .range(let range)):
                "\(name) must be \(range.lowerBound)–\(range.upperBound) (got \(value))"
            case .wrongValue(let name, let value, .examples(let examples)):
                "invalid \(name) \"\(value)\"; use a value such as \(list(examples))"
            case .unknownAction(let name, let meant):
                "unknown action \"\(name)\"; \(meantOrAll(meant))"
            case .unknownKey(let name): "unknown key \"\(name)\"; press ? in nasa-view to see them"
            case .keptKey(let name): "the key \(name) can't be reassigned"
            }
        },
        noFile: { "\($0) (does not exist)" },
        noHome: "No home folder found, so there is no configuration file.",
        byDefault: "default",
        file: { "file, line \($0)" },
        environment: { "environment, \($0)" },
        flag: { "option, --\($0)" },
        automatic: "automatic")

    private static func meantOrAll(_ meant: String?) -> String {
        meant.map { "did you mean \"\($0)\"?" } ?? "run nasa-view config to list them"
    }

    private static func list(_ words: [String]) -> String {
        LocalStrings.english.alternatives(words)
    }
}
