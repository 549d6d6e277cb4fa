internal import ArgumentParser
internal import FoundationEssentials

/// A command as the argument parser describes it: what its `--experimental-dump-help` prints.
struct CommandDescription: Decodable {
    let commandName: String
    let abstract: String?
    let discussion: String?
    let defaultSubcommand: String?
    let subcommands: [CommandDescription]?
    let arguments: [ArgumentDescription]?

    /// That of a program, by its commands.
    init(of program: any ParsableCommand.Type) throws {
        struct Dump: Decodable { let command: CommandDescription }
        let json = Data(program._dumpHelp().utf8)
        self = try JSONDecoder().decode(Dump.self, from: json).command
    }

    /// The command that is meant where none is named.
    var usual: CommandDescription? {
        subcommands?.first { $0.commandName == defaultSubcommand }
    }
}
