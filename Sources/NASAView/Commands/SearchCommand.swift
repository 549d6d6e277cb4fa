internal import ArgumentParser
internal import FoundationEssentials
internal import PhotoCatalog
internal import Screens

/// Lists what a search finds, for scripts.
struct SearchCommand: AsyncParsableCommand {
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

    @OptionGroup var speech: SpeechOptions

    func validate() throws {
        guard (1...Page.resultLimit).contains(limit) else {
            throw ValidationError(ArgumentWording.limit)
        }
        let types = mediaType.split(separator: ",", omittingEmptySubsequences: false)
        guard types.allSatisfy({ ["image", "video", "audio"].contains($0) }) else {
            throw ValidationError(ArgumentWording.mediaTypes)
        }
    }

    private var text: String? { words.isEmpty ? nil : words.joined(separator: " ") }

    private var query: Query {
        var query = filters.query(for: text)
        // The API wants at least one word or filter.
        if query == Query() { query = .everything }
        query.mediaTypes = mediaType.split(separator: ",").map { String($0) }
        return query
    }

    func run() async throws {
        let library = try Library(library, ProcessInfo.processInfo.environment)
        library.tellTroubles()
        if offline { return try await searchSeen(library) }
        var walk = ResultsWalk()
        var ending = CommandEnding()
        do throws(CatalogFailure) {
            try await walk.walk(query, in: library.repository, limit: limit)
        } catch {
            // What came before a page failed is worth printing; the status tells of the rest.
            ending.fail(error, CommandWording.sentence(for: error))
        }
        if !walk.photos.isEmpty { ending.succeed() }
        if ending.code <= Complaint.failed { try show(walk) }
        await library.note(seen: walk.photos)
        await library.settle()
        try ending.end()
    }

    private func show(_ walk: ResultsWalk) throws {
        try print(walk.photos, total: walk.total, isOffline: walk.staleSeconds != nil)
        if let age = walk.staleSeconds {
            CommandOutput.remark(CacheWording.offline(ageSeconds: age))
        }
        if walk.isCutShort { CommandOutput.remark(CommandWording.limited) }
    }

    private func searchSeen(_ library: Library) async throws {
        let photos: [Photo]
        do throws(ArchiveFailure) {
            photos = try await library.archive.seen(matching: text ?? "", limit: limit)
        } catch {
            Complaint.print(CacheWording.sentence(for: error))
            throw ExitCode(Complaint.failed)
        }
        try print(photos, total: photos.count, isOffline: true)
    }

    private func print(_ photos: [Photo], total: Int?, isOffline: Bool) throws {
        guard json else { return try CommandOutput.print(photos.map { CommandWording.line($0) }) }
        try CommandOutput.print(
            json: PhotoList(
                total: total, items: photos.map { PhotoRecord($0) }, isOffline: isOffline))
    }
}
