internal import ArgumentParser
internal import FoundationEssentials
internal import Imaging
internal import PhotoCodec
internal import PhotoPipeline
internal import Screens
internal import StandIn
internal import TerminalEmulation

/// The `workbench compare` command, which compares this program's pictures with those of other
/// installed programs.
struct Compare: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Compare our pictures with those of chafa, timg, img2sixel, ImageMagick.",
        discussion: """
            What each program prints is turned back into pixels. Times are medians of whole runs on \
            the photo, programs in turn; likeness is that of a copy with just the pixels of the box, \
            so it compares colours, not scalers. PSNR in dB and SSIM: more is better. dE is \
            the mean CIEDE2000 after a blur of 1.2 pixels, bands after one of 4: less is better. \
            Build with -c release.
            """)

    @Argument(help: "Pictures. None: the demo collection.")
    var photos: [String] = []

    @Option(help: "The box, in pixels; cells are 8 by 16 of them.")
    var size = RequestedSize(PixelSize(width: 1280, height: 720))

    @Option(help: "How often each program is timed.")
    var rounds = 3

    @Option(help: "Only programs whose name has this in it.")
    var only = ""

    func validate() throws {
        guard (1...Self.roundLimit).contains(rounds) else {
            throw ValidationError("--rounds must be from 1 to \(Self.roundLimit).")
        }
        let box = size.size
        guard Self.sides.contains(box.width), Self.sides.contains(box.height) else {
            throw ValidationError("--size must be from 16x16 to 4096x4096.")
        }
    }

    func run() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "nasa-view-compare-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer {
            do { try FileManager.default.removeItem(atPath: folder) } catch {
                StandardOutput.writeError("workbench: \(folder) could not be removed.\n")
            }
        }
        for format in Competitor.OutputFormat.allCases { try await compare(format, in: folder) }
    }

    // The limits of options; a larger value is probably a typing error.
    private static let roundLimit = 100
    private static let sides = 16...4096

    private func compare(_ format: Competitor.OutputFormat, in folder: String) async throws {
        let competitors = Competitor.all.filter {
            $0.format == format && (only.isEmpty || $0.name.contains(only))
        }
        var comparison = Comparison(
            of: format, competitors: competitors, rounds: rounds, folder: folder)
        let paths = photos.isEmpty ? PackageFolders.standard.demoPictures : photos
        for path in paths {
            try await comparison.add(ComparedPicture(path: path, in: size.size))
        }
        if paths.count > 1 { comparison.addMeans() }
        StandardOutput.write(
            "workbench compare: \(format.rawValue), in \(size.size.width)x\(size.size.height)\n"
                + comparison.table.text + "\n")
    }
}

/// A photo, and its copy scaled to the box; the copy is the reference for quality.
struct ComparedPicture {
    let name: String
    let path: String
    let box: PixelSize
    /// The size of the box in cells.
    let cells: CellSize
    let original: Raster

    /// Opens a photo, and scales it to fit into the screen.
    ///
    /// - Throws: `DecodingFailure` or `FileFailure`.
    init(path: String, in screen: PixelSize) throws {
        self.path = path
        name = path.split(separator: "/").last.map(String.init) ?? path
        let source = try ImageDecoder.open(PhotoBytes.open(path: path), within: .cached)
        let fitted = source.size.fitted(into: screen)
        cells = CellSize(
            columns: max(1, fitted.width / GlyphInk.width),
            rows: max(1, fitted.height / GlyphInk.height))
        box = PixelSize(width: cells.columns * GlyphInk.width, height: cells.rows * GlyphInk.height)
        original = try Self.scaled(source, to: box)
    }

    /// Writes a PNG of `original`; programs that show it are compared by colours, not by scaling.
    func writeCopy(to path: String) throws {
        try Data(FastPNG.bytes(of: original)).write(to: URL(filePath: path))
    }

    private static func scaled(_ source: any ImageSource, to size: PixelSize) throws -> Raster {
        let window = ScaledWindow(photo: source.size, scaled: size, window: PixelRect(size))
        let resampler = Resampler(filter: .lanczos3)
        let need = resampler.source(for: window)
        let region = try source.pixels(of: need.area, reducedBy: need.reduction)
        return resampler.resample(region, for: window, over: .black)
    }
}
