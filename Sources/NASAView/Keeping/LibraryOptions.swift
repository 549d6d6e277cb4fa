internal import ArgumentParser
internal import PhotoCatalog
internal import Screens

/// Which library is asked, and how much of it is kept: the same for the viewer and all commands.
struct LibraryOptions: ParsableArguments {
    @Flag(help: "The built-in collection as the library; needs no network.")
    var demo = false

    @Option(
        help: ArgumentHelp(
            "Another library: https, or http on this machine (also NASA_VIEW_API).",
            valueName: "url"))
    var api: String?

    @Option(
        help: ArgumentHelp(
            "The most to keep on the disk; 1G if not said, 0 keeps nothing.",
            valueName: "size"))
    var cacheSize: ByteCount?

    func site(_ variables: [String: String]) throws -> LibrarySite {
        guard let text = api ?? variables["NASA_VIEW_API"], !text.isEmpty else { return .nasa }
        do {
            return try LibrarySite(standIn: text)
        } catch {
            throw ValidationError(ArgumentWording.api)
        }
    }

    func cacheLimit(_ variables: [String: String]) throws -> ByteCount {
        try SettingSources(variables).setting(.cacheSize, flag: cacheSize)?.value
            ?? .usualCacheLimit
    }
}
