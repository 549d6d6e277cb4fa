internal import ArgumentParser
internal import Bounds
internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import PhotoCodec
internal import PhotoPipeline
internal import Screens
internal import Settings
internal import TerminalProtocols

/// The options of the viewer, of all its groups.
///
/// The command holds the groups side by side: the argument parser of a debug build checks a group once
/// more for each group around it.
struct Options {
    var viewing: ViewingOptions
    var display: DisplayOptions
    var list: ListOptions
    var filters: FilterOptions
    var grid: Bounded<GridColumns>?
    let library: LibraryOptions
    /// What to search for if nothing is named.
    private(set) var start: InitialSearch?

    /// The tiles of a screen and of the next one must fit.
    private static let leastMemory = 16 << 20

    /// What photos may use; no folder is named yet.
    ///
    /// A place of a photo is decoded as it is viewed. A photo that is printed whole is decoded once: 286 ms
    /// of processor time for a 100-megapixel JPEG, 504 by tiles.
    func decodingOptions(showingPlaces: Bool) -> DecodingOptions {
        viewing.print && !showingPlaces ? DecodingOptions(wholePixels: .max) : viewingOptions
    }

    /// What photos that are viewed may use.
    var viewingOptions: DecodingOptions {
        viewing.memory.map { DecodingOptions(tileBytes: $0.bytes) } ?? DecodingOptions()
    }

    /// What a pipe or a file on standard input brings, if nothing else says what to show.
    func pipedContents(_ photos: [String]) -> StandardInput.Contents? {
        let isNamed = !photos.isEmpty || named != nil || list.stdinList || library.demo
        return isNamed ? nil : StandardInput.ofProcess.contents()
    }

    /// Fills in what was not typed from the environment and the user's file.
    func completed(by sources: SettingSources) throws -> Options {
        try filters.check(sources.words)
        if let daily = list.daily { try daily.day.check(of: daily.service, sources.words) }
        if let memory = viewing.memory, memory.bytes < Self.leastMemory {
            throw ValidationError(sources.words.memory)
        }
        var options = self
        options.display = try display.completed(by: sources)
        try sources.complete(&options.grid, .grid)
        try sources.complete(&options.start, .start)
        return options
    }

    /// What to list of NASA's library.
    var source: ResultsSource { named ?? start.map { .search(Query(text: $0.text)) } ?? .start }

    /// What is named on the command line; `nil` if nothing is.
    var named: ResultsSource? {
        if let album = list.album { return .album(album) }
        if list.favourites { return .favourites(of: filters.source) }
        if list.popular { return .popular }
        if let daily = list.daily { return .search(daily.day.query(of: daily.service)) }
        let query = filters.query(for: list.search ?? list.slideshow)
        return query == Query() ? nil : .search(query)
    }

    /// How to arrange a list; `nil` if nothing says so.
    var arrangement: LibraryArrangement? {
        grid.map { $0.value == 0 ? .list : .grid(columns: $0.value) }
    }
}

/// What the viewer does with the photos that are named.
struct ViewingOptions: ParsableArguments {
    @Flag(help: "Compare the first photo with the second; Tab shows the other one.")
    var compare = false

    @Flag(help: "Print the pictures to standard output and exit.")
    var print = false

    @Flag(help: "Print text instead of pictures (for screen readers) and exit.")
    var plain = false

    @Option(
        help: ArgumentHelp(
            "With --print: the box to fit into (pixels for sixel, cells for blocks).",
            valueName: "WxH"))
    var size: Extent?

    @Flag(help: "With --print: enlarge smaller pictures to fill the box.")
    var enlarge = false

    @Option(
        help: ArgumentHelp(
            "With --print: colours of a sixel picture, 2 to 1024 (default 256).",
            valueName: "number"))
    var registers: Bounded<RegisterCount>?

    @Option(
        help: ArgumentHelp(
            "Memory for the tiles of a large photo (default 128M).", valueName: "size"))
    var memory: ByteSize?

    @Flag(help: "Print memory and tile statistics on exit.")
    var stats = false
}

/// How pictures and pages are shown: what is detected, and what the user knows better.
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

    @Option(help: ArgumentHelp("Characters to draw blocks with.", valueName: "name"))
    var glyphs: BlockGlyphs?

    @Option(
        name: [.long, .customLong("colors")],
        help: ArgumentHelp(
            "Number of colours for blocks: true, 256, 16 or 2.", valueName: "number"),
        completion: .list(["true", "256", "16", "2"]))
    var colours: ColourDepth?

    @Option(help: ArgumentHelp("How to enlarge photos smaller than the screen.", valueName: "name"))
    var scaling: Enlargement?

    @Option(help: ArgumentHelp("Terminal background.", valueName: "name"))
    var theme: Theme?

    @Option(help: ArgumentHelp("What Enter opens in a list (default photo).", valueName: "name"))
    var enter: EnterKey?

    @Option(
        help: ArgumentHelp("Pan step in percent of the screen (default 10).", valueName: "percent"))
    var step: Bounded<StepPercent>?

    @Option(
        name: .customLong("slide-seconds"),
        help: ArgumentHelp("Seconds per photo in a slideshow (default 5).", valueName: "seconds"))
    var slideSeconds: Bounded<SlideSeconds>?

    @Option(
        help: ArgumentHelp(
            "The bar at the foot of a photo: auto hides it after three seconds.", valueName: "name")
    )
    var bar: BarUse?

    @Option(
        help: ArgumentHelp(
            "Moving pictures in terminals with kitty's protocol.", valueName: "name"))
    var motion: MotionUse?

    /// Without options: a theme is set in the file.
    var textColours = TextColourOverrides()

    /// Parsed from `typedCellSize` once the language of complaints is known.
    var cellSize: CellExtent?

    enum CodingKeys: CodingKey {
        case graphics, typedCellSize, glyphs, colours, scaling, theme, enter, step, slideSeconds
        case bar, motion
    }

    /// The cell size that is typed, or else set.
    ///
    /// - Throws: `ValidationError` if it is no size, or larger than any cell.
    func cellSize(by sources: SettingSources) throws -> Setting<CellExtent>? {
        let typed = try typedCellSize.map { text in
            guard let extent = CellExtent(argument: text) else {
                throw ValidationError(sources.words.cellSize(ScreenLimits.cellSide))
            }
            return extent
        }
        return try sources.setting(.cellSize, flag: typed)
    }

    fileprivate func completed(by sources: SettingSources) throws -> DisplayOptions {
        func colour(_ name: SettingName) throws -> Int? {
            try sources.setting(name, flag: TextColour?.none)?.value.number
        }
        var options = self
        options.cellSize = try cellSize(by: sources)?.value
        options.textColours = try TextColourOverrides(
            accent: colour(.accent), good: colour(.good), bad: colour(.bad))
        try sources.complete(&options.graphics, .graphics)
        try sources.complete(&options.glyphs, .glyphs)
        try sources.complete(&options.colours, .colours)
        try sources.complete(&options.scaling, .scaling)
        try sources.complete(&options.theme, .theme)
        try sources.complete(&options.enter, .enter)
        try sources.complete(&options.step, .step)
        try sources.complete(&options.slideSeconds, .slideSeconds)
        try sources.complete(&options.bar, .bar)
        try sources.complete(&options.motion, .motion)
        return options
    }
}

/// Which photos of the library to list.
struct ListOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Search the library for these words.", valueName: "words"))
    var search: String?

    @Option(
        help: ArgumentHelp(
            "Search for these words and show the photos as a screensaver; any key ends it.",
            valueName: "words"))
    var slideshow: String?

    @Option(help: ArgumentHelp("List an album by its exact name.", valueName: "name"))
    var album: String?

    @Option(
        defaultAsFlag: DayText.newest, parsing: .next,
        help: ArgumentHelp(
            "Today's Astronomy Picture of the Day, or that of a day such as 2026-10-02.",
            valueName: "day"))
    var apod: DayText?

    @Option(
        defaultAsFlag: DayText.newest, parsing: .next,
        help: ArgumentHelp(
            "The turning Earth as EPIC saw it lately, or on a day, as a slideshow.",
            valueName: "day"))
    var epic: DayText?

    @Flag(help: "List what many people look at on NASA's site.")
    var popular = false

    @Flag(name: [.long, .customLong("favorites")], help: "List your favourites.")
    var favourites = false

    @Flag(help: "List the folders in the folders that are named, too.")
    var recursive = false

    @Flag(help: "List what standard input names: a file a line, or with NUL after each.")
    var stdinList = false

    /// The service whose newest pictures are asked for by an option of its own, and their day.
    var daily: (service: Service, day: DayText)? {
        apod.map { (.apod, $0) } ?? epic.map { (.epic, $0) }
    }
}

extension Service: ExpressibleByArgument {}

/// A day as it was typed: `2026-10-02`, of a rover on Mars its number; or the newest there is.
struct DayText: ExpressibleByArgument, Hashable, CustomStringConvertible {
    static let newest = DayText()

    /// `nil` for the newest.
    private let text: String?

    private init() { text = nil }

    init(_ text: String) { self.text = text }

    init(argument: String) { text = argument }

    var description: String { text ?? "newest" }

    /// - Throws: `ValidationError` if the service counts no such day.
    func check(of service: Service, _ words: ArgumentStrings) throws {
        guard let text, ServiceDay(text, of: service) == nil else { return }
        let isSol = service == .mars2020 || service == .msl
        throw ValidationError(words.day(SafeText(text).string, isSol))
    }

    /// What the service has, up to this day.
    func query(of service: Service) -> Query {
        Query(newestOf: service, upTo: text.flatMap { ServiceDay($0, of: service) })
    }
}

/// What narrows a search.
struct FilterOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Only photos from this year or later.", valueName: "year"))
    var yearStart: Bounded<Year>?

    @Option(help: ArgumentHelp("Only photos from this year or earlier.", valueName: "year"))
    var yearEnd: Bounded<Year>?

    @Option(
        name: [.customLong("center"), .customLong("centre")],
        help: ArgumentHelp("Only photos from a NASA centre: JPL, JSC, KSC, …", valueName: "name"))
    var center: String?

    @Option(
        help: ArgumentHelp(
            "Only photos with these keywords, separated by commas.", valueName: "a,b"))
    var keywords: String?

    @Option(help: ArgumentHelp("Only photos by this photographer.", valueName: "name"))
    var photographer: String?

    @Option(help: ArgumentHelp("Only photos taken at this place.", valueName: "name"))
    var location: String?

    @Option(
        name: [.long, .customLong("media-type")],
        help: ArgumentHelp(
            "image, video or audio, or several separated by commas (default image).",
            valueName: "a,b"),
        completion: .list(MediaType.names))
    var media: String?

    @Option(
        help: ArgumentHelp(
            "The library to list or search (default nasa).", valueName: "name"))
    var source: Service?

    @Option(
        help: ArgumentHelp(
            "Only photos of this day or earlier, the newest first; for Mars a sol.",
            valueName: "day"))
    var day: String?

    func check(_ words: ArgumentStrings) throws {
        if let day { try DayText(day).check(of: source ?? .nasa, words) }
        let types = media?.split(separator: ",", omittingEmptySubsequences: false) ?? []
        guard types.allSatisfy({ MediaType.names.contains(String($0)) }) else {
            throw ValidationError(words.mediaTypes)
        }
    }

    func query(for text: String?) -> Query {
        var query = Query()
        query.text = text.map(ByteText.readable)
        query.firstYear = yearStart?.value
        query.lastYear = yearEnd?.value
        query.center = center
        query.keywords = keywords?.split(separator: ",").map { String($0) } ?? []
        query.photographer = photographer
        query.location = location
        query.source = source ?? .nasa
        query.upTo = day.flatMap { ServiceDay($0, of: query.source) }
        if let media { query.mediaTypes = media.split(separator: ",").map { String($0) } }
        return query
    }
}

/// How lists are arranged.
struct GridOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Columns of the grid (1–12; 0 = list; default: by width).", valueName: "columns"))
    var grid: Bounded<GridColumns>?
}

/// Which library to ask, and how much of it to cache: the same for the viewer and all commands.
struct LibraryOptions: ParsableArguments {
    @Flag(help: "The built-in collection as the library; needs no network.")
    var demo = false

    @Option(
        help: ArgumentHelp(
            "Another library: https://, or http:// on this machine (also NASA_VIEW_API).",
            valueName: "url"))
    var api: String?

    @Option(help: ArgumentHelp("Cache limit (default 1G; 0 = no cache).", valueName: "size"))
    var cacheSize: ByteSize?

    func site(_ context: CommandContext) throws -> LibrarySite {
        guard let text = api ?? context.variables["NASA_VIEW_API"], !text.isEmpty else {
            return .nasa
        }
        do {
            return try LibrarySite(standIn: text)
        } catch {
            throw ValidationError(context.strings.arguments.api)
        }
    }

    func cacheLimit(_ context: CommandContext) throws -> ByteSize {
        try context.sources.setting(.cacheSize, flag: cacheSize)?.value ?? .usualCacheLimit
    }
}

/// The options of commands for scripts.
struct ScriptOptions: ParsableArguments {
    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var library: LibraryOptions

    @OptionGroup var speech: LanguageOption
}

/// The language of all that people read.
struct LanguageOption: ParsableArguments {
    @Option(help: ArgumentHelp("Language (default: from LANG).", valueName: "name"))
    var language: Language?

    /// Finds the language before the command line is parsed: complaints about that use it too.
    static func found(
        _ arguments: [String], _ variables: [String: String], _ file: ConfigurationFile
    ) -> Language {
        let flag = named(arguments).flatMap { Language(rawValue: $0) }
        do {
            let sources = SettingSources(variables, file, Strings())
            return try sources.language(flag: flag)?.value ?? .english
        } catch {
            return .english  // Reported when the command runs.
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
