internal import ArgumentParser
internal import Imaging
internal import Localization
internal import Screens
internal import Settings
internal import TerminalProtocols

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
