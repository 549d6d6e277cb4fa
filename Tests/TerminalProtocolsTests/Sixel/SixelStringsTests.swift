import Imaging
import TestSupport
import Testing

@testable import TerminalProtocols

/// A picture split into several sixel strings.
struct SixelStringsTests {
    private static func noise(_ size: PixelSize) -> Raster {
        var state: UInt32 = 7
        func next() -> UInt8 {
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(state >> 24)
        }
        return Raster(size) { _, _ in (next(), next(), next()) }
    }

    private static func string(of raster: Raster, _ quality: RenderQuality) -> [UInt8] {
        var bytes: [UInt8] = []
        SixelEncoder(palette: PaletteBuilder(registers: 256).palette(of: raster)).encode(
            Frame(raster: raster, anchor: .origin, quality: quality), into: &bytes)
        return bytes
    }

    private static func terminal(showing parts: [SixelStrings.Part], _ cell: CellMetrics)
        -> TerminalModel
    {
        var terminal = TerminalModel(
            .vt340, geometry: TerminalGeometry(columns: 250, rows: 70, cell: cell))
        for part in parts {
            _ = terminal.feed(Array("\u{1B}[\(part.row + 1);1H".utf8) + part.bytes)
        }
        return terminal
    }

    /// Cells of 10x20 and 10x17: a row of cells starts at a band every 3 and every 6 rows.
    @Test(arguments: [(20, RenderQuality.atRest), (17, .moving)])
    func theLargestNoisyPictureIsDrawnWholeByStringsThatTmuxTakes(
        height: Int, quality: RenderQuality
    ) throws {
        let string = Self.string(of: Self.noise(PixelSize(width: 2000, height: 1158)), quality)
        let limit = Multiplexer.tmuxContentLimitBytes - 64
        #expect(string.count > 2 * limit)
        let parts = SixelStrings(limitBytes: limit, rows: CellAxis(pixels: height, cells: 1)).parts(
            of: string)
        #expect(parts.allSatisfy { $0.bytes.count <= limit })
        // No pixel is drawn twice or left out.
        let rows = try parts.map { try SixelReader($0.bytes).size.height }
        #expect(rows.reduce(0, +) == 1158)
        #expect(parts.map(\.row) == rows.indices.map { rows[..<$0].reduce(0, +) / height })
        let cell = CellMetrics(width: 8, height: height)
        let whole = Self.terminal(showing: [SixelStrings.Part(string)], cell)
        let made = Self.terminal(showing: parts, cell)
        let isWhole = made.canvas == whole.canvas
        #expect(isWhole)
        #expect(made.faults.isEmpty)
    }

    /// With a limit of a few bands, strings also start within rows of cells.
    @Test(arguments: [13, 16, 17, 37])
    func aStringMayBeginWithAnyBand(height: Int) {
        let string = Self.string(of: Self.noise(PixelSize(width: 300, height: 151)), .moving)
        let limit = 12_000
        let parts = SixelStrings(limitBytes: limit, rows: CellAxis(pixels: height, cells: 1)).parts(
            of: string)
        #expect(parts.count > string.count / limit)
        #expect(parts.allSatisfy { $0.bytes.count <= limit })
        let whole = Self.drawing([SixelStrings.Part(string)], cellHeight: height)
        let isWhole = Self.drawing(parts, cellHeight: height) == whole
        #expect(isWhole)
    }

    /// Returns the bytes of all drawn pixels; the others stay unchanged.
    private static func drawing(_ parts: [SixelStrings.Part], cellHeight: Int) -> [UInt8] {
        var pixels: [UInt8] = []
        for part in parts {
            let drawing = SixelDrawing(Array(part.bytes.dropFirst(2).dropLast(2)))
            let start = part.row * cellHeight * drawing.size.width * Raster.bytesPerPixel
            let missing = max(0, start + drawing.pixels.count - pixels.count)
            pixels += [UInt8](repeating: 0, count: missing)
            for place in stride(from: 0, to: drawing.pixels.count, by: Raster.bytesPerPixel)
            where drawing.pixels[place + 3] != 0 {
                for byte in place..<place + 4 { pixels[start + byte] = drawing.pixels[byte] }
            }
        }
        return pixels
    }

    @Test func whatIsShortOrNoSixelStringStaysAsItIs() {
        let cutter = SixelStrings(limitBytes: 100, rows: CellAxis(pixels: 17, cells: 1))
        for string in [
            "\u{1B}Pq~\u{1B}\\", "\u{1B}]1337;File=:\(String(repeating: "A", count: 200))\u{07}",
        ] {
            #expect(cutter.parts(of: Array(string.utf8)) == [SixelStrings.Part(Array(string.utf8))])
        }
    }
}

extension SixelStrings.Part {
    /// The whole picture.
    fileprivate init(_ string: [UInt8]) { self.init(row: 0, bytes: string) }
}

/// Bands that recur while a photo moves.
struct BandCacheTests {
    @Test(arguments: [(x: 0, y: 6), (x: 0, y: 24), (x: 0, y: 7), (x: 5, y: 12), (x: -3, y: 0)])
    func aPannedFrameIsTheOneAFreshEncoderMakes(x: Int, y: Int) {
        let photo = Raster.sky(width: 120, height: 110)
        let palette = PaletteBuilder(registers: 64).palette(of: photo)
        let encoder = SixelEncoder(palette: palette)
        let start = PixelPoint(x: 4, y: 12)
        _ = Self.frame(of: photo, at: start, by: encoder)
        let moved = PixelPoint(x: start.x + x, y: start.y + y)
        #expect(
            Self.frame(of: photo, at: moved, by: encoder)
                == Self.frame(of: photo, at: moved, by: SixelEncoder(palette: palette)))
    }

    @Test(arguments: [
        (x: 0, y: 0, encoded: 0), (x: 0, y: 6, encoded: 1), (x: 0, y: -12, encoded: 2),
        (x: 0, y: 24, encoded: 4),
        // Different rows share a band, or all columns differ: all ten are new.
        (x: 0, y: 7, encoded: 10), (x: 5, y: 0, encoded: 10),
    ])
    func aPanByWholeBandsEncodesOnlyTheNewOnes(x: Int, y: Int, encoded: Int) {
        let photo = Raster.sky(width: 120, height: 110)
        let encoder = SixelEncoder(palette: PaletteBuilder(registers: 64).palette(of: photo))
        let start = PixelPoint(x: 4, y: 12)
        _ = Self.frame(of: photo, at: start, by: encoder)
        #expect(encoder.encodedMovingBands == 10)
        _ = Self.frame(of: photo, at: PixelPoint(x: start.x + x, y: start.y + y), by: encoder)
        #expect(encoder.encodedMovingBands == 10 + encoded)
    }

    @Test
    func aBandThatDiffersInOnePixelIsEncodedAnew() throws {
        let photo = Raster.sky(width: 41, height: 30)
        let encoder = SixelEncoder(
            palette: PaletteBuilder(registers: 64).palette(of: photo, including: .white))
        for pixel in [0, 40, 41 * 17 + 20, 41 * 30 - 1] {
            var pixels = photo.pixels
            pixels.replaceSubrange(pixel * 4..<pixel * 4 + 3, with: [255, 255, 255])
            let starred = Raster(size: photo.size, pixels: pixels)
            for raster in [photo, starred] {
                var bytes: [UInt8] = []
                encoder.encode(
                    Frame(raster: raster, anchor: .origin, quality: .moving), into: &bytes)
                let shown = try SixelReader(bytes).raster.pixels[pixel * 4]
                #expect((shown == 255) == (raster.pixels[pixel * 4] == 255))
            }
        }
    }

    private static func frame(
        of photo: Raster, at place: PixelPoint, by encoder: SixelEncoder
    ) -> [UInt8] {
        let window = PixelRect(origin: place, size: PixelSize(width: 90, height: 60))
        var bytes: [UInt8] = []
        encoder.encode(
            Frame(raster: photo.cropped(to: window), anchor: place, quality: .moving),
            into: &bytes)
        return bytes
    }
}
