internal import ArgumentParser
internal import FoundationEssentials
internal import Localization
internal import Screens

/// The `generate` command, which prints files of an installation and lines for file managers, made
/// from the program's own tables.
struct GenerateCommand: ProgramCommand {
    enum Kind: String, CaseIterable, ExpressibleByArgument {
        case man, bash, zsh, fish, nushell, preview
    }

    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Generate the manual page, shell completions, or lines for file managers.",
        discussion: """
            `make install` installs them. By hand:

              nasa-view generate man | man -l -
              source <(nasa-view generate bash)
              nasa-view generate fish > ~/.config/fish/completions/nasa-view.fish
              nasa-view generate nushell | save nasa-view.nu; source nasa-view.nu
              nasa-view generate preview lf      previews of pictures in lf
            """)

    static let tables: [any OptionTable.Type] = [LanguageOption.self]

    @Argument(help: "What to generate.")
    var kind: Kind

    @Argument(help: "With preview: the program that shows the previews.")
    var host: PreviewHost?

    @OptionGroup var languageOption: LanguageOption

    func validate() throws {
        guard kind == .preview, host == nil else { return }
        let hosts = PreviewHost.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("Name the program that shows the previews: \(hosts).")
    }

    func run(in context: CommandContext) throws {
        let program = try CommandDescription(of: NASAViewCommand.self)
        let text =
            switch kind {
            case .man: ManualPage(of: program).roff
            case .bash: BashCompletions(completions: Completions(of: program)).script
            case .zsh: ZshCompletions(completions: Completions(of: program)).script
            case .fish: FishCompletions(completions: Completions(of: program)).script
            case .nushell: NushellCompletions(completions: Completions(of: program)).script
            case .preview: host?.lines ?? ""
            }
        try CommandOutput.write(Array(text.utf8), context.strings)
    }
}

/// A command, as the argument parser describes it with `--experimental-dump-help`.
struct CommandDescription: Decodable {
    let commandName: String
    let abstract: String?
    let discussion: String?
    let defaultSubcommand: String?
    let subcommands: [CommandDescription]?
    let arguments: [ArgumentDescription]?

    init(of program: any ParsableCommand.Type) throws {
        struct Dump: Decodable { let command: CommandDescription }
        let json = Data(program._dumpHelp().utf8)
        self = try JSONDecoder().decode(Dump.self, from: json).command
    }

    /// The default subcommand, which is the viewer.
    var usual: CommandDescription? { subcommands?.first { $0.commandName == defaultSubcommand } }
}

/// An argument, option or flag of a command, as the argument parser describes it.
struct ArgumentDescription: Decodable {
    enum Kind: String, Decodable { case positional, option, flag }

    struct Name: Decodable {
        enum Kind: String, Decodable { case long, short, longWithSingleDash }
        let kind: Kind
        let name: String

        var text: String { (kind == .long ? "--" : "-") + name }
    }

    let kind: Kind
    let shouldDisplay: Bool
    let sectionTitle: String?
    let names: [Name]?
    let valueName: String?
    let abstract: String?
    let allValues: [String]?
    let isRepeating: Bool
    let completionKind: CompletionKind?

    enum CompletionKind: Decodable {
        case list(values: [String])
        case file(extensions: [String])
        case directory
        case shellCommand(command: String)

        var isFile: Bool { if case .file = self { true } else { false } }
    }

    /// The completions for the argument's value; `nil` if no completions are known.
    var completion: CompletionKind? { completionKind ?? allValues.map { .list(values: $0) } }

    /// The names of the argument, with their hyphens.
    var spellings: [String] { (names ?? []).map(\.text) }

    /// The term in the manual page: `--year-start <year>`, `-h, --help` or `<photo>`.
    var term: String {
        let value = valueName.map { "<\($0)>" } ?? ""
        let names = spellings.joined(separator: ", ")
        return switch kind {
        case .positional: value
        case .option: "\(names) \(value)"
        case .flag: names
        }
    }

    /// The meaning of the argument, with its valid values if they are a closed set.
    var meaning: String {
        let values = (allValues ?? []).joined(separator: ", ")
        return (abstract ?? "") + (values.isEmpty ? "" : " One of: \(values).")
    }
}
