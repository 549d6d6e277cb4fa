internal import ArgumentParser
internal import Localization
internal import PhotoCatalog
internal import Screens
internal import Transfer

/// The `cache` command, which shows or clears the disk cache.
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

    func run(in context: CommandContext) async throws {
        let strings = context.strings
        let cache = try Backend(script.library, context).cache
        let limit = try script.library.cacheLimit(context)
        let contents = clear ? await cache.clear() : await cache.contents()
        if script.json {
            try CommandOutput.print(
                json: .object([
                    "version": .integer(1), "folder": .text(contents.folder),
                    "entries": .integer(contents.entries), "bytes": .integer(contents.bytes),
                    "limit_bytes": .integer(contents.limitBytes), "cleared": .bool(clear),
                ]), strings)
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
