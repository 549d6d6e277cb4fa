internal import ArgumentParser
internal import Localization
internal import PhotoCatalog
internal import Screens

/// Prints what a search finds.
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
              nasa-view search --source commons nebula --limit 20
              nasa-view search --source apod --day 2026-10-02 --limit 1

            Exit status: 0 on success, 1 if a page failed, 4 without a network.
            """)

    @Argument(help: "Words to search for; optional with a filter.")
    var words: [String] = []

    @Option(help: "Maximum number of results.")
    var limit = 100

    @OptionGroup(title: "Filters") var filters: FilterOptions

    @Flag(help: "Search only photos you have seen, without the network.")
    var offline = false

    @OptionGroup var script: ScriptOptions

    private var text: String? { words.isEmpty ? nil : words.joined(separator: " ") }

    private var query: Query {
        let query = filters.query(for: text)
        // The API wants at least one word or filter.
        return query == Query() ? .everything : query
    }

    func run(in context: CommandContext) async throws {
        let strings = context.strings
        try check(strings.arguments)
        let backend = try Backend(script.library, context)
        backend.reportTroubles(strings)
        if offline { return try await searchSeen(backend.archive, strings) }
        var search = PaginatedSearch()
        var ending = ExitStatus()
        do throws(CatalogFailure) {
            try await search.run(query, in: backend.repository, limit: limit)
        } catch {
            // What came before a page failed is worth printing; the status reports the rest.
            ending.fail(error, strings.sentence(for: error))
        }
        if !search.photos.isEmpty { ending.succeed() }
        if ending.code <= Diagnostics.failed { try show(search, strings) }
        await backend.remember(seen: search.photos, strings)
        await backend.settle()
        try ending.end(strings)
    }

    private func check(_ words: ArgumentStrings) throws {
        try filters.check(words)
        guard (1...Page.resultLimit).contains(limit) else { throw ValidationError(words.limit) }
    }

    private func show(_ search: PaginatedSearch, _ strings: Strings) throws {
        let isOffline = search.staleSeconds != nil
        try PhotoList(total: search.total, photos: search.photos, isOffline: isOffline)
            .print(asJSON: script.json, strings)
        if let age = search.staleSeconds {
            CommandOutput.remark(strings.offline(ageSeconds: age))
        }
        if search.isCutShort { CommandOutput.remark(strings.sentence(for: .tooManyResults)) }
    }

    private func searchSeen(_ archive: any PhotoArchive, _ strings: Strings) async throws {
        let photos: [Photo]
        do throws(ArchiveFailure) {
            photos = try await archive.seen(matching: text ?? "", limit: limit)
        } catch {
            Diagnostics.print(strings.cache.archiveFailure(error))
            throw ExitCode(Diagnostics.failed)
        }
        try PhotoList(total: photos.count, photos: photos, isOffline: true)
            .print(asJSON: script.json, strings)
    }
}

/// Goes through the pages of a search until there are enough results.
private struct PaginatedSearch {
    /// NASA's default; some accounts are refused larger pages.
    private static let pageSize = 100

    private(set) var photos: [Photo] = []
    private(set) var total: Int?
    /// Whether NASA has more results than it gives out.
    private(set) var isCutShort = false
    /// The age of the oldest page that came from the cache because the server could not be reached.
    private(set) var staleSeconds: Int?
    private var known: Set<PhotoID> = []

    /// Adds pages until there are `limit` results or no more pages.
    mutating func run(
        _ query: Query, in repository: any PhotoRepository, limit: Int
    ) async throws(CatalogFailure) {
        var query = query
        query.pageSize = min(Self.pageSize, limit)
        var next: PageRequest? = .first(.search(query))
        while photos.count < limit, let request = next {
            let page = try await repository.page(request)
            let isNew = append(page, limit)
            next = isNew ? nextRequest(after: page, request.listing) : nil
        }
    }

    /// - Returns: whether the page had anything new: a server may link pages in a circle.
    private mutating func append(_ page: Page, _ limit: Int) -> Bool {
        let new = page.photos.filter { known.insert($0.id).inserted }
        photos += new.prefix(limit - photos.count)
        total = page.totalHits ?? total
        if case .stale(_, let age) = page.freshness { staleSeconds = max(staleSeconds ?? 0, age) }
        return !new.isEmpty
    }

    private mutating func nextRequest(after page: Page, _ listing: Listing) -> PageRequest? {
        switch page.continuation {
        case .next(let cursor): return .next(cursor, of: listing)
        case .end: return nil
        case .limit:
            isCutShort = true
            return nil
        }
    }
}
