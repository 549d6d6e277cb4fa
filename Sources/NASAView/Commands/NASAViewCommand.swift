internal import Archive
internal import ArgumentParser
internal import FoundationEssentials
internal import PhotoCodec
internal import Screens
internal import Settings
internal import TerminalDevice
internal import TerminalProtocols
internal import Transfer

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

/// The command or option that was probably meant by a first word that is none.
///
/// `nasa-view serach mars` would ask NASA for two photos. No id is known that has small letters
/// only, and `nasa-view view serach` asks for one nevertheless.
enum CommandSuggestion {
    static func check(
        _ arguments: [String], against commands: [String], _ words: ArgumentPhrases
    ) throws {
        guard let word = arguments.first, word.allSatisfy({ ("a"..."z").contains($0) }),
            !commands.contains(word), !FileManager.default.fileExists(atPath: word)
        else { return }
        if options.contains(word) {
            throw ValidationError(words.meant(word, "--\(word)"))
        }
        if let command = NearestName.of(word, among: commands) {
            throw ValidationError(words.meant(word, command))
        }
    }

    /// Options that people try as commands.
    private static let options = ["demo", "print", "version"]
}

/// The libraries behind the program, in the versions that are loaded.
enum LinkedLibraries {
    static func versions(_ words: DoctorPhrases) -> [(name: String, version: SafeText)] {
        [
            ("libcurl", SafeText(TransferLibrary.version)),
            ("TurboJPEG", words.unknownVersion),
            ("libpng", SafeText(CodecLibraries.pngVersion)),
            ("lcms2", SafeText(CodecLibraries.colourVersion)),
            ("ncurses", SafeText(CursesLibrary.version)),
            ("SQLite", SafeText(ArchiveLibrary.version)),
        ]
    }

    /// What `--version` prints: the program's line first, so that `head -1` is enough.
    static func lines(_ words: DoctorPhrases) -> [SafeText] {
        [SafeText("nasa-view \(Version.text)"), ""]
            + versions(words).map { SafeText("\($0.name): \($0.version.string)") }
    }
}
