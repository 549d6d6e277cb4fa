import Imaging
import TestSupport
import Testing

@testable import TerminalProtocols

/// A store's output for the thumbnails of pages.
struct KittyPageStoreTests {
    private static func list(from first: Int) -> [Placement<Int>] {
        (0..<3).map { PageVisit.picture(first + $0, row: $0 * 2) }
    }

    /// A photo that fills the screen.
    private static let photo = Placement(
        id: 9,
        window: .region(
            ScaledWindow(photo: "160x60", scaled: "160x60", window: PixelRect("160x60")),
            at: PixelRect("160x60")),
        size: "160x60",
        cells: CellRect(
            origin: CellPosition(row: 0, column: 0), size: CellSize(columns: 20, rows: 6)))

    private static func expect(
        _ visit: PageVisit, shows page: [Placement<Int>],
        _ place: SourceLocation = #_sourceLocation
    ) {
        #expect(visit.terminal.placements.count == page.count, sourceLocation: place)
        for placement in page {
            #expect(
                visit.shown(placement) == PageVisit.raster(placement), "\(placement.id)",
                sourceLocation: place)
        }
    }

    /// The caller knows which pictures a page lacks.
    @Test
    func aPictureIsShownOnceItIsThereAndNeverAskedFor() throws {
        var visit = PageVisit()
        let list = Self.list(from: 1)
        let update = try visit.show(list)
        #expect(update.bytes.isEmpty && update.missing.isEmpty)
        #expect(!visit.store.has(list[0]))
        try visit.send(list[1])
        try visit.show(list)
        Self.expect(visit, shows: [list[1]])
        try visit.bring(list)
        Self.expect(visit, shows: list)
        let again = try visit.show(list)
        #expect(again.bytes.isEmpty)
    }

    @Test
    func aPageScrollsByPlacing() throws {
        var visit = PageVisit()
        try visit.bring(Self.list(from: 1))
        for first in [2, 1, 2, 3, 2, 1] {
            let list = Self.list(from: first)
            for new in list where !visit.store.has(new) { try visit.send(new) }
            let update = try visit.show(list)
            #expect(update.bytes.count < 60 * 3)
            Self.expect(visit, shows: list)
        }
        #expect(visit.terminal.commands.count { $0["a"] == "t" } == 5)
    }

    @Test
    func newPicturesComeBeforeTheOldOnesGo() throws {
        var visit = PageVisit()
        try visit.bring(Self.list(from: 1))
        for new in Self.list(from: 4) { try visit.send(new) }
        let before = visit.terminal.commands.count
        try visit.show(Self.list(from: 4))
        let actions = visit.terminal.commands[before...].compactMap { $0["a"] }
        #expect(actions == ["p", "p", "p", "d", "d", "d"])
    }

    @Test
    func aPictureIsShownTwiceAndSentOnce() throws {
        var visit = PageVisit()
        let (above, below) = (PageVisit.picture(1, row: 0), PageVisit.picture(1, row: 4))
        try visit.bring([above, below])
        Self.expect(visit, shows: [above, below])
        #expect(visit.terminal.images.count == 1)
        try visit.show([below])
        Self.expect(visit, shows: [below])
    }

    @Test
    func aPictureThatIsLostIsSentAgain() throws {
        var visit = PageVisit()
        let list = Self.list(from: 1)
        try visit.bring(list)
        let verdict = visit.lose(try #require(visit.terminal.images.keys.min()))
        #expect(verdict == .planAgain)
        #expect(list.map(visit.store.has) == [false, true, true])
        try visit.bring(list)
        Self.expect(visit, shows: list)
    }

    /// A preview arrives before the requested picture.
    @Test
    func aDraftStandsInUntilThePictureIsThere() throws {
        var visit = PageVisit()
        let picture = PageVisit.picture(1, row: 0)
        for _ in 1...2 {
            try visit.send(picture, isPreview: true)
            try visit.show([picture])
            #expect(!visit.store.has(picture))
            #expect(visit.terminal.placements.map(\.image) == [visit.terminal.images.keys.max()])
            #expect(visit.shown(picture) == PageVisit.raster(picture, isPreview: true))
        }
        try visit.bring([picture])
        Self.expect(visit, shows: [picture])
    }

    /// The terminal need not write a short-lived picture to its disk; others do not know the hint.
    @Test(arguments: [(true, true, true), (true, false, false), (false, true, false)])
    func aDraftIsMarkedAsTransient(marksPreviews: Bool, isPreview: Bool, isMarked: Bool) {
        var visit = PageVisit()
        visit.store.marksPreviews = marksPreviews
        let bytes = visit.bytes(of: PageVisit.picture(1, row: 0), isPreview: isPreview)
        #expect(String(decoding: bytes, as: UTF8.self).contains(",N=1,") == isMarked)
    }

    @Test
    func anOlderVersionIsShownUntilTheNewerIsThere() throws {
        var visit = PageVisit()
        let (old, new) = (PageVisit.picture(1, row: 0), PageVisit.picture(1, row: 0, version: 1))
        try visit.bring([old])
        try visit.show([new])
        #expect(visit.shown(new) == PageVisit.raster(old))
        try visit.bring([new])
        Self.expect(visit, shows: [new])
    }

    /// For example when a grid gets fewer columns.
    @Test(
        arguments: [
            ("32x20", "48x30", .cover), ("48x30", "32x20", .cover), ("32x20", "48x30", .whole),
            ("48x30", "32x20", .whole), ("31x20", "31x40", .whole),
        ] as [(PixelSize, PixelSize, ImageFitting)])
    func aPictureOfAnotherSizeIsNotShown(
        before: PixelSize, after: PixelSize, fitting: ImageFitting
    ) throws {
        var visit = PageVisit()
        try visit.bring([PageVisit.picture(1, row: 0, before, fitting)])
        let new = PageVisit.picture(1, row: 0, after, fitting)
        #expect(!visit.store.has(new))
        try visit.show([new])
        #expect(visit.terminal.placements.isEmpty)
        try visit.bring([new])
        Self.expect(visit, shows: [new])
    }

    @Test(arguments: ["32x20", "31x40", "50x9"] as [PixelSize])
    func aWholePhotoLiesInTheMiddleOfItsCells(size: PixelSize) throws {
        var visit = PageVisit()
        let picture = PageVisit.picture(1, row: 1, column: 3, size, .whole)
        try visit.bring([picture])
        Self.expect(visit, shows: [picture])
    }

    @Test
    func whatIsPlacedAnewIsPlacedAll() throws {
        var visit = PageVisit()
        let list = Self.list(from: 1)
        try visit.bring(list)
        let before = visit.terminal.commands.count
        try visit.show(list, redrawsAll: true)
        #expect(visit.terminal.commands[before...].compactMap { $0["a"] } == ["p", "p", "p"])
        Self.expect(visit, shows: list)
    }

    /// Only photos are sent in pieces.
    @Test
    func aSmallPictureIsNeverInPieces() throws {
        var visit = PageVisit()
        visit.store.limits = KittyLimits(
            storeBytes: 2_000_000, side: 10_000, pictureSamples: 250_000,
            piece: PixelSize(width: 10, height: 10))
        let list = Self.list(from: 1)
        try visit.bring(list)
        #expect(try visit.show(list).missing.isEmpty)
        Self.expect(visit, shows: list)
    }

    @Test
    func aHigherLayerLiesOnTop() throws {
        var visit = PageVisit()
        let below = PageVisit.picture(2, row: 0, "80x40")
        let above = PageVisit.picture(1, row: 1, column: 2, "32x20", layer: 1)
        try visit.bring([below])
        try visit.bring([below, above])
        #expect(visit.shown(above) == PageVisit.raster(above))
    }

    /// The page is better than an empty screen.
    @Test
    func aPageStaysUntilThereIsSomethingOfThePhoto() throws {
        var visit = PageVisit()
        let list = Self.list(from: 1)
        try visit.bring(list)
        let update = try visit.show([Self.photo])
        #expect(update.bytes.isEmpty)
        Self.expect(visit, shows: list)
        let upload = try #require(update.missing.first)
        let picture = Raster.sky(width: 160, height: 60)
        let payload = KittyEncoder(png: PlainPNG.bytes(of:)).payload(of: picture, by: .direct)
        try visit.terminal.read(
            visit.store.add(payload, as: upload, at: PixelRect("0x0"), isPreview: false))
        try visit.show([Self.photo])
        #expect(visit.terminal.screen(StoreVisit.screen) == picture)
        #expect(visit.terminal.placements.count == 1)
    }

    /// After something else was drawn, earlier placements are invalid.
    @Test
    func nothingStaysWhereAllIsPlacedAnew() throws {
        var visit = PageVisit()
        try visit.bring(Self.list(from: 1))
        try visit.show([Self.photo], redrawsAll: true)
        #expect(visit.terminal.placements.isEmpty)
    }
}

/// A terminal of 20x6 cells of 8x10 pixels, a store, and pages of thumbnails of different colours.
struct PageVisit {
    static let cell = StoreVisit.cell

    var store = KittyImageStore<Int>()
    var terminal = KittyReader(cell: cell)
    private let encoder = KittyEncoder(png: PlainPNG.bytes(of:))

    /// A thumbnail of a photo of 120x90 pixels at a cell.
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

    /// Returns the part of the photo in a placement, and its position there.
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

    static func raster(_ placement: Placement<Int>, isPreview: Bool = false) -> Raster {
        Raster(fitted(placement).region.window.size) { x, y in
            (UInt8(placement.id * 10), UInt8(placement.version), UInt8(isPreview ? 0 : x + y + 1))
        }
    }

    /// The bytes that store a placement's picture.
    mutating func bytes(of placement: Placement<Int>, isPreview: Bool = false) -> [UInt8] {
        let (region, target) = Self.fitted(placement)
        let raster = Self.raster(placement, isPreview: isPreview)
        return store.add(
            encoder.payload(of: raster, by: .direct),
            as: .init(id: placement.id, version: placement.version, region: region), at: target,
            isPreview: isPreview)
    }

    mutating func send(_ placement: Placement<Int>, isPreview: Bool = false) throws {
        try terminal.read(bytes(of: placement, isPreview: isPreview))
    }

    /// Returns the bytes that store a part of a photo; its pixels do not matter.
    mutating func bytes(of upload: KittyImageStore<Int>.Upload) -> [UInt8] {
        let raster = Raster(upload.region.window.size) { _, _ in (9, 9, 9) }
        return store.add(
            encoder.payload(of: raster, by: .direct), as: upload, at: PixelRect("0x0"),
            isPreview: false)
    }

    mutating func send(_ upload: KittyImageStore<Int>.Upload) throws {
        try terminal.read(bytes(of: upload))
    }

    @discardableResult
    mutating func show(
        _ page: [Placement<Int>], redrawsAll: Bool = false
    ) throws -> GraphicsUpdate<Int> {
        let update = store.update(to: page, cell: Self.cell, redrawsAll: redrawsAll)
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

    /// The pixels in the rectangle of a placement's picture.
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
