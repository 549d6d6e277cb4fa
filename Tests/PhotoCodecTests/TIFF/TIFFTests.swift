import Foundation
import Imaging
import PhotoCodec
import TestSupport
import Testing

/// TIFFs of all kinds, compared with the samples from which they were written.
@Suite struct TIFFTests {
    private static let size = PixelSize(width: 75, height: 53)
    private static let tile = PixelSize(width: 32, height: 16)

    /// Returns the code of a picture whose channels differ everywhere, with runs of equal pixels.
    private static func code(_ x: Int, _ y: Int, _ channel: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: x / 3 * 7 + y * (3 + channel) + channel * 50)
    }

    private static func raster(_ pixel: (Int, Int) -> [UInt8]) -> Raster {
        let pixels = (0..<size.height).flatMap { y in
            (0..<size.width).flatMap { x in pixel(x, y) }
        }
        let isOpaque = stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 255 }
        return Raster(size: size, pixels: pixels, isOpaque: isOpaque)
    }

    private static func grays(_ gray: (Int, Int) -> UInt8) -> Raster {
        raster { x, y in Array(repeating: gray(x, y), count: 3) + [255] }
    }

    private static let colours = raster { x, y in
        (0..<3).map { code(x, y, $0) } + [255]
    }

    private static func photo(
        _ file: [UInt8], within means: DecodingOptions = Opening.means
    ) throws -> any ImageSource {
        try ImageDecoder.open(PhotoBytes(file), within: means)
    }

    struct Kind: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let writer: TIFFWriter

        init(_ name: String, _ change: (inout TIFFWriter) -> Void = { _ in }) {
            var writer = TIFFWriter(size: TIFFTests.size)
            change(&writer)
            testDescription = name
            self.writer = writer
        }

        /// With 8 or 16 bits.
        var file: [UInt8] {
            writer.file { x, y, channel in
                let code = UInt64(TIFFTests.code(x, y, channel))
                return writer.bits == 16 ? code * 257 : code
            }
        }
    }

    /// Ways to store the same colours.
    static let kinds = [
        Kind("one strip"), Kind("strips") { $0.rowsPerStrip = 7 },
        Kind("strips of a row, big-endian") { ($0.rowsPerStrip, $0.isBigEndian) = (1, true) },
        Kind("packed strips") { ($0.rowsPerStrip, $0.isPacked) = (8, true) },
        Kind("tiles") { $0.tile = tile },
        Kind("packed tiles") { ($0.tile, $0.isPacked) = (tile, true) },
        Kind("planes in strips") { ($0.isPlanar, $0.rowsPerStrip) = (true, 10) },
        Kind("planes in packed tiles, big-endian") {
            ($0.isPlanar, $0.tile, $0.isPacked, $0.isBigEndian) = (true, tile, true, true)
        },
        Kind("BigTIFF in tiles") { ($0.isBig, $0.tile) = (true, tile) },
        Kind("BigTIFF in strips, big-endian") {
            ($0.isBig, $0.isBigEndian, $0.rowsPerStrip) = (true, true, 9)
        },
        Kind("16 bits") { $0.bits = 16 },
        Kind("16 bits, big-endian") { ($0.bits, $0.isBigEndian) = (16, true) },
        Kind("16 bits in planes, big-endian") {
            ($0.bits, $0.isBigEndian, $0.isPlanar) = (16, true, true)
        },
        Kind("16 bits in packed tiles, big-endian") {
            ($0.bits, $0.isBigEndian, $0.tile, $0.isPacked) = (16, true, tile, true)
        },
        Kind("a sample too many") { ($0.samples, $0.extras) = (4, [0]) },
    ]

    @Test(arguments: kinds)
    func aPictureHasItsColoursHoweverItIsStored(kind: Kind) throws {
        let photo = try Self.photo(kind.file)
        #expect(try photo.whole() == Self.colours)
        #expect(photo.status.damage == nil)
    }

    /// Decoded tile by tile, however small, and rotated: the same pixels.
    @Test(arguments: kinds, [Orientation.asStored, .turnedAround, .turnedRight, .transversed])
    func anyAreaEqualsThatOfAFullDecode(kind: Kind, orientation: Orientation) throws {
        var kind = kind
        var writer = kind.writer
        writer.orientation = orientation.rawValue
        kind = Kind(kind.testDescription) { $0 = writer }
        let plain = try Self.photo(kind.file)
        let tiled = try Self.photo(kind.file, within: TiledPhotos.means)
        #expect(tiled.size == orientation.uprightSize(of: Self.size))
        #expect(try plain.whole() == orientation.upright(Self.colours))
        var numbers = SeededNumbers(seed: 7)
        for reduction in Reduction.ofFiles {
            for _ in 0..<6 {
                let area = numbers.area(on: tiled.size.reduced(by: reduction))
                let some = try tiled.pixels(of: area, reducedBy: reduction)
                let same = try plain.pixels(of: area, reducedBy: reduction)
                #expect(some.raster == same.raster, "\(area) reduced by \(reduction)")
            }
        }
    }

    @Test func pagesOfAnySizeAreItsParts() throws {
        let page = TIFFWriter(size: Self.size, tile: Self.tile)
        let copy = TIFFWriter(size: "38x27", kind: 1)
        let other = TIFFWriter(size: "20x20")
        let pictures: [TIFFWriter.Picture] = [
            (page, { UInt64(Self.code($0, $1, $2)) }), (copy, { _, _, _ in 200 }),
            (other, { _, _, _ in 7 }), (copy, { _, _, _ in 9 }),
            (page, { UInt64(255 - Self.code($0, $1, $2)) }), (copy, { _, _, _ in 100 }),
        ]
        for means in [Opening.means, TiledPhotos.means] {
            let photo = try Self.photo(TIFFWriter.file(pictures), within: means)
            #expect(photo.pages.sizes == [Self.size, "20x20", Self.size])
            #expect(try photo.page(0).whole() == Self.colours)
            #expect(photo.page(1).size == "20x20")
            #expect(try photo.page(1).whole().pixel(19, 19) == [7, 7, 7, 255])
            let second = try photo.page(2).whole()
            let inverted = Self.raster { x, y in (0..<3).map { 255 - Self.code(x, y, $0) } + [255] }
            #expect(second == inverted)
        }
        // Each has its own copies.
        let tiled = try Self.photo(TIFFWriter.file(pictures), within: TiledPhotos.means)
        #expect(try tiled.page(0).whole(reducedBy: .half).pixel(3, 3)[0] == 200)
        #expect(try tiled.page(2).whole(reducedBy: .half).pixel(3, 3)[0] == 100)
    }

    /// A page scanned upside down or sideways has its own upright size.
    @Test func pagesAreUprightEachByItself() throws {
        var turned = TIFFWriter(size: Self.size)
        turned.orientation = 6
        let sample: TIFFWriter.Sample = { UInt64(Self.code($0, $1, $2)) }
        let photo = try Self.photo(
            TIFFWriter.file([(TIFFWriter(size: Self.size), sample), (turned, sample)]),
            within: Opening.means)
        #expect(photo.pages.sizes == [Self.size, Self.size.transposed])
        #expect(try photo.page(1).whole() == Orientation.turnedRight.upright(Self.colours))
    }

    /// The reductions have the same means as those of a PNG.
    @Test(arguments: Orientation.allCases)
    func aReducedPictureHasTheMeansOfItsPixels(orientation: Orientation) throws {
        var writer = TIFFWriter(size: Self.size, rowsPerStrip: 5)
        writer.orientation = orientation.rawValue
        let file = writer.file { UInt64(Self.code($0, $1, $2)) }
        let turned = Raster(size: Self.size, pixels: Self.colours.pixels)
        for reduction in Reduction.ofFiles.dropFirst() {
            let means = PlainAverages.of(orientation.upright(turned), over: reduction.rawValue)
            let raster = try Self.photo(file).whole(reducedBy: reduction)
            let difference = zip(raster.pixels, means).map { abs(Int($0) - Int($1)) }.max()
            #expect(raster.pixels.count == means.count && (difference ?? 255) <= 1)
        }
    }

    @Test(arguments: [1, 2, 4, 8, 16], [false, true])
    func graysOfAllDepths(bits: Int, isInverted: Bool) throws {
        for isPacked in [false, true] {
            var writer = TIFFWriter(size: Self.size, bits: bits, samples: 1, rowsPerStrip: 6)
            (writer.photometric, writer.isPacked) = (isInverted ? 0 : 1, isPacked)
            let most = bits == 16 ? 65535 : 1 << bits - 1
            let number = { (x: Int, y: Int) in (x + 3 * y) * 2731 % (most + 1) }
            let raster = try Self.photo(writer.file { x, y, _ in UInt64(number(x, y)) }).whole()
            let expected = Self.grays { x, y in
                let code = number(x, y) * 255 / most
                return UInt8(isInverted ? 255 - code : code)
            }
            // A value between two codes is dithered.
            let tolerance = bits == 16 ? 1 : 0
            #expect(
                areNear(
                    raster.pixels.map(Int.init), expected.pixels.map(Int.init), within: tolerance))
        }
    }

    @Test(arguments: [1, 2, 4, 8], [257, 1])
    func aPaletteGivesTheColours(bits: Int, scale: Int) throws {
        let count = 1 << bits
        let colour = { (number: Int, channel: Int) in (number * (7 + channel) + channel * 90) % 256
        }
        var writer = TIFFWriter(size: Self.size, bits: bits, samples: 1, photometric: 3)
        // Some programs write 8-bit codes in place of 16.
        writer.palette = (0..<3).flatMap { channel in
            (0..<count).map { colour($0, channel) * scale }
        }
        let number = { (x: Int, y: Int) in (x + y) % count }
        let raster = try Self.photo(writer.file { x, y, _ in UInt64(number(x, y)) }).whole()
        #expect(
            raster
                == Self.raster { x, y in
                    (0..<3).map { UInt8(colour(number(x, y), $0)) } + [255]
                })
    }

    @Test(arguments: [8, 16], [false, true])
    func alphaIsKept(bits: Int, isPlanar: Bool) throws {
        var writer = TIFFWriter(size: Self.size, bits: bits, samples: 4, extras: [2])
        writer.isPlanar = isPlanar
        let file = writer.file { UInt64(Self.code($0, $1, $2)) * (bits == 16 ? 257 : 1) }
        let raster = try Self.photo(file).whole()
        #expect(raster == Self.raster { x, y in (0..<4).map { Self.code(x, y, $0) } })
        #expect(!raster.isOpaque)
    }

    @Test func premultipliedColoursAreDividedByTheirAlpha() throws {
        let alpha = { (x: Int, y: Int) in 40 + (x * 3 + y) % 216 }
        let writer = TIFFWriter(size: Self.size, samples: 4, extras: [1])
        let file = writer.file { x, y, channel in
            let colour = channel == 3 ? 255 : Int(Self.code(x, y, channel))
            return UInt64((colour * alpha(x, y) + 127) / 255)
        }
        let raster = try Self.photo(file).whole()
        for y in 0..<Self.size.height {
            for x in 0..<Self.size.width {
                let pixel = raster.pixel(x, y)
                #expect(pixel[3] == alpha(x, y))
                // A code of 40 stands for 6 codes of 255.
                let tolerance = 255 / alpha(x, y) / 2 + 1
                let colour = (0..<3).map { Int(Self.code(x, y, $0)) }
                #expect(areNear(Array(pixel[..<3]), colour, within: tolerance))
            }
        }
    }

    @Test func inksLetLightThrough() throws {
        let writer = TIFFWriter(size: Self.size, samples: 4, photometric: 5)
        let raster = try Self.photo(writer.file { UInt64(Self.code($0, $1, $2)) }).whole()
        let expected = Self.raster { x, y in
            let black = 255 - Int(Self.code(x, y, 3))
            return (0..<3).map { UInt8(((255 - Int(Self.code(x, y, $0))) * black + 127) / 255) } + [
                255
            ]
        }
        #expect(raster == expected)
    }

    /// Each unit of pixels has its own gray and no colour, or all of them are red.
    @Test(arguments: [(1, 1), (2, 1), (2, 2), (4, 2)], [false, true])
    func pixelsShareTheirColours(chroma: (across: Int, down: Int), isRed: Bool) throws {
        let size = PixelSize(width: 16, height: 8)
        var writer = TIFFWriter(size: size, photometric: 6)
        let gray = { (x: Int, y: Int) in UInt8(x * 9 + y * 5) }
        // In CCIR 601, red is 76, 85, 255.
        let bytes = stride(from: 0, to: size.height, by: chroma.down).flatMap { top in
            stride(from: 0, to: size.width, by: chroma.across).flatMap { left -> [UInt8] in
                let grays = (top..<(top + chroma.down)).flatMap { y in
                    (left..<(left + chroma.across)).map { isRed ? 76 : gray($0, y) }
                }
                return grays + (isRed ? [85, 255] : [128, 128])
            }
        }
        writer.blocks = [bytes]
        writer.shorts = [530: [chroma.across, chroma.down]]
        let raster = try Self.photo(writer.file { _, _, _ in 0 }).whole()
        for y in 0..<size.height {
            for x in 0..<size.width {
                let expected = isRed ? [255, 0, 0] : Array(repeating: Int(gray(x, y)), count: 3)
                #expect(areNear(Array(raster.pixel(x, y)[..<3]), expected, within: 2))
            }
        }
    }

    @Test(arguments: [(3, 32), (3, 64), (2, 16), (2, 32), (1, 32)], [false, true])
    func measurementsAreStretchedOverTheScreensRange(kind: (format: Int, bits: Int), isPacked: Bool)
        throws
    {
        var writer = TIFFWriter(size: Self.size, bits: kind.bits, format: kind.format, samples: 1)
        (writer.photometric, writer.isBigEndian, writer.isPacked) = (1, true, isPacked)
        // A ramp, and a corner of "no data" far outside it.
        let isMissing = { (x: Int, y: Int) in x < 3 && y < 3 }
        let height = { (x: Int) in 100 * x - (kind.format == 1 ? 0 : 4000) }
        let file = writer.file { x, y, _ in
            let number = isMissing(x, y) ? (kind.format == 1 ? 2_000_000_000 : -32768) : height(x)
            return switch kind {
            case (3, 32): UInt64(Float(number).bitPattern)
            case (3, _): Double(number).bitPattern
            default: UInt64(truncatingIfNeeded: number)
            }
        }
        let raster = try Self.photo(file).whole()
        for x in 3..<Self.size.width {
            let share = Double(x) / Double(Self.size.width - 1) * 255
            #expect(abs(Double(raster.pixel(x, 20)[1]) - share) <= 2, "column \(x)")
        }
        #expect(raster.pixel(0, 0)[0] == (kind.format == 1 ? 255 : 0))
    }

    @Test func whatIsNoNumberIsBlack() throws {
        let writer = TIFFWriter(size: Self.size, bits: 32, format: 3, samples: 1, photometric: 1)
        let file = writer.file { x, y, _ in
            UInt64((y == 5 ? Float.nan : y == 6 ? .infinity : Float(x)).bitPattern)
        }
        let raster = try Self.photo(file).whole()
        #expect(raster.pixel(40, 5)[0] == 0)
        #expect(raster.pixel(40, 7)[0] > 100)
    }

    /// A copy that differs from the picture by its colour.
    @Test func aSmallerCopyStandsForTheReducedPicture() throws {
        let size = PixelSize(width: 200, height: 101)
        let picture = TIFFWriter(size: size, tile: Self.tile)
        var copy = TIFFWriter(size: PixelSize(width: 50, height: 25), tile: Self.tile)
        copy.kind = 1
        let file = TIFFWriter.file([
            (picture, { _, _, channel in channel == 0 ? 200 : 0 }),
            (copy, { _, _, channel in channel == 1 ? 200 : 0 }),
        ])
        let photo = try Self.photo(file, within: TiledPhotos.means)
        for reduction in Reduction.ofFiles {
            let raster = try photo.whole(reducedBy: reduction)
            #expect(raster.size == size.reduced(by: reduction))
            let expected = reduction.rawValue < 4 ? [200, 0, 0, 255] : [0, 200, 0, 255]
            let corner = raster.pixel(raster.size.width - 1, raster.size.height - 1)
            #expect(raster.pixel(0, 0) == expected && corner == expected, "\(reduction)")
        }
        #expect(photo.status.isRead)
        #expect(photo.status.statistics?.spillBytes == 0)
    }

    @Test func withASmallEnoughCopyNothingIsReadAhead() throws {
        let size = PixelSize(width: 200, height: 100)
        var copy = TIFFWriter(size: PixelSize(width: 25, height: 12))
        copy.kind = 1
        let file = TIFFWriter.file([
            (TIFFWriter(size: size, tile: Self.tile), { _, _, _ in 9 }), (copy, { _, _, _ in 9 }),
        ])
        #expect(try Self.photo(file, within: TiledPhotos.means).status.isRead)
    }

    /// Slower, but nothing is missing.
    @Test func withoutRoomForASpillFileStripsAreUnpackedWhereTheyAreSeen() throws {
        var writer = TIFFWriter(size: Self.size, rowsPerStrip: 8)
        writer.isPacked = true
        var means = TiledPhotos.means
        means.spillFolder = nil
        let photo = try Self.photo(
            writer.file { UInt64(Self.code($0, $1, $2)) }, within: means)
        #expect(try photo.whole() == Self.colours)
        #expect(photo.status.statistics?.spillBytes == 0)
    }

    /// Its rows are written to the spill file one by one.
    @Test func oneStripOf20MegapixelsIsShown() throws {
        let size = PixelSize(width: 5000, height: 4000)
        var writer = TIFFWriter(size: size, samples: 1, photometric: 1)
        writer.isPacked = true
        // 39 runs of 128 bytes and one of 8 make a row.
        writer.blocks = [
            (0..<size.height).flatMap { y -> [UInt8] in
                let gray = UInt8(y / 16)
                return (0..<39).flatMap { _ in [129, gray] } + [249, gray]
            }
        ]
        let file = writer.file { _, _, _ in 0 }
        for means in [Opening.means, Opening.tiledMeans] {
            let photo = try Self.photo(file, within: means)
            let area = PixelRect(x: 4000, y: 3000, width: 700, height: 500)
            let raster = try photo.pixels(of: area, reducedBy: .none).raster
            #expect(raster.pixel(0, 0)[0] == 187 && raster.pixel(699, 499)[0] == 218)
            #expect(try photo.whole(reducedBy: .sixteenth).pixel(100, 249)[2] == 249)
        }
    }

    /// One of 32 rows first, so that something of a large file appears soon.
    @Test func whatIsNotPackedIsSketchedBeforeItIsRead() async throws {
        let size = PixelSize(width: 800, height: 3000)
        var writer = TIFFWriter(size: size, samples: 1, photometric: 1)
        writer.blocks = [
            (0..<size.height).flatMap { [UInt8](repeating: UInt8($0 / 16), count: 800) }
        ]
        let opened = try Self.photo(writer.file { _, _, _ in 0 }, within: Opening.tiledMeans)
        let photo = try #require(opened as? any StreamingImageSource)
        let whole = PixelRect(size.reduced(by: .sixteenth))
        await photo.waitForMore(of: whole, reducedBy: .sixteenth)
        let preview = try #require(photo.preview(of: whole, reducedBy: .sixteenth)).raster
        for row in 0..<whole.size.height {
            #expect(abs(preview.pixel(49, row)[0] - row) <= 1, "row \(row)")
        }
        #expect(try photo.whole(reducedBy: .sixteenth).pixel(20, 100) == [100, 100, 100, 255])
    }

    @Test func theFileSaysWhatItIs() throws {
        let file = PhotoBytes(Kind("").file)
        #expect(ExifFacts.read(file).contains(FileFact("File", "FileType", "TIFF")))
        #expect(!CodecLibrary.tiff.version.isEmpty)
    }
}

/// Means over boxes from the top left, in linear light: a second implementation, for comparison.
private enum PlainAverages {
    static func of(_ raster: Raster, over side: Int) -> [UInt8] {
        let (width, height) = (raster.size.width, raster.size.height)
        return stride(from: 0, to: height, by: side).flatMap { top in
            stride(from: 0, to: width, by: side).flatMap { left -> [UInt8] in
                let (right, bottom) = (min(width, left + side), min(height, top + side))
                let colour = (0..<3).map { channel -> UInt8 in
                    var sum = 0.0
                    for y in top..<bottom {
                        for x in left..<right { sum += light(raster.pixel(x, y)[channel]) }
                    }
                    return code(sum / Double((bottom - top) * (right - left)))
                }
                return colour + [255]
            }
        }
    }

    private static func light(_ code: Int) -> Double {
        let share = Double(code) / 255
        return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }

    private static func code(_ light: Double) -> UInt8 {
        let share = light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
        return UInt8((share * 255).rounded())
    }
}
