internal import ArgumentParser
internal import Decoding
internal import Files
internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import PhotoCodec
internal import PhotoPipeline
internal import Sandbox
internal import Screens
internal import StandIn
internal import TerminalProtocols

/// The `workbench bench` command, which measures the cost of each stage of a picture.
struct Bench: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the milliseconds of each stage from a photo to the terminal.",
        discussion: """
            Every sample opens its photo again, as wide as the screen and at its original size, and \
            sends one frame to a pseudo-terminal that reads as fast as it can. The figures are the \
            smallest and the median of the samples after a warm-up that is not counted. Build with \
            -c release.
            """)

    @Argument(help: "Pictures; with --api also ids. None: the demo collection.")
    var photos: [String] = []

    @Option(help: "The picture area of the screen, in its pixels.")
    var size = RequestedSize(PixelSize(width: 1280, height: 720))

    @Option(help: "How often each picture is measured.")
    var samples = 9

    @Option(
        name: .customLong("protocol"),
        help: "sixel or blocks; blocks are measured on a screen of that many elements.")
    var graphics = GraphicsProtocol.sixel

    @Option(help: "The levels to measure with: \(Levels.Shape.names).")
    var levels = Levels.Shape.linear

    @Option(help: "A stand-in library on this machine to ask for ids; see serve.")
    var api: String?

    @Flag(help: "Pan 60 times over each original instead, as a held key does.")
    var keys = false

    @Flag(help: "Open, fit, pan 500 steps and jump over each original instead: photos of any size.")
    var pan = false

    @Flag(help: "With --pan: from tiles that are at hand, as of a picture that a server has cut.")
    var tiles = false

    @Flag(help: "Decode in the sandbox, as the viewer does; with --pan both ways.")
    var sandboxed = false

    @Option(help: "Use so many processors only; Linux. None: all that there are.")
    var threads: Int?

    func validate() throws {
        guard (1...Self.threadLimit).contains(threads ?? 1) else {
            throw ValidationError("--threads must be from 1 to \(Self.threadLimit).")
        }
        guard (1...Self.sampleLimit).contains(samples) else {
            throw ValidationError("--samples must be from 1 to \(Self.sampleLimit).")
        }
        guard (1...Self.sideLimit).contains(size.size.width),
            (1...Self.sideLimit).contains(size.size.height)
        else { throw ValidationError("--size is from 1x1 to \(Self.sideLimit)x\(Self.sideLimit).") }
        _ = try site()
    }

    // Runs on the main thread: writing to the terminal blocks, which a thread of the pool may not
    // do.
    @MainActor
    func run(by zygote: Zygote?) async throws {
        let contexts = try contexts(by: zygote)
        var table = pan ? LongPan.table : keys ? PanningRun.table : StageRun.table
        for photo in references {
            for context in contexts {
                do throws(PictureFailure) {
                    for row in try await rows(of: photo, in: context) { table.add(row) }
                } catch {
                    let sentence = Strings().sentence(for: error, of: photo)
                    StandardOutput.writeError("workbench: \(sentence.string)\n")
                }
            }
        }
        let notes = pan ? LongPan.notes : keys ? PanningRun.notes : StageRun.notes
        StandardOutput.write("\(title)\n\(table.text)\n\(notes)\n")
    }

    /// Returns the contexts to measure: two if both methods of decoding are compared.
    private func contexts(by zygote: Zygote?) throws -> [BenchContext] {
        var loader = BenchLoader(site: try site(), by: zygote)
        loader.cutsTiles = tiles
        var context = BenchContext(
            loader: loader, screen: screen, terminal: try NullTerminal())
        guard pan, sandboxed else { return [context] }
        let plain = BenchContext(
            loader: BenchLoader(site: try site(), by: nil), screen: screen,
            terminal: try NullTerminal())
        context.remark = " (sandboxed)"
        return [plain, context]
    }

    private func rows(
        of photo: PhotoReference, in context: BenchContext
    ) async throws(PictureFailure) -> [[String]] {
        if pan { return try await LongPan(context: context).rows(of: photo) }
        if keys { return try await PanningRun(context: context).rows(of: photo) }
        return try await StageRun(context: context, samples: samples).rows(of: photo)
    }

    // The limits of options; a larger value is probably a typing error.
    private static let sampleLimit = 1000
    private static let sideLimit = 16_384
    // The maximum number of processors in a set.
    private static let threadLimit = 1024

    private var screen: BenchScreen {
        BenchScreen(size: size.size, graphics: graphics, levels: Levels(levels))
    }

    private var references: [PhotoReference] {
        guard !photos.isEmpty else {
            return PackageFolders.standard.demoPictures.map { .file(path: $0) }
        }
        return photos.map { name in
            api != nil && !name.contains("/") && !name.contains(".")
                ? .library(PhotoID(name)) : .file(path: name)
        }
    }

    private func site() throws -> LibrarySite? {
        guard let api else { return nil }
        do {
            return try LibrarySite(standIn: api)
        } catch {
            throw ValidationError("--api must be on this machine: http://127.0.0.1:PORT.")
        }
    }

    private var title: String {
        let what =
            pan
            ? "500 pans and 20 jumps at the original size"
            : keys
                ? "60 pans at the original size, frames as while a key is held"
                : "smallest / median of \(samples), in ms"
        let levels = levels == .linear ? "" : ", \(levels) levels"
        return "workbench bench: \(graphics.rawValue), \(size.size.width)x\(size.size.height); "
            + what + levels + (sandboxed && !pan ? ", decoded in the sandbox" : "") + Self.warning
    }

    #if DEBUG
    private static let warning = " (DEBUG BUILD: compare with nothing)"
    #else
    private static let warning = ""
    #endif
}

extension GraphicsProtocol: ExpressibleByArgument {}

extension Bench: Program.Sandboxed {
    func prepare() throws {
        guard let threads, !Processors.limit(to: threads) else { return }
        throw ValidationError("This machine does not offer \(threads) processors.")
    }

    var workers: WorkerConfiguration? { sandboxed ? .photos(within: DecodingOptions()) : nil }
}

extension Levels.Shape: ExpressibleByArgument {
    package init?(argument: String) {
        guard let shape = Self.allCases.first(where: { "\($0)" == argument }) else { return nil }
        self = shape
    }

    fileprivate static var names: String { allCases.map { "\($0)" }.joined(separator: ", ") }
}
