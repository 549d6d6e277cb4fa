internal import ArgumentParser
internal import Localization
internal import Screens

/// Writes what an installation has beside the program, made from the program's own tables.
struct GenerateCommand: ProgramCommand {
    enum Kind: String, CaseIterable, ExpressibleByArgument {
        case man, bash, zsh, fish
    }

    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Generate the manual page or shell completions.",
        discussion: """
            `make install` installs them. By hand:

              nasa-view generate man | man -l -
              source <(nasa-view generate bash)
              nasa-view generate fish > ~/.config/fish/completions/nasa-view.fish
            """)

    @Argument(help: "What to generate.")
    var kind: Kind

    @OptionGroup var speech: LanguageOption

    func run(in context: CommandContext) throws {
        let program = try CommandDescription(of: NASAViewCommand.self)
        let text =
            switch kind {
            case .man: ManualPage(of: program, context.strings.language).roff
            case .bash: BashCompletions(Completions(of: program)).script
            case .zsh: ZshCompletions(Completions(of: program)).script
            case .fish: FishCompletions(Completions(of: program)).script
            }
        guard StandardOutput.write(Array(text.utf8), context.strings) else {
            throw ExitCode(Diagnostics.failed)
        }
    }
}
