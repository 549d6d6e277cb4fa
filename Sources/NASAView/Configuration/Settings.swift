internal import ArgumentParser
internal import Bounds
internal import Imaging
internal import Localization
internal import PhotoCodec
internal import Screens
internal import Settings
internal import TerminalProtocols

/// The values of all settings; a setting that is not set has its default value, or `nil` if the
/// value is detected or absent.
struct UserSettings {
    var protocolChoice: ProtocolChoice?
    var cellSize: CellExtent?
    var glyphs = BlockGlyphs.half
    var colours: ColourDepth?
    var scaling = Enlargement.smooth
    var pixelShape = PixelShapeRule.auto
    var theme = Theme.auto
    var accent, good, bad: TextColour?
    var language = Language.english
    /// The search whose results are shown first if no photo is named; `nil` for the start page.
    var start: InitialSearch?
    /// The number of columns of lists; 0 for a plain list, `nil` for a number that suits the
    /// window.
    var grid: Bounded<GridColumns>?
    var enter = EnterKey.photo
    var sort = FileOrder.name
    var step = Bounded<StepPercent>(clamping: Preferences.usualPanPercent)
    var slideSeconds = Bounded<SlideSeconds>(clamping: Preferences.usualSlideshowSeconds)
    var bar = BarSetting.auto
    var motion = MotionSetting.auto
    var accessible = Switch.off
    var cacheSize = ByteSize.usualCacheLimit
    var flickrKey: ServiceKey?

    var isAccessible: Bool { accessible == .on }

    /// The protocol to use; `nil` for the best one that the terminal supports.
    var graphics: GraphicsProtocol? {
        if case .one(let graphics) = protocolChoice { graphics } else { nil }
    }

    /// The origins of those settings that are set.
    fileprivate(set) var origins: [String: SettingOrigin] = [:]
}

/// A setting: a row of the table that defines the options, environment variables, keys of the file
/// and lines of `config`.
struct Setting: Sendable {
    /// A group of settings that the same commands use.
    enum Group: CaseIterable { case display, language, list, library, services }

    /// The name in the file, and of the option.
    let name: String
    let group: Group
    /// The help of the setting's option; `nil` if the setting has no option.
    let help: ArgumentHelp?
    let valueType: any SettingValue.Type
    /// An environment variable that other programs also read; the setting's own variable takes
    /// precedence.
    private(set) var sharedVariable: String?
    /// Returns the value as text for `config`; `nil` if the value is detected or absent.
    let text: @Sendable (UserSettings) -> String?
    fileprivate let set: @Sendable (any SettingValue, inout UserSettings) -> Void

    /// All settings, in the order of the help and of `config`.
    static let all = [
        Setting(
            \.protocolChoice, "protocol", .display,
            .option(
                "name",
                "Graphics protocol (default: detected; a pipe gets blocks unless auto is named)."
            )),
        Setting(
            \.cellSize, "cell-size", .display,
            .option(
                "WxH", "Size of a character cell in pixels, up to 256x256 (default: detected).")),
        Setting(\.glyphs, "glyphs", .display, .option("name", "Characters to draw blocks with.")),
        Setting(
            \.colours, "colours", .display,
            .option("number", "Number of colours for blocks: true, 256, 16 or 2.")),
        Setting(
            \.scaling, "scaling", .display,
            .option("name", "How to enlarge photos smaller than the screen.")),
        Setting(
            \.pixelShape, "pixel-shape", .display,
            .option(
                "name",
                "Pixels that are not square: auto stretches them unless their shape is only for print."
            )),
        Setting(\.theme, "theme", .display, .option("name", "Terminal background.")),
        Setting(\.accent, "accent-colour", .display),
        Setting(\.good, "good-colour", .display),
        Setting(\.bad, "bad-colour", .display),
        Setting(
            \.language, "language", .language, .option("name", "Language (default: from LANG).")),
        Setting(\.start, "start", .list),
        Setting(
            \.grid, "grid", .list,
            .option("columns", "Columns of the grid (1–12; 0 = list; default: by width).")),
        Setting(
            \.sort, "sort", .list,
            .option(
                "name", "The order of files (default name); time and size: newest, largest first.")),
        Setting(
            \.enter, "enter", .display,
            .option("name", "What Enter opens in a list (default photo).")),
        Setting(
            \.step, "step", .display,
            .option("percent", "Pan step in percent of the screen (default 10).")),
        Setting(
            \.slideSeconds, "slide-seconds", .display,
            .option("seconds", "Seconds per photo in a slideshow (default 5).")),
        Setting(
            \.bar, "bar", .display,
            .option(
                "name",
                "The bar of a photo: auto hides it after three seconds where the photo can fill its line."
            )),
        Setting(
            \.motion, "motion", .display,
            .option("name", "Moving pictures in terminals with kitty's protocol.")),
        Setting(
            \.accessible, "accessible", .display,
            .option(
                "name",
                "For screen readers: lists, a visible cursor, no motion, notices stay (also ACCESSIBLE=1)."
            ), sharedVariable: "ACCESSIBLE"),
        Setting(
            \.cacheSize, "cache-size", .library,
            .option("size", "Cache limit (default 1G; 0 = no cache).")),
        Setting(\.flickrKey, "flickr-key", .services),
    ]

    /// Returns the setting with a name; `nil` if no setting has the name.
    ///
    /// The American spelling is also valid (`accent-color`), and so is the former name of
    /// `slide-seconds`.
    static func named(_ name: String) -> Setting? {
        let name = name == "slideshow" ? "slide-seconds" : name.replacing("color", with: "colour")
        return all.first { $0.name == name }
    }

    /// The names of the setting's option, in both spellings.
    var optionNames: [String] {
        let american = name.replacing("colour", with: "color")
        return american == name ? [name] : [name, american]
    }

    var variable: String { "NASA_VIEW_" + name.uppercased().replacing("-", with: "_") }

    /// Returns the value for a word; `nil` if the word is invalid.
    func value(_ word: String) -> (any SettingValue)? { valueType.init(argument: word) }

    /// Returns the error for an invalid word; `key` is the option, variable or key for which the
    /// word was written.
    func fault(_ word: String, in key: String) -> SettingsError.Kind {
        .wrongValue(key, valueType.isSecret ? "…" : word, valueType.choices)
    }
}

extension Setting {
    fileprivate init<Value: SettingValue>(
        _ path: @autoclosure @escaping @Sendable () -> WritableKeyPath<UserSettings, Value>,
        _ name: String, _ group: Group, _ help: ArgumentHelp? = nil, sharedVariable: String? = nil
    ) {
        self.init(
            name: name, group: group, help: help, valueType: Value.self,
            sharedVariable: sharedVariable
        ) {
            $0[keyPath: path()].text
        } set: {
            if let value = $0 as? Value { $1[keyPath: path()] = value }
        }
    }

    fileprivate init<Value: SettingValue>(
        _ path: @autoclosure @escaping @Sendable () -> WritableKeyPath<UserSettings, Value?>,
        _ name: String, _ group: Group, _ help: ArgumentHelp? = nil
    ) {
        self.init(name: name, group: group, help: help, valueType: Value.self) {
            $0[keyPath: path()]?.text
        } set: {
            if let value = $0 as? Value { $1[keyPath: path()] = value }
        }
    }
}

extension ArgumentHelp {
    /// Creates the help of an option; `valueName` is the name of the option's value.
    fileprivate static func option(_ valueName: String, _ help: String) -> Self {
        Self(help, valueName: valueName)
    }
}

/// The settings typed as options, by the settings' names.
typealias TypedSettings = [String: any SettingValue]

/// The origin of a setting's value.
enum SettingOrigin: Hashable {
    case byDefault
    case file(line: Int)
    case environment(variable: String)
    case flag(name: String)

    var text: String {
        switch self {
        case .byDefault: "default"
        case .file(let line): "file, line \(line)"
        case .environment(let variable): "environment, \(variable)"
        case .flag(let name): "option, --\(name)"
        }
    }
}

/// The sources of settings: options override environment variables, which override the file.
struct SettingSources {
    let variables: [String: String]
    let file: ConfigurationFile

    var words: ArgumentStrings { ArgumentStrings() }

    /// Returns the settings of some groups; all other settings have their defaults.
    func settings(_ groups: [Setting.Group], typed: TypedSettings = [:]) throws -> UserSettings {
        var settings = UserSettings()
        for setting in Setting.all where groups.contains(setting.group) {
            guard let (value, origin) = try found(setting, typed) else { continue }
            setting.set(value, &settings)
            settings.origins[setting.name] = origin
        }
        return settings
    }

    /// Returns the rule for pixels that are not square, for a process that starts before the
    /// settings are checked.
    func pixelShape(typed: TypedSettings = [:]) -> PixelShapeRule {
        (try? settings([.display], typed: typed))?.pixelShape ?? .auto
    }

    /// Returns the value of a setting and the value's origin; `nil` if the setting is not set.
    private func found(
        _ setting: Setting, _ typed: TypedSettings
    ) throws -> (any SettingValue, SettingOrigin)? {
        if let value = typed[setting.name] { return (value, .flag(name: setting.name)) }
        if let text = variables[setting.variable], !text.isEmpty {
            guard let value = setting.value(text) else {
                throw ValidationError(
                    Strings().configuration.fault(
                        setting.fault(text, in: setting.variable)))
            }
            return (value, .environment(variable: setting.variable))
        }
        if let name = setting.sharedVariable, let text = variables[name], !text.isEmpty {
            // Other programs define this variable, so any other word means yes.
            return (setting.value(text) ?? Switch.on, .environment(variable: name))
        }
        if let entry = file.entries[setting.name], let value = setting.value(entry.text) {
            return (value, .file(line: entry.position.line))
        }
        // The file overrides the locale, which is set on every machine.
        guard setting.valueType == Language.self else { return nil }
        return Language.wished(by: variables).map {
            ($0.language, .environment(variable: $0.variable))
        }
    }
}
