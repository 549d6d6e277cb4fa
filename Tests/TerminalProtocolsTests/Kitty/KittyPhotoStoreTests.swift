import Imaging
import TestSupport
import Testing

@testable import TerminalProtocols

/// A store's output for photos, sent to a model of kitty.
struct KittyPhotoStoreTests {
    @Test(arguments: ["450x350", "320x50", "100x45", "160x60"] as [PixelSize])
    func everyViewIsShownPixelForPixel(photo: PixelSize) throws {
        var visit = StoreVisit(photo)
        let moves: [ViewportMove] = [
            .centre, .original, .step(.right, times: 2), .step(.down, times: 1),
            .shift(x: -13, y: 7), .zoomOut(about: nil), .edge(.left), .fit,
            .toggle(about: PixelPoint(x: 150, y: 5)),
        ]
        for move in moves {
            try visit.press(move)
            #expect(visit.shown == visit.expected, "\(move)")
            #expect(visit.terminal.placements.count == 1, "\(move)")
        }
    }

    /// A peek at the whole photo from a close view: blank around it, then the earlier view.
    @Test(arguments: ["450x350", "100x145", "320x50"] as [PixelSize])
    func aGlanceAtTheWholePhotoComesAndGoes(photo: PixelSize) throws {
        var visit = StoreVisit(photo)
        try visit.press(.original)
        let viewport = visit.viewport
        for view in [viewport.whole, viewport, viewport.whole, viewport] {
            visit.viewport = view
            try visit.settle()
            #expect(visit.shown == visit.expected)
            #expect(visit.terminal.placements.count == 1)
        }
        #expect(visit.uploads.count <= 3)
    }

    @Test
    func panningSendsUnder100BytesAStepAndNoPicture() throws {
        var visit = StoreVisit("450x350")
        try visit.press(.original)
        let uploads = visit.uploads.count
        visit.written = []
        for step in 0..<60 {
            try visit.press(.shift(x: step < 40 ? 7 : -11, y: step.isMultiple(of: 2) ? 5 : 2))
            #expect(visit.shown == visit.expected)
        }
        #expect(visit.uploads.count == uploads)
        #expect(visit.written.allSatisfy { $0 > 0 && $0 < 100 })
        #expect(visit.terminal.placements.count == 1)
    }

    @Test
    func whatIsOnTheGlassIsNotSentAgain() throws {
        var visit = StoreVisit("450x350")
        try visit.settle()
        let plan = try visit.plan()
        #expect(plan.bytes.isEmpty)
    }

    @Test
    func zoomingShowsTheScaledPictureUntilTheSharpOneIsThere() throws {
        var visit = StoreVisit("450x350")
        try visit.settle()
        visit.viewport.move(.original)
        let plan = try visit.plan()
        #expect(plan.bytes.count < 100)
        // It is at the position of the sharp one: the means of tenths of the sky agree.
        let shown = visit.shown.resized(to: "10x4")
        let difference = RasterDifference(shown, visit.expected.resized(to: "10x4"))
        #expect(difference.mean < 4)
        let upload = try #require(plan.missing.first)
        #expect(upload.region.window == PixelRect("450x350"))
        try visit.send(upload)
        try visit.plan()
        #expect(visit.shown == visit.expected)
    }

    /// While the first picture is slow to arrive, coarse ones of the whole photo are shown.
    @Test
    func coarsePicturesStandInUntilTheFirstIsThere() throws {
        var visit = StoreVisit("450x350")
        visit.viewport.move(.original)
        let upload = try #require(try visit.plan().missing.first)
        let standIn = try #require(visit.store.standIn(for: upload))
        #expect(standIn.window == PixelRect(standIn.scaled) && standIn.photo == "450x350")
        for _ in 1...3 {
            let preview = StoreVisit.Upload(id: "sky", version: 1, region: standIn)
            try visit.send(preview, isPreview: true)
            let plan = try visit.plan()
            #expect(plan.missing == [upload])
            #expect(visit.terminal.placements.map(\.image) == [visit.lastImage])
            #expect(RasterDifference(visit.shown, visit.expected).mean < 4)
        }
        try visit.send(upload)
        try visit.plan()
        #expect(visit.shown == visit.expected)
        #expect(visit.terminal.placements.count == 1)
    }

    @Test
    func whatIsThereAlreadyStandsInByItself() throws {
        var visit = StoreVisit("450x350")
        try visit.settle()
        visit.viewport.move(.original)
        let upload = try #require(try visit.plan().missing.first)
        #expect(visit.store.standIn(for: upload) == nil)
    }

    @Test
    func aPhotoLargerThanTheLimitsComesInTilesOrderedBeforeTheEdgeIsReached() throws {
        let limits = KittyLimits(storeBytes: 2_000_000, side: 500, pictureSamples: 125_000)
        var visit = StoreVisit("1000x400", limits: limits)
        try visit.press(.original)
        #expect(visit.uploads.last?.region.window.size == PixelSize(width: 480, height: 180))
        for _ in 0..<60 {
            visit.viewport.move(.shift(x: 10, y: 2))
            let plan = try visit.plan()
            #expect(visit.shown == visit.expected)
            if let upload = plan.missing.first { try visit.send(upload) }
        }
        #expect((4...6).contains(visit.uploads.count))
    }

    @Test
    func aStepThatLeavesTheTileShowsBothOldAndScaledPixels() throws {
        let limits = KittyLimits(storeBytes: 2_000_000, side: 500, pictureSamples: 125_000)
        var visit = StoreVisit("1000x400", limits: limits)
        try visit.settle()
        try visit.press(.original)
        visit.viewport.move(.shift(x: 225, y: 0))
        try visit.plan()
        #expect(visit.terminal.placements.count == 2)
        let sharp = PixelRect(x: 0, y: 0, width: 90, height: 60)
        #expect(visit.shown.cropped(to: sharp) == visit.expected.cropped(to: sharp))
    }

    @Test
    func aStoreThatIsFullLosesWhatWasUsedLongestAgo() throws {
        let limits = KittyLimits(storeBytes: 750_000, side: 500, pictureSamples: 75_000)
        var visit = StoreVisit("1500x400", limits: limits)
        try visit.press(.original)
        for step in 0..<24 {
            try visit.press(.page(step / 8 % 2 == 0 ? .right : .left, times: 1))
            let held = visit.terminal.images.values.reduce(0) { $0 + $1.byteCount }
            #expect(held <= limits.storeBytes)
            #expect(visit.shown == visit.expected)
        }
        #expect(visit.uploads.count > 4)
    }

    @Test
    func betterPixelsOfTheSamePhotoTakeThePlaceOfThoseBefore() throws {
        var visit = StoreVisit("450x350")
        try visit.settle()
        visit.version = 2
        let plan = try visit.plan()
        #expect(RasterDifference(visit.shown, visit.expected).mean < 2)
        try visit.send(try #require(plan.missing.first))
        try visit.plan()
        #expect(visit.terminal.placements.count == 1)
        #expect(visit.shown == visit.expected)
    }

    @Test
    func leavingDeletesEveryPictureOfOurs() throws {
        var visit = StoreVisit("450x350")
        try visit.settle()
        try visit.press(.original)
        #expect(visit.terminal.images.count == 2)
        try visit.terminal.read(visit.store.leave())
        #expect(visit.terminal.images.isEmpty && visit.terminal.placements.isEmpty)
        let rest = visit.store.leave()
        #expect(rest.isEmpty)
    }

    @Test
    func hiddenPicturesComeBackWithoutBeingSentAgain() throws {
        var visit = StoreVisit("450x350")
        try visit.settle()
        try visit.show([])
        #expect(visit.terminal.placements.isEmpty)
        let hidden = try visit.plan()
        #expect(hidden.missing.isEmpty)
        #expect(visit.shown == visit.expected)
        let again = try visit.show([visit.view], redrawsAll: true)
        #expect(again.bytes == hidden.bytes)
    }

    @Test
    func aTileIsWaitedForWhileItHoldsTheView() throws {
        let limits = KittyLimits(storeBytes: 2_000_000, side: 500, pictureSamples: 125_000)
        var visit = StoreVisit("1000x400", limits: limits)
        visit.viewport.move(.original)
        let first = try #require(try visit.plan().missing.first)
        visit.viewport.move(.shift(x: 10, y: 0))
        #expect(try visit.plan().missing == [first])
        visit.store.abandoned(first)
        let second = try #require(try visit.plan().missing.first)
        #expect(second.region.window.minX == first.region.window.minX + 10)
    }

    /// For example when two photos are compared.
    @Test
    func twoWindowsOfAPhotoAreShownSideBySide() throws {
        var visit = StoreVisit("450x350")
        visit.viewport.move(.original)
        let half = PixelSize(width: 80, height: 60)
        let views = [PixelPoint(x: 0, y: 0), PixelPoint(x: 200, y: 150)].enumerated().map {
            Placement(
                id: "sky", version: 1,
                window: .region(
                    ScaledWindow(
                        photo: "450x350", scaled: "450x350",
                        window: PixelRect(origin: $1, size: half)), at: PixelRect(half)),
                size: half,
                cells: CellRect(
                    origin: CellPosition(row: 0, column: $0 * 10),
                    size: CellSize(columns: 10, rows: 6)))
        }
        let missing = try visit.show(views).missing
        // One picture contains both.
        #expect(missing.count == 1)
        try visit.send(try #require(missing.first))
        try visit.show(views)
        #expect(visit.terminal.placements.map(\.number) == [1, 2])
        for (x, origin) in [(0, "0,0"), (80, "200,150")] as [(Int, PixelPoint)] {
            let shown = visit.shown.cropped(to: PixelRect(x: x, y: 0, width: 80, height: 60))
            #expect(shown == visit.photo.cropped(to: PixelRect(origin: origin, size: half)))
        }
    }

    // A screen of 160x60 in pieces of 50x40: up to five by three are visible.
    private static let pieces = KittyLimits(
        storeBytes: 2_000_000, side: 10_000, pictureSamples: 250_000,
        piece: PixelSize(width: 50, height: 40))

    @Test(arguments: ["450x350", "320x50", "100x45", "160x60", "40x30"] as [PixelSize])
    func inPiecesEveryViewIsShownPixelForPixel(photo: PixelSize) throws {
        var visit = StoreVisit(photo, limits: Self.pieces)
        let moves: [ViewportMove] = [
            .centre, .original, .step(.right, times: 2), .shift(x: -13, y: 7),
            .zoomOut(about: nil), .edge(.left), .fit, .toggle(about: PixelPoint(x: 150, y: 5)),
        ]
        for move in moves {
            try visit.press(move)
            #expect(visit.shown == visit.expected, "\(move)")
        }
        #expect(visit.uploads.allSatisfy { $0.region.window.size.width <= 50 })
        #expect(visit.uploads.allSatisfy { $0.region.window.size.height <= 40 })
        #expect(Set(visit.uploads.map(\.region)).count == visit.uploads.count)
    }

    @Test
    func allOfAPhotoStandsInForItsPiecesAndEachIsSeenAsItComes() throws {
        var visit = StoreVisit("450x350", limits: Self.pieces)
        visit.viewport.move(.original)
        let coarse = try #require(try visit.plan().missing.first)
        #expect(coarse.region.window.size == PixelSize(width: 50, height: 39))
        try visit.send(coarse)
        var difference = Double.infinity
        var plan = try visit.plan()
        while visit.shown != visit.expected {
            try visit.send(try #require(plan.missing.first))
            plan = try visit.plan()
            let now = RasterDifference(visit.shown, visit.expected).mean
            #expect(now < difference)
            difference = now
        }
        #expect(visit.shown == visit.expected)
    }

    @Test
    func thePiecesOfTheScaleBeforeStandInForThoseOfTheNext() throws {
        var coarse = StoreVisit("450x350", limits: Self.pieces)
        coarse.viewport.move(.original)
        try coarse.send(try #require(try coarse.plan().missing.first))
        try coarse.plan()
        var visit = StoreVisit("450x350", limits: Self.pieces)
        try visit.settle()
        visit.viewport.move(.original)
        try visit.plan()
        #expect(visit.terminal.placements.count > coarse.terminal.placements.count)
        let difference = RasterDifference(visit.shown, visit.expected).mean
        #expect(difference < RasterDifference(coarse.shown, coarse.expected).mean * 0.9)
    }

    @Test
    func theNextPieceLiesWhereTheHandIsGoing() throws {
        var visit = StoreVisit("900x700", limits: Self.pieces)
        try visit.press(.original)
        for (x, y) in [(20, 0), (-20, 0), (0, 20)] {
            let before = visit.viewport.window.window
            // As far as the parts sent in advance, and one step more.
            var plan = try visit.plan()
            while plan.missing.isEmpty {
                visit.viewport.move(.shift(x: x, y: y))
                plan = try visit.plan()
                #expect(visit.shown == visit.expected)
            }
            let piece = try #require(plan.missing.first).region.window
            if x > 0 { #expect(piece.minX > before.maxX) }
            if x < 0 { #expect(piece.maxX < before.minX) }
            if y > 0 { #expect(piece.minY > before.maxY) }
            try visit.settle()
        }
    }
}
