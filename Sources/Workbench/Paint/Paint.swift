internal import ArgumentParser
internal import Foundation
internal import Imaging
internal import Painting
internal import PhotoCodec

struct Paint: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Paint a picture of space: deterministic, at any size, streamed.",
        discussion: """
            Strips of rows are painted on all cores and written in order, so memory stays bounded \
            up to gigapixels (JPEG ends at 65500 pixels a side). The same seed and size give the \
            same bytes; a larger picture has more detail, not larger pixels.
            """)

    @Argument(help: "The scene; see --list.")
    var scene: String?

    @Option(help: "Width x height in pixels (default: the scene's own size).")
    var size: RequestedSize?

    @Option(help: "Seed of the random details.")
    var seed: UInt32 = 1

    @Option(help: "File format: jpeg or png (default: from the file's name).")
    var format: PictureFormat?

    @Option(help: "JPEG quality, 1 to 100.")
    var quality = 90

    @Flag(help: "One channel instead of three.")
    var gray = false

    @Flag(help: "Leave the open sky transparent (PNG only), without its stars.")
    var transparent = false

    @Flag(help: "Report progress, and finally speed and memory, on standard error.")
    var progress = false

    @Option(name: .shortAndLong, help: "The file to write.")
    var output: String?

    @Flag(help: "List the scenes.")
    var list = false

    func validate() throws {
        guard !list else { return }
        guard scene != nil else { throw ValidationError("Name a scene; --list shows them.") }
        _ = try order()
    }

    func run() async throws {
        if list { return Self.printList() }
        do {
            try await PaintingRun(request: order(), isReporting: progress).run()
        } catch let failure as WritingFailure {
            throw ReportedFailure(description: failure.message)
        }
    }

    /// `ArgumentParser` prints the description.
    private struct ReportedFailure: Error, CustomStringConvertible {
        let description: String
    }

    private static func printList() {
        for scene in DemoScene.all {
            let name = scene.name + String(repeating: " ", count: max(1, 10 - scene.name.count))
            print("\(name) \(scene.size.width)x\(scene.size.height)  \(scene.summary)")
        }
    }

    private func order() throws -> PaintingRequest {
        guard let demoScene = DemoScene.named(scene ?? "") else {
            throw ValidationError("There is no scene \"\(scene ?? "")\"; --list shows them.")
        }
        guard let output else { throw ValidationError("Name the file to write: -o FILE.") }
        let order = PaintingRequest(
            scene: demoScene, size: size?.size ?? demoScene.size, seed: seed,
            format: format ?? PictureFormat(path: output), quality: quality,
            samples: transparent ? .rgba : gray ? .gray : .rgb, path: output)
        if let reason = order.rejection { throw ValidationError(reason) }
        return order
    }
}

/// What to paint, how to store it, and where.
struct PaintingRequest {
    let scene: DemoScene
    let size: PixelSize
    let seed: UInt32
    let format: PictureFormat
    let quality: Int
    let samples: Samples
    let path: String

    /// The longest side of a painted PNG, 20 times JPEG's: a strip of 16 rows then takes 335 MB.
    static let longestSide = 1_310_000

    /// Why it cannot be painted, as a sentence; `nil` if it can.
    var rejection: String? {
        if size.width < 1 || size.height < 1 { return "A picture has at least one pixel." }
        if !(1...100).contains(quality) { return "JPEG quality goes from 1 to 100." }
        let longest = max(size.width, size.height)
        switch format {
        case .jpeg where samples == .rgba: return "JPEG has no transparency; use PNG."
        case .jpeg where longest > JPEGFormat.longestSide:
            return "A side of a JPEG has at most \(JPEGFormat.longestSide) pixels."
        case .png where longest > Self.longestSide:
            return "A side has at most \(Self.longestSide) pixels."
        default: return nil
        }
    }

    var layout: PixelLayout {
        switch samples {
        case .gray: .gray
        case .rgb: .rgb
        case .rgba: .rgba
        }
    }
}

enum PictureFormat: String, ExpressibleByArgument, CaseIterable {
    case jpeg
    case png

    /// PNG if the name ends in `.png`, otherwise JPEG.
    init(path: String) { self = path.lowercased().hasSuffix(".png") ? .png : .jpeg }
}

/// A size argument such as 1600x1200.
struct RequestedSize: ExpressibleByArgument {
    let size: PixelSize

    init(_ size: PixelSize) { self.size = size }

    init?(argument: String) {
        let parts = argument.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]) else {
            return nil
        }
        size = PixelSize(width: width, height: height)
    }
}

extension WritingFailure {
    fileprivate var message: String {
        switch self {
        case .cannotOpen(let path, let number): "Cannot create \(path): \(Self.text(number))."
        case .cannotWrite(let path, let number): "Cannot write \(path): \(Self.text(number))."
        case .cannotEncode(let reason): "The encoder gave up: \(reason)."
        case .outOfMemory: "There is not enough memory."
        }
    }

    private static func text(_ errorNumber: Int32) -> String {
        strerror(errorNumber).map { String(cString: $0) } ?? "error \(errorNumber)"
    }
}
