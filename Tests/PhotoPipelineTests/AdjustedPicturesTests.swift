import Imaging
import PhotoPipeline
import Synchronization
import TerminalProtocols
import TestSupport
import Testing

/// Pictures of photos with levels, of rotated photos, and their overlays.
@Suite struct AdjustedPicturesTests {
    private static let screen = PixelSize(width: 60, height: 42)

    private static func request(
        _ test: TestPipeline, _ moves: [ViewportMove], of size: PixelSize, _ levels: Levels,
        _ orientation: Orientation = .asStored, _ options: ImageOptions = .halfBlocks
    ) -> ImageRequest {
        let view = test.request(moves, options, of: orientation.uprightSize(of: size))
        var adjustments = ImageAdjustments()
        adjustments.levels = levels
        adjustments.orientation = orientation
        return ImageRequest(
            view.subject, version: size, adjustments: adjustments, window: view.window,
            size: view.size, options: options, previews: .same)
    }

    private static func blocks(_ test: TestPipeline, _ request: ImageRequest) async throws -> Raster
    {
        try await test.bytes(of: request).blocks(on: screen)
    }

    /// One curve for the whole photo: a region has the same colours as in the whole, wherever the
    /// view starts, so that adjacent regions show no seam.
    @Test(arguments: Levels.Shape.allCases)
    func partsOfAPhotoHaveTheSameCurve(shape: Levels.Shape) async throws {
        let photo = StripedPhoto(size: "300x200")
        let test = try await TestPipeline.viewing(photo)
        let all = PixelRect("300x200")
        let curve = LevelsCurve(Levels(shape), for: Histogram(of: photo.part(all)))
        let whole = ToneMapping(curve).applied(to: photo.part(all))
        let origins: [(x: Int, y: Int)] = [(0, 0), (60, 0), (61, 41), (120, 84), (240, 158)]
        for origin in origins {
            let moves: [ViewportMove] = [
                .original, .edge(.left), .edge(.up), .shift(x: origin.x, y: origin.y),
            ]
            let shown = try await Self.blocks(
                test, Self.request(test, moves, of: photo.size, Levels(shape)))
            let part = PixelRect(x: origin.x, y: origin.y, width: 60, height: 42)
            #expect(shown.pixels == whole.cropped(to: part).pixels, "\(shape), \(origin)")
        }
    }

    /// Smaller than its original it is the photo's own scaling, with the view's levels.
    @Test(
        arguments: [
            ([.fit], .none, 200), ([.fit], Levels(.inverted), 55), ([.original], .none, 255),
        ] as [([ViewportMove], Levels, UInt8)])
    func aPhotoThatScalesItselfIsReduced(
        moves: [ViewportMove], levels: Levels, gray: UInt8
    ) async throws {
        let photo = ScalingPhoto()
        let test = try await TestPipeline.viewing(photo)
        let shown = try await Self.blocks(
            test, Self.request(test, moves, of: photo.size, levels))
        #expect(shown.pixels == Raster(Self.screen) { _, _ in (gray, gray, gray) }.pixels)
    }

    /// The palette is that of the photo with its levels, and stays while it moves.
    @Test func levelsHaveAPaletteOfTheirOwn() async throws {
        let photo = StripedPhoto.fewColours("300x200")
        let test = try await TestPipeline.viewing(photo)
        let usual = try await test.sixels([.original], of: photo.size)
        let inverted = try await SixelReader(
            test.bytes(
                of: Self.request(
                    test, [.original], of: photo.size, Levels(.inverted), .asStored, .sixel)))
        let moved = try await SixelReader(
            test.bytes(
                of: Self.request(
                    test, [.original, .edge(.left)], of: photo.size, Levels(.inverted), .asStored,
                    .sixel)))
        let back = try await test.sixels([.original], of: photo.size)
        #expect(inverted.colours != usual.colours)
        #expect(moved.colours == inverted.colours)
        #expect(back.raster == usual.raster)
    }

    /// The copy of the whole photo is decoded once, and not at all for features that are off.
    @Test func thePhotoIsReadOnceMoreForLevelsAndNotAtAllWithoutThem() async throws {
        let photo = CountedPhoto(StripedPhoto(size: "300x200"))
        let test = try await TestPipeline.viewing(photo)
        for (moves, levels, count) in [
            ([ViewportMove.original], Levels.none, 1),
            ([.original, .edge(.left)], Levels(.asinh), 2),
            ([.original, .edge(.up)], Levels(.asinh), 1),
            ([.original, .edge(.up)], Levels(.log), 1), ([.original], Levels.none, 1),
        ] {
            let before = photo.asked
            _ = try await test.bytes(of: Self.request(test, moves, of: photo.size, levels))
            #expect(photo.asked - before == count, "\(levels)")
        }
    }

    /// A 16-bit photo is first shown with 8 bits, then with levels made from all 16; it is reopened
    /// once for each change of levels, and never without levels.
    @Test func levelsAreMadeOfAllBits() async throws {
        let photo = DeepRamp()
        let test = try await TestPipeline.viewing(photo)
        let shades = { (request: ImageRequest) async throws -> Int in
            Set(try await Self.blocks(test, request).pixels).count
        }
        let dark: [ViewportMove] = [.original, .edge(.left), .edge(.up)]
        let request = { Self.request(test, $0, of: photo.size, $1) }
        let levels = Levels(.asinh).strengthened(by: 8)
        #expect(try await shades(request(dark, .none)) == 2, "black, and alpha")
        #expect(photo.opened == 0)
        #expect(try await shades(request(dark, levels)) > 40)
        #expect(try await shades(request(dark + [.shift(x: 9, y: 0)], levels)) > 30)
        #expect(photo.opened == 1)
        #expect(try await shades(request(dark, .none)) == 2)
        #expect(try await shades(request(dark, Levels(.automatic))) == 2)
        #expect(photo.opened == 2)
    }

    /// The histogram of a high range needs a copy of its own, which serves all levels.
    @Test func levelsShareTheHistogramOfAHighRange() async throws {
        let photo = DeepRamp(hasHighRange: true)
        let test = try await TestPipeline.viewing(photo)
        let request = { Self.request(test, [.original], of: photo.size, $0) }
        _ = try await Self.blocks(test, request(Levels(.automatic)))
        #expect(photo.opened == 2)
        _ = try await Self.blocks(test, request(Levels(.asinh)))
        _ = try await Self.blocks(test, request(Levels(.equalised)))
        #expect(photo.opened == 4)
    }

    @Test func whatHasEightBitsOfSixteenComesFirst() async throws {
        let photo = DeepRamp()
        let test = try await TestPipeline.viewing(photo)
        let dark: [ViewportMove] = [.original, .edge(.left), .edge(.up)]
        let levels = Levels(.asinh).strengthened(by: 8)
        await test.pipeline.want([Self.request(test, dark, of: photo.size, levels)])
        let images = await test.images(count: 2)
        #expect(images.map(\.isPreview) == [true, false])
        await test.pipeline.want([
            Self.request(test, dark + [.shift(x: 9, y: 0)], of: photo.size, levels)
        ])
        #expect(await test.images(count: 3).last?.isPreview == false)
    }

    @Test(arguments: Orientation.allCases)
    func aTurnedPhotoIsShownTurned(orientation: Orientation) async throws {
        let photo = StripedPhoto.fewColours("300x200")
        let test = try await TestPipeline.viewing(photo)
        let whole = orientation.upright(photo.part(PixelRect("300x200")))
        for (x, y) in [(0, 0), (37, 20), (140, 158)] {
            let moves: [ViewportMove] = [
                .original, .edge(.left), .edge(.up), .shift(x: x, y: y),
            ]
            let shown = try await Self.blocks(
                test, Self.request(test, moves, of: photo.size, .none, orientation))
            let size = whole.size
            let part = PixelRect(
                x: min(x, size.width - 60), y: min(y, size.height - 42), width: 60, height: 42)
            #expect(shown.pixels == whole.cropped(to: part).pixels, "\(orientation), \(x) \(y)")
        }
    }

    /// An overview with its frame, and the unchanged photo around it.
    @Test func theMapLiesOverThePhoto() async throws {
        let photo = StripedPhoto.fewColours("300x200")
        let test = try await TestPipeline.viewing(photo)
        var request = Self.request(test, [.original], of: photo.size, .none)
        let plain = try await Self.blocks(test, request)
        let (map, frame) = (
            PixelRect(x: 44, y: 30, width: 15, height: 10),
            PixelRect(x: 50, y: 33, width: 3, height: 3)
        )
        request.overlays = [PhotoOverlay(.overview, at: map), PhotoOverlay(.frame, at: frame)]
        let shown = try await Self.blocks(test, request)
        var differing: Set<PixelPoint> = []
        for y in 0..<42 {
            for x in 0..<60 where shown.pixel(x, y) != plain.pixel(x, y) {
                differing.insert(PixelPoint(x: x, y: y))
            }
        }
        #expect(differing.allSatisfy { map.contains($0) })
        #expect(differing.count > 75, "half of the map")
        let line = [(50, 33), (52, 33), (50, 35), (51, 35)].map { shown.pixel($0, $1) }
        #expect(line.allSatisfy { $0 == [255, 255, 255, 255] })
        #expect(shown.pixel(51, 34) != [255, 255, 255, 255], "the frame's middle is seen through")
    }

    /// The visible result: the photo, the map over it, and the frame in the map.
    @Test(arguments: [
        (ImageOptions.sixel, "minimap-sixel.txt"), (.halfBlocks, "minimap-blocks.txt"),
    ])
    func theMapIsDrawnAsInTheGoldenFile(options: ImageOptions, file: String) async throws {
        let photo = StripedPhoto.fewColours("300x200")
        let test = try await TestPipeline.viewing(photo)
        var request = Self.request(test, [.original], of: photo.size, .none, .asStored, options)
        let plain = try await Self.raster(test, request)
        request.overlays = [
            PhotoOverlay(.overview, at: PixelRect(x: 32, y: 24, width: 27, height: 17)),
            PhotoOverlay(.frame, at: PixelRect(x: 42, y: 30, width: 7, height: 5)),
        ]
        let shown = try await Self.raster(test, request)
        let lines = (0..<42).map { y in
            (0..<60).map { x in
                let pixel = shown.pixel(x, y)
                let isWhite = pixel.allSatisfy { $0 > 250 }
                return pixel == plain.pixel(x, y) ? "." : isWhite ? "#" : "o"
            }.joined()
        }
        try Golden.expect(lines.joined(separator: "\n") + "\n", in: file, of: "PhotoPipelineTests")
    }

    private static func raster(_ test: TestPipeline, _ request: ImageRequest) async throws -> Raster
    {
        let bytes = try await test.bytes(of: request)
        return request.options.graphics == .sixel
            ? try SixelReader(bytes).raster : bytes.blocks(on: screen)
    }

    /// A strip of a frame has the matching strip of its overlays.
    @Test func aStripHasItsPartOfTheMap() async throws {
        let photo = StripedPhoto.fewColours("300x200")
        let test = try await TestPipeline.viewing(photo)
        var request = Self.request(test, [.original], of: photo.size, .none)
        request.overlays = [
            PhotoOverlay(.overview, at: PixelRect(x: 30, y: 20, width: 24, height: 16))
        ]
        let whole = try await Self.blocks(test, request)
        let area = PixelRect(x: 20, y: 24, width: 30, height: 18)
        let strip = try #require(request.strip(area))
        let shown = try await test.bytes(of: strip).blocks(on: area.size)
        #expect(shown.pixels == whole.cropped(to: area).pixels)
    }

    /// If pictures are stored, overlays are pictures, too.
    @Test(arguments: [
        (PhotoOverlay.Content.overview, "40x27" as PixelSize, true), (.frame, "24x17", false),
        (.histogram, "64x32", true),
    ])
    func anOverlayIsAPictureOfItsOwn(
        content: PhotoOverlay.Content, size: PixelSize, isOpaque: Bool
    ) async throws {
        let photo = StripedPhoto(size: "300x200")
        let test = try await TestPipeline.viewing(photo)
        var request = Self.request(test, [], of: photo.size, .none, .asStored, .kitty)
        request = ImageRequest(
            request.subject, version: photo.size,
            window: .region(
                ScaledWindow(photo: size, scaled: size, window: PixelRect(size)),
                at: PixelRect(size)), size: size, options: .kitty)
        request.overlay = content
        let made = try #require(try await test.pipeline.image(for: request))
        guard case .stored(_, let region, let target) = made.image else {
            Issue.record("it is drawn, not stored")
            return
        }
        #expect(region.window == PixelRect(size) && target == PixelRect(size))
        #expect(test.rasters.all.contains { $0.size == size } == isOpaque)
        let text = String(decoding: made.image.bytes.prefix(60), as: UTF8.self)
        #expect(text.contains("f=32,s=\(size.width),v=\(size.height)") == !isOpaque, "\(text)")
    }
}

/// A 16-bit photo: its first rows are darker than 8 bits can show, the others white.
private final class DeepRamp: ImageSource {
    let size: PixelSize = "300x200"
    let status = ImageSourceStatus()
    let isHighBitDepth = true
    let hasHighRange: Bool
    private let count = Atomic(0)

    init(hasHighRange: Bool = false) { self.hasHighRange = hasHighRange }

    /// The number of times it was reopened.
    var opened: Int { count.load(ordering: .relaxed) }

    func applying(_ curve: ToneCurve16) throws(DecodingFailure) -> (any ImageSource)? {
        count.add(1, ordering: .relaxed)
        return Toned(size: size) { UInt8(curve.table[Self.number($0, $1)] >> 8) }
    }

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> RegionPixels {
        try Toned(size: size) { UInt8(Self.number($0, $1) >> 8) }
            .pixels(of: area, reducedBy: reduction)
    }

    private static func number(_ x: Int, _ y: Int) -> Int { y < 100 ? x * 255 / 299 : 65535 }

    private struct Toned: ImageSource {
        let size: PixelSize
        let status = ImageSourceStatus()
        let code: @Sendable (Int, Int) -> UInt8

        func pixels(
            of area: PixelRect, reducedBy reduction: Reduction
        ) throws(DecodingFailure) -> RegionPixels {
            let raster = Raster(size) { x, y in (code(x, y), code(x, y), code(x, y)) }
            let reduced =
                reduction == .none ? raster : raster.resized(to: size.reduced(by: reduction))
            return RegionPixels(
                photo: size, reduction: reduction, area: area, raster: reduced.cropped(to: area))
        }
    }
}

extension PixelRect {
    fileprivate func contains(_ point: PixelPoint) -> Bool {
        contains(PixelRect(origin: point, size: PixelSize(width: 1, height: 1)))
    }
}

extension Raster {
    fileprivate func pixel(_ x: Int, _ y: Int) -> [UInt8] {
        let place = (y * size.width + x) * Self.bytesPerPixel
        return Array(pixels[place..<place + 4])
    }
}

/// Levels of a photo whose usual pixels show highlights compressed.
@Suite struct HighRangeLevelsTests {
    /// All highlights are white; with a curve they fill the darker quarter of the range.
    private struct Highlights: ImageSource {
        let size: PixelSize = "256x8"
        let status = ImageSourceStatus()
        let isHighBitDepth = true
        let hasHighRange: Bool
        var curve: ToneCurve16?
        /// The reductions of all decoded pictures.
        var decoded = Record<Reduction>()

        func applying(_ curve: ToneCurve16) -> (any ImageSource)? {
            Highlights(hasHighRange: hasHighRange, curve: curve, decoded: decoded)
        }

        func pixels(of area: PixelRect, reducedBy reduction: Reduction) -> RegionPixels {
            decoded.add(reduction)
            let raster = Raster(size) { x, _ in
                let code = curve.map { UInt8($0.table[x * 64] >> 8) } ?? 255
                return (code, code, code)
            }
            return RegionPixels(
                photo: size, reduction: reduction, area: area,
                raster: raster.resized(to: size.reduced(by: reduction)).cropped(to: area))
        }
    }

    @Test(arguments: [true, false])
    func automaticLevelsAreThoseOfTheWholeRange(hasHighRange: Bool) throws {
        var adjustments = ImageAdjustments()
        adjustments.levels = Levels(.automatic)
        let source = try adjustments.applied(to: Highlights(hasHighRange: hasHighRange))
        let raster = try source.pixels(of: PixelRect(source.size), reducedBy: .none).raster
        let (first, last) = (raster.pixel(0, 0)[0], raster.pixel(255, 0)[0])
        #expect((first == 0 && last > 250) == hasHighRange, "\(first) \(last)")
    }

    /// A curve that does not depend on the photo needs no copy of it.
    @Test(
        arguments: [
            (.automatic, 1), (.equalised, 1), (.asinh, 0), (.log, 0), (.inverted, 0),
        ] as [(Levels.Shape, Int)], [true, false])
    func levelsDecodeOnlyWhatTheyNeed(
        levels: (shape: Levels.Shape, copies: Int), hasHighRange: Bool
    ) throws {
        let photo = Highlights(hasHighRange: hasHighRange)
        var adjustments = ImageAdjustments()
        adjustments.levels = Levels(levels.shape)
        let source = try adjustments.applied(to: photo)
        #expect(photo.decoded.all.count == levels.copies)
        _ = try source.pixels(of: PixelRect(source.size), reducedBy: .none)
        #expect(photo.decoded.all.count == levels.copies + 1)
    }
}
