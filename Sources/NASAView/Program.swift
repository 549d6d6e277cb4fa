internal import Archive
internal import ArgumentParser
internal import Decoding
internal import Dispatch
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

/// The start of the program, with one thread.
///
/// An asynchronous `main` has more of them from the start, but the process that workers are forked
/// from must be a copy of one with a single thread.
@main
enum Program {
    static func main() {
        SystemLimits.holdClosedStreams()
        var context = CommandContext(NASAViewCommand.arguments, ProcessInfo.processInfo.environment)
        let strings = context.strings
        NASAViewCommand.answerAtOnce(strings)
        // Used by the one task only from here on.
        nonisolated(unsafe) let command = NASAViewCommand.parsed(strings)
        NASAViewCommand.runIfItIsHelp(command, strings)
        ProgramPath.offerTerminfo(context.variables)
        if let shortage = SystemLimits.shortage(strings.program) { fail(shortage) }
        context.zygote = zygote(for: command, context.sources)
        ThreadCreation.useSignalStacks()
        ThreadCreation.endAtShortage(
            saying: Diagnostics.bytes(of: strings.program.noThreads), status: Diagnostics.failed)
        guard SystemLimits.canHaveThreads else { fail(strings.program.noThreads) }
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

    /// Whatever decodes photos needs a zygote, wherever its output goes.
    ///
    /// `doctor` starts one to test the sandbox. Its options are fixed here: workers cannot be told others.
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

/// The facts known before a command runs.
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
    var sources: SettingSources {
        SettingSources(variables: variables, file: file)
    }
}

/// A command of this program: the argument parser creates it from the arguments, `run` gets the rest.
protocol ProgramCommand: ParsableCommand {
    /// The tables of its options; those that it declares as properties are in none.
    static var tables: [any OptionTable.Type] { get }
    mutating func run(in context: CommandContext) async throws
}

extension ProgramCommand {
    static var tables: [any OptionTable.Type] { [ScriptOptions.self] }

    /// True if one of the tables has an option of that name, or it is declared as a property.
    static func hasOption(_ name: String) -> Bool {
        tables.contains { $0.names.contains(name) }
            || Mirror(reflecting: Self()).children.contains { $0.label == "_" + name }
    }
}

/// The command line: its commands, and how the program ends if one fails.
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

    /// Help without a command is that of the viewer, which names all others.
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

    /// Prints a text and ends the program; with status 1 if it cannot be printed.
    private static func end(saying text: String, _ strings: Strings) -> Never {
        do {
            try CommandOutput.write(Array((text + "\n").utf8), strings)
            exit()
        } catch {
            exit(withError: error)
        }
    }

    /// The command that was typed; ends the program if there is none.
    static func parsed(_ strings: Strings) -> any ParsableCommand {
        do {
            let arguments = arguments
            try checkFirstWord(of: arguments, strings.arguments)
            return try parser.parseAsRoot(arguments)
        } catch {
            end(with: error, strings)
        }
    }

    /// Runs a command of the argument parser's own, which needs nothing of the system, to the end.
    static func runIfItIsHelp(_ command: any ParsableCommand, _ strings: Strings) {
        guard !(command is any ProgramCommand) else { return }
        do {
            var command = command
            try command.run()
        } catch {
            end(with: error, strings)
        }
        exit()
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

    /// The command that the first word names; `nil` if it names none.
    private static let namedCommand =
        configuration.subcommands.first {
            ([$0._commandName] + $0.configuration.aliases).contains(arguments.first ?? "")
        } as? any ProgramCommand.Type

    /// The command that the arguments are for; `nil` if they are for the whole program: `help`, and the
    /// parser's own options (`--generate-completion-script`).
    static let command: (any ProgramCommand.Type)? = {
        let first = arguments.first ?? ""
        let isForAll = first == "help" || first.hasPrefix("--generate-completion-script")
        return namedCommand ?? (isForAll ? nil : ViewCommand.self)
    }()

    /// Suggests the command or option that a mistyped first word probably meant.
    ///
    /// `nasa-view serach mars` would ask NASA for two photos. No known ID has small letters only, and
    /// `nasa-view view serach` asks for one nevertheless.
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

    /// The viewer itself if the arguments name no command.
    ///
    /// As a default subcommand it is described four times before an option is read.
    private static var parser: any ParsableCommand.Type {
        if namedCommand != nil { return NamedCommand.self }
        return command ?? self
    }

    private static func end(with error: any Error, _ strings: Strings) -> Never {
        // A failure that was reported.
        if error is ExitCode { exit(withError: error) }
        // Each message comes with the help of the command: it is made once.
        let message = message(for: error)
        if message == Version.text { end(saying: "nasa-view \(message)", strings) }
        if exitCode(for: error).isSuccess { end(saying: fullMessage(for: error), strings) }
        guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
        let complaint = UsageError(message, about: namedCommand)
        Diagnostics.print(complaint.sentence)
        exit(withError: ExitCode(Diagnostics.usage))
    }
}

/// The program whose first word names a command: the parser then does not know the viewer, the
/// default command.
private struct NamedCommand: ParsableCommand {
    static let configuration = {
        var configuration = NASAViewCommand.configuration
        configuration.defaultSubcommand = nil
        return configuration
    }()
}

enum Version {
    static let text = "0.2.0"
    /// The day of this version.
    static let date = "2026-11-26"

    /// The libraries behind the program, in the versions that are loaded.
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
