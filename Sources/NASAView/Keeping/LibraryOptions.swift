internal import ArgumentParser
internal import Localization
internal import PhotoCatalog
internal import Screens

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
