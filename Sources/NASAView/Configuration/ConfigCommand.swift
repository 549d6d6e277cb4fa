internal import ArgumentParser
internal import Imaging
internal import Screens
internal import Settings
internal import TerminalProtocols

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

/// All settings as they are now, in the order in which the file would have them.
struct ConfigReport {
    let file: ConfigurationFile
    let rows: [SettingRow]

    init(_ command: ConfigCommand, _ sources: SettingSources) throws {
        file = sources.file
        let display = command.display
        rows = [
            SettingRow(.graphics, try sources.setting(.graphics, flag: display.graphics)),
            SettingRow(.glyphs, try sources.setting(.glyphs, flag: display.glyphs), usual: "half"),
            SettingRow(
                .colours, try sources.setting(.colours, flag: display.colours)),
            SettingRow(
                .cellSize, try display.cellSize(by: sources)),
            SettingRow(
                .scaling, try sources.setting(.scaling, flag: display.scaling),
                usual: Enlargement.smooth.rawValue),
            SettingRow(.theme, try sources.setting(.theme, flag: display.theme), usual: "auto"),
            SettingRow(.accent, try sources.setting(.accent, flag: TextColour?.none)),
            SettingRow(.good, try sources.setting(.good, flag: TextColour?.none)),
            SettingRow(.bad, try sources.setting(.bad, flag: TextColour?.none)),
            SettingRow(
                .language, try sources.language(flag: command.speech.language),
                usual: Language.english.rawValue),
            SettingRow(
                .start, try sources.setting(.start, flag: InitialSearch?.none)),
            SettingRow(.grid, try sources.setting(.grid, flag: command.grid), usual: "0"),
            SettingRow(
                .step, try sources.setting(.step, flag: display.step),
                usual: String(Preferences.usualPanPercent)),
            SettingRow(
                .slideshow, try sources.setting(.slideshow, flag: display.slideshow),
                usual: String(Preferences.usualSlideshowSeconds)),
            SettingRow(
                .cacheSize, try sources.setting(.cacheSize, flag: command.library.cacheSize),
                usual: ByteSize.usualCacheLimit.text),
        ]
    }

    /// What each action's keys are now, and who said so.
    var keys: [(action: Action, keys: [KeyPress], origin: SettingOrigin)] {
        let keyMap = file.keyMap
        return Action.remappable.map { action in
            let line = file.keys[action]?.line
            return (action, keyMap.keys(for: action), line.map { .file(line: $0) } ?? .byDefault)
        }
    }

    /// As a person reads it: name, value, and where it is from.
    func lines(_ strings: Strings) -> [SafeText] {
        let words = strings.configuration
        let settings = rows.map {
            [$0.name, $0.value ?? words.automatic, $0.origin.sentence(words)]
        }
        let keys = keys.map { entry in
            [
                "keys.\(entry.action.name)",
                entry.keys.map { strings.keys.name(of: $0) }.joined(separator: "  "),
                entry.origin.sentence(words),
            ]
        }
        let place = file.path.map { file.exists ? SafeText($0) : words.noFile($0) }
        return [place ?? words.noHome, ""] + Self.table(settings + keys)
    }

    private static func table(_ rows: [[String]]) -> [SafeText] {
        let rows = rows.map { $0.map { SafeText($0) } }
        let widths = (0..<3).map { column in rows.map { $0[column].width }.max() ?? 0 }
        return rows.map { row in
            row[0].padded(to: widths[0]) + "  " + row[1].padded(to: widths[1]) + "  " + row[2]
        }
    }
}

/// A setting as it is told: its name, what it is, and who said so.
struct SettingRow {
    let name: String
    /// Nil where it is left to be found out.
    let value: String?
    let origin: SettingOrigin

    /// `usual` is what it is where nobody says.
    init<Value>(_ name: SettingName, _ setting: Setting<Value>?, usual: String? = nil) {
        self.name = name.rawValue
        value = setting?.value.text ?? usual
        origin = setting?.origin ?? .byDefault
    }
}

/// What `config --json` prints; the names of the properties are the keys.
///
/// A key keeps its meaning within a `version`; new keys may come at any time.
struct ConfigDocument: Encodable {
    struct Setting: Encodable {
        let name: String
        let value: String?
        /// `default`, `file` (with `line`), `environment` (with `variable`), `flag`.
        let origin: String
        let line: Int?
        let variable: String?
    }

    struct Keys: Encodable {
        let action: String
        let keys: [String]
        let origin: String
        let line: Int?
    }

    struct Fault: Encodable {
        let line: Int
        let column: Int
        let message: String
    }

    let version = 1
    let path: String?
    let exists: Bool
    let settings: [Setting]
    let keys: [Keys]
    let faults: [Fault]

    enum CodingKeys: CodingKey { case version, path, exists, settings, keys, faults }

    init(_ report: ConfigReport) {
        // For programs: the same in every language.
        let strings = Strings()
        path = report.file.path
        exists = report.file.exists
        settings = report.rows.map { row in
            Setting(
                name: row.name, value: row.value, origin: row.origin.name, line: row.origin.line,
                variable: row.origin.variable)
        }
        keys = report.keys.map { entry in
            Keys(
                action: entry.action.name, keys: entry.keys.map { strings.keys.name(of: $0) },
                origin: entry.origin.name, line: entry.origin.line)
        }
        faults = zip(
            report.file.faults, report.file.complaints(strings.configuration)
        ).map { fault, message in
            Fault(line: fault.place.line, column: fault.place.column, message: message.string)
        }
    }
}

extension SettingOrigin {
    fileprivate var name: String {
        switch self {
        case .byDefault: "default"
        case .file: "file"
        case .environment: "environment"
        case .flag: "flag"
        }
    }

    fileprivate var line: Int? {
        if case .file(let line) = self { line } else { nil }
    }

    fileprivate var variable: String? {
        if case .environment(let variable) = self { variable } else { nil }
    }
}
