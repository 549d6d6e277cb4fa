import Foundation
import Imaging
import PhotoCodec
import Screens
import TerminalDevice
import TerminalProtocols
import TestSupport

@testable import PhotoPipeline
@testable import nasa_view

/// A compositor of pages in front of a terminal that takes all it is sent.
struct PageStage {
    /// How pictures come on the screen, and in which terminal.
    enum Way: CaseIterable {
        case sixel, kitty, blocks
        case xtermJSBySixel, xtermJSByKitty

        var graphics: GraphicsProtocol {
            switch self {
            case .sixel, .xtermJSBySixel: .sixel
            case .kitty, .xtermJSByKitty: .kitty
            case .blocks: .blocks
            }
        }

        var terminal: PlayedTerminal {
            switch self {
            case .sixel, .blocks: .vt340
            case .kitty: .kitty
            case .xtermJSBySixel, .xtermJSByKitty: .xtermJS
            }
        }
    }

    static let cell = CellMetrics(width: 8, height: 16)

    var terminal: TerminalModel
    private(set) var kitty = KittyReader(cell: Self.cell, isAmongText: true)
    private(set) var compositor: Compositor
    private(set) var written: [[UInt8]] = []
    /// The strings of iTerm2 pictures that came, by the cell they begin at.
    private(set) var inline: [(place: CellPlace, raster: Raster)] = []
    private var tmux: PlayedTmux?
    private let look: TerminalLook
    private var missing: [ImageRequest] = []
    private var now = 0

    init(
        _ way: Way, colours: ColourDepth = .trueColour,
        _ size: CellSize = CellSize(columns: 40, rows: 12), isColourless: Bool = false,
        isInTmux: Bool = false
    ) throws {
        setenv("TERM", "xterm-256color", 1)
        let window = WindowSize(cells: size, pixels: nil)
        var overrides = TerminalProfile.Overrides()
        overrides.graphics = way.graphics
        overrides.cell = Self.cell
        overrides.colours = colours
        var capabilities = TerminalCapabilities()
        if way.terminal.keepsPicturesInCells {
            capabilities.take(.version(Array("xterm.js(6.0.0)".utf8)))
        }
        var profile = TerminalProfile(
            capabilities, TerminalEnvironment([:]), window: window, overrides: overrides)
        if isInTmux {
            var outside = OuterTerminal(.tmux)
            outside.pane = CellPosition(row: 0, column: 0)
            profile = profile.passing(to: outside, overrides: overrides)
        }
        look = TerminalLook(
            profile, glyphs: .half, isColourless: isColourless, isAnswering: true)
        let geometry = TerminalGeometry(columns: size.columns, rows: size.rows, cell: Self.cell)
        terminal = TerminalModel(way.terminal, geometry: geometry)
        _ = terminal.feed(ControlSequence.bytes(.enterAlternateScreen))
        if isInTmux {
            tmux = PlayedTmux(
                inside: terminal, outside: terminal, pane: CellPosition(row: 0, column: 0))
        }
        compositor = try Compositor(
            size: size, profile: profile, sharing: SharedPictures(), .ofTests)
    }

    /// The requests that a page still lacks.
    var lacking: [ImageRequest] { missing }

    var graphics: GraphicsProtocol { look.profile.graphics }

    /// Shows a page until there is nothing more to write.
    mutating func show(_ page: TextPage, _ pictures: [PagePicture]) throws {
        while true {
            let step = compositor.update(
                to: .page(page, pictures: pictures), on: look, waiting: 0, at: now)
            if let wanted = step.wanted { missing = wanted }
            guard !step.bytes.isEmpty else { return }
            try take(step.bytes)
            guard !compositor.flow.isOpen else { continue }
            compositor.flow.advance(to: now, waiting: 0)
            now += 5
            compositor.acknowledged(at: now)
        }
    }

    /// The same when some pictures have waited long enough for the others.
    mutating func showAfterWaiting(_ page: TextPage, _ pictures: [PagePicture]) throws {
        try show(page, pictures)
        now += Timeouts.pictureBatch
        try show(page, pictures)
    }

    /// When pictures are drawn that wait for others.
    var deadline: Int? { compositor.deadlines.max() }

    /// Lets the pictures come that show what the condition wants.
    mutating func deliver(where isMeant: (ImageSubject) -> Bool = { _ in true }) throws {
        for request in missing where isMeant(request.subject) { try deliver(request) }
    }

    /// An answer of which nobody knows whether it is still wanted.
    mutating func deliver(_ request: ImageRequest) throws {
        compositor.receive(.image(try Self.rendered(request)))
    }

    mutating func forget() { compositor.forget() }

    /// Something else takes the page's place.
    mutating func leave() throws {
        try show(TextPage(size: look.profile.window.cells), [])
    }

    /// A line of a hundred bytes a second: these pictures are small.
    mutating func slowDown() {
        compositor.flow.send(4000)
        compositor.flow.advance(to: now, waiting: 0)
        now += 40_000
        compositor.acknowledged(at: now)
    }

    mutating func touch() { compositor.flow.lastTouch = now }

    mutating func rest() {
        now += 1000
    }

    private mutating func take(_ bytes: [UInt8]) throws {
        written.append(bytes)
        if tmux != nil {
            tmux?.feed(bytes)
            if let tmux { terminal = tmux.outside }
            return
        }
        _ = terminal.feed(bytes)
        if !terminal.profile.keepsPicturesInCells { try kitty.read(bytes) }
    }

    private static func rendered(_ request: ImageRequest) throws -> RenderedImage {
        let renderer = Renderer(stopwatch: Stopwatch { 0 }, png: FastPNG.bytes)
        let photo = photo(request.subject)
        let all = try photo.pixels(of: PixelRect(photo.size), reducedBy: .none)
        return renderer.render(request, of: all)
    }

    static func photo(_ source: ImageSubject) -> PlainPhoto {
        PlainPhoto(size: PixelSize(width: 64, height: 48), colour: colour(source))
    }

    /// A colour of its own for each photo, on the grid of percents and in the cube of 256 colours.
    static func colour(_ source: ImageSubject) -> RGBColour {
        guard case .photo(.file(let path)) = source, let number = Int(path) else { return .black }
        let steps: [UInt8] = [51, 102, 153, 204, 255]
        return RGBColour(
            red: steps[number % 5], green: steps[number / 5 % 5], blue: steps[number / 25 % 5])
    }
}
