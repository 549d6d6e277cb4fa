internal import ArgumentParser
internal import Bounds
internal import Imaging
internal import Localization
internal import Screens
internal import Settings
internal import TerminalProtocols

/// What a setting is set to, and by what.
struct Setting<Value: SettingValue> {
    let value: Value
    let origin: SettingOrigin
}

/// What set a setting.
enum SettingOrigin: Hashable {
    case byDefault
    case file(line: Int)
    case environment(variable: String)
    case flag(name: String)

    func sentence(_ words: ConfigurationStrings) -> String {
        switch self {
        case .byDefault: words.byDefault
        case .file(let line): words.file(line)
        case .environment(let variable): words.environment(variable)
        case .flag(let name): words.flag(name)
        }
    }
}

/// Where settings come from: an option overrides a variable, which overrides the file.
struct SettingSources {
    let file: ConfigurationFile
    private let variables: [String: String]
    /// For complaints about values.
    private let strings: Strings

    init(_ variables: [String: String], _ file: ConfigurationFile, _ strings: Strings) {
        self.variables = variables
        self.file = file
        self.strings = strings
    }

    var words: ArgumentStrings { strings.arguments }

    /// What a setting is set to; `nil` if nothing sets it.
    func setting<Value>(_ name: SettingName, flag: Value?) throws -> Setting<Value>? {
        if let flag { return Setting(value: flag, origin: .flag(name: name.rawValue)) }
        if let text = variables[name.variable], !text.isEmpty {
            guard let value = Value(argument: text) else {
                let shown = name == .flickrKey ? "…" : text
                throw ValidationError(
                    strings.configuration.fault(.wrongValue(name.variable, shown, Value.choices)))
            }
            return Setting(value: value, origin: .environment(variable: name.variable))
        }
        return file.entries[name].flatMap { entry in
            Value(argument: entry.text).map {
                Setting(value: $0, origin: .file(line: entry.place.line))
            }
        }
    }

    /// Sets an option that was not typed to what the environment or the file says.
    func complete<Value: SettingValue>(_ option: inout Value?, _ name: SettingName) throws {
        option = try setting(name, flag: option)?.value
    }

    /// The locale is overridden by the file: it is set on every machine.
    func language(flag: Language?) throws -> Setting<Language>? {
        if let setting = try setting(.language, flag: flag) { return setting }
        return Language.wished(by: variables).map {
            Setting(value: $0.language, origin: .environment(variable: $0.variable))
        }
    }
}

/// All settings except keys; each has an option, a variable and an entry of the file.
enum SettingName: String, CaseIterable {
    case graphics = "protocol"
    case glyphs, colours
    case cellSize = "cell-size"
    case scaling, theme
    case accent = "accent-colour"
    case good = "good-colour"
    case bad = "bad-colour"
    case language, start, grid, enter, step
    case slideSeconds = "slide-seconds"
    case bar, motion
    case cacheSize = "cache-size"
    case flickrKey = "flickr-key"

    /// Accepts both spellings, `accent-color` is `accent-colour`, and the old name of `slide-seconds`.
    init?(spelled name: String) {
        self.init(
            rawValue: name == "slideshow"
                ? Self.slideSeconds.rawValue : name.replacing("color", with: "colour"))
    }
    var variable: String { "NASA_VIEW_" + rawValue.uppercased().replacing("-", with: "_") }
    /// Whether there is an option of that name.
    var hasFlag: Bool { ![.start, .accent, .good, .bad, .flickrKey].contains(self) }

    var valueType: any SettingValue.Type {
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
        case .grid: Bounded<GridColumns>.self
        case .enter: EnterKey.self
        case .step: Bounded<StepPercent>.self
        case .slideSeconds: Bounded<SlideSeconds>.self
        case .bar: BarUse.self
        case .motion: MotionUse.self
        case .cacheSize: ByteSize.self
        case .flickrKey: ServiceKey.self
        }
    }
}
