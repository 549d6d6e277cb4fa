internal import ArgumentParser
internal import FoundationEssentials
internal import Screens

/// The command line: the commands, and how the program ends when one fails.
struct NASAViewCommand: AsyncParsableCommand {
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
    static func typed() -> any ParsableCommand {
        do {
            try CommandGuess.check(arguments, against: names)
            return try parser(of: arguments).parseAsRoot(arguments)
        } catch {
            end(with: error)
        }
    }

    /// Runs a command to the end of the program.
    static func run(_ command: any ParsableCommand) async {
        do {
            var command = command
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch {
            end(with: error)
        }
    }

    private static var names: [String] {
        configuration.subcommands.flatMap {
            [$0._commandName] + $0.configuration.aliases
        } + ["help"]
    }

    /// The language of all that is said, complaints about the command line included.
    static var language: Language {
        SpeechOptions.found(arguments, ProcessInfo.processInfo.environment)
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
    private static var arguments: [String] {
        let arguments = Array(CommandLine.arguments.dropFirst())
        return arguments == ["help"] ? ["--help"] : arguments
    }

    private static func printVersion() -> Never {
        do {
            try CommandOutput.print(LinkedLibraries.lines)
            exit()
        } catch {
            exit(withError: error)
        }
    }

    private static func end(with error: any Error) -> Never {
        let status = exitCode(for: error)
        if message(for: error) == Version.text { printVersion() }
        // A request for help, and a status that has been explained, end as they are.
        guard status == .validationFailure else { exit(withError: error) }
        Complaint.print(ArgumentWording.complaint(message(for: error)))
        exit(withError: ExitCode(Complaint.usage))
    }
}
