internal import ArgumentParser
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

    @Option(help: "Paint the demo collection and its index into this folder.")
    var demo: String?

    func validate() throws {
        guard !list, demo == nil else { return }
        guard scene != nil else { throw ValidationError("Name a scene; --list shows them.") }
        _ = try order()
    }

    func run() async throws {
        if list { return Self.printList() }
        do {
            try await paint()
        } catch let failure as WritingFailure {
            throw PaintingFailure(failure)
        }
    }

    private func paint() async throws {
        if let demo { return try await DemoCollection(folder: demo).paint(telling: progress) }
        try await PaintingRun(try order(), telling: progress).run()
    }

    private static func printList() {
        for subject in DemoScene.all {
            let name = subject.name + String(repeating: " ", count: max(1, 10 - subject.name.count))
            print("\(name) \(subject.size.width)x\(subject.size.height)  \(subject.summary)")
        }
    }

    private func order() throws -> PictureOrder {
        guard let subject = DemoScene.named(scene ?? "") else {
            throw ValidationError("There is no scene \"\(scene ?? "")\"; --list shows them.")
        }
        guard let output else { throw ValidationError("Name the file to write: -o FILE.") }
        let order = PictureOrder(
            subject: subject, size: size?.size ?? subject.size, seed: seed,
            format: format ?? PictureFormat(path: output), quality: quality,
            samples: transparent ? .rgba : gray ? .gray : .rgb, path: output)
        if let complaint = order.complaint { throw ValidationError(complaint) }
        return order
    }
}
