import Imaging
import TerminalProtocols
import TestSupport
import Testing

/// Sixel strings, decoded by an independent reader.
struct SixelEncoderTests {
    @Test(arguments: [
        (width: 1, height: 1), (width: 7, height: 6), (width: 64, height: 40),
        (width: 300, height: 13),
    ])
    func drawsEveryPixelOfAnySize(width: Int, height: Int) throws {
        let photo = Raster.sky(width: width, height: height)
        for quality in [RenderQuality.moving, .atRest] {
            let reader = try SixelReader(sixel(of: photo, quality))
            #expect(reader.size == photo.size)
            #expect(reader.parameters == [7, 1])
        }
    }

    @Test
    func aDrawingOfFewColoursComesBackAsItIs() throws {
        let colours: [[UInt8]] = [[0, 0, 0, 255], [255, 255, 255, 255], [51, 102, 204, 255]]
        let pixels = (0..<90 * 50).map { colours[$0 / 7 % 3] }.joined()
        let drawing = Raster(size: PixelSize(width: 90, height: 50), pixels: Array(pixels))
        for quality in [RenderQuality.moving, .atRest] {
            let reader = try SixelReader(sixel(of: drawing, quality))
            #expect(reader.raster == drawing)
            #expect(reader.colours.count == 3)
        }
    }

    @Test(arguments: [RenderQuality.moving, .atRest])
    func aChartOf1024ColoursComesBackAsItIs(quality: RenderQuality) throws {
        let chart = Raster(PixelSize(width: 192, height: 48)) { x, y in
            let colour = y / 3 * 64 + x / 3
            func shown(_ percent: Int) -> UInt8 { UInt8((percent * 255 + 50) / 100) }
            return (
                shown(colour % 16 * 6), shown(colour / 16 % 8 * 14), shown(colour / 128 * 14)
            )
        }
        let bytes = Self.sixel(of: chart, quality, registers: 1024)
        let reader = try SixelReader(bytes)
        #expect(reader.raster == chart)
        #expect(reader.colours.count == 1024)
    }

    @Test
    func aPhotoUsesAllRegistersAtRestAndFewWhileItMoves() throws {
        let photo = Raster(PixelSize(width: 240, height: 160)) { x, y in
            (UInt8(x), UInt8(y), UInt8(x * y % 256))
        }
        let fine = try SixelReader(Self.sixel(of: photo, .atRest, registers: 1024))
        let moving = try SixelReader(Self.sixel(of: photo, .moving, registers: 1024))
        #expect(Set(fine.registers).count > 900)
        #expect(moving.colours.count <= 130)
    }

    @Test(arguments: [256, 1024])
    func aPhotoThatComesToRestKeepsItsColours(registers: Int) throws {
        let photo = Raster.sky(width: 320, height: 240)
        let shown = try [RenderQuality.moving, .atRest].map {
            try SixelReader(Self.sixel(of: photo, $0, registers: registers)).raster
        }
        let steps = zip(GradientTests.means(of: shown[0]), GradientTests.means(of: shown[1]))
            .map { abs($0 - $1) }
        #expect((steps.max() ?? 255) < 4, "\(steps)")
    }

    @Test
    func nothingShimmersWhenThePhotoMoves() throws {
        let photo = Raster.sky(width: 200, height: 120)
        let encoder = SixelEncoder(palette: PaletteBuilder(registers: 64).palette(of: photo))
        let size = PixelSize(width: 150, height: 80)
        let still = PixelRect(origin: PixelPoint(x: 11, y: 5), size: size)
        let moved = PixelRect(origin: PixelPoint(x: 30, y: 18), size: size)
        let shared = still.intersection(moved)
        let registers = try [still, moved].map { window in
            let frame = Frame(
                raster: photo.cropped(to: window), anchor: window.origin, quality: .moving)
            var bytes: [UInt8] = []
            encoder.encode(frame, into: &bytes)
            let reader = try SixelReader(bytes)
            return Self.part(shared, of: reader.registers, window: window)
        }
        #expect(registers[0] == registers[1])
    }

    @Test(arguments: [RenderQuality.moving, .atRest])
    func stripsMakeUpTheString(quality: RenderQuality) throws {
        let photo = Raster.sky(width: 60, height: 100)
        let encoder = SixelEncoder(palette: PaletteBuilder(registers: 32).palette(of: photo))
        let frame = Frame(raster: photo, anchor: .origin, quality: quality)
        var together: [UInt8] = []
        for strip in FrameStrip.strips(of: frame, count: 3) {
            encoder.encode(strip, into: &together)
        }
        #expect(try SixelReader(together).size == photo.size)
        guard quality == .moving else { return }
        var whole: [UInt8] = []
        encoder.encode(frame, into: &whole)
        #expect(together == whole)
    }

    /// The strip of a pan has few of the photo's colours; each definition is a dozen bytes.
    @Test
    func aThriftyStringDefinesOnlyItsOwnColours() throws {
        let photo = Raster(PixelSize(width: 240, height: 160)) { x, y in
            (UInt8(x), UInt8(y), UInt8(x * y % 256))
        }
        let encoder = SixelEncoder(palette: PaletteBuilder(registers: 256).palette(of: photo))
        let part = photo.cropped(to: PixelRect(x: 200, y: 130, width: 16, height: 18))
        let frame = Frame(raster: part, anchor: .origin, quality: .moving)
        var whole: [UInt8] = []
        encoder.encode(frame, into: &whole)
        let (all, few) = (try SixelReader(whole), try SixelReader(encoder.encodeThriftily(frame)))
        #expect(few.raster == all.raster)
        #expect(all.colours.count > 100 && few.colours.count < 64)
        #expect(few.colours.count == Set(all.registers).count)
    }

    @Test
    func anEncoderThatWasUsedGivesTheSameAgain() {
        let photo = Raster.sky(width: 60, height: 50)
        let encoder = SixelEncoder(palette: PaletteBuilder(registers: 32).palette(of: photo))
        let frame = Frame(raster: photo, anchor: .origin, quality: .atRest)
        var first: [UInt8] = []
        var second: [UInt8] = []
        encoder.encode(frame, into: &first)
        encoder.encode(frame, into: &second)
        #expect(first == second)
    }

    @Test(arguments: [RenderQuality.moving, .atRest])
    func theAreaBesideThePhotoHasItsOwnColour(quality: RenderQuality) throws {
        let beside = PercentColour(red: 13, green: 7, blue: 31)
        let photo = Raster.sky(width: 60, height: 60)
        let palette = PaletteBuilder(registers: 64).palette(of: photo, including: beside.shown)
        let frame = Raster(PixelSize(width: 60, height: 12)) { _, _ in
            (beside.shown.red, beside.shown.green, beside.shown.blue)
        }
        var bytes: [UInt8] = []
        SixelEncoder(palette: palette).encode(
            Frame(raster: frame, anchor: .origin, quality: quality), into: &bytes)
        #expect(try SixelReader(bytes).raster == frame)
        #expect(palette.colours.count <= 64)
    }

    @Test
    func grayStaysGray() throws {
        var pixels: [UInt8] = []
        for index in 0..<256 * 30 {
            let gray = UInt8(index % 256)
            pixels += [gray, gray, gray, 255]
        }
        let ramp = Raster(size: PixelSize(width: 256, height: 30), pixels: pixels)
        for quality in [RenderQuality.moving, .atRest] {
            let reader = try SixelReader(sixel(of: ramp, quality))
            #expect(reader.colours.values.allSatisfy { $0.red == $0.green && $0.green == $0.blue })
            // A moving frame defines only the half of the grays that it uses.
            #expect(reader.colours.count >= (quality == .atRest ? 100 : 50))
        }
    }

    private func sixel(of raster: Raster, _ quality: RenderQuality) -> [UInt8] {
        Self.sixel(of: raster, quality, registers: 256)
    }

    private static func sixel(
        of raster: Raster, _ quality: RenderQuality, registers: Int
    ) -> [UInt8] {
        let palette = PaletteBuilder(registers: registers).palette(of: raster)
        let encoder = SixelEncoder(palette: palette)
        var bytes: [UInt8] = []
        encoder.encode(Frame(raster: raster, anchor: .origin, quality: quality), into: &bytes)
        return bytes
    }

    private static func part(_ area: PixelRect, of registers: [Int], window: PixelRect) -> [Int] {
        var part: [Int] = []
        for y in area.minY..<area.maxY {
            let first = (y - window.minY) * window.size.width + area.minX - window.minX
            part += registers[first..<first + area.size.width]
        }
        return part
    }
}

/// The flaws in a sky that are noticed first: bands, and black that is not black.
struct GradientTests {
    @Test(arguments: [
        (from: 0, to: 12, quality: RenderQuality.atRest, bound: 1.0),
        (from: 4, to: 40, quality: .atRest, bound: 1.0),
        (from: 40, to: 220, quality: .atRest, bound: 1.0),
        (from: 0, to: 12, quality: .moving, bound: 3.0),
        (from: 4, to: 40, quality: .moving, bound: 3.0),
    ])
    func noStepOfAGradientIsOverTheBound(
        from: Int, to: Int, quality: RenderQuality, bound: Double
    ) throws {
        let photo = Raster(PixelSize(width: 512, height: 96)) { x, y in
            let gray = Double(from) + Double(to - from) * Double(x + y) / 607
            return (UInt8(gray), UInt8(gray * 0.8), UInt8(min(255, gray * 1.1)))
        }
        let shown = try Self.shown(photo, quality, registers: 256)
        let wanted = Self.means(of: photo)
        let steps = zip(Self.means(of: shown), wanted).map { abs($0 - $1) }
        #expect((steps.max() ?? 0) <= bound)
    }

    @Test(arguments: [RenderQuality.moving, .atRest])
    func aBlackSkyStaysBlackAroundItsStars(quality: RenderQuality) throws {
        // There are enough colours that black gets no register for lack of others.
        let photo = Raster(PixelSize(width: 200, height: 120)) { x, y in
            guard x > 100 else { return (0, 0, 0) }
            return (UInt8(x - 90), UInt8(y), UInt8((x * y) % 251))
        }
        let shown = try Self.shown(photo, quality, registers: 64)
        let sky = PixelRect(x: 0, y: 0, width: 95, height: 120)
        #expect(Set(shown.cropped(to: sky).pixels) == [0, 255])
    }

    @Test
    func aDrawingOfAHundredNearColoursComesBackAsItIs() throws {
        // Each is on the terminal's grid; neighbours differ by one step.
        let percents = (0..<100).map {
            PercentColour(red: UInt8($0), green: UInt8($0 / 2), blue: UInt8(99 - $0))
        }
        let drawing = Raster(PixelSize(width: 100, height: 13)) { x, _ in
            (percents[x].shown.red, percents[x].shown.green, percents[x].shown.blue)
        }
        #expect(try Self.shown(drawing, .atRest, registers: 256) == drawing)
    }

    private static func shown(
        _ photo: Raster, _ quality: RenderQuality, registers: Int
    ) throws -> Raster {
        let palette = PaletteBuilder(registers: registers).palette(of: photo)
        var bytes: [UInt8] = []
        SixelEncoder(palette: palette).encode(
            Frame(raster: photo, anchor: .origin, quality: quality), into: &bytes)
        return try SixelReader(bytes).raster
    }

    /// The mean code of each block of 16 by 16 pixels, over all channels.
    static func means(of raster: Raster) -> [Double] {
        let columns = raster.size.width / 16
        return (0..<columns * (raster.size.height / 16)).map { block in
            var sum = 0
            for place in 0..<256 {
                let x = block % columns * 16 + place % 16
                let y = block / columns * 16 + place / 16
                let pixel = (y * raster.size.width + x) * Raster.bytesPerPixel
                sum += raster.pixels[pixel..<pixel + 3].reduce(0) { $0 + Int($1) }
            }
            return Double(sum) / 768
        }
    }
}
