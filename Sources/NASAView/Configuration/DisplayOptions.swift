internal import ArgumentParser
internal import Imaging
internal import Screens
internal import Settings
internal import TerminalProtocols

/// How pictures and pages are shown: what is found out, and what the user knows better.
struct DisplayOptions: ParsableArguments {
    @Option(
        name: .customLong("protocol"),
        help: ArgumentHelp("Graphics protocol (default: detected).", valueName: "name"))
    var graphics: GraphicsProtocol?

    @Option(
        name: .customLong("cell-size"),
        help: ArgumentHelp(
            "Size of a character cell in pixels, up to 256x256 (default: detected).",
            valueName: "WxH"))
    var typedCellSize: String?

    @Option(
        help: ArgumentHelp("Characters to draw blocks with.", valueName: "name"))
    var glyphs: BlockGlyphs?

    @Option(
        name: [.long, .customLong("colors")],
        help: ArgumentHelp(
            "Number of colours for blocks: true, 256, 16 or 2.", valueName: "number"),
        completion: .list(["true", "256", "16", "2"]))
    var colours: ColourDepth?

    @Option(
        help: ArgumentHelp(
            "How to enlarge photos smaller than the screen.", valueName: "name"))
    var scaling: Enlargement?

    @Option(help: ArgumentHelp("Terminal background.", valueName: "name"))
    var theme: Theme?

    @Option(
        help: ArgumentHelp(
            "Pan step in percent of the screen (default 10).", valueName: "percent"))
    var step: StepPercent?

    @Option(
        help: ArgumentHelp("Seconds per photo in a slideshow (default 5).", valueName: "seconds"))
    var slideshow: SlideSeconds?

    /// No option: nobody types a theme.
    var textColours = TextColourWishes()

    /// Read from what is typed when there are words to complain in.
    var cellSize: CellExtent?

    enum CodingKeys: CodingKey {
        case graphics, typedCellSize, glyphs, colours, scaling, theme, step, slideshow
    }

    /// The cell size that is typed, or else set.
    ///
    /// - Throws: `ValidationError` where no cell is so large, or it is no size.
    func cellSize(by sources: SettingSources) throws -> Setting<CellExtent>? {
        let typed = try typedCellSize.map { text in
            guard let extent = CellExtent(argument: text) else {
                throw ValidationError(sources.words.cellSize(ScreenLimits.cellSide))
            }
            return extent
        }
        return try sources.setting(.cellSize, flag: typed)
    }

    /// With what the command line leaves open.
    func completed(by sources: SettingSources) throws -> DisplayOptions {
        var options = self
        options.graphics = try sources.setting(.graphics, flag: graphics)?.value
        options.cellSize = try cellSize(by: sources)?.value
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

/// In which language people are spoken to: the same for all commands.
struct LanguageOption: ParsableArguments {
    @Option(help: ArgumentHelp("Language (default: from LANG).", valueName: "name"))
    var language: Language?

    /// The language to speak, looked for before the command line is parsed: complaints about that
    /// are made in it too.
    static func found(
        _ arguments: [String], _ variables: [String: String], _ file: ConfigurationFile
    ) -> Language {
        let flag = named(arguments).flatMap { Language(rawValue: $0) }
        do {
            let sources = SettingSources(variables, file, Strings())
            return try sources.language(flag: flag)?.value ?? .english
        } catch {
            return .english  // Complained of when the command runs.
        }
    }

    private static func named(_ arguments: [String]) -> String? {
        let option = "--language"
        for (argument, next) in zip(arguments, arguments.dropFirst() + [""]) {
            if argument == option { return next }
            if argument.hasPrefix(option + "=") {
                return String(argument.dropFirst(option.count + 1))
            }
        }
        return nil
    }
}

extension Language: SettingValue {}
