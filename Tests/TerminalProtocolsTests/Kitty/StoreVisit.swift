import Imaging
import TestSupport

@testable import TerminalProtocols

/// A terminal of 20x6 cells of 8x10 pixels, a store, and a visible photo.
struct StoreVisit {
    typealias Upload = KittyImageStore<String>.Upload

    static let cell = CellMetrics(width: 8, height: 10)
    static let screen = PixelSize(width: 160, height: 60)

    let photo: Raster
    var viewport: Viewport
    var version = 1
    var store = KittyImageStore<String>()
    var terminal = KittyReader(cell: Self.cell)
    /// The bytes of each step of panning, without uploads.
    var written: [Int] = []
    var uploads: [Upload] = []
    private let encoder = KittyEncoder(png: PlainPNG.bytes(of:))

    init(
        _ size: PixelSize,
        limits: KittyLimits = KittyLimits(
            storeBytes: 2_000_000, side: 10_000, pictureSamples: 250_000)
    ) {
        photo = Raster.sky(width: size.width, height: size.height)
        viewport = Viewport(photo: size, screen: Self.screen)
        store.limits = limits
    }

    /// The photo on the whole screen.
    var view: Placement<String> {
        Placement(
            id: "sky", version: version, window: .region(viewport.window, at: viewport.target),
            size: Self.screen,
            cells: CellRect(
                origin: CellPosition(row: 0, column: 0), size: CellSize(columns: 20, rows: 6)))
    }

    /// The expected pixels.
    var expected: Raster {
        render(viewport.window).framed(at: viewport.target, in: Self.screen, over: .black)
    }

    var shown: Raster { terminal.screen(Self.screen) }

    func render(_ window: ScaledWindow) -> Raster {
        let resampler = Resampler()
        let need = resampler.area(for: window, reducedBy: .none)
        let part = RegionPixels(
            photo: photo.size, reduction: .none, area: need, raster: photo.cropped(to: need))
        return resampler.resample(part, for: window, over: .black)
    }

    func payload(_ region: ScaledWindow) -> KittyPayload {
        encoder.payload(of: render(region), by: .direct)
    }

    @discardableResult
    mutating func plan() throws -> GraphicsUpdate<String> { try show([view]) }

    @discardableResult
    mutating func show(
        _ placements: [Placement<String>], redrawsAll: Bool = false
    ) throws -> GraphicsUpdate<String> {
        let update = store.update(to: placements, cell: Self.cell, redrawsAll: redrawsAll)
        try terminal.read(update.bytes)
        written.append(update.bytes.count)
        return update
    }

    mutating func send(
        _ upload: Upload, at target: PixelRect = PixelRect("0x0"), isPreview: Bool = false
    ) throws {
        uploads.append(upload)
        try terminal.read(
            store.add(payload(upload.region), as: upload, at: target, isPreview: isPreview))
    }

    /// Reports that the terminal has lost a picture, or never accepted it.
    mutating func lose(_ image: Int?, saying message: String = "ENOENT:gone") -> KittyReplyOutcome {
        store.reply(image: image ?? 0, message: Array(message.utf8))
    }

    /// The number of the last picture sent.
    var lastImage: Int? { terminal.images.keys.max() }

    /// Updates and sends until the view is sharp and nothing is missing.
    mutating func settle() throws {
        for _ in 0..<400 {
            guard let upload = try plan().missing.first else { return }
            try send(upload)
        }
    }

    mutating func press(_ move: ViewportMove) throws {
        viewport.move(move)
        try settle()
    }
}
