import Decoding
import Foundation
import Imaging
import PhotoCodec
import Screens
import TerminalDevice
import TerminalProtocols
import TestSupport

@testable import PhotoPipeline
@testable import nasa_view

/// The pictures of a kitty terminal, made of photos that are never read: the test brings them itself.
struct KittyStage {
    static let screen = PixelSize(width: 640, height: 384)
    static let photo = PixelSize(width: 1280, height: 780)

    private let shared = SharedPictures()
    private let look: TerminalLook
    private(set) var compositor: Compositor
    /// All requests, in the order they were made.
    private(set) var asked: [ImageRequest] = []
    /// Those that are not called off.
    private(set) var wanted: [ImageRequest] = []
    private var now = 0

    init() throws {
        setenv("TERM", "xterm-256color", 1)
        var overrides = TerminalProfile.Overrides()
        overrides.graphics = .kitty
        overrides.cell = CellMetrics(width: 8, height: 16)
        let window = WindowSize(cells: CellSize(columns: 80, rows: 25), pixels: nil)
        let profile = TerminalProfile(
            TerminalCapabilities(), TerminalEnvironment([:]), window: window, overrides: overrides)
        look = TerminalLook(
            profile, glyphs: .half, isColourless: false, isAnswering: true)
        compositor = try Compositor(
            size: window.cells, profile: profile, sharing: shared, .ofTests)
    }

    /// What is written when a photo is to be seen.
    mutating func show(
        _ photo: PhotoReference, _ moves: [ViewportMove] = [], at time: Int? = nil
    ) -> String {
        now = time ?? now
        var viewport = Viewport(photo: Self.photo, screen: Self.screen)
        for move in moves { viewport.move(move) }
        let version = PhotoVersion(photo, size: Self.photo)
        let step = compositor.update(
            to: .photo(version, viewport, status: "status"), on: look, waiting: 0, at: now)
        compositor.flow.advance(to: now, waiting: 0)
        now += 5
        compositor.acknowledged(at: now)
        if let wanted = step.wanted {
            asked += wanted.filter { !self.wanted.contains($0) }
            self.wanted = wanted
        }
        return String(decoding: step.bytes, as: UTF8.self)
    }

    /// A picture as it comes from the pipeline.
    func made(_ request: ImageRequest) throws -> RenderedImage {
        guard case .part(let region, let target) = request.window else { throw NotAPart() }
        let encoder = KittyEncoder(png: FastPNG.bytes) { [shared] in shared.share($0, $1, $2) }
        let raster = TestPictures.gradient(region.window.size)
        let payload = encoder.payload(of: raster, by: request.options.medium)
        return RenderedImage(
            request: request, image: .stored(payload, region: region, at: target), isDraft: false,
            cost: PictureCost(byteCount: payload.byteCount))
    }

    struct NotAPart: Error {}

    mutating func take(_ image: RenderedImage) {
        wanted.removeAll { $0 == image.request }
        compositor.receive(.image(image))
    }

    mutating func fail(_ request: ImageRequest) {
        compositor.receive(.failed(request, .decoding(.outOfMemory)))
    }

    mutating func leave() { _ = compositor.tearDown(look.profile) }

    mutating func comeBack() { compositor.resume() }

    mutating func askForMedium(at now: Int) { _ = compositor.askForMedium(look.profile, at: now) }

    /// Has pictures laid out in files for the terminal.
    mutating func answerThatFilesAreRead() {
        askForMedium(at: 0)
        // The first question is about shared memory, the second about files.
        answer(32, "EBADF:")
        answer(33, "OK")
    }

    /// As konsole answers.
    mutating func answerThatNothingIsShared() {
        askForMedium(at: 0)
        for image in [32, 33] { answer(image, "ENOTSUPPORTED:") }
    }

    private mutating func answer(_ image: Int, _ message: String) {
        _ = compositor.handleReply(image: image, message: Array(message.utf8), on: look.profile)
    }
}

extension DebugOverlay {
    /// Not shown, and of no program's photos.
    static var ofTests: DebugOverlay {
        DebugOverlay(Strings(.english), SandboxedDecoder(within: DecodingOptions(), by: nil))
    }
}
