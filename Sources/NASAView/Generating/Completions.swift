/// What a shell may offer for each word of a command line, from the program's own description.
///
/// The argument parser writes completions too: those offer no files and none of the viewer's options,
/// as they expect the name of its default subcommand to be typed.
struct Completions {
    /// The viewer, which needs no name, and then the others.
    let commands: [Command]

    struct Command {
        /// Empty for the viewer.
        let name: String
        let meaning: String
        let options: [Option]
        let operand: Value
    }

    struct Option {
        /// With their hyphens.
        let names: [String]
        let meaning: String
        let isRepeating: Bool
        /// Nil for a flag.
        let value: Value?
    }

    /// What an option's value or an operand may be.
    enum Value: Hashable {
        /// Nothing that could be offered.
        case free
        case oneOf([String])
        case folder
        /// Lines of what a command prints.
        case lines(command: String)
        /// A file, or an id out of such lines.
        case fileOrLines(command: String)
    }

    init(of program: CommandDescription) {
        let viewer = program.usual.map { Command($0, name: "") }
        let others = (program.subcommands ?? []).filter {
            $0.commandName != program.defaultSubcommand && $0.commandName != "help"
        }
        commands = [viewer].compactMap(\.self) + others.map { Command($0, name: $0.commandName) }
    }

    /// All but the viewer.
    var named: [Command] { commands.filter { !$0.name.isEmpty } }

    /// The ids that are known without a network, one a line.
    static let ids = "nasa-view favourites 2>/dev/null | cut -f 1"
}

extension Completions.Command {
    fileprivate init(_ command: CommandDescription, name: String) {
        let shown = (command.arguments ?? []).filter(\.shouldDisplay)
        self.name = name
        meaning = command.abstract ?? ""
        options = shown.filter { $0.kind != .positional }.map { Completions.Option($0) }
        operand = shown.first { $0.kind == .positional }?.completed ?? .free
    }
}

extension Completions.Option {
    fileprivate init(_ option: ArgumentDescription) {
        names = (option.names ?? []).map(\.text)
        meaning = option.abstract ?? ""
        isRepeating = option.isRepeating
        value = option.kind == .flag ? nil : option.completed
    }
}

extension ArgumentDescription {
    fileprivate var completed: Completions.Value {
        switch completionKind {
        case .list(let values): .oneOf(values)
        case .file: .fileOrLines(command: Completions.ids)
        case .directory: .folder
        case .shellCommand(let command): .lines(command: command)
        case nil: allValues.map { .oneOf($0) } ?? .free
        }
    }
}
