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

/// All options of the viewer.
struct Options {
    var viewing: ViewingOptions
    var list: ListOptions
    var filters: FilterOptions
    let library: LibraryOptions
    /// The settings typed as options; `settings` also contains these once the other sources are
    /// read.
    let typedSettings: TypedSettings
    private(set) var settings = UserSettings()

    /// The minimum memory for tiles, in bytes: enough for the tiles of the screen and the next one.
    private static let leastMemory = 16 << 20

    /// Returns the decoding options for photos, without a folder for temporary files.
    ///
    /// A photo is decoded as in the viewer if only a region of it is printed. A photo that is
    /// printed whole is decoded in one piece: 286 ms of processor time for a 100-megapixel JPEG,
    /// against 504 ms by tiles.
    func decodingOptions(showingPlaces: Bool) -> DecodingOptions {
        guard !viewing.print || showingPlaces else {
            return DecodingOptions(wholePixels: .max).shaping(settings.pixelShape)
        }
        return (viewing.memory.map { DecodingOptions(tileBytes: $0.bytes) } ?? DecodingOptions())
            .shaping(settings.pixelShape)
    }

    /// Returns the kind of a pipe or file on standard input; `nil` if standard input is neither or
    /// is empty, or if the arguments already name photos.
    func pipedContents(_ photos: [String]) -> PipedInput.Contents? {
        let isNamed = !photos.isEmpty || named != nil || list.stdinList || library.demo
        return isNamed ? nil : PipedInput.standard.contents()
    }

    /// Returns these options, completed from the environment and the configuration file.
    func completed(by sources: SettingSources) throws -> Options {
        try filters.check(sources.words)
        if let daily = list.daily { try daily.day.check(of: daily.service, sources.words) }
        if let memory = viewing.memory, memory.bytes < Self.leastMemory {
            throw ValidationError(sources.words.memory)
        }
        var options = self
        options.chooseYears(before: .today)
        options.settings = try sources.settings([.display, .list], typed: typedSettings)
        return options
    }

    /// The list to show: the list that options request, otherwise the initial search or the start
    /// page.
    var source: ResultsSource {
        named ?? settings.start.map { .search(Query(text: $0.text)) } ?? .start
    }

    /// The list that options request; `nil` if no option requests a list.
    var named: ResultsSource? {
        if let album = list.album { return .album(album) }
        if list.favourites { return .favourites(of: filters.source) }
        if list.popular { return .popular }
        if let daily = list.daily { return .search(daily.day.query(of: daily.service)) }
        let query = filters.query(for: list.search ?? list.slideshow)
        return query == Query() ? nil : .search(query)
    }

    /// The order of files; without a seed, a random order differs at each start.
    var sorting: FileSorting {
        let seed = list.seed.map { UInt64($0.value) } ?? .random(in: .min ... .max)
        return FileSorting(settings.sort, seed: seed)
    }

    /// The arrangement of lists; `nil` if the setting is not set.
    var arrangement: LibraryArrangement? {
        settings.grid.map { $0.value == 0 ? .list : .grid(columns: $0.value) }
    }
}

/// The options for viewing the named photos.
struct ViewingOptions: OptionTable {
    var compare = false
    var only = false
    var select = false
    var print0 = false
    var print = false
    var plain = false
    var size: BoxSize?
    var fit: BoxFit?
    var align: Alignment?
    var background: BackgroundColour?
    var enlarge = false
    var levels: PrintedLevels?
    /// The position on the sky or on the ground to show in the photos; `nil` without the option.
    var at: PositionText?
    var registers: Bounded<RegisterCount>?
    var memory: ByteSize?
    var stats = false
    /// The cell for a printed picture; `nil` for the cell of the cursor.
    var cell: CellPosition?
    /// True if kitty's pictures are printed as placeholders.
    var placeholders = false
    /// The medium for sending printed pictures to kitty; `nil` for the fastest medium that the
    /// terminal can read.
    var transfer: KittyMedium?

    static let rows: [OptionRow<Self>] = [
        .flag(
            \.compare, "compare",
            "Compare the first photo with the second; Tab shows the other one."),
        .flag(
            \.only, "only",
            "Show only the named file, not the others in its folder."),
        .flag(
            \.select, "select",
            "On exit with q, print the names of the marked photos to standard output."),
        .flag(\.print0, "print0", "With --select: a NUL after each name, not a line feed."),
        .option(
            \.at, "at", "position",
            "The position in the sky or on the ground to show, such as \"13:29:52 +47:11:43\"."),
        .flag(\.print, "print", "Print the pictures to standard output and exit."),
        .flag(\.plain, "plain", "Print text instead of pictures (for screen readers) and exit."),
        .option(
            \.size, "size", "WxH",
            "With --print: the box to fit into, in cells, or 800x600px; one side may be missing."),
        .option(
            \.fit, "fit", "name",
            "With --print: fit into the box (default), or only its width."),
        .option(
            \.align, "align", "name",
            "With --print: put the picture at the left of its box (default) or in its centre."),
        .option(
            \.background, "background", "colour",
            "With --print: the colour behind transparent parts (default: the terminal's)."),
        .flag(\.enlarge, "enlarge", "With --print: enlarge smaller pictures to fill the box."),
        .option(
            \.levels, "levels", "name",
            "With --print: the levels of the picture, as t chooses them in the viewer."),
        .option(
            \.registers, "registers", "number",
            "With --print: colours of a sixel picture, 2 to 1024 (default 256)."),
        .option(
            \.memory, "memory", "size", "Memory for the tiles of a large photo (default 128M)."),
        .flag(\.stats, "stats", "Print memory and tile statistics on exit."),
    ]
}

/// The options for the display of pictures and pages, which override detected properties.
struct DisplayOptions: OptionTable {
    var settings: TypedSettings = [:]

    static let rows = OptionRow<Self>.settings(of: .display, \.settings)
}

/// The options that choose the list.
struct ListOptions: OptionTable {
    var search: String?
    var slideshow: String?
    var album: String?
    var apod: DayText?
    var epic: DayText?
    var onThisDay = false
    var random = false
    var popular = false
    var favourites = false
    var recursive = false
    var seed: Bounded<OrderSeed>?
    var stdinList = false

    static let rows: [OptionRow<Self>] = [
        .option(\.search, "search", "words", "Search the library for these words."),
        .option(
            \.slideshow, "slideshow", "words",
            "Search for these words and show the photos as a screensaver; any key ends it."),
        .option(\.album, "album", "name", "List an album by its exact name."),
        .day(
            \.apod, "apod",
            "Today's Astronomy Picture of the Day, or that of a day such as 2026-10-02."),
        .day(
            \.epic, "epic",
            "A slideshow of the rotating Earth: EPIC's latest images, or those of a day."),
        .flag(
            \.onThisDay, "on-this-day",
            "The Astronomy Picture of today's date in a random past year."),
        .flag(\.random, "random", "View a random photo of NASA's library."),
        .flag(\.popular, "popular", "List NASA's popular photos."),
        .flag(\.favourites, "favourites", "List your favourites.", also: "favorites"),
        .option(
            \.seed, "seed", "number",
            "With --sort random: the same number gives the same order."),
        .flag(\.recursive, "recursive", "Also list the pictures in subfolders."),
        .flag(
            \.stdinList, "stdin-list",
            "List the files named on standard input: one per line, or separated by NUL."),
    ]

    /// The service whose pictures `--apod` or `--epic` requests, and the day; `nil` without these
    /// options.
    var daily: (service: Service, day: DayText)? {
        apod.map { (.apod, $0) } ?? epic.map { (.epic, $0) }
    }
}

extension Service: ExpressibleByArgument {}

/// A day as typed: a date such as `2026-10-02`, the number of a rover's day on Mars, or the newest
/// day.
struct DayText: ExpressibleByArgument, Hashable, CustomStringConvertible {
    static let newest = DayText()

    /// The typed text; `nil` for the newest day.
    private let text: String?

    private init() { text = nil }

    init(_ text: String) { self.text = text }

    init(argument: String) { text = argument }

    var description: String { text ?? "newest" }

    /// Checks that the day is valid for a service.
    ///
    /// - Throws: `ValidationError` if the service has no days of this form.
    func check(of service: Service, _ words: ArgumentStrings) throws {
        guard let text, ServiceDay(text, of: service) == nil else { return }
        let isSol = service == .mars2020 || service == .msl
        throw ValidationError(words.day(SafeText(text).string, isSol))
    }

    /// Returns the query for the service's pictures up to this day.
    func query(of service: Service) -> Query {
        Query(newestOf: service, upTo: text.flatMap { ServiceDay($0, of: service) })
    }
}

/// The options that narrow a search.
struct FilterOptions: OptionTable {
    var yearStart: Bounded<Year>?
    var yearEnd: Bounded<Year>?
    var center: String?
    var keywords: String?
    var photographer: String?
    var location: String?
    var media: MediaTypes?
    var source: Service?
    var day: String?

    static let rows: [OptionRow<Self>] = [
        .option(\.yearStart, "year-start", "year", "Only photos from this year or later."),
        .option(\.yearEnd, "year-end", "year", "Only photos from this year or earlier."),
        .option(
            \.center, "center", "name", "Only photos from a NASA centre: JPL, JSC, KSC, …",
            also: "centre"),
        .option(
            \.keywords, "keywords", "a,b", "Only photos with these keywords, separated by commas."),
        .option(\.photographer, "photographer", "name", "Only photos by this photographer."),
        .option(\.location, "location", "name", "Only photos taken at this place."),
        .option(
            \.media, "media", "a,b",
            "image, video or audio, or several separated by commas (default image).",
            also: "media-type"),
        .option(\.source, "source", "name", "The library to list or search (default nasa)."),
        .option(
            \.day, "day", "day",
            "Only photos of this day or earlier, the newest first; for Mars a sol."),
    ]

    func check(_ words: ArgumentStrings) throws {
        if let day { try DayText(day).check(of: source ?? .nasa, words) }
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
        if let media { query.mediaTypes = media.names }
        return query
    }
}

/// The options for the arrangement of lists.
struct GridOption: OptionTable {
    var settings: TypedSettings = [:]

    static let rows = OptionRow<Self>.settings(of: .list, \.settings)
}

/// The options, common to the viewer and all commands, for the library and the limit of its cache.
struct LibraryOptions: OptionTable {
    var demo = false
    var api: String?
    var settings: TypedSettings = [:]

    static let rows: [OptionRow<Self>] =
        [
            .flag(
                \.demo, "demo", "The built-in collection as the library; needs no network."),
            .option(
                \.api, "api", "url",
                """
                Another server with NASA's API: https://, or http:// on this machine (also \
                NASA_VIEW_API).
                """),
        ] + OptionRow.settings(of: .library, \.settings)

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
        try context.sources.settings([.library], typed: settings).cacheSize
    }
}

/// The options of commands for scripts.
struct ScriptOptions: OptionTable {
    var json = false
    var library = LibraryOptions()
    var languageOption = LanguageOption()

    // The rows are not nested groups, because a debug build of the parser repeats the checks of
    // nested options for each level.
    static let rows: [OptionRow<Self>] =
        [.flag(\.json, "json", "Print JSON.")]
        + LibraryOptions.rows.map { $0.within(\.library) }
        + LanguageOption.rows.map { $0.within(\.languageOption) }
}

/// The option for the language of the screens and of failure messages.
struct LanguageOption: OptionTable {
    var settings: TypedSettings = [:]

    static let rows = OptionRow<Self>.settings(of: .language, \.settings)

    /// Returns the language for messages about parsing errors, found before the command line is
    /// parsed.
    static func found(
        _ arguments: [String], _ variables: [String: String], _ file: ConfigurationFile
    ) -> Language {
        let words = arguments.flatMap { $0.split(separator: "=", maxSplits: 1) }
        let word = words.drop { $0 != "--language" }.dropFirst().first
        var typed: TypedSettings = [:]
        typed["language"] = word.flatMap { Language(rawValue: String($0)) }
        do {
            let sources = SettingSources(variables: variables, file: file)
            return try sources.settings([.language], typed: typed).language
        } catch {
            return .english  // Reported when the command runs.
        }
    }
}
