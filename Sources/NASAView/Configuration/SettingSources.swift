internal import ArgumentParser
internal import Localization
internal import Screens
internal import Settings

/// Where settings come from: a flag goes before a variable, that before the file.
struct SettingSources {
    let variables: [String: String]
    let file: ConfigurationFile
    private let strings: Strings

    init(_ variables: [String: String], _ file: ConfigurationFile, _ strings: Strings) {
        self.variables = variables
        self.file = file
        self.strings = strings
    }

    /// What is said of values that cannot be.
    var words: ArgumentStrings { strings.arguments }

    /// What a setting is set to; nil where nobody says.
    func setting<Value>(_ name: SettingName, flag: Value?) throws -> Setting<Value>? {
        if let flag { return Setting(value: flag, origin: .flag(name: name.rawValue)) }
        if let text = variables[name.variable], !text.isEmpty {
            guard let value = Value(argument: text) else {
                throw ValidationError(words.unknownValue(name.variable))
            }
            return Setting(value: value, origin: .environment(variable: name.variable))
        }
        return file.entries[name].flatMap { entry in
            Value(argument: entry.text).map {
                Setting(value: $0, origin: .file(line: entry.place.line))
            }
        }
    }

    /// The locale counts after the file: it is set on every machine.
    func language(flag: Language?) throws -> Setting<Language>? {
        if let setting = try setting(.language, flag: flag) { return setting }
        return Language.wished(by: variables).map {
            Setting(value: $0.language, origin: .environment(variable: $0.variable))
        }
    }
}
