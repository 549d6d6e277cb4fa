import Foundation
import Imaging
import PhotoPipeline
import Screens
import TerminalDevice
import TerminalEmulation
import TerminalProtocols
import TestSupport
import Testing

@testable import Presentation

/// Two compared photos, as shown by terminals.
@Suite struct ComparisonDrawingTests {
    private static let tab = KeyPress(.tab)

    /// Both are stored: one is placed over the other, or removed.
    @Test func inKittyAFlipTakesAtMostAHundredBytes() async throws {
        var stage = try ComparisonStage(.kitty)
        try await stage.compare()
        var numbers = SeededNumbers(seed: 5)
        var largest = 0
        for _ in 0..<20 {
            for _ in 0..<3 {
                let key = try #require(Array("+-*hjklHJKL").randomElement(using: &numbers))
                try await stage.press(KeyPress(.character(key)))
            }
            for _ in 0..<2 {
                try await stage.press(Self.tab)
                largest = max(largest, stage.written)
                #expect(try stage.showsItsPhoto)
            }
        }
        print("kitty: the largest of 40 flips takes \(largest) bytes, its bar included")
        // The bar sets the colour of its text as well as of its background: 5 bytes.
        #expect(largest <= 105)
        #expect(stage.terminal.faults.isEmpty)
    }

    @Test(arguments: [ComparisonStage.Terminal.sixel, .blocks])
    func whatIsDrawnEachTimeIsDrawnAgainWithoutMakingIt(
        terminal: ComparisonStage.Terminal
    ) async throws {
        var stage = try ComparisonStage(terminal)
        try await stage.compare()
        for keys in ["", "*", "ll", "-"] {
            for key in keys { try await stage.press(KeyPress(.character(key))) }
            var seen: [Raster] = []
            let asked = stage.asked.count
            for _ in 0..<4 {
                try await stage.press(Self.tab)
                seen.append(stage.canvas)
            }
            #expect(stage.asked.count == asked, "a flip asked for \(stage.asked.dropFirst(asked))")
            #expect(seen[0] == seen[2] && seen[1] == seen[3] && seen[0] != seen[1])
        }
        #expect(stage.terminal.faults.isEmpty)
    }

    @Test(arguments: ComparisonStage.Terminal.allCases)
    func sideBySideBothShowTheSamePlace(terminal: ComparisonStage.Terminal) async throws {
        var stage = try ComparisonStage(terminal)
        try await stage.compare()
        let before = stage.canvas
        try await stage.press(KeyPress(.character("|")))
        for keys in ["", "*", "lj", "H"] {
            for key in keys { try await stage.press(KeyPress(.character(key))) }
            #expect(try stage.showsBothPhotos, "\(keys)")
        }
        for key in "0|" { try await stage.press(KeyPress(.character(key))) }
        #expect(stage.canvas == before)
        #expect(stage.terminal.faults.isEmpty)
    }

    /// The bytes exclude the bar below the pictures.
    @Test(arguments: ComparisonStage.Terminal.allCases)
    func theDebugOverlayTellsOfEachFrame(terminal: ComparisonStage.Terminal) async throws {
        var stage = try ComparisonStage(terminal)
        try await stage.compare()
        for key in "|*lj-|" {
            try await stage.press(KeyPress(.character(key)))
            let told = try #require(stage.toldBytes)
            let bar = stage.frame - told
            #expect((0..<1000).contains(bar), "\(key): \(told) of \(stage.frame) bytes")
        }
    }

    @Test(arguments: ComparisonStage.Terminal.allCases)
    func theSamePhotoTwiceIsTheSamePicture(terminal: ComparisonStage.Terminal) async throws {
        var stage = try ComparisonStage(terminal, ofTheSamePhoto: true)
        try await stage.compare()
        let before = stage.canvas
        try await stage.press(Self.tab)
        #expect(stage.canvas == before)
    }
}

/// The screens, the compositor and a terminal: two photos are open, and requests are answered at
/// once.
struct ComparisonStage {
    enum Terminal: CaseIterable { case kitty, sixel, blocks }

    private(set) var terminal: TerminalModel
    /// All requests, in order.
    private(set) var asked: [ImageRequest] = []
    /// The bytes written after the last key.
    private(set) var written = 0
    /// The bytes of the last frame, which keeps the terminal busy.
    private(set) var frame = 0
    private var screens: ScreenCoordinator
    private var compositor: Compositor
    private var wanted: [ImageRequest] = []
    private var encoders: [ImageSubject: SixelEncoder] = [:]
    private var now = 10_000
    private let kind: Terminal
    private let context: RenderContext
    private let photos: [PhotoReference: RasterPhoto]
    private let renderer = Renderer(stopwatch: Stopwatch { 0 }, png: PlainPNG.bytes(of:))

    private static let names: [PhotoReference] = [.file(path: "one"), .file(path: "other")]
    private static let cells = CellSize(columns: 60, rows: 20)

    init(_ kind: Terminal, ofTheSamePhoto isSame: Bool = false) throws {
        setenv("TERM", "xterm-256color", 1)
        self.kind = kind
        let geometry = TerminalGeometry(columns: Self.cells.columns, rows: Self.cells.rows)
        var overrides = TerminalProfile.Overrides()
        overrides.graphics = kind.graphics
        overrides.cell = geometry.cell
        let profile = TerminalProfile(
            TerminalCapabilities(), TerminalEnvironment(["COLORTERM": "truecolor"]),
            window: WindowSize(cells: Self.cells, pixels: nil), overrides: overrides)
        context = RenderContext(profile, glyphs: .half, isColourless: false, isAnswering: true)
        compositor = try Compositor(
            size: Self.cells, profile: profile, sharing: SharedPictures(), .ofTests)
        terminal = TerminalModel(kind.model, geometry: geometry)
        _ = terminal.feed(ControlSequence.bytes(.enterAlternateScreen))
        screens = ScreenCoordinator(
            comparing: Self.names, size: ScreenSize(cells: Self.cells, picture: context.area),
            Preferences())
        let one = TestPictures.mosaic(PixelSize(width: 1100, height: 900), tile: 100)
        let other = Raster(one.size) { x, y in
            (UInt8(x / 150 & 3) * 85, 255, UInt8(y / 150 & 3) * 85)
        }
        photos = [
            Self.names[0]: RasterPhoto(raster: one),
            Self.names[1]: RasterPhoto(raster: isSame ? one : other),
        ]
    }

    /// Shows both photos once.
    mutating func compare() async throws {
        perform(screens.start())
        try await settle()
        for _ in 0..<2 { try await press(KeyPress(.tab)) }
    }

    /// Presses a key, and runs the program until it is idle.
    mutating func press(_ key: KeyPress) async throws {
        now += 10_000
        compositor.flow.lastTouch = now
        perform(screens.press(key))
        written = 0
        try await settle()
    }

    private mutating func perform(_ effects: [Effect]) {
        for case .photo(.open(let name, _)) in effects {
            guard let photo = photos[name] else { continue }
            perform(
                screens.receive(
                    .opened(name, OpenedPhoto(caption: PhotoCaption(title: "p"), source: photo))))
        }
    }

    /// Runs until nothing is written or requested, even after a pause.
    private mutating func settle() async throws {
        var rests = 0
        while rests < 3 {
            let step = compositor.update(to: screens.view, on: context, waiting: 0, at: now)
            if let wanted = step.wanted {
                asked += wanted.filter { !self.wanted.contains($0) }
                self.wanted = wanted
            }
            if !step.bytes.isEmpty {
                take(step.bytes)
            } else if let request = wanted.first {
                wanted.removeFirst()
                compositor.receive(.image(try await image(for: request)))
            } else {
                rests += 1
                now += 200
            }
        }
    }

    private mutating func take(_ bytes: [UInt8]) {
        written += bytes.count
        if !compositor.flow.isOpen { frame = bytes.count }
        _ = terminal.feed(bytes)
        compositor.flow.advance(to: now, waiting: 0)
        now += 5
        compositor.acknowledged(at: now)
    }

    private mutating func image(for request: ImageRequest) async throws -> RenderedImage {
        guard case .photo(let name) = request.subject, let photo = photos[name] else {
            throw NoPhoto()
        }
        let known = encoders[request.subject]
        let made = try await renderer.render(request, from: photo, by: known)
        encoders[request.subject] = made.encoder ?? known
        return made.image
    }

    private struct NoPhoto: Error {}

    /// The bytes of the last frame in the debug overlay.
    var toldBytes: Int? {
        let line = compositor.overlay.text(columns: 200)?.string
        return line?.firstMatch(of: /(\d+) bytes/).flatMap { Int($0.output.1) }
    }

    /// The pixels above the bar.
    var canvas: Raster { kind == .blocks ? terminal.blocks : terminal.canvas }

    private var view: PhotoView? {
        if case .photo(let view) = screens.view { view } else { nil }
    }

    /// True if the visible photo fills the screen, pixel for pixel.
    var showsItsPhoto: Bool {
        get throws {
            let view = try #require(view)
            return shows(view, at: .origin)
        }
    }

    var showsBothPhotos: Bool {
        get throws {
            let view = try #require(view)
            let compared = try #require(view.compared)
            let right = PixelPoint(x: try #require(context.area?.panes).secondX, y: 0)
            let isLeft = compared.place == .right
            return view.viewport.window.window == compared.view.viewport.window.window
                && shows(view, at: isLeft ? .origin : right)
                && shows(compared.view, at: isLeft ? right : .origin)
        }
    }

    /// Returns true if a view is drawn at a corner of the screen, within the error of palette and
    /// scaler.
    private func shows(_ view: PhotoView, at corner: PixelPoint) -> Bool {
        guard let photo = photos[view.photo.reference] else { return false }
        let scaled = view.viewport.scaled
        let all = scaled == photo.size ? photo.raster : photo.raster.resized(to: scaled)
        let target = view.viewport.target
        let area = PixelRect(
            x: corner.x + target.minX, y: corner.y + target.minY, width: target.size.width,
            height: target.size.height)
        let canvas = canvas
        guard PixelRect(canvas.size).contains(area) else { return false }
        let difference = RasterDifference(
            all.cropped(to: view.viewport.window.window), canvas.cropped(to: area))
        return difference.mean < (kind == .blocks ? 25 : 12)
    }
}

extension ComparisonStage.Terminal {
    fileprivate var graphics: GraphicsProtocol {
        switch self {
        case .kitty: .kitty
        case .sixel: .sixel
        case .blocks: .blocks
        }
    }

    fileprivate var model: SimulatedTerminal {
        switch self {
        case .kitty: .kitty026
        case .sixel: .vt340
        case .blocks: .xterm
        }
    }
}

private struct RasterPhoto: ImageSource {
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
