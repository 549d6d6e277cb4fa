internal import Settings
internal import TerminalProtocols

extension ConfigurationPhrases {
    static let english = ConfigurationPhrases(
        fault: { kind in
            switch kind {
            case .noName: "here should be a name."
            case .noEquals: "here should be an equals sign."
            case .noValue: "here should be a text in quotes, a number, or a list."
            case .openText: "this text has no closing quote."
            case .openList: "this list has no closing bracket, or a comma is missing in it."
            case .openTable: "here should be a closing bracket."
            case .unknownEscape: "this is no escape sequence; a backslash is written twice."
            case .leftover: "nothing may follow the value."
            case .unsupported: "no setting is written like this."
            case .twice(let name): "\(name) is set for the second time; the first counts."
            case .tooLong: "the file is too long."
            case .unreadable: "the file cannot be read; check its permissions."
            case .unknownSetting(let name, let meant):
                "there is no setting \(name); \(meantOrAll(meant))"
            case .wrongValue(let name, let value, let choices):
                "\(name) cannot be \(value), but \(choices)."
            case .unknownAction(let name, let meant):
                "there is no action \(name); \(meantOrAll(meant))"
            case .unknownKey(let name): "there is no key \(name); ? in the program names them."
            case .keptKey(let name): "\(name) has a meaning that cannot be changed."
            }
        },
        noFile: { "\($0) (there is none)" },
        noHome: "There is no home folder, so there is no configuration file.",
        byDefault: "default",
        file: { "file, line \($0)" },
        environment: { "environment, \($0)" },
        flag: { "flag, --\($0)" },
        automatic: "automatic")

    private static func meantOrAll(_ meant: String?) -> String {
        meant.map { "did you mean \($0)?" } ?? "nasa-view config lists all."
    }
}
