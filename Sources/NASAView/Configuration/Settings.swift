internal import ArgumentParser
internal import Imaging
internal import Screens
internal import Settings
internal import TerminalProtocols

/// Where settings come from: a flag goes before a variable, that before the file.
struct SettingSources {
    let variables: [String: String]
    let file: ConfigurationFile
    private let strings: Strings

    init(_ variables: [String: String], _ file: ConfigurationFile, _ strings: Strings) {
        self.variables = variables
        self.file = file
        self.strings = strings
    }

    /// What is said of values that cannot be.
    var words: ArgumentPhrases { strings.arguments }

    /// What a setting is set to; nil where nobody says.
    func setting<Value>(_ name: SettingName, flag: Value?) throws -> Setting<Value>? {
        if let flag { return Setting(value: flag, origin: .flag(name: name.rawValue)) }
        if let text = variables[name.variable], !text.isEmpty {
            guard let value = Value(argument: text) else {
                throw ValidationError(words.unknownValue(name.variable))
            }
            return Setting(value: value, origin: .environment(variable: name.variable))
        }
        return file.entries[name].flatMap { entry in
            Value(argument: entry.text).map {
                Setting(value: $0, origin: .file(line: entry.place.line))
            }
        }
    }

    /// The locale counts after the file: it is set on every machine.
    func language(flag: Language?) throws -> Setting<Language>? {
        if let setting = try setting(.language, flag: flag) { return setting }
        return Language.wished(by: variables).map {
            Setting(value: $0.language, origin: .environment(variable: $0.variable))
        }
    }
}

/// What a setting is set to, and who said so.
struct Setting<Value: SettingValue> {
    let value: Value
    let origin: SettingOrigin
}

/// Who said what a setting is.
enum SettingOrigin: Hashable {
    case byDefault
    case file(line: Int)
    case environment(variable: String)
    case flag(name: String)

    func sentence(_ words: ConfigurationPhrases) -> String {
        switch self {
        case .byDefault: words.byDefault
        case .file(let line): words.file(line)
        case .environment(let variable): words.environment(variable)
        case .flag(let name): words.flag(name)
        }
    }
}

/// All that can be set but keys; each by a flag, a variable of the environment, or the file.
enum SettingName: String, CaseIterable {
    case graphics = "protocol"
    case glyphs, colours
    case cellSize = "cell-size"
    case scaling, theme
    case accent = "accent-colour"
    case good = "good-colour"
    case bad = "bad-colour"
    case language, start, grid, step, slideshow
    case cacheSize = "cache-size"

    /// The setting of a name, in either spelling: `accent-color` is `accent-colour`.
    init?(spelled name: String) {
        self.init(rawValue: name.replacing("color", with: "colour"))
    }

    var variable: String {
        "NASA_VIEW_" + rawValue.uppercased().replacing("-", with: "_")
    }

    /// Whether an option of its name sets it, too.
    var hasFlag: Bool { ![.start, .accent, .good, .bad].contains(self) }

    /// Whether it can be set to this.
    func accepts(_ text: String) -> Bool { type.init(argument: text) != nil }

    var choices: SettingChoices { type.choices }

    private var type: any SettingValue.Type {
        switch self {
        case .graphics: GraphicsProtocol.self
        case .glyphs: BlockGlyphs.self
        case .colours: ColourDepth.self
        case .cellSize: CellExtent.self
        case .scaling: Enlargement.self
        case .theme: Theme.self
        case .accent, .good, .bad: TextColour.self
        case .language: Language.self
        case .start: InitialSearch.self
        case .grid: GridColumns.self
        case .step: StepPercent.self
        case .slideshow: SlideSeconds.self
        case .cacheSize: ByteSize.self
        }
    }
}
