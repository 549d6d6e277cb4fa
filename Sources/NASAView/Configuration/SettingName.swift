internal import ArgumentParser
internal import Imaging
internal import Screens
internal import TerminalProtocols

/// All that can be set but keys; each by a flag, a variable of the environment, or the file.
enum SettingName: String, CaseIterable {
    case graphics = "protocol"
    case glyphs, colours
    case cellSize = "cell-size"
    case theme, language, start, grid, slideshow
    case cacheSize = "cache-size"

    var variable: String {
        "NASA_VIEW_" + rawValue.uppercased().replacing("-", with: "_")
    }

    /// Whether it can be set to this.
    func accepts(_ text: String) -> Bool {
        switch self {
        case .graphics: GraphicsProtocol(argument: text) != nil
        case .glyphs: BlockGlyphs(argument: text) != nil
        case .colours: ColourDepth(argument: text) != nil
        case .cellSize: Extent(argument: text) != nil
        case .theme: Theme(argument: text) != nil
        case .language: Language(argument: text) != nil
        case .start: StartWords(argument: text) != nil
        case .grid: GridColumns(argument: text) != nil
        case .slideshow: SlideSeconds(argument: text) != nil
        case .cacheSize: ByteCount(argument: text) != nil
        }
    }
}
