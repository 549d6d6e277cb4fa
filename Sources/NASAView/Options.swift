internal import ArgumentParser
internal import PhotoCatalog
internal import Screens

/// What can be said on the command line beside the photos.
struct Options: ParsableArguments {
    @Flag(help: "Show the built-in collection; needs no network.")
    var demo = false

    @Flag(help: "Print one picture to standard output and exit.")
    var print = false

    @Option(help: "With --print: the box to fit into, in pixels for sixel, in cells for blocks.")
    var size: Extent?

    @Flag(help: "With --print: enlarge a smaller picture to the box.")
    var enlarge = false

    @Option(
        help: ArgumentHelp(
            "The memory for the tiles of one large photo, 128M unless said.", valueName: "size"))
    var memory: ByteCount?

    @Flag(help: "Tell on leaving what the photos have cost: tiles, memory.")
    var stats = false

    @OptionGroup(title: "How it is shown (also NASA_VIEW_PROTOCOL and so on; nasa-view config)")
    var display: DisplayOptions

    @OptionGroup(title: "Which photos to list")
    var list: ListOptions

    @OptionGroup var library: LibraryOptions

    func validate() throws {
        guard let memory else { return }
        guard memory.bytes >= Self.leastMemory else {
            throw ValidationError(ArgumentWording.memory)
        }
    }

    /// The tiles of a screen and of the next one must fit.
    private static let leastMemory = 16 << 20

    /// With what the command line leaves open, from the environment and the user's file.
    func completed(by sources: SettingSources) throws -> Options {
        var options = self
        options.display = try display.completed(by: sources)
        options.list.grid = try sources.setting(.grid, flag: list.grid)?.value
        options.list.start = try sources.setting(.start, flag: StartWords?.none)?.value
        return options
    }
}
