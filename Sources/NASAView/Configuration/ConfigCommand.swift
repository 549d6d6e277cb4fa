internal import ArgumentParser
internal import Localization
internal import Screens
internal import Settings
internal import TerminalProtocols

/// The `config` command, which prints all settings and their origins.
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

    static let tables: [any OptionTable.Type] = [
        GridOption.self, DisplayOptions.self, LibraryOptions.self, LanguageOption.self,
    ]

    @OptionGroup var grid: GridOption

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var display: DisplayOptions

    @OptionGroup var library: LibraryOptions

    @OptionGroup var languageOption: LanguageOption

    private var typed: TypedSettings {
        [grid.settings, display.settings, library.settings, languageOption.settings]
            .reduce(into: [:]) { $0.merge($1) { $1 } }
    }

    func run(in context: CommandContext) throws {
        let report = try ConfigReport(typed, context.sources)
        if json {
            try CommandOutput.print(json: report.json, context.strings)
        } else {
            try CommandOutput.print(report.lines, context.strings)
            for complaint in report.file.complaints(context.strings.configuration) {
                Diagnostics.print(complaint)
            }
        }
        if !report.file.faults.isEmpty { throw ExitCode(Diagnostics.failed) }
    }
}

/// The current settings, in the order of `Setting.all`.
struct ConfigReport {
    let file: ConfigurationFile
    private let settings: UserSettings

    init(_ typed: TypedSettings, _ sources: SettingSources) throws {
        file = sources.file
        settings = try sources.settings(Setting.Group.allCases, typed: typed)
    }

    /// The name of each setting, its value (`nil` if detected or absent), and the origin of the
    /// value.
    private var rows: [(name: String, value: String?, origin: SettingOrigin)] {
        Setting.all.map {
            ($0.name, $0.text(settings), settings.origins[$0.name] ?? .byDefault)
        }
    }

    /// The keys of each action.
    private var keys: [(action: Action, keys: [KeyPress], origin: SettingOrigin)] {
        let keyMap = file.keyMap
        return Action.remappable.map { action in
            let line = file.keys[action]?.line
            return (action, keyMap.keys(for: action), line.map { .file(line: $0) } ?? .byDefault)
        }
    }

    /// The lines of the output, with the name, value and origin of each setting.
    var lines: [SafeText] {
        let strings = Strings()
        let words = strings.results
        let settings = rows.map {
            [$0.name, $0.value ?? words.automatic, $0.origin.text]
        }
        let keys = keys.map { entry in
            [
                "keys.\(entry.action.name)",
                entry.keys.map { strings.keys.name(of: $0) }.joined(separator: "  "),
                entry.origin.text,
            ]
        }
        let location = file.path.map { file.exists ? SafeText($0) : words.missing($0) }
        return [location ?? words.noSettingsFile, ""] + Self.table(settings + keys)
    }

    private static func table(_ rows: [[String]]) -> [SafeText] {
        let rows = rows.map { $0.map { SafeText($0) } }
        let widths = (0..<3).map { column in rows.map { $0[column].width }.max() ?? 0 }
        return rows.map { row in
            row[0].padded(to: widths[0]) + "  " + row[1].padded(to: widths[1]) + "  " + row[2]
        }
    }
}

extension ConfigReport {
    /// The output of `config --json`.
    ///
    /// Keys keep their meaning within a `version`; new keys may be added.
    fileprivate var json: JSON {
        let strings = Strings()
        let settings = rows.map { row in
            JSON.object(
                row.origin.json.merging(["name": .text(row.name)]) { $1 }
                    .merging(row.value.map { ["value": .text($0)] } ?? [:]) { $1 })
        }
        let keys = keys.map { entry in
            let names = entry.keys.map { JSON.text(strings.keys.name(of: $0)) }
            return JSON.object(
                entry.origin.json.merging([
                    "action": .text(entry.action.name), "keys": .list(names),
                ]) { $1 })
        }
        let faults = zip(file.faults, file.complaints(strings.configuration)).map {
            JSON.object([
                "line": .integer($0.position.line), "column": .integer($0.position.column),
                "message": .text($1.string),
            ])
        }
        var members: [String: JSON] = [
            "version": .integer(1), "exists": .bool(file.exists), "settings": .list(settings),
            "keys": .list(keys), "faults": .list(faults),
        ]
        members["path"] = file.path.map { .text($0) }
        return .object(members)
    }
}

extension SettingOrigin {
    fileprivate var json: [String: JSON] {
        switch self {
        case .byDefault: ["origin": .text("default")]
        case .flag: ["origin": .text("flag")]
        case .file(let line): ["origin": .text("file"), "line": .integer(line)]
        case .environment(let variable):
            ["origin": .text("environment"), "variable": .text(variable)]
        }
    }
}
