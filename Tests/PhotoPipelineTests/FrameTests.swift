import Imaging
import PhotoPipeline
import TerminalProtocols
import TestSupport
import Testing

/// From an opened photo to bytes, read back as a terminal reads them.
@Suite struct FrameTests {
    private static let moon = PhotoReference.file(path: "moon.jpg")

    @Test(
        arguments: [
            // moves at the original of 200x150 on 60x42, where the view begins then
            ([], "70,54"), ([.edge(.left), .edge(.up)], "0,0"),
            ([.edge(.right), .edge(.down)], "140,108"),
            ([.shift(x: 1, y: 5)], "71,59"),
        ] as [([ViewportMove], PixelPoint)])
    func atTheOriginalTheFrameIsThePartOfThePhoto(
        moves: [ViewportMove], origin: PixelPoint
    ) async throws {
        let photo = StripedPhoto.fewColours("200x150")
        let desk = try await Desk(photo, screen: "60x42")
        let part = photo.part(PixelRect(origin: origin, size: "60x42"))
        let moves = [.original, .centre] + moves
        #expect(try await desk.sixels(moves).raster == part)
        #expect(try await desk.sixels(moves, .moving).raster == part)
        #expect(try await desk.blocks(moves).pixels == part.pixels)
    }

    @Test func aPhotoLowerThanTheScreenLiesInItsMiddleOnTheBackground() async throws {
        let photo = StripedPhoto.fewColours("60x10")
        let shown = try await Desk(photo, screen: "60x42").sixels([]).raster
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
        let shown = try await Desk(photo, screen: "100x72").blocks([])
        let scaled = photo.part(PixelRect("400x300")).resized(to: "100x75")
        let middle = scaled.cropped(to: PixelRect(x: 0, y: 2, width: 100, height: 72))
        // Means of coded values and of light differ a little, most along the stripes.
        #expect(RasterDifference(shown, middle).mean < 9)
    }

    /// A pixel of 20x14 is a square of 3x3 on 60x42; the filter would blend it with its neighbours.
    @Test(arguments: [(Enlargement.nearest, true), (.smooth, false)])
    func aSmallPhotoIsEnlargedAsIsWished(enlarging: Enlargement, isSquares: Bool) async throws {
        let photo = StripedPhoto.fewColours("20x14")
        let desk = try await Desk(photo, screen: "60x42", enlarging: enlarging)
        let squares = photo.part(PixelRect("20x14")).resized(to: "60x42")
        let shown = try await desk.sixels([]).raster
        #expect((shown == squares) == isSquares)
        // What is made smaller knows nothing of it.
        let large = StripedPhoto(size: "400x300")
        let usual = try await Desk(large, screen: "60x42").sixels([])
        let wished = try await Desk(large, screen: "60x42", enlarging: enlarging).sixels([])
        #expect(usual.raster == wished.raster)
    }

    @Test func theColoursOfAPhotoStayWhileItMoves() async throws {
        let desk = try await Desk(StripedPhoto(size: "400x300"), screen: "60x42")
        let first = try await desk.sixels([.original, .edge(.left)])
        for moves in [[.original], [.original, .edge(.right)], [.fit], [.zoomIn(about: nil)]]
            as [[ViewportMove]]
        {
            #expect(try await desk.sixels(moves).colours == first.colours)
        }
    }

    @Test func whileThePhotoMovesAPixelKeepsItsColour() async throws {
        let desk = try await Desk(StripedPhoto(size: "400x300"), screen: "60x42")
        let before = try await desk.sixels([.original], .moving).raster
        let after = try await desk.sixels([.original, .shift(x: 10, y: 7)], .moving).raster
        #expect(
            before.cropped(to: PixelRect(x: 10, y: 7, width: 50, height: 35))
                == after.cropped(to: PixelRect(x: 0, y: 0, width: 50, height: 35)))
    }

    @Test func aLargerVersionIsAFinerPictureOfTheSame() async throws {
        let opening = ScriptedOpening { question in
            question.width == nil
                ? .success(.whole("400x300")) : .success(.smaller("100x75", of: "400x300"))
        }
        let pipeline = PhotoPipeline(opener: opening, stopwatch: .stopped, png: { $0.pixels })
        let request = Desk.request("400x300", screen: "60x42", [.original], .sixel)
        _ = try await pipeline.open(Self.moon, covering: 60) { _ in }
        let coarse = try SixelReader(try #require(try await pipeline.frame(for: request)).bytes)
        _ = try await pipeline.open(Self.moon, covering: nil) { _ in }
        let fine = try SixelReader(try #require(try await pipeline.frame(for: request)).bytes)
        #expect(coarse.size == fine.size)
        #expect(coarse.raster != fine.raster)
        #expect(RasterDifference(coarse.raster, fine.raster).mean < 25)
    }

    @Test func aPrintedPictureIsAllOfThePhoto() async throws {
        let photo = StripedPhoto.fewColours("60x42")
        let pipeline = try await Desk(photo, screen: "60x42").pipeline
        let request = FrameRequest(
            printing: PhotoVersion(Self.moon, size: "60x42"), of: "60x42", scaledTo: "60x42",
            style: .sixel)
        let frame = try #require(try await pipeline.frame(for: request))
        #expect(try SixelReader(frame.bytes).raster == photo.part(PixelRect("60x42")))
    }

    @Test func aPictureOfAllOfAPhotoIsDecodedOnceThoughItNeedsAPalette() async throws {
        let photo = CountedPhoto(StripedPhoto(size: "400x300"))
        let desk = try await Desk(photo, screen: "100x78")
        _ = try await desk.sixels([])
        #expect(photo.asked == 1)
        _ = try await desk.sixels([])
        #expect(photo.asked == 2)
    }

    @Test func thereIsNoFrameOfAPhotoThatIsNotOpen() async throws {
        let opening = ScriptedOpening { _ in .success(.whole("64x48")) }
        let pipeline = PhotoPipeline(opener: opening, stopwatch: .stopped, png: { $0.pixels })
        let request = Desk.request("64x48", screen: "60x42", [], .sixel)
        #expect(try await pipeline.frame(for: request) == nil)
        _ = try await pipeline.open(Self.moon, covering: nil) { _ in }
        #expect(try await pipeline.frame(for: request) != nil)
        await pipeline.forget(Self.moon)
        #expect(try await pipeline.frame(for: request) == nil)
    }

    @Test func onlyTheLastFewPhotosStayOpen() async throws {
        let opening = ScriptedOpening { _ in .success(.whole("64x48")) }
        let pipeline = PhotoPipeline(opener: opening, stopwatch: .stopped, png: { $0.pixels })
        let request = Desk.request("64x48", screen: "60x42", [], .halfBlocks)
        _ = try await pipeline.open(Self.moon, covering: nil) { _ in }
        for number in 0..<2 {
            _ = try await pipeline.open(.file(path: "\(number)"), covering: nil) { _ in }
            #expect(try await pipeline.frame(for: request) != nil)
        }
        for number in 2..<9 {
            _ = try await pipeline.open(.file(path: "\(number)"), covering: nil) { _ in }
        }
        #expect(try await pipeline.frame(for: request) == nil)
    }

    @Test(arguments: [FrameStyle.sixel, .halfBlocks])
    func pixelsThatCannotBeHadAreAFailure(style: FrameStyle) async throws {
        let desk = try await Desk(DamagedPhoto(size: "400x300"), screen: "60x42")
        let request = Desk.request("400x300", screen: "60x42", [], style)
        await #expect(throws: PictureFailure.decoding(.damaged(reason: "bad Huffman code"))) {
            _ = try await desk.pipeline.frame(for: request)
        }
    }

    @Test func aFrameTellsWhatItCost() async throws {
        let clock = Clock()
        let opening = ScriptedOpening { _ in .success(.whole("64x48")) }
        let pipeline = PhotoPipeline(
            opener: opening, stopwatch: Stopwatch { clock.tick() }, png: { $0.pixels })
        _ = try await pipeline.open(Self.moon, covering: nil) { _ in }
        let request = Desk.request("64x48", screen: "60x42", [], .halfBlocks)
        let frame = try #require(try await pipeline.frame(for: request))
        #expect(frame.costs.nanoseconds == [.decode: 1, .scale: 1, .encode: 1])
        #expect(frame.request == request)
    }
}
