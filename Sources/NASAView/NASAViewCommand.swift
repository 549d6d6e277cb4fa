internal import ArgumentParser
internal import Localization
internal import Screens

/// The command line: the commands, and how the program ends when one fails.
struct NASAViewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nasa-view",
        abstract: "View NASA's photos in the terminal.",
        version: Version.text,
        subcommands: [
            ViewCommand.self, SearchCommand.self, InfoCommand.self, DownloadCommand.self,
            FavouritesCommand.self, CacheCommand.self, ConfigCommand.self, DoctorCommand.self,
            GenerateCommand.self,
        ],
        defaultSubcommand: ViewCommand.self)

    /// The command that was typed; ends the program where none was.
    static func typed(_ strings: Strings) -> any ParsableCommand {
        do {
            try CommandSuggestion.check(arguments, against: names, strings.arguments)
            return try parser(of: arguments).parseAsRoot(arguments)
        } catch {
            end(with: error, strings)
        }
    }

    /// Runs a command to the end of the program.
    static func run(_ command: any ParsableCommand, in context: CommandContext) async {
        do {
            var command = command
            if var ours = command as? any ProgramCommand {
                try await ours.run(in: context)
            } else {
                try command.run()
            }
        } catch {
            end(with: error, context.strings)
        }
    }

    private static var names: [String] {
        configuration.subcommands.flatMap {
            [$0._commandName] + $0.configuration.aliases
        } + ["help"]
    }

    /// Who reads the arguments: the viewer itself where they name no command.
    ///
    /// As a default subcommand its forty options are described four times before one is read: 3 of
    /// the 11 ms that the start took. What the parser offers beside (`--generate-completion-script`) is
    /// the whole program's.
    private static func parser(of arguments: [String]) -> any ParsableCommand.Type {
        let first = arguments.first ?? ""
        let isForAll = names.contains(first) || first.hasPrefix("--generate-completion-script")
        return isForAll ? self : ViewCommand.self
    }

    /// Help without a command is that of the viewer, which names all others.
    static var arguments: [String] {
        let arguments = Array(CommandLine.arguments.dropFirst())
        return arguments == ["help"] ? ["--help"] : arguments
    }

    private static func printVersion(_ strings: Strings) -> Never {
        do {
            try CommandOutput.print(LinkedLibraries.lines(strings.doctor), strings)
            exit()
        } catch {
            exit(withError: error)
        }
    }

    private static func end(with error: any Error, _ strings: Strings) -> Never {
        let status = exitCode(for: error)
        if message(for: error) == Version.text { printVersion(strings) }
        // A request for help, and a status that has been explained, end as they are.
        guard status == .validationFailure else { exit(withError: error) }
        Diagnostics.print(strings.arguments.complaint(message(for: error)))
        exit(withError: ExitCode(Diagnostics.usage))
    }
}
