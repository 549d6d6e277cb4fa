internal import ArgumentParser
internal import PhotoCatalog
internal import Screens

/// Lists what a search finds, for scripts.
struct SearchCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Search the library.",
        discussion: """
            Prints one line per photo: ID, date, credit and title, separated by tabs; with --json \
            a single JSON document.

              nasa-view search "apollo 11" --limit 20
              nasa-view search --center JPL --year-start 2020 --json
              nasa-view search mars --offline        only photos you have seen

            Exit status: 0 on success, 1 if a page failed, 4 without a network.
            """)

    @Argument(help: "Words to search for; optional with a filter.")
    var words: [String] = []

    @Option(help: "Maximum number of results.")
    var limit = 100

    @OptionGroup(title: "Filters") var filters: FilterOptions

    @Option(
        help: "image, video or audio, or several separated by commas.",
        completion: .list(["image", "video", "audio"]))
    var mediaType = "image"

    @Flag(help: "Search only photos you have seen, without the network.")
    var offline = false

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var library: LibraryOptions

    @OptionGroup var speech: LanguageOption

    private var text: String? { words.isEmpty ? nil : words.joined(separator: " ") }

    private var query: Query {
        var query = filters.query(for: text)
        // The API wants at least one word or filter.
        if query == Query() { query = .everything }
        query.mediaTypes = mediaType.split(separator: ",").map { String($0) }
        return query
    }

    func run(in context: CommandContext) async throws {
        let strings = context.strings
        try check(strings.arguments)
        let library = try Library(library, context)
        library.tellTroubles(strings)
        if offline { return try await searchSeen(library, strings) }
        var walk = PaginatedSearch()
        var ending = ExitStatus()
        do throws(CatalogFailure) {
            try await walk.walk(query, in: library.repository, limit: limit)
        } catch {
            // What came before a page failed is worth printing; the status tells of the rest.
            ending.fail(error, strings.sentence(for: error))
        }
        if !walk.photos.isEmpty { ending.succeed() }
        if ending.code <= Diagnostics.failed { try show(walk, strings) }
        await library.note(seen: walk.photos, strings)
        await library.settle()
        try ending.end(strings)
    }

    private func check(_ words: ArgumentPhrases) throws {
        try filters.check(words)
        guard (1...Page.resultLimit).contains(limit) else { throw ValidationError(words.limit) }
        let types = mediaType.split(separator: ",", omittingEmptySubsequences: false)
        guard types.allSatisfy({ ["image", "video", "audio"].contains($0) }) else {
            throw ValidationError(words.mediaTypes)
        }
    }

    private func show(_ walk: PaginatedSearch, _ strings: Strings) throws {
        let isOffline = walk.staleSeconds != nil
        try PhotoList(total: walk.total, walk.photos, isOffline: isOffline)
            .print(asJSON: json, strings)
        if let age = walk.staleSeconds {
            CommandOutput.remark(strings.offline(ageSeconds: age))
        }
        if walk.isCutShort { CommandOutput.remark(strings.sentence(for: .tooManyResults)) }
    }

    private func searchSeen(_ library: Library, _ strings: Strings) async throws {
        let photos: [Photo]
        do throws(ArchiveFailure) {
            photos = try await library.archive.seen(matching: text ?? "", limit: limit)
        } catch {
            Diagnostics.print(strings.cache.archiveFailure(error))
            throw ExitCode(Diagnostics.failed)
        }
        try PhotoList(total: photos.count, photos, isOffline: true).print(asJSON: json, strings)
    }
}

/// Goes through the pages of a search until there are enough results.
struct PaginatedSearch {
    private(set) var photos: [Photo] = []
    private(set) var total: Int?
    /// Whether NASA has more and does not give it.
    private(set) var isCutShort = false
    /// How old the oldest page is that was kept from earlier.
    private(set) var staleSeconds: Int?
    private var known: Set<PhotoID> = []

    /// Adds pages until `limit` results are there or none are left.
    mutating func walk(
        _ query: Query, in repository: any PhotoRepository, limit: Int
    ) async throws(CatalogFailure) {
        var query = query
        query.pageSize = min(Self.pageSize, limit)
        var next: PageRequest? = .first(.search(query))
        while photos.count < limit, let request = next {
            let page = try await repository.page(request)
            let isNew = take(page, limit)
            next = isNew ? follower(of: page, request.listing) : nil
        }
    }

    /// What NASA gives when it is not asked for another size; more is refused by some accounts.
    private static let pageSize = 100

    /// - Returns: whether the page brought anything: a server may link pages in a circle.
    private mutating func take(_ page: Page, _ limit: Int) -> Bool {
        let news = page.photos.filter { known.insert($0.id).inserted }
        photos += news.prefix(limit - photos.count)
        total = page.totalHits ?? total
        if case .stale(_, let age) = page.freshness { staleSeconds = max(staleSeconds ?? 0, age) }
        return !news.isEmpty
    }

    private mutating func follower(of page: Page, _ listing: Listing) -> PageRequest? {
        switch page.continuation {
        case .next(let cursor): return .next(cursor, of: listing)
        case .end: return nil
        case .limit:
            isCutShort = true
            return nil
        }
    }
}
