internal import ArgumentParser
internal import PhotoCatalog
internal import PhotoCodec
internal import Screens

/// What can be said on the command line beside the photos.
struct Options: ParsableArguments {
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
            "Memory for the tiles of a large photo (default 128M).", valueName: "size"))
    var memory: ByteSize?

    @Flag(help: "Print memory and tile statistics on exit.")
    var stats = false

    @OptionGroup(title: "Display options")
    var display: DisplayOptions

    @OptionGroup(title: "Photos to list")
    var list: ListOptions

    @OptionGroup var library: LibraryOptions

    /// The tiles of a screen and of the next one must fit.
    private static let leastMemory = 16 << 20

    /// With what the command line leaves open, from the environment and the user's file.
    func completed(by sources: SettingSources) throws -> Options {
        try list.filters.check(sources.words)
        if let memory, memory.bytes < Self.leastMemory {
            throw ValidationError(sources.words.memory)
        }
        var options = self
        options.display = try display.completed(by: sources)
        options.list.grid = try sources.setting(.grid, flag: list.grid)?.value
        options.list.start = try sources.setting(.start, flag: InitialSearch?.none)?.value
        return options
    }
}

extension Options {
    /// What photos that are looked at may use.
    var viewingMeans: DecodingOptions {
        memory.map { DecodingOptions(tileBytes: $0.bytes) } ?? DecodingOptions()
    }
}

/// Which photos of the library to list.
struct ListOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Search the library for these words.", valueName: "words"))
    var search: String?

    @Option(help: ArgumentHelp("List an album by its exact name.", valueName: "name"))
    var album: String?

    @Flag(name: [.long, .customLong("favorites")], help: "List your favourites.")
    var favourites = false

    @OptionGroup var filters: FilterOptions

    @Option(
        help: ArgumentHelp(
            "Show a grid with this many columns (1–8; 0 = list).", valueName: "columns"))
    var grid: GridColumns?

    /// What to search for where nothing is named.
    var start: InitialSearch?

    enum CodingKeys: CodingKey { case search, album, favourites, filters, grid }

    /// What is listed of NASA's library.
    var source: ResultsSource { named ?? start.map { .search(Query(text: $0.text)) } ?? .start }

    /// What is named on the command line; nil where nothing is.
    var named: ResultsSource? {
        if let album { return .album(album) }
        return favourites ? .favourites : query.map { .search($0) }
    }

    /// What is searched for; nil where nothing is.
    var query: Query? {
        let query = filters.query(for: search)
        return query == Query() ? nil : query
    }
}

/// What a search is narrowed by.
struct FilterOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Only photos from this year or later.", valueName: "year"))
    var yearStart: Int?

    @Option(help: ArgumentHelp("Only photos from this year or earlier.", valueName: "year"))
    var yearEnd: Int?

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

    func check(_ words: ArgumentPhrases) throws {
        for year in [yearStart, yearEnd].compactMap(\.self) where !(1000...9999).contains(year) {
            throw ValidationError(words.year)
        }
    }

    /// A query for words, narrowed.
    func query(for text: String?) -> Query {
        var query = Query()
        query.text = text
        query.firstYear = yearStart
        query.lastYear = yearEnd
        query.center = center
        query.keywords = keywords?.split(separator: ",").map { String($0) } ?? []
        query.photographer = photographer
        query.location = location
        return query
    }
}

/// Which library is asked, and how much of it is kept: the same for the viewer and all commands.
struct LibraryOptions: ParsableArguments {
    @Flag(help: "The built-in collection as the library; needs no network.")
    var demo = false

    @Option(
        help: ArgumentHelp(
            "Another library: https://, or http:// on this machine (also NASA_VIEW_API).",
            valueName: "url"))
    var api: String?

    @Option(
        help: ArgumentHelp(
            "Cache limit (default 1G; 0 = no cache).",
            valueName: "size"))
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
        try context.sources.setting(.cacheSize, flag: cacheSize)?.value
            ?? .usualCacheLimit
    }
}
