internal import ArgumentParser
internal import Decoding
internal import Dispatch
internal import FoundationEssentials
internal import Sandbox
internal import Screens
internal import TerminalDevice
internal import TerminalProtocols

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Where the program begins: with one thread.
///
/// Not with an asynchronous `main`, which has more of them from the start: the process that workers are
/// forked from must be a copy of one that has not.
@main
enum Program {
    static func main() {
        var context = CommandContext(
            NASAViewCommand.arguments, ProcessInfo.processInfo.environment)
        let strings = context.strings
        // Handed over to the one task there is, and not looked at again.
        nonisolated(unsafe) let command = NASAViewCommand.typed(strings)
        if let shortage = SystemLimits.shortage(strings.arguments) { fail(shortage) }
        context.zygote = zygote(for: command)
        guard SystemLimits.canHaveThreads else { fail(strings.arguments.noThreads) }
        Task { @MainActor [context] in
            await NASAViewCommand.run(command, in: context)
            NASAViewCommand.exit()
        }
        dispatchMain()
    }

    private static func fail(_ sentence: SafeText) -> Never {
        Diagnostics.print(sentence)
        exit(Diagnostics.failed)
    }

    /// Only who looks at photos has a session that a crash could take with it; `doctor` tries the fence.
    private static func zygote(for command: any ParsableCommand) -> Zygote? {
        if command is DoctorCommand { return Zygote.start(SandboxSelfTest.craft) }
        guard let view = command as? ViewCommand, !view.options.print, TTY.isOutput else {
            return nil
        }
        return Zygote.start(.photos(within: view.options.viewingMeans))
    }
}

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

/// The version of the program.
enum Version {
    static let text = "0.1.0"
}
