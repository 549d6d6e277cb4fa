internal import ArgumentParser
internal import Localization
internal import PhotoCatalog
internal import Screens
internal import Transfer

/// Shows what the disk cache holds, and clears it.
struct CacheCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "cache",
        abstract: "Show or clear the cache.",
        discussion: """
            Server replies and pictures are cached in $XDG_CACHE_HOME/nasa-view, or \
            ~/.cache/nasa-view; the least recently used are removed first. Favourites and history \
            are not part of it.
            """)

    @Flag(help: "Empty the cache.")
    var clear = false

    @OptionGroup var script: ScriptOptions

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

    func run(in context: CommandContext) async throws {
        let strings = context.strings
        let cache = try Backend(script.library, context).cache
        let limit = try script.library.cacheLimit(context)
        let contents = clear ? await cache.clear() : await cache.contents()
        if script.json {
            try CommandOutput.print(json: Document(contents: contents, isCleared: clear), strings)
        } else {
            try CommandOutput.print(
                clear ? [strings.cleared(contents)] : strings.lines(contents, limit: limit.text),
                strings)
        }
        if let failure = cache.failure {
            Diagnostics.print(strings.cache.trouble(failure))
            throw ExitCode(Diagnostics.failed)
        }
    }
}
