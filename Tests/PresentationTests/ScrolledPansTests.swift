import Foundation
import Imaging
import Localization
import Screens
import TerminalDevice
import TerminalEmulation
import TerminalProtocols
import TestSupport
import Testing

@testable import PhotoPipeline
@testable import Presentation

/// Pans in terminals that scroll their pictures with text.
struct ScrolledPansTests {
    static let terminals = [ScrollStage.xterm, ScrollStage.mlterm, ScrollStage.foot]

    /// After any moves, the screen has the pixels of the whole frame.
    @Test(arguments: terminals)
    func after200PansTheScreenShowsWhatTheWholeFrameWould(
        terminal: ScrollStage.Terminal
    ) async throws {
        var stage = try ScrollStage(terminal, CellSize(columns: 40, rows: 12))
        var numbers = SeededNumbers(seed: 4)
        try await stage.pan(.original)
        for pan in 0..<200 {
            let move = ViewportMove.random(using: &numbers, cell: stage.cell)
            try await stage.pan(move)
            let isRight = try await stage.showsTheWholeFrame
            try #require(isRight, "\(move), the pan \(pan), left another picture")
        }
        #expect(stage.terminal.faults.isEmpty)
        #expect(stage.scrolled > 20, "\(stage.scrolled) of 200 pans were scrolled")
    }

    /// A tenth of 1280x714 pixels, in each direction that the terminal scrolls.
    @Test(arguments: [
        (ScrollStage.xterm, ViewportMove.Direction.allCases),
        (ScrollStage.mlterm, ViewportMove.Direction.allCases), (ScrollStage.foot, [.down, .up]),
    ])
    func aStepOfATenthTakesASmallPartOfAFrame(
        terminal: ScrollStage.Terminal, directions: [ViewportMove.Direction]
    ) async throws {
        var stage = try ScrollStage(terminal, CellSize(columns: 160, rows: 42))
        try await stage.pan(.original)
        let whole = stage.written
        try await stage.pan(.step(.right, times: 1))
        for direction in directions {
            try await stage.pan(.step(direction, times: 1))
            let share = Double(stage.written) / Double(whole)
            // In xterm a step up exposes the cut cells at the bottom too: 16.7 %.
            #expect(share <= 0.17, "\(direction): \(stage.written) of \(whole) bytes")
        }
    }

    /// Strings side by side and below each other, and the strips of scrolled pans in two.
    @Test func aWindowLargerThanThePictureLimitIsFilled() async throws {
        var stage = try ScrollStage(ScrollStage.limitedXterm, CellSize(columns: 60, rows: 20))
        try await stage.pan(.original)
        let moves: [ViewportMove] = [
            .step(.right, times: 1), .step(.down, times: 1), .shift(x: 3, y: 6),
            .step(.left, times: 1), .step(.up, times: 1), .page(.right, times: 1),
        ]
        for move in moves {
            try await stage.pan(move)
            let isRight = try await stage.showsTheWholeFrame
            #expect(isRight, "\(move)")
        }
        try await stage.rest()
        // Two columns, two rows: the second row begins after 12 rows of 17 pixels, 34 bands.
        let areas = stage.terminal.pictures.pictures.map(\.area)
        #expect(
            areas == [
                PixelRect(x: 0, y: 0, width: 248, height: 204),
                PixelRect(x: 248, y: 0, width: 232, height: 204),
                PixelRect(x: 0, y: 204, width: 248, height: 114),
                PixelRect(x: 248, y: 204, width: 232, height: 114),
            ])
        #expect(stage.terminal.faults.isEmpty)
    }

    /// At rest the frame is drawn whole, so that nothing depends on the scrolled part.
    @Test(arguments: terminals)
    func atRestTheFrameIsDrawnWhole(terminal: ScrollStage.Terminal) async throws {
        var stage = try ScrollStage(terminal, CellSize(columns: 40, rows: 12))
        try await stage.pan(.original)
        try await stage.pan(.step(.down, times: 1))
        #expect(stage.scrolled == 1)
        let pictures = stage.terminal.pictureCount
        try await stage.rest()
        #expect(stage.terminal.pictureCount == pictures + 1)
        let area = PixelRect(stage.terminal.geometry.pictureArea)
        #expect(stage.terminal.pictures.pictures.map(\.area) == [area])
    }

    /// Held keys, at the irregular times of a busy machine.
    @Test(arguments: terminals)
    func noFineFrameIsSentWhileKeysCome(terminal: ScrollStage.Terminal) async throws {
        var stage = try ScrollStage(terminal, CellSize(columns: 60, rows: 20))
        try await stage.pan(.original)
        let whole = try await stage.rest()
        for (number, interval) in [200, 33, 60, 140, 35, 95, 150, 40, 180, 60].enumerated() {
            try await stage.pan(.step(number % 2 == 0 ? .down : .up, times: 1))
            #expect(stage.written * 2 < whole, "\(number): \(stage.written) of \(whole) bytes")
            let meanwhile = try await stage.wait(interval)
            #expect(meanwhile == 0, "\(meanwhile) bytes within \(interval) ms after key \(number)")
        }
        #expect(stage.scrolled == 10 && stage.terminal.faults.isEmpty)
        let sharp = try await stage.rest()
        #expect(sharp * 2 > whole, "the fine frame comes in the end")
    }

    /// The fine frame is being rendered, or has just arrived, when the view moves on.
    @Test(arguments: terminals, [true, false])
    func aFineFrameThatAKeyOvertakesIsNotSent(
        terminal: ScrollStage.Terminal, hasCome: Bool
    ) async throws {
        var stage = try ScrollStage(terminal, CellSize(columns: 60, rows: 20))
        try await stage.pan(.original)
        let whole = try await stage.rest()
        try await stage.pan(.step(.down, times: 1))
        try await stage.beginToRest(hasCome: hasCome)
        try await stage.pan(.step(.up, times: 1))
        #expect(stage.written * 2 < whole, "\(stage.written) of \(whole) bytes")
        #expect(stage.scrolled == 2 && stage.terminal.faults.isEmpty)
    }

    /// A strip for a frame that is no longer on the screen is not drawn.
    @Test func whatWasDrawnOverMeanwhileIsDrawnWhole() async throws {
        var stage = try ScrollStage(ScrollStage.xterm, CellSize(columns: 40, rows: 12))
        try await stage.pan(.original)
        try await stage.pan(.step(.down, times: 1), forgettingMeanwhile: true)
        #expect(stage.scrolled == 0)
        let isRight = try await stage.showsTheWholeFrame
        #expect(isRight)
    }
}

extension ViewportMove {
    /// Returns moves mostly by whole cells: steps, pages, drags, and sometimes another zoom.
    static func random(
        using numbers: inout SeededNumbers, cell: PixelSize
    ) -> ViewportMove {
        let direction = Direction.allCases.randomElement(using: &numbers) ?? .left
        let (columns, rows) = (
            Int.random(in: -6...6, using: &numbers), Int.random(in: -4...4, using: &numbers)
        )
        switch Int.random(in: 0..<20, using: &numbers) {
        case 0: return .toggle(about: nil)
        case 1: return .edge(direction)
        case 2: return .page(direction, times: 1)
        case 3: return .shift(x: columns, y: rows)
        case 4..<10: return .shift(x: columns * cell.width, y: rows * cell.height)
        default: return .step(direction, times: 1)
        }
    }
}

/// A compositor that shows a photo in a terminal that takes all output at once.
struct ScrollStage {
    struct Terminal: Sendable, CustomTestStringConvertible {
        let model: SimulatedTerminal
        let capabilities: TerminalCapabilities

        var testDescription: String { model.name }

        fileprivate init(_ model: SimulatedTerminal, _ replies: TerminalReply...) {
            self.model = model
            var capabilities = TerminalCapabilities()
            for reply in replies { capabilities.receive(reply) }
            self.capabilities = capabilities
        }
    }

    static let xterm = Terminal(.vt340, .version(Array("XTerm(379)".utf8)))
    /// A terminal that draws no picture larger than 250x250.
    static let limitedXterm: Terminal = {
        var model = SimulatedTerminal.stockVT340
        model.sixelSideLimit = 250
        return Terminal(
            model, .version(Array("XTerm(379)".utf8)),
            .sixelGraphics(item: 2, status: 0, values: [250, 250]),
            .sixelGraphics(item: 2, status: 0, values: [250, 250]))
    }()
    /// A terminal that scrolls no pictures.
    static let still = Terminal(.vt340)
    static let mlterm = Terminal(.mlterm, .secondaryAttributes([24, 279, 0]))
    static let foot = Terminal(.foot, .version(Array("foot(1.13.1)".utf8)), .mode(2026, setting: 2))

    private(set) var terminal: TerminalModel
    let cell = PixelSize(width: 8, height: 17)
    /// The bytes of the last pan.
    private(set) var written = 0
    /// The pans for which text was scrolled.
    private(set) var scrolled = 0
    private var viewport: Viewport
    private var compositor: Compositor
    private var wanted: [ImageRequest] = []
    private var encoder: SixelEncoder?
    private var now = 1000
    private let photo: NoisyPhoto
    private let context: RenderContext
    /// Options for a terminal that draws pictures of any size.
    private let wholeOptions: ImageOptions
    private let renderer = Renderer(stopwatch: Stopwatch { 0 }, png: PlainPNG.bytes(of:))

    /// True if a map lies over the photo.
    var hasMap = false

    private static let reference = PhotoReference.file(path: "noise")

    init(_ terminal: Terminal, _ size: CellSize) throws {
        setenv("TERM", "xterm-256color", 1)
        let geometry = TerminalGeometry(columns: size.columns, rows: size.rows)
        var overrides = TerminalProfile.Overrides()
        overrides.graphics = .sixel
        overrides.cell = geometry.cell
        let profile = TerminalProfile(
            terminal.capabilities, TerminalEnvironment([:]),
            window: WindowSize(cells: size, pixels: nil), overrides: overrides)
        context = RenderContext(profile, glyphs: .half, isColourless: false, isAnswering: true)
        let unlimited = TerminalProfile(
            TerminalCapabilities(), TerminalEnvironment([:]), window: profile.window,
            overrides: overrides)
        var options = ImageOptions(unlimited, glyphs: .half)
        options.movesPictures = profile.movesPictures
        wholeOptions = options
        compositor = try Compositor(
            size: size, profile: profile, sharing: SharedPictures(), .ofTests)
        self.terminal = TerminalModel(terminal.model, geometry: geometry)
        _ = self.terminal.feed(ControlSequence.bytes(.enterAlternateScreen))
        let area = geometry.pictureArea
        photo = NoisyPhoto(
            PixelSize(width: area.width * 3 / 2 + 100, height: area.height * 2 + 50))
        viewport = Viewport(photo: photo.size, screen: area)
    }

    /// Moves the view while a key is held down, and shows it.
    mutating func pan(
        _ move: ViewportMove, forgettingMeanwhile forgets: Bool = false
    ) async throws {
        viewport.move(
            move, snappingTo: context.area?.snapInterval ?? PixelSize(width: 1, height: 1))
        let bytes = try await show(isMoving: true, forgets: forgets)
        written = bytes.count
        if bytes.split(separator: 0x1B).contains(where: Self.scrolls) { scrolled += 1 }
    }

    /// Returns true if a sequence is SU, SD, DCH or ICH.
    private static func scrolls(_ sequence: ArraySlice<UInt8>) -> Bool {
        let end = sequence.dropFirst().first { !(0x30...0x39).contains($0) }
        return sequence.first == UInt8(ascii: "[") && end.map { "STP@".utf8.contains($0) } == true
    }

    /// Lets time pass without a key.
    ///
    /// - Returns: the number of bytes written.
    @discardableResult
    mutating func rest() async throws -> Int {
        now += 10_000
        return try await show(isMoving: false, forgets: false).count
    }

    /// Lets some milliseconds pass without a key.
    ///
    /// - Returns: the number of bytes written.
    mutating func wait(_ milliseconds: Int) async throws -> Int {
        let end = now + milliseconds
        var count = 0
        while now < end {
            now = min(now + 5, end)
            count += try await show(isMoving: false, forgets: false).count
        }
        return count
    }

    /// Lets time pass until the fine frame is requested; it may have arrived, but is not written
    /// yet.
    mutating func beginToRest(hasCome: Bool) async throws {
        now += 10_000
        let step = compositor.update(to: view, on: context, waiting: 0, at: now)
        wanted = step.wanted ?? wanted
        let request = try #require(wanted.first)
        #expect(request.quality == .atRest && step.bytes.isEmpty)
        if hasCome {
            wanted.removeFirst()
            compositor.receive(.image(try await image(for: request)))
        }
    }

    /// Runs the compositor and renders its requests, until it is idle.
    private mutating func show(isMoving: Bool, forgets: Bool) async throws -> [UInt8] {
        var written: [UInt8] = []
        var forgets = forgets
        while true {
            if isMoving { compositor.flow.lastTouch = now }
            let step = compositor.update(to: view, on: context, waiting: 0, at: now)
            wanted = step.wanted ?? wanted
            if !step.bytes.isEmpty {
                written += step.bytes
                take(step.bytes)
            } else if let request = wanted.first {
                if forgets { compositor.forget() }
                forgets = false
                wanted.removeFirst()
                compositor.receive(.image(try await image(for: request)))
            } else {
                return written
            }
        }
    }

    private var view: ScreenView {
        var view = PhotoView(
            PhotoVersion(Self.reference, size: photo.size), viewport,
            bar: PhotoBar("status", columns: terminal.geometry.cells.columns))
        view.overlays = overlays
        return .photo(view)
    }

    /// A map of a fifth of the screen in its corner, and a frame that follows the view.
    private var overlays: [PhotoOverlay] {
        guard hasMap else { return [] }
        let (seen, screen) = (viewport.window, viewport.screen)
        let grid = context.area?.snapInterval ?? cell
        let fitted = photo.size.fitted(
            into: PixelSize(width: screen.width / 5, height: screen.height / 4))
        let size = PixelSize(
            width: fitted.width / grid.width * grid.width,
            height: fitted.height / grid.height * grid.height)
        let x = (screen.width - size.width - 8) / grid.width * grid.width
        let lowest = (screen.height - size.height) / grid.height
        let row = min(lowest, (screen.height - size.height - 8 + grid.height / 2) / grid.height)
        let y = row * grid.height
        return [
            PhotoOverlay(
                .overview, at: PixelRect(x: x, y: y, width: size.width, height: size.height)),
            PhotoOverlay(
                .frame,
                at: PixelRect(
                    x: x + seen.window.minX * size.width / seen.scaled.width,
                    y: y + seen.window.minY * size.height / seen.scaled.height,
                    width: seen.window.size.width * size.width / seen.scaled.width,
                    height: seen.window.size.height * size.height / seen.scaled.height)),
        ]
    }

    private mutating func take(_ bytes: [UInt8]) {
        _ = terminal.feed(bytes)
        compositor.flow.advance(to: now, waiting: 0)
        now += 5
        compositor.acknowledged(at: now)
    }

    private mutating func image(for request: ImageRequest) async throws -> RenderedImage {
        let made = try await renderer.render(request, from: photo, by: encoder)
        encoder = made.encoder ?? encoder
        return made.image
    }

    /// True if the screen shows the pixels of the whole frame, and its status line.
    var showsTheWholeFrame: Bool {
        get async throws {
            var request = ImageRequest(
                .photo(Self.reference), version: photo.size,
                window: .region(viewport.window, at: viewport.target), size: viewport.screen,
                options: wholeOptions, quality: .moving)
            request.overlays = overlays
            let image = try await renderer.render(request, from: photo, by: encoder).image.image
            guard case .string(let frame) = image else { return false }
            var other = TerminalModel(.vt340, geometry: terminal.geometry)
            _ = other.feed(frame)
            return other.canvas == terminal.canvas && terminal.statusLine == "status"
        }
    }
}

/// Smooth colours with noise, more than there are registers.
private struct NoisyPhoto: ImageSource {
    let status = ImageSourceStatus()
    private let raster: Raster

    init(_ size: PixelSize) {
        raster = Raster(size) { x, y in
            let mixed = ((x &* 0x9E37_79B1) ^ (y &* 0x85EB_CA77)) &* 0xC2B2_AE3D
            let noise = (mixed >> 20) & 15
            return (
                UInt8(x * 200 / size.width + noise), UInt8(y * 200 / size.height + noise),
                UInt8((x + y) % 200 + noise)
            )
        }
    }

    var size: PixelSize { raster.size }

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> RegionPixels {
        let reduced = reduction == .none ? raster : raster.resized(to: size.reduced(by: reduction))
        return RegionPixels(
            photo: size, reduction: reduction, area: area, raster: reduced.cropped(to: area))
    }
}
