internal import Archive
internal import ArgumentParser
internal import Decoding
internal import Dispatch
internal import Files
internal import FoundationEssentials
internal import Localization
internal import PhotoCatalog
internal import PhotoCodec
internal import Sandbox
internal import Screens
internal import Settings
internal import TerminalDevice
internal import TerminalProtocols
internal import Transfer

/// The entry point of the program, which starts with one thread.
///
/// An asynchronous `main` would start with several threads. The zygote, from which workers are
/// forked, must itself be forked from a process with a single thread.
@main
enum Program {
    static func main() {
        SystemLimits.holdClosedStreams()
        var context = CommandContext(NASAViewCommand.arguments, ProcessInfo.processInfo.environment)
        let strings = context.strings
        NASAViewCommand.answerAtOnce(strings)
        // From here on, only one task uses the command.
        nonisolated(unsafe) let command = NASAViewCommand.parsed(strings)
        NASAViewCommand.runIfItIsHelp(command, strings)
        ProgramPath.offerTerminfo(context.variables)
        if let shortage = SystemLimits.shortage(strings.program) { fail(shortage) }
        // The workers inherit the tuning; the session itself copies frames of 4 MB.
        AllocatorTuning.share()
        context.zygote = zygote(for: command, context.sources)
        ThreadCreation.useSignalStacks()
        ThreadCreation.endAtShortage(
            saying: Diagnostics.bytes(of: strings.program.noThreads), status: Diagnostics.failed)
        guard SystemLimits.canHaveThreads else { fail(strings.program.noThreads) }
        Task { @MainActor [context] in
            await NASAViewCommand.run(command, in: context)
            ProcessEnd.leave(0)
        }
        dispatchMain()
    }

    private static func fail(_ sentence: SafeText) -> Never {
        Diagnostics.print(sentence)
        ProcessEnd.leave(Diagnostics.failed)
    }

    /// Starts the zygote for a command that decodes photos, even if its output is a file or pipe.
    ///
    /// `doctor` also starts a zygote, to test the sandbox. The decoding options are fixed here,
    /// because workers cannot receive other options later.
    private static func zygote(
        for command: any ParsableCommand, _ sources: SettingSources
    ) -> Zygote? {
        if command is CropCommand || command is ConvertCommand {
            let options = OriginalOpener.decoding.shaping(sources.pixelShape())
            return Zygote.start(.photos(within: options))
        }
        if let info = command as? InfoCommand, info.namesFiles {
            return Zygote.start(.photos(within: FileReport.decoding))
        }
        if command is DoctorCommand { return Zygote.start(SandboxSelfTest.configuration) }
        if let preview = command as? PreviewCommand {
            let shape = sources.pixelShape(typed: preview.display.settings)
            let zygote = Zygote.start(.photos(within: PreviewCommand.decoding.shaping(shape)))
            zygote?.spawnAhead(loading: nil)
            return zygote
        }
        guard let view = command as? ViewCommand, SystemLimits.letFilesGrow else { return nil }
        let zygote = Zygote.start(.photos(within: view.decodingOptions(sources)))
        if view.viewing.print { zygote?.spawnAhead(loading: view.expectedKind) }
        return zygote
    }
}

/// The context of a command: the facts known before it runs.
struct CommandContext: Sendable {
    let variables: [String: String]
    let file: ConfigurationFile
    /// The user's language, and the key bindings of the configuration file.
    let preferences: Preferences
    /// The parent of the processes that decode photos; `nil` if this command decodes no photos, or
    /// decodes them in this process.
    var zygote: Zygote?

    init(_ arguments: [String], _ variables: [String: String]) {
        self.variables = variables
        file = ConfigurationFile(variables)
        let language = LanguageOption.found(arguments, variables, file)
        preferences = Preferences(language, keyMap: file.keyMap)
    }

    var strings: Strings { preferences.strings }
    var sources: SettingSources {
        SettingSources(variables: variables, file: file)
    }
}

/// A command of this program; the argument parser creates it from the arguments, and `run` receives
/// the context.
protocol ProgramCommand: ParsableCommand {
    /// The tables of the command's options, except options declared as properties.
    static var tables: [any OptionTable.Type] { get }
    /// Returns true if a table has an option with that name, or if a property declares the option.
    static func hasOption(_ name: String) -> Bool
    mutating func run(in context: CommandContext) async throws
}

extension ProgramCommand {
    static var tables: [any OptionTable.Type] { [ScriptOptions.self] }

    /// Returns the table that has an option with that name; `nil` if no table has the option.
    static func table(of name: String) -> (any OptionTable.Type)? {
        tables.first { $0.names.contains(name) }
    }

    static func hasOption(_ name: String) -> Bool {
        table(of: name) != nil
            || Mirror(reflecting: Self()).children.contains { $0.label == "_" + name }
    }
}

/// The root of the command line, which names the commands and ends the program if a command fails.
struct NASAViewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nasa-view",
        abstract: "View NASA's photos in the terminal.",
        version: Version.text,
        subcommands: [
            ViewCommand.self, SearchCommand.self, InfoCommand.self, DownloadCommand.self,
            CropCommand.self, ConvertCommand.self, PreviewCommand.self, FavouritesCommand.self,
            CacheCommand.self, ConfigCommand.self,
            DoctorCommand.self, GenerateCommand.self,
        ],
        defaultSubcommand: ViewCommand.self)

    /// The arguments; `help` without a command becomes the viewer's help, which names all commands.
    static let arguments: [String] = {
        let arguments = ProcessArguments.texts
        return arguments == ["help"] ? ["--help"] : arguments
    }()

    /// Answers `--version` and `-h`, which need no parser, and ends the program.
    static func answerAtOnce(_ strings: Strings) {
        switch arguments {
        case ["--version"], ["-V"]: end(saying: "nasa-view \(Version.text)", strings)
        case ["-h"]: end(saying: ViewCommand.shortHelp, strings)
        default: break
        }
    }

    /// Prints a text and ends the program, with status 1 if printing fails.
    private static func end(saying text: String, _ strings: Strings) -> Never {
        do {
            try CommandOutput.write(Array((text + "\n").utf8), strings)
            ProcessEnd.leave(0)
        } catch {
            ProcessEnd.leave(Diagnostics.failed)
        }
    }

    /// Returns the command that the arguments name; ends the program if the arguments are invalid.
    static func parsed(_ strings: Strings) -> any ParsableCommand {
        do {
            let arguments = arguments
            try checkFirstWord(of: arguments, strings.arguments)
            if namedCommand == nil, command != nil, let view = ViewCommand(reading: arguments) {
                return view
            }
            return try parser.parseAsRoot(arguments)
        } catch {
            end(with: error, strings)
        }
    }

    /// Runs a command of the argument parser, such as `help`, which needs no context, and ends the
    /// program.
    static func runIfItIsHelp(_ command: any ParsableCommand, _ strings: Strings) {
        guard !(command is any ProgramCommand) else { return }
        do {
            var command = command
            try command.run()
        } catch {
            end(with: error, strings)
        }
        ProcessEnd.leave(0)
    }

    /// Runs a command; ends the program if the command fails.
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

    /// The command that the first word names; `nil` if the word names no command.
    private static let namedCommand =
        configuration.subcommands.first {
            ([$0._commandName] + $0.configuration.aliases).contains(arguments.first ?? "")
        } as? any ProgramCommand.Type

    /// The command for the arguments; `nil` if the arguments concern the whole program, as `help`
    /// and the parser's own options do (`--generate-completion-script`).
    static let command: (any ProgramCommand.Type)? = {
        let first = arguments.first ?? ""
        let isForAll = first == "help" || first.hasPrefix("--generate-completion-script")
        return namedCommand ?? (isForAll ? nil : ViewCommand.self)
    }()

    /// Throws a suggestion if the first word is probably a mistyped command or option.
    ///
    /// Otherwise, `nasa-view serach mars` would request two photos from NASA. No known ID consists
    /// only of small letters, and `nasa-view view serach` still requests a photo with this ID.
    private static func checkFirstWord(of arguments: [String], _ words: ArgumentStrings) throws {
        guard let word = arguments.first, word.allSatisfy({ ("a"..."z").contains($0) }),
            !(names + LaunchContext.services.map(\.rawValue) + WorldMap.words).contains(word),
            !LaunchContext.isFile(word)
        else { return }
        if OptionWords(of: ViewCommand.self).names.contains(word) {
            throw ValidationError(words.meant(word, "--\(word)"))
        }
        if let command = NearestName.of(word, among: names) {
            throw ValidationError(words.meant(word, command))
        }
    }

    /// The command to parse, which is the viewer if the arguments name no command.
    ///
    /// As a default subcommand, the viewer would be described four times before an option is read.
    private static var parser: any ParsableCommand.Type {
        if namedCommand != nil { return NamedCommand.self }
        return command ?? self
    }

    private static func end(with error: any Error, _ strings: Strings) -> Never {
        // The failure has already been reported.
        if let status = error as? ExitCode { ProcessEnd.leave(status.rawValue) }
        // Each message includes the help of the command, which is expensive, so it is created once.
        let message = message(for: error)
        if message == Version.text { end(saying: "nasa-view \(message)", strings) }
        if exitCode(for: error).isSuccess { end(saying: fullMessage(for: error), strings) }
        guard exitCode(for: error) == .validationFailure else {
            Diagnostics.print(bytes: Array((fullMessage(for: error) + "\n").utf8))
            ProcessEnd.leave(exitCode(for: error).rawValue)
        }
        let complaint = UsageError(message, about: namedCommand)
        Diagnostics.print(complaint.sentence)
        ProcessEnd.leave(Diagnostics.usage)
    }
}

/// The root of the command line for a first word that names a command.
///
/// This root lacks the viewer as the default command, so the parser need not process the viewer.
private struct NamedCommand: ParsableCommand {
    static let configuration = {
        var configuration = NASAViewCommand.configuration
        configuration.defaultSubcommand = nil
        return configuration
    }()
}

enum Version {
    static let text = "0.2.0"
    /// The date of this version.
    static let date = "2026-11-26"

    /// The libraries that the program uses, with their loaded versions.
    static var libraries: [(name: String, version: SafeText)] {
        let codecs = CodecLibrary.all.map { library in
            let version = library.version
            let missing = library.isOptional ? "–" : DoctorStrings().unknownVersion
            return (library.name, version.isEmpty ? missing : SafeText(version))
        }
        return [("libcurl", SafeText(CurlLibrary.version))] + codecs + [
            ("ncurses", SafeText(CursesLibrary.version)),
            ("SQLite", SafeText(SQLiteLibrary.version)),
        ]
    }
}
