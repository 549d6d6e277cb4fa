import Foundation
import Imaging
import PhotoCodec
import TestSupport
import Testing

/// Photos whose files have 16 bits, all of which levels use.
@Suite struct HighBitDepthPhotoTests {
    /// Each 16-bit value once, from the top left on: its first row is the darkest 64th.
    private static let size = PixelSize(width: 1024, height: 64)

    enum Format: CaseIterable {
        case png, interlacedPNG, tiff, packedTIFF, tiledTIFF, invertedTIFF, colourTIFF
        case signedTIFF, fits, jpeg2000, tiledJPEG2000

        /// The formats whose libraries are installed.
        static let readable = allCases.filter {
            !CodecLibrary.openJPEG.version.isEmpty || ![.jpeg2000, .tiledJPEG2000].contains($0)
        }

        var file: [UInt8] {
            switch self {
            case .png: DeepPNG.gray(size) { $0 }
            case .interlacedPNG: DeepPNG.interlacedGray(size) { $0 }
            case .tiff: writing()
            case .packedTIFF: writing { ($0.isPacked, $0.rowsPerStrip) = (true, 5) }
            case .tiledTIFF: writing { $0.tile = PixelSize(width: 64, height: 16) }
            case .invertedTIFF: writing({ $0.photometric = 0 }, counting: { 65535 - $0 })
            case .colourTIFF: writing { ($0.photometric, $0.samples) = (2, 3) }
            case .signedTIFF: writing({ $0.format = 2 }, counting: { ($0 - 32768) & 65535 })
            case .fits:
                FITSWriter(
                    axes: [size.width, size.height],
                    cards: [FITSWriter.card("BZERO", 32768), FITSWriter.card("BSCALE", 1)]
                ).unit { UInt64(($0 - 32768) & 65535) }
            case .jpeg2000: fixture("ramp-16-bit.jp2")
            case .tiledJPEG2000: fixture("ramp-16-bit-tiles.jp2")
            }
        }

        private func fixture(_ name: String) -> [UInt8] {
            [UInt8]((try? Data(contentsOf: Folders.photos.appending(path: name))) ?? Data())
        }

        private func writing(
            _ change: (inout TIFFWriter) -> Void = { _ in },
            counting number: @escaping (Int) -> Int = { $0 }
        ) -> [UInt8] {
            var writer = TIFFWriter(size: size, bits: 16, samples: 1, photometric: 1)
            change(&writer)
            return writer.file { x, y, _ in UInt64(number(y * size.width + x)) }
        }

        /// True if the codes are those of the samples themselves, not of a measured range.
        var isExact: Bool { self != .signedTIFF && self != .fits }
        /// The row of the picture that is the first of the file.
        var darkestRow: Int { self == .fits ? size.height - 1 : 0 }
    }

    private static let levels = Levels(.asinh).strengthened(by: 8)

    private static func open(_ format: Format, isTiled: Bool = false) throws -> any ImageSource {
        try ImageDecoder.open(
            PhotoBytes(format.file), within: isTiled ? TiledPhotos.means : Opening.means)
    }

    private static func curve(of photo: any ImageSource) throws -> ToneCurve16 {
        ToneCurve16(levels, for: Histogram(of: try photo.whole()))
    }

    private static func darkest(of raster: Raster, _ format: Format) -> [Int] {
        (0..<size.width).map { raster.pixel($0, format.darkestRow)[0] }
    }

    /// In the 8 bits that are shown, the darkest 64th has five shades.
    @Test(arguments: Format.readable, [false, true])
    func theDarkestHasManyShades(format: Format, isTiled: Bool) throws {
        let photo = try Self.open(format, isTiled: isTiled)
        let shown = try photo.whole()
        let eightBits = ToneMapping(LevelsCurve(Self.levels, for: Histogram(of: shown)))
            .applied(to: shown)
        let levelled = try #require(try photo.applying(Self.curve(of: photo))).whole()
        let before = Set(Self.darkest(of: eightBits, format)).count
        let after = Set(Self.darkest(of: levelled, format)).count
        print("shades of the darkest 64th, \(format): \(before) of 8 bits, \(after) of 16")
        #expect(before <= 6)
        #expect(after >= 100)
    }

    /// Except for the dither between two codes.
    @Test(arguments: Format.readable.filter(\.isExact))
    func aPixelIsWhatTheCurveMakesOfItsNumber(format: Format) throws {
        let photo = try Self.open(format)
        let curve = try Self.curve(of: photo)
        let levelled = try #require(try photo.applying(curve)).whole()
        let wrong = (0..<ToneCurve16.count).filter { number in
            let pixel = levelled.pixel(number % 1024, number / 1024)
            let wished = Double(curve.table[number]) / 257
            return pixel[0] != pixel[2] || abs(Double(pixel[0]) - wished) >= 1
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(3))")
    }

    /// Tiles, reductions and areas equal those of the whole: adjacent regions show no seam.
    @Test(arguments: [Format.png, .tiff, .packedTIFF, .tiledTIFF, .fits])
    func anyAreaEqualsThatOfTheWhole(format: Format) throws {
        let plain = try Self.open(format)
        let curve = try Self.curve(of: plain)
        let whole = try #require(try plain.applying(curve))
        let tiled = try #require(try Self.open(format, isTiled: true).applying(curve))
        var numbers = SeededNumbers(seed: 16)
        for reduction in Reduction.ofFiles {
            for _ in 0..<6 {
                let area = numbers.area(on: plain.size.reduced(by: reduction))
                let some = try tiled.pixels(of: area, reducedBy: reduction)
                let same = try whole.pixels(of: area, reducedBy: reduction)
                #expect(some.raster == same.raster, "\(area) reduced by \(reduction)")
            }
        }
    }

    @Test(arguments: ["8-bit.png", "adam7.png", "baseline.jpg", "gray-alpha.png"])
    func ofEightBitsThereIsNoMore(name: String) throws {
        let photo = try Opening.fixture(name)
        #expect(!photo.isHighBitDepth)
        #expect(try photo.applying(Self.curve(of: photo)) == nil)
    }

    /// Each page and each plane has its own samples.
    @Test func partsOfAFileAreDeepEachByItself() throws {
        let deep = TIFFWriter(size: Self.size, bits: 16, samples: 1, photometric: 1)
        let plain = TIFFWriter(size: Self.size, bits: 8, samples: 1, photometric: 1)
        let sample = { (x: Int, y: Int, _: Int) in UInt64(y * Self.size.width + x) }
        let file = TIFFWriter.file([
            (deep, sample), (plain, sample), (deep, { 65535 - sample($0, $1, $2) }),
        ])
        let photo = try ImageDecoder.open(PhotoBytes(file), within: Opening.means)
        #expect((0..<3).map { photo.page($0).isHighBitDepth } == [true, false, true])
        let curve = try Self.curve(of: photo)
        let last = try #require(try photo.page(2).applying(curve)).whole()
        #expect(Set((0..<1024).map { last.pixel($0, 63)[0] }).count >= 120)
        #expect(try photo.page(2).sample(at: PixelPoint(x: 5, y: 0)).values == [65530])
    }

    /// The file's own samples, independent of the display: neither dithered nor divided by alpha.
    @Test(arguments: [false, true])
    func aPixelsNumbersHave16Bits(isTiled: Bool) throws {
        for format in Format.readable where ![.signedTIFF, .fits, .invertedTIFF].contains(format) {
            let photo = try Self.open(format, isTiled: isTiled)
            for number in [0, 1, 255, 256, 1023, 1024, 40_000, 65_535] {
                let sample = try photo.sample(
                    at: PixelPoint(x: number % 1024, y: number / 1024))
                let count = format == .colourTIFF ? 3 : 1
                #expect(
                    sample.values == Array(repeating: .integer(number), count: count), "\(format)")
                #expect(sample.bits == 16)
            }
        }
    }

    @Test func premultipliedNumbersAreThoseOfTheFile() throws {
        let writer = TIFFWriter(
            size: PixelSize(width: 4, height: 4), bits: 16, samples: 4, extras: [1])
        let file = writer.file { x, y, channel in
            channel == 3 ? 30_000 : UInt64(x * 1000 + y * 100 + channel)
        }
        let photo = try ImageDecoder.open(PhotoBytes(file), within: Opening.means)
        #expect(try photo.sample(at: PixelPoint(x: 3, y: 2)).values == [3200, 3201, 3202])
    }
}

/// Writes gray PNGs of 16 bits, stored.
private enum DeepPNG {
    static func gray(_ size: PixelSize, _ number: (Int) -> Int) -> [UInt8] {
        file(size, isInterlaced: false, rows(size, number, from: (0, 0), by: (1, 1)))
    }

    /// In seven passes (PNG specification, 8.2).
    static func interlacedGray(_ size: PixelSize, _ number: (Int) -> Int) -> [UInt8] {
        let starts = [(0, 0), (4, 0), (0, 4), (2, 0), (0, 2), (1, 0), (0, 1)]
        let steps = [(8, 8), (8, 8), (4, 8), (4, 4), (2, 4), (2, 2), (1, 2)]
        return file(
            size, isInterlaced: true,
            zip(starts, steps).flatMap { rows(size, number, from: $0, by: $1) })
    }

    private static func rows(
        _ size: PixelSize, _ number: (Int) -> Int, from start: (Int, Int), by step: (Int, Int)
    ) -> [UInt8] {
        stride(from: start.1, to: size.height, by: step.1).flatMap { y in
            [0]
                + stride(from: start.0, to: size.width, by: step.0).flatMap { x -> [UInt8] in
                    let number = number(y * size.width + x)
                    return [UInt8(number >> 8), UInt8(number & 255)]
                }
        }
    }

    private static func file(
        _ size: PixelSize, isInterlaced: Bool, _ rows: [UInt8]
    ) -> [UInt8] {
        let header =
            PlainPNG.word(size.width) + PlainPNG.word(size.height)
            + [16, 0, 0, 0, isInterlaced ? 1 : 0]
        return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
            + PlainPNG.chunk("IHDR", header)
            + PlainPNG.chunk("IDAT", PlainPNG.stored(rows)) + PlainPNG.chunk("IEND", [])
    }
}
