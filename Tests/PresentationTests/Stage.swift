import Foundation
import Imaging
import Localization
import PhotoPipeline
import Screens
import TerminalDevice
import TerminalEmulation
import TerminalProtocols
import TestSupport
import Testing

@testable import Presentation

/// Tests that run in turn: ncurses has one page per process, and one test counts the machine's
/// shared objects.
@Suite(.serialized) enum Drawing {}

/// A compositor and its terminal, which takes all output at once; the test answers the requests.
struct Stage {
    /// A terminal, and what is known of it.
    struct Setup: Sendable, CustomTestStringConvertible {
        let model: SimulatedTerminal
        let graphics: GraphicsProtocol
        /// Its answers to queries.
        let replies: [TerminalReply]
        var geometry = TerminalGeometry(
            columns: 80, rows: 25, cell: CellMetrics(width: 8, height: 16))
        var colours: ColourDepth?
        var isColourless = false
        var isAnswering = true
        /// True if tmux runs between the program and the terminal.
        var isInTmux = false
        var motion = MotionSetting.off

        init(
            _ model: SimulatedTerminal, by graphics: GraphicsProtocol, _ replies: TerminalReply...
        ) {
            (self.model, self.graphics, self.replies) = (model, graphics, replies)
        }

        var testDescription: String { model.name }

        /// Returns the same terminal in another state.
        func with(_ change: (inout Setup) -> Void) -> Setup {
            var copy = self
            change(&copy)
            return copy
        }

        fileprivate var overrides: TerminalProfile.Overrides {
            var overrides = TerminalProfile.Overrides()
            (overrides.graphics, overrides.cell) = (graphics, geometry.cell)
            overrides.colours = colours
            return overrides
        }

        var profile: TerminalProfile {
            var capabilities = TerminalCapabilities()
            for reply in replies { capabilities.receive(reply) }
            return TerminalProfile(
                capabilities, TerminalEnvironment([:]), outside: isInTmux ? outside : nil,
                window: WindowSize(cells: geometry.cells, pixels: nil), overrides: overrides)
        }

        /// The terminal outside tmux, which answers if it has placeholders.
        private var outside: OuterTerminal {
            var outside = OuterTerminal(.tmux)
            outside.pane = CellPosition(row: 0, column: 0)
            if model.showsPlaceholders {
                outside.capabilities.receive(.version(Array("kitty(0.48.0)".utf8)))
            }
            return outside
        }
    }

    let context: RenderContext
    var terminal: TerminalModel
    private(set) var compositor: Compositor
    /// All requests, in order.
    private(set) var asked: [ImageRequest] = []
    /// The requests that are neither answered nor cancelled.
    private(set) var wanted: [ImageRequest] = []
    /// The output of each update that had any.
    private(set) var written: [[UInt8]] = []
    /// The bytes of the last frame that kept the terminal busy.
    private(set) var frame: [UInt8] = []
    var now = 10_000
    let shared = SharedPictures()
    private var tmux: SimulatedTmux?

    init(_ setup: Setup) throws {
        setenv("TERM", "xterm-256color", 1)
        context = RenderContext(
            setup.profile, glyphs: .half, isColourless: setup.isColourless,
            isAnswering: setup.isAnswering)
        compositor = try Compositor(
            context, sharing: shared, motion: setup.motion,
            DebugOverlay(Strings(.english)) { false })
        terminal = TerminalModel(setup.model, geometry: setup.geometry)
        _ = terminal.feed(ControlSequence.bytes(.enterAlternateScreen))
        guard setup.isInTmux else { return }
        tmux = SimulatedTmux(
            inside: terminal, outside: terminal, pane: CellPosition(row: 0, column: 0))
    }

    /// Updates once; the terminal takes the bytes at once, and acknowledges them a little later,
    /// unless it is busy.
    ///
    /// - Returns: the bytes.
    @discardableResult
    mutating func update(
        to view: ScreenView, takingMilliseconds milliseconds: Int = 5, isBusy: Bool = false
    ) -> [UInt8] {
        let step = compositor.update(to: view, on: context, waiting: 0, at: now)
        if let wanted = step.wanted {
            asked += wanted.filter { !self.wanted.contains($0) }
            self.wanted = wanted
        }
        guard !step.bytes.isEmpty else { return [] }
        written.append(step.bytes)
        if !compositor.flow.isOpen { frame = step.bytes }
        feed(step.bytes)
        compositor.flow.advance(to: now, waiting: 0)
        if !isBusy { acknowledge(after: milliseconds) }
        return step.bytes
    }

    mutating func acknowledge(after milliseconds: Int = 5) {
        now += milliseconds
        compositor.acknowledged(at: now)
    }

    private mutating func feed(_ bytes: [UInt8]) {
        guard tmux != nil else {
            _ = terminal.feed(bytes)
            return
        }
        tmux?.feed(bytes)
        if let tmux { terminal = tmux.outside }
    }

    /// Updates and renders the requests, until nothing more is written or requested; a key is
    /// held down if the view is moving.
    ///
    /// - Returns: all bytes.
    @discardableResult
    mutating func settle(
        on view: ScreenView, by renderer: inout PhotoRenderer, isMoving: Bool = false
    ) async throws -> [UInt8] {
        var all: [UInt8] = []
        while true {
            if isMoving { touch() }
            let bytes = update(to: view)
            all += bytes
            guard bytes.isEmpty else { continue }
            guard let request = wanted.first else { return all }
            take(try await renderer.image(for: request))
        }
    }

    /// Delivers a picture, also one that is no longer wanted.
    mutating func take(_ image: RenderedImage) {
        if !image.isPreview { wanted.removeAll { $0 == image.request } }
        compositor.receive(.image(image))
    }

    mutating func fail(_ request: ImageRequest) {
        compositor.receive(.failed(request, .decoding(.outOfMemory)))
    }

    /// Presses a key.
    mutating func touch(at time: Int? = nil) { compositor.flow.lastTouch = time ?? now }

    /// Slows the line down to a hundred bytes a second.
    mutating func slowDown() {
        compositor.flow.send(4000)
        compositor.flow.advance(to: now, waiting: 0)
        now += 40_000
        compositor.acknowledged(at: now)
    }

    var deadlines: [Int] { compositor.deadlines }

    /// The line of the debug overlay.
    var overlayText: String? { compositor.overlay.text(columns: 200)?.string }

    mutating func forget() { compositor.forget() }

    mutating func leave() { _ = compositor.tearDown(context.profile) }

    mutating func comeBack() { compositor.resume() }

    mutating func askForMedium(at time: Int) {
        _ = compositor.askForMedium(context.profile, at: time)
    }

    /// Answers a picture command.
    mutating func answer(_ image: Int, _ message: String) {
        _ = compositor.handleReply(image: image, message: Array(message.utf8), on: context.profile)
    }
}

/// Renders photos whose pixels are known, as the pipeline does.
struct PhotoRenderer {
    private let photos: [PhotoReference: any ImageSource]
    private var encoders: [ImageSubject: SixelEncoder] = [:]
    private let renderer = Renderer(stopwatch: Stopwatch { 0 }, png: PlainPNG.encode)

    init(_ photos: [PhotoReference: any ImageSource]) { self.photos = photos }

    mutating func image(for request: ImageRequest) async throws -> RenderedImage {
        let photo = try #require(request.subject.photo.flatMap { photos[$0] })
        let known = encoders[request.subject]
        let made = try await renderer.render(request, from: photo, by: known)
        encoders[request.subject] = made.encoder ?? known
        return made.image
    }
}

/// A photo whose pixels are in memory.
struct RasterPhoto: ImageSource {
    let raster: Raster
    let status = ImageSourceStatus()
    var size: PixelSize { raster.size }

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> RegionPixels {
        let reduced = reduction == .none ? raster : raster.resized(to: size.reduced(by: reduction))
        return RegionPixels(
            photo: size, reduction: reduction, area: area, raster: reduced.cropped(to: area))
    }
}
