import Imaging
import TerminalProtocols
import TestSupport

/// A terminal of 20x6 cells of 8x10 pixels, a store, and pages with small pictures, each of another
/// colour.
struct PageVisit {
    static let cell = StoreVisit.cell

    var store = KittyImageStore<Int>()
    var terminal = KittyReader(cell: cell)
    private let encoder = KittyEncoder(png: PlainPNG.bytes(of:))

    /// A small picture of a photo of 120x90 pixels at a cell.
    static func picture(
        _ id: Int, row: Int, column: Int = 0, _ size: PixelSize = "32x20",
        _ fitting: ImageFitting = .cover, version: Int = 0, layer: Int = 0
    ) -> Placement<Int> {
        Placement(
            id: id, version: version, window: .fitted(fitting), size: size,
            cells: CellRect(
                origin: CellPosition(row: row, column: column), size: cell.cells(covering: size)),
            layer: layer)
    }

    /// What is seen of the photo in a placement, and where in it.
    static func fitted(_ placement: Placement<Int>) -> (region: ScaledWindow, target: PixelRect) {
        let (photo, size) = ("120x90" as PixelSize, placement.size)
        var scaled = photo.fitted(into: size)
        if placement.window == .fitted(.cover) {
            let scale = max(Double(size.width) / 120, Double(size.height) / 90)
            scaled = PixelSize(
                width: Int((120 * scale).rounded()), height: Int((90 * scale).rounded()))
        }
        let seen = PixelSize(
            width: min(size.width, scaled.width), height: min(size.height, scaled.height))
        let window = PixelRect(
            x: (scaled.width - seen.width) / 2, y: (scaled.height - seen.height) / 2,
            width: seen.width, height: seen.height)
        let target = PixelRect(
            x: (size.width - seen.width) / 2, y: (size.height - seen.height) / 2,
            width: seen.width, height: seen.height)
        return (ScaledWindow(photo: photo, scaled: scaled, window: window), target)
    }

    static func raster(_ placement: Placement<Int>, isDraft: Bool = false) -> Raster {
        Raster(fitted(placement).region.window.size) { x, y in
            (UInt8(placement.id * 10), UInt8(placement.version), UInt8(isDraft ? 0 : x + y + 1))
        }
    }

    /// The bytes that store a placement's picture.
    mutating func bytes(of placement: Placement<Int>, isDraft: Bool = false) -> [UInt8] {
        let (region, target) = Self.fitted(placement)
        let raster = Self.raster(placement, isDraft: isDraft)
        return store.add(
            encoder.payload(of: raster, by: .direct),
            as: .init(id: placement.id, version: placement.version, region: region), at: target,
            isDraft: isDraft)
    }

    mutating func send(_ placement: Placement<Int>, isDraft: Bool = false) throws {
        try terminal.read(bytes(of: placement, isDraft: isDraft))
    }

    /// The bytes that store a part of a photo; nobody looks at what it shows.
    mutating func bytes(of upload: KittyImageStore<Int>.Upload) -> [UInt8] {
        let raster = Raster(upload.region.window.size) { _, _ in (9, 9, 9) }
        return store.add(
            encoder.payload(of: raster, by: .direct), as: upload, at: PixelRect("0x0"),
            isDraft: false)
    }

    mutating func send(_ upload: KittyImageStore<Int>.Upload) throws {
        try terminal.read(bytes(of: upload))
    }

    @discardableResult
    mutating func show(
        _ page: [Placement<Int>], anew: Bool = false
    ) throws -> GraphicsUpdate<Int> {
        let update = store.update(to: page, cell: Self.cell, anew: anew)
        try terminal.read(update.bytes)
        return update
    }

    /// Shows a page with all its pictures.
    mutating func bring(_ page: [Placement<Int>]) throws {
        for placement in page where !store.has(placement) { try send(placement) }
        try show(page)
    }

    mutating func lose(_ image: Int) -> KittyReplyOutcome {
        terminal.throwAway(image)
        return store.reply(image: image, message: Array("ENOENT:gone".utf8))
    }

    /// What is seen in the rectangle of a placement's picture.
    func shown(_ placement: Placement<Int>) -> Raster {
        let start = Self.cell.origin(
            row: placement.cells.origin.row, column: placement.cells.origin.column)
        let target = Self.fitted(placement).target
        let area = PixelRect(
            origin: PixelPoint(x: start.x + target.minX, y: start.y + target.minY),
            size: target.size)
        return terminal.screen(StoreVisit.screen).cropped(to: area)
    }
}
