import Imaging
import PhotoPipeline
import Screens
import TerminalEmulation
import TerminalProtocols
import TestSupport
import Testing

@testable import Presentation

extension Stage.Setup {
    static let xterm = Self(.vt340, by: .sixel, .version(Array("XTerm(379)".utf8)))
    /// A terminal that draws no picture larger than 250x250.
    static let limitedXterm: Self = {
        var model = SimulatedTerminal.stockVT340
        model.sixelSideLimit = 250
        return Self(
            model, by: .sixel, .version(Array("XTerm(379)".utf8)),
            .sixelGraphics(item: 2, status: 0, values: [250, 250]),
            .sixelGraphics(item: 2, status: 0, values: [250, 250]))
    }()
    /// A terminal that scrolls no pictures.
    static let still = Self(.vt340, by: .sixel)
    static let mlterm = Self(.mlterm, by: .sixel, .secondaryAttributes([24, 279, 0]))
    static let foot = Self(
        .foot, by: .sixel, .version(Array("foot(1.13.1)".utf8)), .mode(2026, setting: 2))
}

/// A photo of smooth colours with noise, more than there are registers, that is panned.
struct PannedPhoto {
    private(set) var stage: Stage
    let cell = PixelSize(width: 8, height: 17)
    /// The bytes of the last pan.
    private(set) var written = 0
    /// The pans for which text was scrolled.
    private(set) var scrolled = 0
    /// True if a map lies over the photo.
    var hasMap = false
    private var viewport: Viewport
    private var renderer: PhotoRenderer
    private let photo: Raster
    /// Options for a terminal that draws pictures of any size.
    private let wholeOptions: ImageOptions

    var terminal: TerminalModel { stage.terminal }

    private static let reference = PhotoReference.file(path: "noise")

    init(_ setup: Stage.Setup, _ size: CellSize) throws {
        let geometry = TerminalGeometry(columns: size.columns, rows: size.rows)
        stage = try Stage(setup.with { $0.geometry = geometry })
        var options = ImageOptions(
            Stage.Setup(.vt340, by: .sixel).with { $0.geometry = geometry }.profile, glyphs: .half)
        options.movesPictures = stage.context.profile.movesPictures
        wholeOptions = options
        let area = geometry.pictureArea
        let photo = Self.noise(
            PixelSize(width: area.width * 3 / 2 + 100, height: area.height * 2 + 50))
        self.photo = photo
        renderer = PhotoRenderer([Self.reference: RasterPhoto(raster: photo)])
        viewport = Viewport(photo: photo.size, screen: area)
    }

    private static func noise(_ size: PixelSize) -> Raster {
        Raster(size) { x, y in
            let mixed = ((x &* 0x9E37_79B1) ^ (y &* 0x85EB_CA77)) &* 0xC2B2_AE3D
            let noise = (mixed >> 20) & 15
            return (
                UInt8(x * 200 / size.width + noise), UInt8(y * 200 / size.height + noise),
                UInt8((x + y) % 200 + noise)
            )
        }
    }

    /// Moves the view while a key is held down, and shows it.
    mutating func pan(
        _ move: ViewportMove, forgettingMeanwhile forgets: Bool = false
    ) async throws {
        viewport.move(
            move, snappingTo: stage.context.area?.snapInterval ?? PixelSize(width: 1, height: 1))
        if forgets {
            stage.touch()
            stage.update(to: view)
            stage.forget()
        }
        let bytes = try await stage.settle(on: view, by: &renderer, isMoving: true)
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
        stage.now += 10_000
        return try await stage.settle(on: view, by: &renderer).count
    }

    /// Lets some milliseconds pass without a key.
    ///
    /// - Returns: the number of bytes written.
    mutating func wait(_ milliseconds: Int) async throws -> Int {
        let end = stage.now + milliseconds
        var count = 0
        while stage.now < end {
            stage.now = min(stage.now + 5, end)
            count += try await stage.settle(on: view, by: &renderer).count
        }
        return count
    }

    /// Lets time pass until the fine frame is requested; it may have arrived, but is not written
    /// yet.
    mutating func beginToRest(hasCome: Bool) async throws {
        stage.now += 10_000
        let bytes = stage.update(to: view)
        let request = try #require(stage.wanted.first)
        #expect(request.quality == .atRest && bytes.isEmpty)
        if hasCome { stage.take(try await renderer.image(for: request)) }
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
        let grid = stage.context.area?.snapInterval ?? cell
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

    /// True if the screen shows the pixels of the whole frame, and its status line.
    var showsTheWholeFrame: Bool {
        get async throws {
            var request = ImageRequest(
                .photo(Self.reference), version: photo.size,
                window: .region(viewport.window, at: viewport.target), size: viewport.screen,
                options: wholeOptions, quality: .moving)
            request.overlays = overlays
            var renderer = renderer
            guard case .string(let frame) = try await renderer.image(for: request).image
            else { return false }
            var other = TerminalModel(.vt340, geometry: terminal.geometry)
            _ = other.feed(frame)
            return other.canvas == terminal.canvas && terminal.statusLine == "status"
        }
    }
}
