internal import ArgumentParser
internal import Imaging
internal import Screens
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

    @OptionGroup(title: "Which photos to list")
    var list: ListOptions

    @OptionGroup var library: LibraryOptions
}

extension Options {
    /// What the command line leaves open, from the environment: NASA_VIEW_PROTOCOL and its like.
    func completed(by variables: [String: String]) throws -> Options {
        var options = self
        options.graphics = try graphics ?? Self.value("NASA_VIEW_PROTOCOL", in: variables)
        options.glyphs = try glyphs ?? Self.value("NASA_VIEW_GLYPHS", in: variables)
        options.colours = try colours ?? Self.value("NASA_VIEW_COLOURS", in: variables)
        options.cellSize = try cellSize ?? Self.value("NASA_VIEW_CELL_SIZE", in: variables)
        return options
    }

    private static func value<Value: ExpressibleByArgument>(
        _ name: String, in variables: [String: String]
    ) throws -> Value? {
        guard let text = variables[name], !text.isEmpty else { return nil }
        guard let value = Value(argument: text) else {
            throw ValidationError(ArgumentWording.unknownValue(of: name))
        }
        return value
    }
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
