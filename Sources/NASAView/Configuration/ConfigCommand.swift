internal import ArgumentParser
internal import Bounds
internal import Imaging
internal import Localization
internal import Screens
internal import Settings
internal import TerminalProtocols

/// Prints all settings, and what set them.
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

    @Option(help: "Columns of the grid (1–12; 0 = list; default: by width).")
    var grid: Bounded<GridColumns>?

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var display: DisplayOptions

    @OptionGroup var library: LibraryOptions

    @OptionGroup var speech: LanguageOption

    func run(in context: CommandContext) throws {
        let report = try ConfigReport(self, context.sources)
        if json {
            try CommandOutput.print(json: report.json, context.strings)
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
    private struct Row {
        let name: SettingName
        /// `nil` if it is detected.
        let value: String?
        let origin: SettingOrigin
    }

    let file: ConfigurationFile
    private let rows: [Row]

    init(_ command: ConfigCommand, _ sources: SettingSources) throws {
        func row<Value>(
            _ name: SettingName, _ setting: Setting<Value>?, usual: String? = nil
        ) -> Row {
            Row(
                name: name, value: setting?.value.text ?? usual,
                origin: setting?.origin ?? .byDefault)
        }
        func row<Value: SettingValue>(
            _ name: SettingName, _ flag: Value?, usual: String? = nil
        ) throws -> Row {
            row(name, try sources.setting(name, flag: flag), usual: usual)
        }
        file = sources.file
        let display = command.display
        rows = [
            try row(.graphics, display.graphics),
            try row(.glyphs, display.glyphs, usual: "half"),
            try row(.colours, display.colours),
            row(.cellSize, try display.cellSize(by: sources)),
            try row(.scaling, display.scaling, usual: Enlargement.smooth.rawValue),
            try row(.theme, display.theme, usual: "auto"),
            try row(.accent, TextColour?.none),
            try row(.good, TextColour?.none),
            try row(.bad, TextColour?.none),
            row(
                .language, try sources.language(flag: command.speech.language),
                usual: Language.english.rawValue),
            try row(.start, InitialSearch?.none),
            try row(.grid, command.grid),
            try row(.enter, display.enter, usual: EnterKey.photo.rawValue),
            try row(.step, display.step, usual: String(Preferences.usualPanPercent)),
            try row(
                .slideSeconds, display.slideSeconds,
                usual: String(Preferences.usualSlideshowSeconds)),
            try row(.bar, display.bar, usual: BarUse.auto.rawValue),
            try row(.motion, display.motion, usual: MotionUse.auto.rawValue),
            try row(.cacheSize, command.library.cacheSize, usual: ByteSize.usualCacheLimit.text),
            try row(.flickrKey, ServiceKey?.none),
        ]
    }

    /// The keys of each action.
    private var keys: [(action: Action, keys: [KeyPress], origin: SettingOrigin)] {
        let keyMap = file.keyMap
        return Action.remappable.map { action in
            let line = file.keys[action]?.line
            return (action, keyMap.keys(for: action), line.map { .file(line: $0) } ?? .byDefault)
        }
    }

    /// As a person reads it: name, value, and what set it.
    func lines(_ strings: Strings) -> [SafeText] {
        let words = strings.configuration
        let settings = rows.map {
            [$0.name.rawValue, $0.value ?? words.automatic, $0.origin.sentence(words)]
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

extension ConfigReport {
    /// What `config --json` prints, the same in every language.
    ///
    /// A key keeps its meaning within a `version`; new keys may come at any time.
    fileprivate var json: JSON {
        let strings = Strings()
        let settings = rows.map { row in
            JSON.object(
                row.origin.json.merging(["name": .text(row.name.rawValue)]) { $1 }
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
                "line": .integer($0.place.line), "column": .integer($0.place.column),
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
