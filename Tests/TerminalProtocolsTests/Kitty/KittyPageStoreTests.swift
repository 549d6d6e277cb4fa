import Imaging
import TerminalProtocols
import TestSupport
import Testing

/// What a store writes for the small pictures of pages.
struct KittyPageStoreTests {
    private static func list(from first: Int) -> [Placement<Int>] {
        (0..<3).map { PageVisit.picture(first + $0, row: $0 * 2) }
    }

    /// A photo that fills the screen.
    private static let photo = Placement(
        id: 9,
        window: .part(
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

    /// Who shows the page knows what it lacks.
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

    /// A quick look at a photo comes before the picture that was asked for.
    @Test
    func aDraftStandsInUntilThePictureIsThere() throws {
        var visit = PageVisit()
        let picture = PageVisit.picture(1, row: 0)
        for _ in 1...2 {
            try visit.send(picture, isDraft: true)
            try visit.show([picture])
            #expect(!visit.store.has(picture))
            #expect(visit.terminal.placements.map(\.image) == [visit.terminal.images.keys.max()])
            #expect(visit.shown(picture) == PageVisit.raster(picture, isDraft: true))
        }
        try visit.bring([picture])
        Self.expect(visit, shows: [picture])
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

    /// As when the columns of a grid become fewer.
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
        try visit.show(list, anew: true)
        #expect(visit.terminal.commands[before...].compactMap { $0["a"] } == ["p", "p", "p"])
        Self.expect(visit, shows: list)
    }

    /// In pieces only photos are sent.
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

    /// Better than an empty screen.
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
            visit.store.add(payload, as: upload, at: PixelRect("0x0"), isDraft: false))
        try visit.show([Self.photo])
        #expect(visit.terminal.screen(StoreVisit.screen) == picture)
        #expect(visit.terminal.placements.count == 1)
    }

    /// Where something else was drawn, what was there of before is out of place.
    @Test
    func nothingStaysWhereAllIsPlacedAnew() throws {
        var visit = PageVisit()
        try visit.bring(Self.list(from: 1))
        try visit.show([Self.photo], anew: true)
        #expect(visit.terminal.placements.isEmpty)
    }
}
