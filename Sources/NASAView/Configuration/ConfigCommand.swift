internal import ArgumentParser
internal import Localization
internal import Screens

/// Tells all settings, and who set them.
struct ConfigCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Show all settings and where they come from.",
        discussion: """
            Settings are read from $XDG_CONFIG_HOME/nasa-view/config.toml, or \
            ~/.config/nasa-view/config.toml. Options override environment variables, which \
            override the file. An error in the file is reported with its line and column; the rest \
            of the file still applies.

              theme = "light"
              language = "de"
              grid = 4
              cache-size = "500M"

              [keys]
              search = ["/", "Ctrl-f"]
              next-photo = ["n", "Space"]
            """)

    @Option(help: "Show a grid with this many columns (1–8; 0 = list).")
    var grid: GridColumns?

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var display: DisplayOptions

    @OptionGroup var library: LibraryOptions

    @OptionGroup var speech: LanguageOption

    func run(in context: CommandContext) throws {
        let report = try ConfigReport(self, context.sources)
        if json {
            try CommandOutput.print(json: ConfigDocument(report), context.strings)
        } else {
            try CommandOutput.print(report.lines(context.strings), context.strings)
            for complaint in report.file.complaints(context.strings.configuration) {
                Diagnostics.print(complaint)
            }
        }
        if !report.file.faults.isEmpty { throw ExitCode(Diagnostics.failed) }
    }
}
