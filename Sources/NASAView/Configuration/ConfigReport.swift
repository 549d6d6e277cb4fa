internal import Imaging
internal import Localization
internal import Screens
internal import TerminalProtocols

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
