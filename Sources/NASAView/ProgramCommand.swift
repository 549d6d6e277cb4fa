internal import ArgumentParser
internal import Localization
internal import Sandbox
internal import Screens

/// What the program finds before a command runs.
struct CommandContext: Sendable {
    let variables: [String: String]
    let file: ConfigurationFile
    /// The language that the user wishes, and the keys of the file.
    let preferences: Preferences
    /// Where photos are decoded, if this command decodes any in processes of their own.
    var zygote: Zygote?

    init(_ arguments: [String], _ variables: [String: String]) {
        self.variables = variables
        file = ConfigurationFile(variables)
        let language = LanguageOption.found(arguments, variables, file)
        preferences = Preferences(language, keyMap: file.keyMap)
    }

    var strings: Strings { preferences.strings }

    var sources: SettingSources { SettingSources(variables, file, strings) }
}

/// A command of this program: made by the argument parser, which can hand it nothing but what was
/// typed, and run with what else it needs.
protocol ProgramCommand: ParsableCommand {
    mutating func run(in context: CommandContext) async throws
}
