import Imaging
import TerminalProtocols
import TestSupport

/// A terminal of 20x6 cells of 8x10 pixels, a gallery, and a photo being looked at.
struct GalleryVisit {
    static let cell = CellMetrics(width: 8, height: 10)
    static let screen = PixelSize(width: 160, height: 60)

    let photo: Raster
    var viewport: Viewport
    var version = 1
    var gallery: KittyGallery<String>
    var terminal = KittyReader(cell: Self.cell)
    /// The bytes written by each step of panning, uploads not counted.
    var written: [Int] = []
    var uploads: [KittyUpload<String>] = []
    private let encoder = KittyEncoder(png: PlainPNG.bytes(of:))

    init(
        _ size: PixelSize,
        limits: KittyLimits = KittyLimits(
            storeBytes: 2_000_000, side: 10_000, pictureSamples: 250_000)
    ) {
        photo = Raster.sky(width: size.width, height: size.height)
        viewport = Viewport(photo: size, screen: Self.screen)
        gallery = KittyGallery(limits: limits)
    }

    var view: KittyView<String> {
        KittyView(
            photo: "sky", version: version, window: viewport.window,
            place: KittyPlace(
                target: viewport.target, origin: CellPosition(row: 0, column: 0), cell: Self.cell))
    }

    /// What should be seen.
    var expected: Raster {
        render(viewport.window).framed(at: viewport.target, in: Self.screen, over: .black)
    }

    var shown: Raster { terminal.screen(Self.screen) }

    func render(_ window: ScaledWindow) -> Raster {
        let resampler = Resampler()
        let need = resampler.area(for: window, reducedBy: .none)
        let part = PhotoPart(
            photo: photo.size, reduction: .none, area: need, raster: photo.cropped(to: need))
        return resampler.resample(part, for: window, over: .black)
    }

    @discardableResult
    mutating func plan() throws -> KittyPlan<String> {
        let plan = gallery.plan(view)
        try terminal.read(plan.bytes)
        written.append(plan.bytes.count)
        return plan
    }

    mutating func send(_ upload: KittyUpload<String>) throws {
        uploads.append(upload)
        try terminal.read(gallery.sent(upload))
        let payload = encoder.payload(of: render(upload.region), by: .direct)
        try terminal.read(payload.bytes(storing: upload.image))
    }

    /// Plans and sends until the view is sharp and nothing more is wanted.
    mutating func settle() throws {
        for _ in 0..<400 {
            guard let upload = try plan().upload else { return }
            try send(upload)
        }
    }

    mutating func press(_ move: ViewportMove) throws {
        viewport.move(move)
        try settle()
    }
}
