import Foundation
import Imaging
import PhotoCodec
import Screens
import TerminalProtocols
import TestSupport

@testable import PhotoPipeline
@testable import nasa_view

/// A page display in front of a terminal that takes all it is sent.
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
    private(set) var display: PageDisplay
    private(set) var written: [[UInt8]] = []
    /// The strings of iTerm2 pictures that came, by the cell they begin at.
    private(set) var inline: [(place: CellPlace, raster: Raster)] = []
    private var pace = FramePace()
    private var tmux: PlayedTmux?
    private let look: PageLook
    private var missing: [PreviewRequest] = []
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
            var outside = OutsideTerminal(.tmux)
            outside.pane = CellPosition(row: 0, column: 0)
            profile = profile.passing(to: outside, overrides: overrides)
        }
        look = PageLook(profile: profile, glyphs: .half, isColourless: isColourless)
        let geometry = TerminalGeometry(columns: size.columns, rows: size.rows, cell: Self.cell)
        terminal = TerminalModel(way.terminal, geometry: geometry)
        _ = terminal.feed(ControlSequence.bytes(.enterAlternateScreen))
        if isInTmux {
            tmux = PlayedTmux(
                inside: terminal, outside: terminal, pane: CellPosition(row: 0, column: 0))
        }
        display = try PageDisplay(size: size)
    }

    /// The requests that a page still lacks.
    var lacking: [PreviewRequest] { missing }

    var graphics: GraphicsProtocol { look.profile.graphics }

    /// Shows a page until there is nothing more to write.
    mutating func show(_ page: TextPage, _ pictures: [PagePicture]) throws {
        if let requests = display.want(pictures, on: look) { missing = requests }
        while let step = display.step(to: page, on: look, pace) {
            try take(step.bytes)
            guard step.isFrame else { continue }
            pace.send(step.bytes.count)
            pace.wroteOut(true, at: now)
            now += 5
            pace.fenceAnswered(at: now)
            pace.turned(to: now)
        }
    }

    /// The same when some pictures have waited long enough for the others.
    mutating func showAfterWaiting(_ page: TextPage, _ pictures: [PagePicture]) throws {
        try show(page, pictures)
        now += Deadlines.pictureBatch
        pace.turned(to: now)
        try show(page, pictures)
    }

    /// When pictures are drawn that wait for others.
    var deadline: Int? { display.deadline }

    /// Lets the pictures come that show what the condition wants.
    mutating func deliver(where isMeant: (PreviewSource) -> Bool = { _ in true }) throws {
        let workshop = PreviewWorkshop(png: FastPNG.bytes)
        for request in missing where isMeant(request.source) {
            let photo = try ShelfPhoto(Self.photo(request.source), for: request)
            display.take(workshop.preview(request, of: photo))
        }
    }

    /// An answer of which nobody knows whether it is still wanted.
    mutating func deliver(_ request: PreviewRequest) throws {
        let photo = try ShelfPhoto(Self.photo(request.source), for: request)
        display.take(PreviewWorkshop(png: FastPNG.bytes).preview(request, of: photo))
    }

    mutating func forget() { display.forget() }

    /// Something else takes the page's place.
    mutating func leave() throws {
        try take(ControlSequence.bytes(.moveCursor(CellPosition(row: 0, column: 0)), .eraseBelow))
        try take(display.hide(on: look.profile))
    }

    /// A line of a hundred bytes a second: these pictures are small.
    mutating func slowDown() {
        pace.send(4000)
        pace.wroteOut(true, at: now)
        now += 40_000
        pace.fenceAnswered(at: now)
        pace.turned(to: now)
    }

    mutating func touch() { pace.touched(at: now) }

    mutating func rest() {
        now += 1000
        pace.turned(to: now)
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

    static func photo(_ source: PreviewSource) -> PlainPhoto {
        PlainPhoto(size: PixelSize(width: 64, height: 48), colour: colour(source))
    }

    /// A colour of its own for each photo, on the grid of percents and in the cube of 256 colours.
    static func colour(_ source: PreviewSource) -> RGBColour {
        guard case .photo(.file(let path)) = source, let number = Int(path) else { return .black }
        let steps: [UInt8] = [51, 102, 153, 204, 255]
        return RGBColour(
            red: steps[number % 5], green: steps[number / 5 % 5], blue: steps[number / 25 % 5])
    }
}
