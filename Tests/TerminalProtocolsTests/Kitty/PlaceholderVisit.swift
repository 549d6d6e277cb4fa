import Imaging
import TestSupport
import Testing

@testable import TerminalProtocols

/// A pane of tmux in a terminal with placeholders, and a visible photo above a line of text.
struct PlaceholderVisit {
    typealias Driver = GraphicsDriver<String>

    static let cell = CellMetrics(width: 8, height: 10)
    static let pane = CellPosition(row: 3, column: 5)

    let profile: TerminalProfile
    let photo: Raster
    var viewport: Viewport
    private(set) var driver: Driver
    private(set) var tmux: SimulatedTmux
    /// The bytes of each step.
    private(set) var written: [[UInt8]] = []
    private(set) var uploads: [Driver.Upload] = []
    private var isFirst = true
    private let snapInterval: PixelSize
    private let encoder = KittyEncoder(png: PlainPNG.bytes(of:))

    init(
        _ size: PixelSize, cells: CellSize = CellSize(columns: 20, rows: 7),
        cell: CellMetrics = Self.cell
    ) throws {
        profile = try Self.profile(cells: cells, cell: cell)
        photo = Raster.sky(width: size.width, height: size.height)
        let area = try #require(PictureArea(profile, glyphs: .half))
        viewport = Viewport(photo: size, screen: area.size)
        snapInterval = area.snapInterval
        driver = Driver(profile)
        let inside = TerminalGeometry(columns: cells.columns, rows: cells.rows, cell: cell)
        let outside = TerminalGeometry(
            columns: cells.columns + 9, rows: cells.rows + 6, cell: cell)
        tmux = SimulatedTmux(
            inside: TerminalModel(.xterm, geometry: inside),
            outside: TerminalModel(.kittyWithPlaceholders, geometry: outside), pane: Self.pane)
    }

    static func profile(
        cells: CellSize, cell: CellMetrics, version: String = "kitty(0.48.0)",
        hasPane: Bool = true
    ) throws -> TerminalProfile {
        var outside = OuterTerminal(.tmux)
        outside.pane = hasPane ? pane : nil
        outside.capabilities.receive(.version(Array(version.utf8)))
        outside.capabilities.receive(
            .kittyGraphics(
                image: CapabilityQuery.kittyQueryImage, message: Array("OK".utf8)))
        outside.capabilities.receive(.primaryAttributes([62]))
        var overrides = TerminalProfile.Overrides()
        overrides.cell = cell
        let environment = TerminalEnvironment(["TERM": "tmux-256color", "TMUX_PANE": "%7"])
        return TerminalProfile(
            TerminalCapabilities(), environment, window: WindowSize(cells: cells, pixels: nil),
            overrides: overrides
        ).passing(to: outside, overrides: overrides)
    }

    /// The photo on the whole screen except the last line.
    var view: Placement<String> {
        let cells = CellSize(
            columns: profile.window.cells.columns, rows: profile.window.cells.rows - 1)
        return Placement(
            id: "sky", version: 1, window: .region(viewport.window, at: viewport.target),
            size: viewport.screen,
            cells: CellRect(origin: CellPosition(row: 0, column: 0), size: cells))
    }

    /// The expected pixels of the pane above the last line.
    var expected: Raster {
        render(viewport.window).framed(at: viewport.target, in: viewport.screen, over: .black)
    }

    /// The actual pixels; black without a picture.
    var shown: Raster {
        let cell = profile.cell
        let origin = PixelPoint(
            x: cell.across.pixels(of: Self.pane.column), y: cell.down.pixels(of: Self.pane.row))
        return tmux.outside.canvas.cropped(to: PixelRect(origin: origin, size: viewport.screen))
            .opaque
    }

    /// Output that a terminal would handle badly.
    var faults: [String] {
        tmux.inside.faults + tmux.outside.faults
            + tmux.outside.placeholderPictures.faults(in: tmux.outside.grid)
    }

    func render(_ window: ScaledWindow) -> Raster {
        let resampler = Resampler()
        let need = resampler.area(for: window, reducedBy: .none)
        let part = RegionPixels(
            photo: photo.size, reduction: .none, area: need, raster: photo.cropped(to: need))
        return resampler.resample(part, for: window, over: .black)
    }

    /// Shows placements with new pictures, and writes the necessary bytes.
    @discardableResult
    mutating func show(
        _ placements: [Placement<String>], with images: [PlacedImage<String>] = []
    ) -> GraphicsUpdate<String> {
        let update = driver.update(
            to: placements, with: images, redrawsAll: isFirst, on: profile)
        isFirst = false
        tmux.feed(update.bytes)
        written.append(update.bytes)
        return update
    }

    /// Returns a picture as rendered by the pipeline.
    mutating func made(_ upload: Driver.Upload, isPreview: Bool = false) -> PlacedImage<String> {
        uploads.append(upload)
        let frame = upload.frame
        let raster = render(upload.region).framed(at: frame.target, in: frame.size, over: .black)
        let image = EncodedImage.stored(
            encoder.payload(of: raster, by: .direct), region: upload.region, at: frame.target)
        let placement = Placement(
            id: upload.id, version: upload.version,
            window: .region(upload.region, at: frame.target), size: frame.size, cells: view.cells)
        return PlacedImage(image, at: placement, isPreview: isPreview)
    }

    /// Returns a single-coloured thumbnail, as wide as its cells and `height` pixels high.
    func thumbnail(
        _ colour: RGBColour, at place: Placement<String>, height: Int
    ) -> PlacedImage<String> {
        let region = PixelSize(width: place.size.width, height: height)
        let target = PixelRect(
            x: 0, y: (place.size.height - height) / 2, width: region.width, height: height)
        let raster = Raster(region) { _, _ in (colour.red, colour.green, colour.blue) }
            .framed(at: target, in: place.size, over: .black)
        let window = ScaledWindow(photo: region, scaled: region, window: PixelRect(region))
        return PlacedImage(
            .stored(encoder.payload(of: raster, by: .direct), region: window, at: target),
            at: place)
    }

    /// Updates and sends until the view is sharp and nothing is missing.
    mutating func settle() {
        for _ in 0..<100 {
            guard let upload = show([view]).missing.first else { return }
            show([view], with: [made(upload)])
        }
    }

    mutating func step(_ move: ViewportMove) { viewport.move(move, snappingTo: snapInterval) }

    mutating func press(_ move: ViewportMove) {
        step(move)
        settle()
    }

    mutating func leave() { tmux.feed(driver.leave(profile)) }
}

extension Raster {
    /// The raster with black in undrawn places.
    fileprivate var opaque: Raster {
        var pixels = pixels
        for place in stride(from: 3, to: pixels.count, by: 4) { pixels[place] = 255 }
        return Raster(size: size, pixels: pixels)
    }
}
