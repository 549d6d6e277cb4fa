internal import ArgumentParser
internal import FoundationEssentials
internal import Screens

/// Tells all settings, and who set them.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Tell all settings, and where they are from.",
        discussion: """
            Settings are read from $XDG_CONFIG_HOME/nasa-view/config.toml, or \
            ~/.config/nasa-view/config.toml. A flag goes before a variable of the environment, \
            that before the file. A fault in the file is told with its line and column; all else \
            in it counts.

              theme = "light"
              language = "de"
              grid = 4
              cache-size = "500M"

              [keys]
              search = ["/", "Ctrl-f"]
              next-photo = ["n", "Space"]
            """)

    @Option(help: "Show lists as grids of so many columns; 0 is a list.")
    var grid: GridColumns?

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var display: DisplayOptions

    @OptionGroup var library: LibraryOptions

    @OptionGroup var speech: SpeechOptions

    func run() throws {
        let sources = SettingSources(ProcessInfo.processInfo.environment)
        let report = try ConfigReport(self, sources)
        if json {
            // For programs: the same in every language.
            let document = Language.$current.withValue(.english) { ConfigDocument(report) }
            try CommandOutput.print(json: document)
        } else {
            try CommandOutput.print(report.lines)
            for complaint in sources.file.complaints { Complaint.print(complaint) }
        }
        if !sources.file.faults.isEmpty { throw ExitCode(Complaint.failed) }
    }
}
