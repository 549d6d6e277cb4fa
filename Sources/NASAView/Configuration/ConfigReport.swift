internal import Imaging
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
                .cellSize, try sources.setting(.cellSize, flag: display.cellSize)),
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
                .start, try sources.setting(.start, flag: StartWords?.none)),
            SettingRow(.grid, try sources.setting(.grid, flag: command.grid), usual: "0"),
            SettingRow(
                .step, try sources.setting(.step, flag: display.step),
                usual: String(PanStep.usualPercent)),
            SettingRow(
                .slideshow, try sources.setting(.slideshow, flag: display.slideshow),
                usual: String(Slideshow.usualSeconds)),
            SettingRow(
                .cacheSize, try sources.setting(.cacheSize, flag: command.library.cacheSize),
                usual: ByteCount.usualCacheLimit.text),
        ]
    }

    /// What each action's keys are now, and who said so.
    var keys: [(action: Action, keys: [KeyPress], origin: SettingOrigin)] {
        let bindings = file.keyMap.bindings
        return Action.remappable.map { action in
            let keys = bindings.first { $0.action == action }?.keys ?? []
            let line = file.keys[action]?.line
            return (action, keys, line.map { .file(line: $0) } ?? .byDefault)
        }
    }

    /// As a person reads it.
    var lines: [SafeText] {
        let keys = keys.map { entry in
            [
                "keys.\(entry.action.name)", entry.keys.map(\.name).joined(separator: "  "),
                entry.origin.sentence,
            ]
        }
        return [ConfigurationWording.place(of: file.path, exists: file.exists), ""]
            + ConfigurationWording.table(
                rows.map {
                    [$0.name, $0.value ?? ConfigurationWording.automatic, $0.origin.sentence]
                } + keys)
    }
}
