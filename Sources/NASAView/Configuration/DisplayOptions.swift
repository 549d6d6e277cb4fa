internal import ArgumentParser
internal import Imaging
internal import Settings
internal import TerminalProtocols

/// How pictures and pages are shown: what is found out, and what the user knows better.
struct DisplayOptions: ParsableArguments {
    @Option(
        name: .customLong("protocol"),
        help: ArgumentHelp("How pictures are sent.", valueName: "name"))
    var graphics: GraphicsProtocol?

    @Option(
        help: ArgumentHelp(
            "The pixels of a character cell, up to 256x256, if the terminal does not tell.",
            valueName: "WxH"),
        transform: CellExtent.read)
    var cellSize: CellExtent?

    @Option(
        help: ArgumentHelp("The characters that blocks are made of.", valueName: "name"))
    var glyphs: BlockGlyphs?

    @Option(
        help: ArgumentHelp(
            "The colours that blocks may have: true, 256, 16 or 2.", valueName: "number"),
        completion: .list(["true", "256", "16", "2"]))
    var colours: ColourDepth?

    @Option(
        help: ArgumentHelp(
            "How photos smaller than the screen are enlarged.", valueName: "name"))
    var scaling: Enlargement?

    @Option(help: ArgumentHelp("The ground that text is to be readable on.", valueName: "name"))
    var theme: Theme?

    @Option(
        help: ArgumentHelp(
            "How far a key pans, in hundredths of the screen: 10 if not said.", valueName: "percent"
        ))
    var step: StepPercent?

    @Option(
        help: ArgumentHelp("How long a slideshow shows each photo.", valueName: "seconds"))
    var slideshow: SlideSeconds?

    /// No option: nobody types a theme.
    var textColours = TextColourWishes()

    enum CodingKeys: CodingKey {
        case graphics, cellSize, glyphs, colours, scaling, theme, step, slideshow
    }

    /// With what the command line leaves open.
    func completed(by sources: SettingSources) throws -> DisplayOptions {
        var options = self
        options.graphics = try sources.setting(.graphics, flag: graphics)?.value
        options.cellSize = try sources.setting(.cellSize, flag: cellSize)?.value
        options.glyphs = try sources.setting(.glyphs, flag: glyphs)?.value
        options.colours = try sources.setting(.colours, flag: colours)?.value
        options.scaling = try sources.setting(.scaling, flag: scaling)?.value
        options.theme = try sources.setting(.theme, flag: theme)?.value
        options.textColours = try TextColourWishes(
            accent: sources.setting(.accent, flag: TextColour?.none)?.value.number,
            good: sources.setting(.good, flag: TextColour?.none)?.value.number,
            bad: sources.setting(.bad, flag: TextColour?.none)?.value.number)
        options.step = try sources.setting(.step, flag: step)?.value
        options.slideshow = try sources.setting(.slideshow, flag: slideshow)?.value
        return options
    }
}

extension GraphicsProtocol: SettingValue {}

extension BlockGlyphs: SettingValue {}

extension Enlargement: SettingValue {}

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

    static var choices: SettingChoices { .words(["true", "256", "16", "2"]) }

    var text: String {
        switch self {
        case .trueColour: "true"
        case .palette256: "256"
        case .palette16: "16"
        case .monochrome: "2"
        }
    }
}
