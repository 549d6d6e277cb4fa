/// A command as the argument parser describes it: what its `--experimental-dump-help` prints.
struct CommandDescription: Decodable {
    let commandName: String
    let abstract: String?
    let discussion: String?
    let defaultSubcommand: String?
    let subcommands: [CommandDescription]?
    let arguments: [ArgumentDescription]?

    /// The command that is meant where none is named.
    var usual: CommandDescription? {
        subcommands?.first { $0.commandName == defaultSubcommand }
    }
}
