internal import ArgumentParser
internal import Localization
internal import PhotoCatalog
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
