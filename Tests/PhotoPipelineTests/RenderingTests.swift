import Imaging
import PhotoPipeline
import TerminalProtocols
import TestSupport
import Testing

/// From an opened photo to bytes, decoded as by a terminal.
@Suite struct RenderingTests {
    @Test(
        arguments: [
            // moves at the original of 200x150 on 60x42, then the view's origin
            ([], "70,54"), ([.edge(.left), .edge(.up)], "0,0"),
            ([.edge(.right), .edge(.down)], "140,108"),
            ([.shift(x: 1, y: 5)], "71,59"),
        ] as [([ViewportMove], PixelPoint)])
    func atTheOriginalTheFrameIsThePartOfThePhoto(
        moves: [ViewportMove], origin: PixelPoint
    ) async throws {
        let photo = StripedPhoto.fewColours("200x150")
        let test = try await TestPipeline.viewing(photo)
        let part = photo.part(PixelRect(origin: origin, size: "60x42"))
        let moves = [.original, .centre] + moves
        #expect(try await test.sixels(moves, of: photo.size).raster == part)
        #expect(try await test.sixels(moves, .moving, of: photo.size).raster == part)
        #expect(try await test.blocks(moves, of: photo.size).pixels == part.pixels)
    }

    @Test func aPhotoLowerThanTheScreenLiesInItsMiddleOnTheBackground() async throws {
        let photo = StripedPhoto.fewColours("60x10")
        let test = try await TestPipeline.viewing(photo)
        let shown = try await test.sixels([], of: photo.size).raster
        #expect(
            shown.cropped(to: PixelRect(x: 0, y: 16, width: 60, height: 10))
                == photo.part(PixelRect("60x10")))
        let margins = [
            PixelRect(x: 0, y: 0, width: 60, height: 16),
            PixelRect(x: 0, y: 26, width: 60, height: 16),
        ]
        for margin in margins {
            #expect(shown.cropped(to: margin) == Raster(margin.size) { _, _ in (0, 0, 0) })
        }
    }

    @Test func aPhotoAsWideAsTheScreenIsItsLikeness() async throws {
        let photo = StripedPhoto(size: "400x300")
        let test = try await TestPipeline.viewing(photo, screen: "100x72")
        let shown = try await test.blocks([], of: photo.size)
        let scaled = photo.part(PixelRect("400x300")).resized(to: "100x75")
        let middle = scaled.cropped(to: PixelRect(x: 0, y: 2, width: 100, height: 72))
        // Means of codes and of light differ a little, most along the stripes.
        #expect(RasterDifference(shown, middle).mean < 9)
    }

    /// A pixel of 20x14 is a square of 3x3 on 60x42; the filter would blend it with its neighbours.
    @Test(arguments: [(Enlargement.nearest, true), (.smooth, false)])
    func aSmallPhotoIsEnlargedAsIsWished(enlarging: Enlargement, isSquares: Bool) async throws {
        let photo = StripedPhoto.fewColours("20x14")
        let test = try await TestPipeline.viewing(photo, enlarging: enlarging)
        let squares = photo.part(PixelRect("20x14")).resized(to: "60x42")
        let shown = try await test.sixels([], of: photo.size).raster
        #expect((shown == squares) == isSquares)
        // The setting does not affect a reduced photo.
        let large = StripedPhoto(size: "400x300")
        let usual = try await TestPipeline.viewing(large)
        let wished = try await TestPipeline.viewing(large, enlarging: enlarging)
        #expect(
            try await usual.sixels([], of: large.size).raster
                == wished.sixels([], of: large.size).raster)
    }

    @Test func theColoursOfAPhotoStayWhileItMoves() async throws {
        let photo = StripedPhoto(size: "400x300")
        let test = try await TestPipeline.viewing(photo)
        let first = try await test.sixels([.original, .edge(.left)], of: photo.size)
        for moves in [[.original], [.original, .edge(.right)], [.fit], [.zoomIn(about: nil)]]
            as [[ViewportMove]]
        {
            #expect(try await test.sixels(moves, of: photo.size).colours == first.colours)
        }
    }

    @Test func onAScreenOfAnotherSizeAPhotoComesToRestInTheColoursOfAFreshStart() async throws {
        let photo = StripedPhoto(size: "400x300")
        func colours(
            _ test: TestPipeline, _ screen: PixelSize, _ quality: RenderQuality
        ) async throws -> [Int: RGBColour] {
            let request = TestPipeline.request(
                TestPipeline.moon, [], .sixel, quality, of: photo.size, on: screen)
            return try SixelReader(try await test.bytes(of: request)).colours
        }
        let fresh = try await colours(.viewing(photo), "400x300", .atRest)
        let test = try await TestPipeline.viewing(photo)
        let small = try await colours(test, "20x15", .atRest)
        #expect(small != fresh)
        // A moving frame defines only the colours that it draws with.
        let moving = try await colours(test, "400x300", .moving)
        #expect(Set(moving.values).isSubset(of: small.values))
        #expect(try await colours(test, "400x300", .atRest) == fresh)
    }

    @Test func whileThePhotoMovesAPixelKeepsItsColour() async throws {
        let photo = StripedPhoto(size: "400x300")
        let test = try await TestPipeline.viewing(photo)
        let before = try await test.sixels([.original], .moving, of: photo.size).raster
        let after = try await test.sixels(
            [.original, .shift(x: 10, y: 7)], .moving, of: photo.size
        ).raster
        #expect(
            before.cropped(to: PixelRect(x: 10, y: 7, width: 50, height: 35))
                == after.cropped(to: PixelRect(x: 0, y: 0, width: 50, height: 35)))
    }

    @Test func aLargerVersionIsAFinerPictureOfTheSame() async throws {
        let test = TestPipeline { question in
            question.width == nil ? .whole("400x300") : .smaller("100x75", of: "400x300")
        }
        try await test.open(covering: 60)
        let coarse = try await test.sixels([.original], of: "400x300")
        try await test.open()
        let fine = try await test.sixels([.original], of: "400x300")
        #expect(coarse.size == fine.size)
        #expect(coarse.raster != fine.raster)
        #expect(RasterDifference(coarse.raster, fine.raster).mean < 25)
    }

    @Test func aPrintedPictureIsAllOfThePhoto() async throws {
        let photo = StripedPhoto.fewColours("60x42")
        let test = try await TestPipeline.viewing(photo)
        let request = ImageRequest(
            ScaledWindow(photo: "60x42", scaled: "60x42", window: PixelRect("60x42")),
            of: PhotoVersion(TestPipeline.moon, size: "60x42"), options: .sixel)
        let shown = try await SixelReader(test.bytes(of: request)).raster
        #expect(shown == photo.part(PixelRect("60x42")))
    }

    @Test func aPictureOfAllOfAPhotoIsDecodedOnceThoughItNeedsAPalette() async throws {
        let photo = CountedPhoto(StripedPhoto(size: "400x300"))
        let test = try await TestPipeline.viewing(photo, screen: "100x78")
        _ = try await test.sixels([], of: photo.size)
        #expect(photo.asked == 1)
        _ = try await test.sixels([], of: photo.size)
        #expect(photo.asked == 2)
    }

    /// The palette is from the whole photo: for a picture of most of it that is cheaper than
    /// another decoding.
    @Test(arguments: [("100x60", 1), ("100x40", 1), ("100x30", 2)] as [(PixelSize, Int)])
    func aPictureOfMostOfAPhotoIsDecodedOnceWithItsPalette(
        screen: PixelSize, decodings: Int
    ) async throws {
        let photo = CountedPhoto(StripedPhoto(size: "400x300"))
        let test = try await TestPipeline.viewing(photo, screen: screen)
        _ = try await test.sixels([], of: photo.size)
        #expect(photo.asked == decodings)
    }

    /// The query may go to another process.
    @Test func aPhotoIsAskedWhetherItIsReadyOnlyUntilItIsRead() async throws {
        let photo = CountedPhoto(StripedPhoto(size: "400x300"))
        let test = try await TestPipeline.viewing(photo)
        _ = try await test.sixels([.original], of: photo.size)
        let asked = photo.askedWhetherReady
        #expect(asked == 2, "of the picture, and of all of the photo for its palette")
        _ = try await test.sixels([.original, .edge(.left)], of: photo.size)
        _ = try await test.blocks([.original], of: photo.size)
        #expect(photo.askedWhetherReady == asked)
    }

    /// The store requests regions; the surroundings are not pixels of the photo.
    @Test func aPartForATerminalThatKeepsPicturesIsThePartAlone() async throws {
        let photo = StripedPhoto.fewColours("60x10")
        let test = try await TestPipeline.viewing(photo)
        let request = test.request([], .kitty, of: photo.size)
        guard case .region(let window, let target) = request.window,
            case .stored(_, let region, let place) = try #require(
                try await test.pipeline.image(for: request)
            ).image
        else {
            Issue.record("no part of a photo for a store")
            return
        }
        #expect(region == window && place == target)
        #expect(test.rasters.all == [photo.part(PixelRect("60x10"))])
    }

    /// Pictures in flight and stored ones have one name, independent of the open version.
    @Test func aPartOfASmallerVersionIsStoredAsWhatWasAskedFor() async throws {
        let test = TestPipeline { _ in .smaller("100x75", of: "400x300") }
        try await test.open(covering: 60)
        let request = test.request([.original], .kitty, of: "400x300")
        guard case .region(let window, _) = request.window,
            case .stored(_, let region, _)? = try await test.pipeline.image(for: request)?.image
        else {
            Issue.record("no part of a photo for a store")
            return
        }
        #expect(region == window)
    }

    @Test func thereIsNoPictureOfAPhotoThatIsNotOpen() async throws {
        let test = TestPipeline { _ in .whole("64x48") }
        let request = test.request([], .sixel, of: "64x48")
        #expect(try await test.pipeline.image(for: request) == nil)
        await test.pipeline.want([request])
        guard case .closed(request)? = await test.events(count: 1).first else {
            Issue.record("not told that it is closed")
            return
        }
        try await test.open()
        #expect(try await test.pipeline.image(for: request) != nil)
        await test.pipeline.forget(TestPipeline.moon)
        #expect(try await test.pipeline.image(for: request) == nil)
    }

    @Test func onlyTheLastFewPhotosStayOpen() async throws {
        let test = TestPipeline { _ in .whole("64x48") }
        let request = test.request(of: "64x48")
        try await test.open()
        for number in 0..<2 {
            try await test.open(.file(path: "\(number)"))
            #expect(try await test.pipeline.image(for: request) != nil)
        }
        for number in 2..<9 { try await test.open(.file(path: "\(number)")) }
        #expect(try await test.pipeline.image(for: request) == nil)
    }

    /// For example two compared photos.
    @Test func photosThatAreLookedAtTogetherStayOpen() async throws {
        let test = TestPipeline { _ in .whole("64x48") }
        let request = test.request(of: "64x48")
        await test.pipeline.hold([TestPipeline.moon])
        try await test.open()
        for number in 0..<9 { try await test.open(.file(path: "\(number)")) }
        #expect(try await test.pipeline.image(for: request) != nil)
        await test.pipeline.hold([])
        try await test.open(.file(path: "10"))
        #expect(try await test.pipeline.image(for: request) == nil)
    }

    @Test(arguments: [ImageOptions.sixel, .halfBlocks, .kitty])
    func pixelsThatCannotBeHadAreAFailure(options: ImageOptions) async throws {
        let test = try await TestPipeline.viewing(DamagedPhoto(size: "400x300"))
        let request = test.request([], options, of: "400x300")
        let failure = PictureFailure.decoding(.damaged(.badData))
        await #expect(throws: failure) { _ = try await test.pipeline.image(for: request) }
        await test.pipeline.want([request])
        guard case .failed(request, failure)? = await test.events(count: 1).first else {
            Issue.record("not told that it failed")
            return
        }
    }

    @Test func aPictureTellsWhatItCost() async throws {
        let clock = Clock()
        let test = TestPipeline(stopwatch: Stopwatch { clock.tick() }) { _ in .whole("64x48") }
        try await test.open()
        let request = test.request(of: "64x48")
        let image = try #require(try await test.pipeline.image(for: request))
        #expect(image.cost.stages == [.decode: 1, .scale: 1, .encode: 1])
        #expect(image.request == request)
    }
}
