internal import ArgumentParser
internal import FoundationEssentials
internal import PhotoCatalog
internal import Screens
internal import Transfer

/// Tells what is kept on the disk, and clears it.
struct CacheCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cache",
        abstract: "Tell what is kept on the disk, or clear it.",
        discussion: """
            Replies and pictures are kept in $XDG_CACHE_HOME/nasa-view, or ~/.cache/nasa-view; the \
            least recently used go first. Favourites and history are not in it.
            """)

    @Flag(help: "Remove all that is kept.")
    var clear = false

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var library: LibraryOptions

    @OptionGroup var speech: SpeechOptions

    private struct Document: Encodable {
        let version = 1
        let contents: CacheContents
        let isCleared: Bool

        enum CodingKeys: String, CodingKey {
            case version, folder, entries, bytes
            case limitBytes = "limit_bytes"
            case isCleared = "cleared"
        }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: CodingKeys.self)
            try object.encode(version, forKey: .version)
            try object.encode(contents.folder, forKey: .folder)
            try object.encode(contents.entries, forKey: .entries)
            try object.encode(contents.bytes, forKey: .bytes)
            try object.encode(contents.limitBytes, forKey: .limitBytes)
            try object.encode(isCleared, forKey: .isCleared)
        }
    }

    func run() async throws {
        let variables = ProcessInfo.processInfo.environment
        let cache = try Library(library, variables).cache
        let limit = try library.cacheLimit(variables)
        let contents = clear ? await cache.clear() : await cache.contents()
        if json {
            try CommandOutput.print(json: Document(contents: contents, isCleared: clear))
        } else {
            try CommandOutput.print(
                clear
                    ? [CacheWording.cleared(contents)]
                    : CacheWording.lines(contents, limit: limit.text))
        }
        if let trouble = cache.trouble {
            Complaint.print(CacheWording.sentence(for: trouble))
            throw ExitCode(Complaint.failed)
        }
    }
}
