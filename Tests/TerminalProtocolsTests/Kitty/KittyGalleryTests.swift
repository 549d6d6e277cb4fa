import Imaging
import TerminalProtocols
import TestSupport
import Testing

/// What a gallery writes, played to a terminal that keeps pictures as kitty does.
struct KittyGalleryTests {
    @Test(arguments: ["450x350", "320x50", "100x45", "160x60"] as [PixelSize])
    func everyViewIsShownPixelForPixel(photo: PixelSize) throws {
        var visit = GalleryVisit(photo)
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

    /// A glance at all of the photo from a close view: blank around it, and then as it was.
    @Test(arguments: ["450x350", "100x145", "320x50"] as [PixelSize])
    func aGlanceAtTheWholePhotoComesAndGoes(photo: PixelSize) throws {
        var visit = GalleryVisit(photo)
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
        var visit = GalleryVisit("450x350")
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
        var visit = GalleryVisit("450x350")
        try visit.settle()
        let plan = try visit.plan()
        #expect(plan.bytes.isEmpty)
    }

    @Test
    func zoomingShowsTheScaledPictureUntilTheSharpOneIsThere() throws {
        var visit = GalleryVisit("450x350")
        try visit.settle()
        visit.viewport.move(.original)
        let plan = try visit.plan()
        #expect(!plan.isSharp)
        #expect(plan.bytes.count < 100)
        // It lies where the sharp one will: the mean of the sky's tenths agrees.
        let shown = visit.shown.resized(to: "10x4")
        let difference = RasterDifference(shown, visit.expected.resized(to: "10x4"))
        #expect(difference.mean < 4)
        let upload = try #require(plan.upload)
        #expect(upload.region.window == PixelRect("450x350"))
        try visit.send(upload)
        let sharp = try visit.plan()
        #expect(sharp.isSharp)
        #expect(visit.shown == visit.expected)
    }

    /// While the first picture is long in coming, coarse ones of all of the photo are seen.
    @Test
    func coarsePicturesStandInUntilTheFirstIsThere() throws {
        var visit = GalleryVisit("450x350")
        visit.viewport.move(.original)
        let upload = try #require(try visit.plan().upload)
        let standIns = visit.gallery.standIns(for: upload)
        #expect(standIns.count == 3)
        for standIn in standIns {
            try visit.send(standIn)
            let plan = try visit.plan()
            #expect(!plan.isSharp)
            #expect(plan.upload == upload)
            #expect(visit.terminal.placements.map(\.image) == [standIn.image])
            #expect(RasterDifference(visit.shown, visit.expected).mean < 4)
        }
        try visit.send(upload)
        #expect(try visit.plan().isSharp)
        #expect(visit.shown == visit.expected)
        #expect(visit.terminal.placements.count == 1)
    }

    @Test
    func whatIsThereAlreadyStandsInByItself() throws {
        var visit = GalleryVisit("450x350")
        try visit.settle()
        visit.viewport.move(.original)
        let upload = try #require(try visit.plan().upload)
        #expect(visit.gallery.standIns(for: upload).isEmpty)
    }

    @Test
    func aPhotoLargerThanTheLimitsComesInTilesOrderedBeforeTheEdgeIsReached() throws {
        let limits = KittyLimits(storeBytes: 2_000_000, side: 500, pictureSamples: 125_000)
        var visit = GalleryVisit("1000x400", limits: limits)
        try visit.press(.original)
        #expect(visit.uploads.last?.region.window.size == PixelSize(width: 480, height: 180))
        for _ in 0..<60 {
            visit.viewport.move(.shift(x: 10, y: 2))
            let plan = try visit.plan()
            #expect(plan.isSharp)
            #expect(visit.shown == visit.expected)
            if let upload = plan.upload { try visit.send(upload) }
        }
        #expect((4...6).contains(visit.uploads.count))
    }

    @Test
    func aStepThatLeavesTheTileShowsBothOldAndScaledPixels() throws {
        let limits = KittyLimits(storeBytes: 2_000_000, side: 500, pictureSamples: 125_000)
        var visit = GalleryVisit("1000x400", limits: limits)
        try visit.settle()
        try visit.press(.original)
        visit.viewport.move(.shift(x: 225, y: 0))
        let plan = try visit.plan()
        #expect(!plan.isSharp)
        #expect(visit.terminal.placements.count == 2)
        let sharp = PixelRect(x: 0, y: 0, width: 90, height: 60)
        #expect(visit.shown.cropped(to: sharp) == visit.expected.cropped(to: sharp))
    }

    @Test
    func aStoreThatIsFullLosesWhatWasUsedLongestAgo() throws {
        let limits = KittyLimits(storeBytes: 750_000, side: 500, pictureSamples: 75_000)
        var visit = GalleryVisit("1500x400", limits: limits)
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
        var visit = GalleryVisit("450x350")
        try visit.settle()
        visit.version = 2
        let plan = try visit.plan()
        #expect(!plan.isSharp)
        #expect(RasterDifference(visit.shown, visit.expected).mean < 2)
        try visit.send(try #require(plan.upload))
        let sharp = try visit.plan()
        #expect(sharp.isSharp)
        #expect(visit.terminal.placements.count == 1)
    }

    @Test
    func leavingDeletesEveryPictureOfOurs() throws {
        var visit = GalleryVisit("450x350")
        try visit.settle()
        try visit.press(.original)
        #expect(visit.terminal.images.count == 2)
        try visit.terminal.read(visit.gallery.leave())
        #expect(visit.terminal.images.isEmpty && visit.terminal.placements.isEmpty)
        let rest = visit.gallery.leave()
        #expect(rest.isEmpty)
    }

    @Test
    func hiddenPicturesComeBackWithoutBeingSentAgain() throws {
        var visit = GalleryVisit("450x350")
        try visit.settle()
        try visit.terminal.read(visit.gallery.hide())
        #expect(visit.terminal.placements.isEmpty)
        let plan = try visit.plan()
        #expect(plan.isSharp && plan.upload == nil)
        #expect(visit.shown == visit.expected)
        visit.gallery.screenWasCleared()
        let again = try visit.plan()
        #expect(!again.bytes.isEmpty)
    }

    @Test
    func anAbandonedUploadIsPlannedAgain() throws {
        var visit = GalleryVisit("450x350")
        let plans = [try visit.plan(), try visit.plan()]
        let first = try #require(plans[0].upload)
        #expect(plans[1].upload == first)
        visit.gallery.abandoned(first)
        let plan = try visit.plan()
        let second = try #require(plan.upload)
        #expect(second.region == first.region && second.image != first.image)
    }
}
