import Imaging
import PhotoPipeline
import TerminalProtocols
import TestSupport
import Testing

/// A pipeline with scripted photos and pauses, and its results.
struct TestPipeline {
    static let moon = PhotoReference.file(path: "moon.jpg")

    let pipeline: ImagePipeline
    let loader: ScriptedLoader
    /// The seconds of all pauses, which take no real time.
    let pauses = Record<Double>()
    /// The rasters to encode as PNG.
    let rasters = Record<Raster>()
    private let screen: PixelSize
    private let told = Record<ImageEvent>()

    init(
        screen: PixelSize = "60x42", enlarging: Enlargement = .smooth,
        stopwatch: Stopwatch = Stopwatch { 0 },
        _ answer: @escaping @Sendable (ScriptedLoader.Question) async -> ScriptedLoader.Answer,
        isCurrent: @escaping @Sendable (OpenedPhoto) -> Bool = { _ in true }
    ) {
        self.screen = screen
        loader = ScriptedLoader(answer, isCurrent: isCurrent)
        pipeline = ImagePipeline(
            loader: loader, pause: { [pauses] in pauses.add($0 / .seconds(1)) },
            renderer: Renderer(stopwatch: stopwatch, enlarging: enlarging) {
                [rasters] raster, output in
                rasters.add(raster)
                output([1, 2, 3])
            })
        Task { [pipeline, told] in
            for await event in pipeline.events { told.add(event) }
        }
    }

    /// Returns one with a single photo for all requests, with the moon open.
    static func viewing(
        _ source: any ImageSource, screen: PixelSize = "60x42", enlarging: Enlargement = .smooth
    ) async throws -> TestPipeline {
        let test = TestPipeline(screen: screen, enlarging: enlarging) { _ in .photo(source) }
        try await test.open()
        return test
    }

    /// Creates one whose photos all have this size.
    init(photos size: PixelSize) { self.init { _ in .whole(size) } }

    @discardableResult
    func open(
        _ photo: PhotoReference = moon, covering width: Int? = nil
    ) async throws(PictureFailure) -> OpenedPhoto {
        try await pipeline.open(photo, covering: width) { _ in }
    }

    /// Returns a view of the moon after some moves.
    func request(
        _ moves: [ViewportMove] = [], _ options: ImageOptions = .halfBlocks,
        _ quality: RenderQuality = .atRest, of photo: PixelSize, previews: Previews = .same
    ) -> ImageRequest {
        Self.request(Self.moon, moves, options, quality, of: photo, on: screen, previews: previews)
    }

    static func request(
        _ photo: PhotoReference, _ moves: [ViewportMove] = [],
        _ options: ImageOptions = .halfBlocks, _ quality: RenderQuality = .atRest,
        of size: PixelSize, on screen: PixelSize, previews: Previews = .same
    ) -> ImageRequest {
        var viewport = Viewport(photo: size, screen: screen)
        for move in moves { viewport.move(move) }
        return ImageRequest(
            .photo(photo), version: size, window: .region(viewport.window, at: viewport.target),
            size: screen, options: options, quality: quality, previews: previews)
    }

    /// Returns a view of the moon, decoded from sixels.
    func sixels(
        _ moves: [ViewportMove], _ quality: RenderQuality = .atRest, of photo: PixelSize
    ) async throws -> SixelReader {
        try await SixelReader(bytes(of: request(moves, .sixel, quality, of: photo)))
    }

    /// Returns a view of the moon in half blocks.
    func blocks(_ moves: [ViewportMove], of photo: PixelSize) async throws -> Raster {
        try await bytes(of: request(moves, of: photo)).blocks(on: screen)
    }

    func bytes(of request: ImageRequest) async throws -> [UInt8] {
        try #require(try await pipeline.image(for: request)).image.bytes
    }

    var events: [ImageEvent] { told.all }

    var images: [RenderedImage] {
        events.compactMap { if case .image(let image) = $0 { image } else { nil } }
    }

    /// Waits until this many pictures have arrived.
    func images(count: Int) async -> [RenderedImage] {
        while images.count < count { await moment() }
        return images
    }

    func events(count: Int) async -> [ImageEvent] {
        while events.count < count { await moment() }
        return events
    }

    /// Gives pending work the time to happen.
    func settle() async {
        for _ in 0..<3000 { await Task.yield() }
    }

    /// Returns a thumbnail of one of many photos.
    static func thumbnail(
        _ photo: Int = 0, _ size: PixelSize = "16x12", _ fitting: ImageFitting = .cover,
        _ options: ImageOptions = .kitty
    ) -> ImageRequest {
        ImageRequest(subject(photo), window: .fitted(fitting), size: size, options: options)
    }

    static func subject(_ photo: Int) -> ImageSubject { .photo(.file(path: "\(photo).jpg")) }
}

extension ImageOptions {
    static let sixel = ImageOptions(.sixel)
    static let halfBlocks = ImageOptions(.blocks)
    static let kitty = ImageOptions(.kitty)

    static func printed(
        _ graphics: GraphicsProtocol, in environment: [String: String] = [:]
    ) -> ImageOptions {
        ImageOptions(graphics, in: environment, isPrinted: true)
    }

    /// Creates the options for a terminal with true colours and a black background.
    private init(
        _ graphics: GraphicsProtocol, in environment: [String: String] = [:],
        isPrinted: Bool = false
    ) {
        var overrides = TerminalProfile.Overrides()
        overrides.graphics = graphics
        overrides.colours = .trueColour
        let window = WindowSize(cells: CellSize(columns: 80, rows: 24), pixels: nil)
        self.init(
            TerminalProfile(
                TerminalCapabilities(), TerminalEnvironment(environment), window: window,
                overrides: overrides),
            glyphs: .half, isPrinted: isPrinted)
    }
}

extension EncodedImage {
    /// The bytes that draw it at the top left corner, or store it as number 1.
    var bytes: [UInt8] {
        switch self {
        case .string(let bytes): return bytes
        case .strings(let parts): return parts.flatMap(\.bytes)
        case .scrolled(_, let strips): return strips.joined().flatMap(\.bytes)
        case .stored(let payload, _, _): return payload.bytes(storing: 1)
        case .cells(let mosaic):
            var output: [UInt8] = []
            mosaic.append(at: CellPosition(row: 0, column: 0), to: &output)
            return output
        }
    }
}

extension [UInt8] {
    /// Returns the terminal's picture of half blocks.
    func blocks(on screen: PixelSize) -> Raster {
        let cells = TerminalGeometry(columns: screen.width, rows: screen.height / 2 + 1)
        var terminal = TerminalModel(.vt340, geometry: cells)
        _ = terminal.feed(self)
        #expect(terminal.faults.isEmpty)
        return terminal.blocks
    }
}
