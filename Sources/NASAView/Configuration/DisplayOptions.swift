internal import ArgumentParser
internal import Imaging
internal import TerminalProtocols

/// How pictures and pages are shown: what is found out, and what the user knows better.
struct DisplayOptions: ParsableArguments {
    @Option(
        name: .customLong("protocol"),
        help:
            "How pictures are sent: \(GraphicsProtocol.allCases.map(\.rawValue).joined(separator: ", "))."
    )
    var graphics: GraphicsProtocol?

    @Option(help: "The pixels of one character cell, where the terminal does not tell them.")
    var cellSize: Extent?

    @Option(
        help:
            "The characters that blocks are made of: \(BlockGlyphs.allCases.map(\.rawValue).joined(separator: ", "))."
    )
    var glyphs: BlockGlyphs?

    @Option(help: "How many colours blocks may have: true, 256, 16 or 2.")
    var colours: ColourDepth?

    @Option(help: "The ground that text is to be readable on: auto, light or dark.")
    var theme: Theme?

    @Option(help: "The seconds that a slideshow shows each photo.")
    var slideshow: SlideSeconds?

    /// With what the command line leaves open.
    func completed(by sources: SettingSources) throws -> DisplayOptions {
        var options = self
        options.graphics = try sources.setting(.graphics, flag: graphics)?.value
        options.cellSize = try sources.setting(.cellSize, flag: cellSize)?.value
        options.glyphs = try sources.setting(.glyphs, flag: glyphs)?.value
        options.colours = try sources.setting(.colours, flag: colours)?.value
        options.theme = try sources.setting(.theme, flag: theme)?.value
        options.slideshow = try sources.setting(.slideshow, flag: slideshow)?.value
        return options
    }
}

extension GraphicsProtocol: SettingValue {}

extension BlockGlyphs: SettingValue {}

extension Theme: SettingValue {}

extension ColourDepth: SettingValue {
    init?(argument: String) {
        switch argument {
        case "true", "24bit": self = .trueColour
        case "256": self = .palette256
        case "16": self = .palette16
        case "2": self = .monochrome
        default: return nil
        }
    }

    var text: String {
        switch self {
        case .trueColour: "true"
        case .palette256: "256"
        case .palette16: "16"
        case .monochrome: "2"
        }
    }
}
