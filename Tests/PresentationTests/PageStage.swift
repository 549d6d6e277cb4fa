import Foundation
import Imaging
import Screens
import SystemPackage
import TerminalDevice
import TerminalProtocols
import TestSupport
import Testing

@testable import PhotoPipeline
@testable import Presentation

/// Tests that run in turn: ncurses has one page per process, and one test counts the machine's
/// shared objects.
@Suite(.serialized) enum Drawing {}

/// A compositor of pages for a terminal that takes all output at once.
struct PageStage {
    /// A way of showing pictures, and its terminal.
    enum Way: CaseIterable {
        case sixel, kitty, blocks
        case xtermJSBySixel, xtermJSByKitty
        /// By text in tmux, in a current kitty.
        case placeholders
        /// In terminals that scroll sixels with rows of text, or with the whole screen.
        case sixelThatScrollsInRegions, sixelThatScrollsWithTheScreen

        var graphics: GraphicsProtocol {
            switch self {
            case .sixel, .xtermJSBySixel, .sixelThatScrollsInRegions,
                .sixelThatScrollsWithTheScreen:
                .sixel
            case .kitty, .xtermJSByKitty, .placeholders: .kitty
            case .blocks: .blocks
            }
        }

        var terminal: SimulatedTerminal {
            switch self {
            case .sixel, .blocks: .vt340
            case .kitty: .kitty
            case .xtermJSBySixel, .xtermJSByKitty: .xtermJS
            case .placeholders: .kittyWithPlaceholders
            case .sixelThatScrollsInRegions: .vt340
            case .sixelThatScrollsWithTheScreen: .foot
            }
        }

        /// The terminal's answer about its version.
        var version: String? {
            switch self {
            case .xtermJSBySixel, .xtermJSByKitty: "xterm.js(6.0.0)"
            case .sixelThatScrollsInRegions: "XTerm(379)"
            case .sixelThatScrollsWithTheScreen: "foot(1.13.1)"
            case .sixel, .kitty, .blocks, .placeholders: nil
            }
        }
    }

    static let cell = CellMetrics(width: 8, height: 16)

    var terminal: TerminalModel
    private(set) var kitty = KittyReader(cell: Self.cell, isAmongText: true)
    private(set) var compositor: Compositor
    private(set) var written: [[UInt8]] = []
    /// The received strings of iTerm2 pictures, by the cell at which they start.
    private(set) var inline: [(place: GridPosition, raster: Raster)] = []
    private var tmux: SimulatedTmux?
    private let context: RenderContext
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
        if let version = way.version { capabilities.receive(.version(Array(version.utf8))) }
        if way == .sixelThatScrollsWithTheScreen {
            capabilities.receive(.mode(2026, setting: 2))
        }
        var profile = TerminalProfile(
            capabilities, TerminalEnvironment([:]), window: window, overrides: overrides)
        let isInTmux = isInTmux || way == .placeholders
        if isInTmux {
            var outside = OuterTerminal(.tmux)
            outside.pane = CellPosition(row: 0, column: 0)
            if way == .placeholders {
                outside.capabilities.receive(.version(Array("kitty(0.48.0)".utf8)))
            }
            profile = profile.passing(to: outside, overrides: overrides)
        }
        context = RenderContext(
            profile, glyphs: .half, isColourless: isColourless, isAnswering: true)
        let geometry = TerminalGeometry(columns: size.columns, rows: size.rows, cell: Self.cell)
        terminal = TerminalModel(way.terminal, geometry: geometry)
        _ = terminal.feed(ControlSequence.bytes(.enterAlternateScreen))
        if isInTmux {
            tmux = SimulatedTmux(
                inside: terminal, outside: terminal, pane: CellPosition(row: 0, column: 0))
        }
        compositor = try Compositor(
            size: size, profile: profile, sharing: SharedPictures(), .ofTests)
    }

    /// The requests that a page still lacks.
    var lacking: [ImageRequest] { missing }

    var graphics: GraphicsProtocol { context.profile.graphics }

    /// Shows a page until nothing more is written.
    mutating func show(_ page: TextPage, _ pictures: [PagePicture]) throws {
        while true {
            let step = compositor.update(
                to: .page(page, pictures: pictures), on: context, waiting: 0, at: now)
            if let wanted = step.wanted { missing = wanted }
            guard !step.bytes.isEmpty else { return }
            try take(step.bytes)
            guard !compositor.flow.isOpen else { continue }
            compositor.flow.advance(to: now, waiting: 0)
            now += 5
            compositor.acknowledged(at: now)
        }
    }

    /// Shows a page after some pictures have waited long enough for others.
    mutating func showAfterWaiting(_ page: TextPage, _ pictures: [PagePicture]) throws {
        try show(page, pictures)
        now += Timeouts.pictureBatch
        try show(page, pictures)
    }

    /// The time to draw pictures that wait for others.
    var deadline: Int? { compositor.deadlines.max() }

    /// Delivers the pictures of the subjects that meet the condition.
    mutating func deliver(where isMeant: (ImageSubject) -> Bool = { _ in true }) throws {
        for request in missing where isMeant(request.subject) { try deliver(request) }
    }

    /// Delivers an answer that may no longer be wanted.
    mutating func deliver(_ request: ImageRequest) throws {
        compositor.receive(.image(try Self.rendered(request)))
    }

    mutating func forget() { compositor.forget() }

    /// Replaces the page by another.
    mutating func leave() throws {
        try show(TextPage(size: context.profile.window.cells), [])
    }

    /// Slows the line down to a hundred bytes a second: these pictures are small.
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
        let renderer = Renderer(stopwatch: Stopwatch { 0 }, png: PlainPNG.bytes(of:))
        let photo = photo(request.subject)
        let all = try photo.pixels(of: PixelRect(photo.size), reducedBy: .none)
        return renderer.render(request, of: all)
    }

    static func photo(_ source: ImageSubject) -> PlainPhoto {
        PlainPhoto(size: PixelSize(width: 64, height: 48), colour: colour(source))
    }

    /// Returns a different colour for each photo, on the grid of percents and in the cube of 256
    /// colours.
    static func colour(_ source: ImageSubject) -> RGBColour {
        guard case .photo(.file(let path)) = source, let number = Int(path.string)
        else { return .black }
        let steps: [UInt8] = [51, 102, 153, 204, 255]
        return RGBColour(
            red: steps[number % 5], green: steps[number / 5 % 5], blue: steps[number / 25 % 5])
    }
}

extension PageStage {
    /// Returns the colour in the middle of a cell with a picture; nil without one.
    func colour(row: Int, column: Int) -> RGBColour? {
        guard !hasCanvas else { return pixelColour(row: row, column: column) }
        return switch graphics {
        case .blocks: blockColour(row: row, column: column)
        case .kitty: kittyColour(row: row, column: column)
        case .sixel, .iTerm2: pixelColour(row: row, column: column)
        }
    }

    /// Returns a map of the screen: the number of the photo that each cell shows, or its text.
    func map(_ photos: [Int]) -> String {
        let names = Dictionary(
            photos.map { (Self.colour(.photo(.file(path: "\($0)"))), "\($0)") },
            uniquingKeysWith: { first, _ in first })
        let canvas = terminal.canvas
        let lines = terminal.grid.rows.indices.map { row in
            let cells = terminal.grid.rows[row].indices.map { column in
                guard let colour = colour(row: row, column: column, canvas) else {
                    return terminal.grid.rows[row][column].text
                }
                return names[colour] ?? "?"
            }
            return cells.joined().replacing("\u{A0}", with: " ")
        }
        return lines.map(Self.trimmed).joined(separator: "\n")
    }

    private func colour(row: Int, column: Int, _ canvas: Raster) -> RGBColour? {
        graphics == .sixel || hasCanvas
            ? pixelColour(row: row, column: column, canvas) : colour(row: row, column: column)
    }

    /// True if the terminal itself shows kitty's pictures.
    private var hasCanvas: Bool {
        terminal.profile.keepsPicturesInCells || terminal.profile.showsPlaceholders
    }

    private func pixelColour(row: Int, column: Int) -> RGBColour? {
        pixelColour(row: row, column: column, terminal.canvas)
    }

    private func pixelColour(row: Int, column: Int, _ canvas: Raster) -> RGBColour? {
        let middle = Self.cell.middle(row: row, column: column)
        let place = (middle.y * canvas.size.width + middle.x) * 4
        guard canvas.pixels[place + 3] != 0 else { return nil }
        return RGBColour(
            red: canvas.pixels[place], green: canvas.pixels[place + 1],
            blue: canvas.pixels[place + 2])
    }

    private func kittyColour(row: Int, column: Int) -> RGBColour? {
        let point = PixelRect(
            origin: Self.cell.middle(row: row, column: column),
            size: PixelSize(width: 1, height: 1))
        guard let placement = kitty.placements.last(where: { $0.area.contains(point) }),
            let raster = kitty.images[placement.image]
        else { return nil }
        return RGBColour(red: raster.pixels[0], green: raster.pixels[1], blue: raster.pixels[2])
    }

    private func blockColour(row: Int, column: Int) -> RGBColour? {
        let cell = terminal.grid.rows[row][column]
        // A blank of coloured text shows nothing.
        guard
            cell.style.background != .standard
                || cell.style.foreground != .standard && cell.text != " ",
            let upper = cell.halves?.upper
        else { return nil }
        return RGBColour(red: upper[0], green: upper[1], blue: upper[2])
    }

    private static func trimmed(_ line: String) -> String {
        line.lastIndex { $0 != " " }.map { String(line[...$0]) } ?? ""
    }
}

/// A list in a screen's layout: three rows and a blank one for each photo.
struct ListPage {
    static let size = CellSize(columns: 40, rows: 12)

    let text: TextPage
    let pictures: [PagePicture]

    /// Lists the photos from `first` on, as many as fit; the text starts a row higher for each of
    /// `offset`.
    init(first: Int, offset: Int = 0, selected: Int? = nil, isShort: Bool = false) {
        var text = TextPage(size: Self.size)
        var pictures: [PagePicture] = []
        for place in 0..<4 {
            let row = place * 4 - offset
            let photo = first + place
            guard row + 1 < Self.size.rows - 1 else { continue }
            let title: SafeText = isShort ? "P\(photo)" : "Photo \(photo) with a long title"
            text.put(
                title, row: row, column: 8, style: selected == photo ? .reversed : .strong)
            text.put("by somebody", row: row + 1, column: 8, style: .faint)
            text.put(". . .", row: row + 1, column: 1, style: .faint)
            guard row >= 0 else { continue }
            pictures.append(
                PagePicture(
                    .photo(.file(path: "\(photo)")), at: CellPosition(row: row, column: 0),
                    size: CellSize(columns: 6, rows: 3), .cover))
        }
        text.put("status", row: Self.size.rows - 1)
        self.text = text
        self.pictures = pictures
    }
}

/// A single-coloured photo, distinguishable from others.
struct PlainPhoto: ImageSource {
    let size: PixelSize
    let colour: RGBColour
    let status = ImageSourceStatus()

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> RegionPixels {
        RegionPixels(
            photo: size, reduction: reduction, area: area,
            raster: Raster(area.size, filledWith: colour))
    }
}
