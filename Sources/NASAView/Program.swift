internal import ArgumentParser
internal import Decoding
internal import Dispatch
internal import FoundationEssentials
internal import Sandbox
internal import Screens
internal import TerminalDevice
internal import TerminalProtocols

/// Where the program begins: with one thread.
///
/// An asynchronous `main` has more of them from the start, but the process that workers are forked
/// from must be a copy of one with a single thread.
@main
enum Program {
    static func main() {
        var context = CommandContext(
            NASAViewCommand.arguments, ProcessInfo.processInfo.environment)
        let strings = context.strings
        // Used by the one task only from here on.
        nonisolated(unsafe) let command = NASAViewCommand.parsed(strings)
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
        NASAViewCommand.exit(withError: ExitCode(Diagnostics.failed))
    }

    /// Only the viewer needs a zygote (a crash would end its session); `doctor` starts one to test the
    /// sandbox.
    private static func zygote(for command: any ParsableCommand) -> Zygote? {
        if command is DoctorCommand { return Zygote.start(SandboxSelfTest.craft) }
        guard let view = command as? ViewCommand, !view.options.print, TTY.isOutput else {
            return nil
        }
        return Zygote.start(.photos(within: view.options.viewingOptions))
    }
}

/// What the program knows before a command runs.
struct CommandContext: Sendable {
    let variables: [String: String]
    let file: ConfigurationFile
    /// The user's language, and the keys of the file.
    let preferences: Preferences
    /// Forks the processes that decode photos, if this command decodes any in such processes.
    var zygote: Zygote?

    init(_ arguments: [String], _ variables: [String: String]) {
        self.variables = variables
        file = ConfigurationFile(variables)
        let language = LanguageOption.found(arguments, variables, file)
        preferences = Preferences(language, keyMap: file.keyMap)
    }

    var strings: Strings { preferences.strings }

    var sources: SettingSources { SettingSources(variables, file, strings.arguments) }
}

/// A command of this program: the argument parser makes it of what was typed, `run` gets the rest.
protocol ProgramCommand: ParsableCommand {
    mutating func run(in context: CommandContext) async throws
}
