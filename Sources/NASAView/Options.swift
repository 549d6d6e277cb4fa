internal import ArgumentParser
internal import PhotoCatalog
internal import Screens

/// What can be said on the command line beside the photos.
struct Options: ParsableArguments {
    @Flag(help: "Print one picture to standard output and exit.")
    var print = false

    @Flag(help: "Print words instead of pictures, for screen readers, and exit.")
    var plain = false

    @Option(
        help: ArgumentHelp(
            "With --print: the box to fit into, in pixels for sixel, in cells for blocks.",
            valueName: "WxH"))
    var size: Extent?

    @Flag(help: "With --print: enlarge a smaller picture to the box.")
    var enlarge = false

    @Option(
        help: ArgumentHelp(
            "The memory for tiles of a large photo; 128M if not said.", valueName: "size"))
    var memory: ByteCount?

    @Flag(help: "On leaving, tell what the photos have cost.")
    var stats = false

    @OptionGroup(
        title: "How it is shown (also by NASA_VIEW_… and the settings file: nasa-view config)")
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
