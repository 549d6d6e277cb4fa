internal import ArgumentParser

/// Writes what an installation has beside the program, made from the program's own tables.
struct GenerateCommand: ParsableCommand {
    enum Kind: String, CaseIterable, ExpressibleByArgument {
        case man, bash, zsh, fish
    }

    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Write the manual page, or completions for a shell.",
        discussion: """
            `make install` puts them where they belong. By hand:

              nasa-view generate man | man -l -
              source <(nasa-view generate bash)
              nasa-view generate fish > ~/.config/fish/completions/nasa-view.fish
            """)

    @Argument(help: "What to write.")
    var kind: Kind

    @OptionGroup var speech: SpeechOptions

    func run() throws {
        let program = try CommandDescription(of: NASAViewCommand.self)
        let text =
            switch kind {
            case .man: ManualPage(of: program).roff
            case .bash: BashCompletions(Completions(of: program)).script
            case .zsh: ZshCompletions(Completions(of: program)).script
            case .fish: FishCompletions(Completions(of: program)).script
            }
        guard StandardOutput.write(Array(text.utf8)) else { throw ExitCode(Complaint.failed) }
    }
}
