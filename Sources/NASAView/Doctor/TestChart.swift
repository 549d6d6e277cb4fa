internal import Imaging
internal import Localization
internal import PhotoCodec
internal import PhotoPipeline
internal import Screens
internal import TerminalProtocols

/// A chart of eight patches in known colours, drawn like a photo with each protocol of the
/// terminal.
struct TestChart {
    private static let colours: [(name: SafeText, colour: RGBColour)] = [
        ("black", .black), ("red", RGBColour(red: 255, green: 0, blue: 0)),
        ("yellow", RGBColour(red: 255, green: 255, blue: 0)),
        ("green", RGBColour(red: 0, green: 255, blue: 0)),
        ("cyan", RGBColour(red: 0, green: 255, blue: 255)),
        ("blue", RGBColour(red: 0, green: 0, blue: 255)),
        ("magenta", RGBColour(red: 255, green: 0, blue: 255)), ("white", .white),
    ]
    /// The preferred number of columns of a patch, enough for the longest name.
    private static let patchColumns = 8
    private static let rows = 2

    private let findings: ProbeReport
    private let words: DoctorText
    private let profile: TerminalProfile

    init(_ findings: ProbeReport, _ words: DoctorText) {
        self.findings = findings
        self.words = words
        profile = findings.profile
    }

    /// The bytes of the charts, one for each protocol, each below a line that names the protocol.
    var bytes: [UInt8] {
        GraphicsProtocol.allCases.filter(findings.knows).flatMap { graphics in
            titled(graphics, names, chart(by: graphics))
        }
    }

    private func chart(by graphics: GraphicsProtocol) -> [UInt8] {
        var options = ImageOptions(profile, glyphs: .half, isPrinted: true)
        options.graphics = graphics
        let elements = graphics.elements(of: profile.cell, options.glyphs)
        let chart = PictureEncoder(png: FastPNG.encode)
            .encode(frame(elements), for: options)
        if case .cells = chart { return chart.printed() + Self.lineFeed }
        let (before, after) = PrintPosition(
            column: 0, rows: Self.rows, in: profile.window.cells
        ).surroundings(ofText: false)
        return before + chart.printed() + after
    }

    private static let lineFeed = Array("\n".utf8)

    private func titled(
        _ graphics: GraphicsProtocol, _ names: SafeText, _ chart: [UInt8]
    ) -> [UInt8] {
        var output = Self.lineFeed
        words.chart(graphics).append(to: &output)
        output += Self.lineFeed
        names.append(to: &output)
        return output + Self.lineFeed + chart
    }

    private var names: SafeText { Self.colours.reduce("") { $0 + $1.name.padded(to: columns) } }

    /// The number of columns of a patch: all patches fit into the window, and into the largest
    /// picture that the terminal accepts.
    private var columns: Int {
        let count = Self.colours.count
        let drawn = profile.pictureLimit.map { profile.cell.across.cells(within: $0.width) / count }
        let wished = min(Self.patchColumns, profile.window.cells.columns / count)
        return max(1, min(wished, drawn ?? wished))
    }

    private func frame(_ cell: CellMetrics) -> Frame {
        let size = cell.pixels(of: CellSize(columns: columns * Self.colours.count, rows: Self.rows))
        let row = Self.colours.enumerated().flatMap { index, patch in
            let width =
                cell.across.pixels(of: (index + 1) * columns)
                - cell.across.pixels(of: index * columns)
            return Array(repeating: Self.pixel(patch.colour), count: width).flatMap { $0 }
        }
        let pixels = Array(repeating: row, count: size.height).flatMap { $0 }
        return Frame(
            raster: Raster(size: size, pixels: pixels), anchor: PixelPoint(x: 0, y: 0),
            quality: .atRest)
    }

    private static func pixel(_ colour: RGBColour) -> [UInt8] {
        [colour.red, colour.green, colour.blue, 255]
    }
}
