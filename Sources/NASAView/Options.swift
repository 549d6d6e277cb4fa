internal import ArgumentParser
internal import Imaging
internal import TerminalProtocols

/// What can be said on the command line beside the photos.
struct Options: ParsableArguments {
    @Flag(help: "Show the built-in collection; needs no network.")
    var demo = false

    @Flag(help: "Print one picture to standard output and exit.")
    var print = false

    @Option(
        name: .customLong("protocol"),
        help:
            "How pictures are sent: \(GraphicsProtocol.allCases.map(\.rawValue).joined(separator: ", "))."
    )
    var graphics: GraphicsProtocol?

    @Option(help: "With --print: the box to fit into, in pixels for sixel, in cells for blocks.")
    var size: Extent?

    @Flag(help: "With --print: enlarge a smaller picture to the box.")
    var enlarge = false

    @Option(help: "The pixels of one character cell, where the terminal does not tell them.")
    var cellSize: Extent?

    @Option(
        help:
            "The characters that blocks are made of: \(BlockGlyphs.allCases.map(\.rawValue).joined(separator: ", "))."
    )
    var glyphs: BlockGlyphs?

    @Option(help: "How many colours blocks may have: true, 256, 16 or 2.")
    var colours: ColourDepth?

    @Option(help: "Another library to ask: https, or http on this machine (also NASA_VIEW_API).")
    var api: String?
}

extension GraphicsProtocol: ExpressibleByArgument {}

extension BlockGlyphs: ExpressibleByArgument {}

extension ColourDepth: ExpressibleByArgument {
    init?(argument: String) {
        switch argument {
        case "true", "24bit": self = .trueColour
        case "256": self = .palette256
        case "16": self = .palette16
        case "2": self = .monochrome
        default: return nil
        }
    }
}
