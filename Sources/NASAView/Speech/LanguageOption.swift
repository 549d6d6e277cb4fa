internal import ArgumentParser
internal import Localization
internal import Screens

/// In which language people are spoken to: the same for all commands.
struct LanguageOption: ParsableArguments {
    @Option(help: ArgumentHelp("Language (default: from LANG).", valueName: "name"))
    var language: Language?

    /// The language to speak, looked for before the command line is parsed: complaints about that
    /// are made in it too.
    static func found(
        _ arguments: [String], _ variables: [String: String], _ file: ConfigurationFile
    ) -> Language {
        let flag = named(arguments).flatMap { Language(rawValue: $0) }
        do {
            let sources = SettingSources(variables, file, Strings())
            return try sources.language(flag: flag)?.value ?? .english
        } catch {
            return .english  // Complained of when the command runs.
        }
    }

    private static func named(_ arguments: [String]) -> String? {
        let option = "--language"
        for (argument, next) in zip(arguments, arguments.dropFirst() + [""]) {
            if argument == option { return next }
            if argument.hasPrefix(option + "=") {
                return String(argument.dropFirst(option.count + 1))
            }
        }
        return nil
    }
}

extension Language: SettingValue {}
