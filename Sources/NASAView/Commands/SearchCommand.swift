internal import ArgumentParser
internal import Bounds
internal import Localization
internal import PhotoCatalog
internal import Screens
internal import TerminalProtocols

/// The `search` command, which prints the results of a search.
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
              nasa-view search --popular             NASA's popular photos
              nasa-view search --source commons nebula --limit 20
              nasa-view search --source apod --day 2026-10-02 --limit 1

            Exit status: 0 on success, 1 if a page failed, 4 without a network.
            """)

    static let tables: [any OptionTable.Type] = [FilterOptions.self, ScriptOptions.self]

    @Argument(help: "Words to search for; optional with a filter.")
    var words: [String] = []

    @Option(help: "Maximum number of results.")
    var limit = Bounded<ResultLimit>(clamping: 100)

    @OptionGroup(title: "Filters") var filters: FilterOptions

    @Flag(help: "List NASA's popular photos; takes no words and no filters.")
    var popular = false

    @Flag(help: "Search only photos you have seen, without the network.")
    var offline = false

    @OptionGroup var script: ScriptOptions

    private var text: String? { words.isEmpty ? nil : words.joined(separator: " ") }

    private var listing: Listing {
        guard !popular else { return .popular }
        let query = filters.query(for: text)
        // The API requires at least one word or filter.
        var whole = query == Query() ? .everything : query
        whole.pageSize = min(PaginatedSearch.pageSize, limit.value)
        return .search(whole)
    }

    func run(in context: CommandContext) async throws {
        let strings = context.strings
        try check(strings.arguments)
        let backend = try Backend(script.library, context)
        backend.reportTroubles(strings)
        if offline { return try await searchSeen(backend.archive, strings) }
        var search = PaginatedSearch(listing, limit: limit.value)
        var ending = ExitStatus()
        do throws(CatalogFailure) {
            try await search.run(in: backend.repository)
        } catch {
            // Results of pages before the failed one are still printed; the exit status reports the
            // failure.
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
        guard !popular || text == nil && !offline && filters.query(for: nil) == Query() else {
            throw ValidationError(words.popularAlone)
        }
    }

    private func show(_ search: PaginatedSearch, _ strings: Strings) throws {
        let isOffline = search.staleSeconds != nil
        try PhotoList(total: search.total, photos: search.photos, isOffline: isOffline)
            .print(asJSON: script.json, strings)
        if search.photos.isEmpty { Diagnostics.print(nothingFound(strings)) }
        if let age = search.staleSeconds {
            CommandOutput.remark(strings.offline(ageSeconds: age))
        }
        if search.isCutShort { CommandOutput.remark(strings.sentence(for: .tooManyResults)) }
        if search.unread > 0 { CommandOutput.remark(strings.unread(search.unread)) }
    }

    private func nothingFound(_ strings: Strings) -> SafeText {
        let query = filters.query(for: text)
        guard !popular, query != Query() else { return strings.library.nothing }
        return strings.library.nothingFound(query.medium, strings.library.text(of: query))
    }

    private func searchSeen(_ archive: any PhotoArchive, _ strings: Strings) async throws {
        let photos: [Photo]
        do throws(ArchiveFailure) {
            photos = try await archive.seen(
                matching: text ?? "", of: filters.source, limit: limit.value)
        } catch {
            Diagnostics.print(strings.cache.archiveFailure(error))
            throw ExitCode(Diagnostics.failed)
        }
        try PhotoList(total: photos.count, photos: photos, isOffline: true)
            .print(asJSON: script.json, strings)
        if photos.isEmpty { Diagnostics.print(nothingFound(strings)) }
    }
}

/// A search that requests pages until it has enough results.
private struct PaginatedSearch {
    /// The number of results on a page: NASA's default, because larger pages are refused for some
    /// accounts.
    static let pageSize = 100

    private let limit: Int
    private var paged: PagedPhotos
    /// The age in seconds of the oldest cached page that was used because the server could not be
    /// reached; `nil` if no cached page was used.
    private(set) var staleSeconds: Int?

    /// Creates a search with at most `limit` results; the search lists photos as the viewer does.
    init(_ listing: Listing, limit: Int) {
        self.limit = limit
        paged = PagedPhotos(joining: [listing])
    }

    var photos: [Photo] { Array(paged.photos.prefix(limit)) }
    var total: Int? { paged.totalHits }
    /// The number of results that were not read, which may include newer photos.
    var unread: Int { paged.unread }

    /// True if the list ends because NASA returns no more of the results.
    var isCutShort: Bool { paged.state == .limited && paged.photos.count <= limit }

    mutating func run(in repository: any PhotoRepository) async throws(CatalogFailure) {
        while paged.photos.count < limit, let request = paged.nextRequest() {
            let page = try await repository.page(request)
            paged.append(page, for: request)
            if case .stale(_, let age) = page.freshness {
                staleSeconds = max(staleSeconds ?? 0, age)
            }
        }
    }
}
