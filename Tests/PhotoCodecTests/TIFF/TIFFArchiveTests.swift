import Foundation
import Imaging
import PhotoCodec
import TestSupport
import Testing

/// TIFFs of the Earth's archives and of microscopes: numbers for no value, packed bits, stacks, bands.
@Suite struct TIFFArchiveTests {
    private static let size = PixelSize(width: 64, height: 20)

    private static func open(_ bytes: [UInt8], isTiled: Bool = false) throws -> any ImageSource {
        try ImageDecoder.open(
            PhotoBytes(bytes), within: isTiled ? TiledPhotos.means : Opening.means)
    }

    struct Kind: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bits: Int
        let format: Int
        let noValue: UInt64
        let number: @Sendable (Int) -> UInt64

        init(
            _ told: String, _ bits: Int, _ format: Int, _ noValue: UInt64,
            _ number: @escaping @Sendable (Int) -> UInt64
        ) {
            (testDescription, self.bits, self.format) = (told, bits, format)
            (self.noValue, self.number) = (noValue, number)
        }

        /// A ramp from 100 to 163 whose upper quarter has no value.
        func file(_ change: (inout TIFFWriter) -> Void = { _ in }) -> [UInt8] {
            var writer = TIFFWriter(
                size: TIFFArchiveTests.size, bits: bits, format: format, samples: 1, photometric: 1)
            writer.texts[42113] = testDescription
            change(&writer)
            return writer.file { x, y, _ in y < 5 ? noValue : number(100 + x) }
        }
    }

    static let kinds = [
        Kind("-9999", 32, 3, UInt64(Float(-9999).bitPattern)) { UInt64(Float($0).bitPattern) },
        Kind("-3.40282346638529e+38 ", 32, 3, UInt64((-Float.greatestFiniteMagnitude).bitPattern)) {
            UInt64(Float($0).bitPattern)
        },
        Kind("nan", 32, 3, UInt64(Float.nan.bitPattern)) { UInt64(Float($0).bitPattern) },
        // Half-precision numbers from 1024 to 2048 are integers.
        Kind("1024.3", 16, 3, 0x6400) {
            UInt64($0 < 128 ? 0x5640 + ($0 - 100) * 16 : 0x5800 + ($0 - 128) * 8)
        },
        Kind("-1.5e300", 64, 3, (-1.5e300).bitPattern) { Double($0).bitPattern },
        Kind("-32768", 16, 2, 0x8000) { UInt64($0) },
        Kind("65535", 16, 1, 0xFFFF) { UInt64($0) },
        Kind("4294967295", 32, 1, 0xFFFF_FFFF) { UInt64($0) },
    ]

    @Test(arguments: kinds, [false, true])
    func theNumberForNoValueIsTransparentAndNotStretched(kind: Kind, isTiled: Bool) throws {
        for isBigEndian in [false, true] {
            let file = kind.file { writer in
                writer.isBigEndian = isBigEndian
                writer.isPacked = isTiled
                if isTiled { writer.tile = "32x16" }
            }
            let photo = try Self.open(file, isTiled: isTiled)
            let raster = try photo.whole()
            #expect(raster.pixel(9, 4) == [0, 0, 0, 0] && raster.pixel(63, 0)[3] == 0)
            for x in [0, 16, 32, 48, 63] {
                let pixel = raster.pixel(x, 5)
                #expect(abs(pixel[0] - x * 255 / 63) <= 3 && pixel[3] == 255, "\(x): \(pixel)")
            }
            #expect(try photo.sample(at: PixelPoint(x: 9, y: 4)).values == [.missing])
            #expect(try photo.sample(at: PixelPoint(x: 9, y: 5)).values != [.missing])
        }
    }

    @Test func ofColoursAllThreeMustBeTheNumberForNoValue() throws {
        var writer = TIFFWriter(size: "3x1")
        writer.texts[42113] = "0"
        let photo = try Self.open(writer.file { x, _, channel in x == 0 || channel < x ? 0 : 200 })
        let raster = try photo.whole()
        #expect(raster.pixel(0, 0) == [0, 0, 0, 0])
        #expect(raster.pixel(1, 0) == [0, 200, 200, 255])
        #expect(raster.pixel(2, 0) == [0, 0, 200, 255])
    }

    @Test(arguments: ["", "none", "256", "-1", "1e400", "99999999999999999999999999"])
    func aTextThatIsNoNumberOfTheFileHidesNothing(text: String) throws {
        var writer = TIFFWriter(size: "4x1", samples: 1, photometric: 1)
        writer.texts[42113] = text
        #expect(try Self.open(writer.file { x, _, _ in UInt64(x * 85) }).whole().isOpaque)
    }

    @Test(arguments: [9, 10, 12, 14, 15], [false, true])
    func bitsThatFillNoBytesAreScaled(bits: Int, isBigEndian: Bool) throws {
        for samples in [1, 3] {
            var writer = TIFFWriter(
                size: Self.size, bits: bits, samples: samples, photometric: samples == 1 ? 1 : 2)
            writer.isBigEndian = isBigEndian
            let most = 1 << bits - 1
            let file = writer.file { x, _, channel in
                UInt64(channel == 0 ? x * most / 63 : most - x)
            }
            for isTiled in [false, true] {
                let photo = try Self.open(file, isTiled: isTiled)
                let raster = try photo.whole()
                for x in [0, 1, 16, 33, 63] {
                    #expect(abs(raster.pixel(x, 3)[0] - x * 255 / 63) <= 1)
                    if samples == 3 { #expect(raster.pixel(x, 3)[1] >= 223) }
                }
                let sample = try photo.sample(at: PixelPoint(x: 33, y: 19))
                #expect(sample.values.first == .integer(33 * most / 63))
                #expect(sample.bits == bits && photo.isHighBitDepth)
            }
        }
    }

    @Test func anyAreaOfPackedBitsEqualsThatOfTheWhole() throws {
        let writer = TIFFWriter(size: "97x61", bits: 12, samples: 3, rowsPerStrip: 7)
        let file = writer.file { x, y, channel in UInt64((x * 41 + y * 7 + channel * 900) % 4096) }
        let (plain, tiled) = (try Self.open(file), try Self.open(file, isTiled: true))
        var numbers = SeededNumbers(seed: 4)
        for reduction in Reduction.ofFiles {
            let area = numbers.area(on: tiled.size.reduced(by: reduction))
            let some = try tiled.pixels(of: area, reducedBy: reduction)
            #expect(try some.raster == plain.pixels(of: area, reducedBy: reduction).raster)
        }
    }

    /// A complex number of 3 and 4 times as much has the magnitude 5.
    @Test(arguments: [(bits: 32, format: 5), (64, 5), (64, 6)], [false, true])
    func complexNumbersAreShownByTheirMagnitude(
        kind: (bits: Int, format: Int), isBigEndian: Bool
    ) throws {
        var writer = TIFFWriter(
            size: Self.size, bits: kind.bits, format: kind.format, samples: 1, photometric: 1)
        writer.isBigEndian = isBigEndian
        let half = kind.bits / 2
        let file = writer.file { x, _, _ in
            let parts = [3 * x, -4 * x].map { number -> UInt64 in
                kind.format == 6
                    ? UInt64(Float(number).bitPattern)
                    : UInt64(bitPattern: Int64(number)) & (1 << UInt64(half) - 1)
            }
            let (first, second) = isBigEndian ? (parts[1], parts[0]) : (parts[0], parts[1])
            return first | second << UInt64(half)
        }
        let photo = try Self.open(file)
        #expect(abs(try photo.whole().pixel(32, 3)[0] - 32 * 255 / 63) <= 2)
        let sample = try photo.sample(at: PixelPoint(x: 32, y: 3))
        #expect(sample.values == [.single(160)])
    }

    /// Seeds of the fuzzer, which tiffcp of libtiff 4.5 wrote; its WebP loses a little.
    ///
    /// A libtiff without the codec names it.
    @Test(arguments: [("lzma", 0), ("lerc", 0), ("webp", 30)], [false, true])
    func rarePackingsAreUnpackedIfTheLibraryCan(
        kind: (name: String, tolerance: Int), isTiled: Bool
    ) throws {
        let place = Folders.photos.appending(path: "../Fuzz/tiff/\(kind.name).tif")
        let bytes = [UInt8](try Data(contentsOf: place))
        let photo: any ImageSource
        do { photo = try Self.open(bytes, isTiled: isTiled) } catch {
            guard case DecodingFailure.unsupported(kind: .unsupported) = error else { throw error }
            return
        }
        let raster = try photo.whole()
        #expect(raster.size == "24x20")
        for (x, y) in [(0, 0), (11, 7), (23, 19)] {
            let expected = [x * 10, y * 12, (x + y) * 5, 255]
            #expect(areNear(raster.pixel(x, y), expected, within: kind.tolerance), "\(x), \(y)")
        }
    }

    @Test func aPaletteMayHave65536Colours() throws {
        var writer = TIFFWriter(size: Self.size, bits: 16, samples: 1, photometric: 3)
        writer.palette = (0..<3).flatMap { channel in
            (0..<65536).map { channel == 0 ? $0 : channel == 1 ? 65535 - $0 : 0x4000 }
        }
        let raster = try Self.open(writer.file { x, _, _ in UInt64(x * 1000) }).whole()
        #expect(raster.pixel(50, 3) == [195, 60, 64, 255])
    }

    /// Values of sRGB's white, red and blue under D50, from Bruce Lindbloom's tables.
    @Test(arguments: [8, 9], [8, 16])
    func labIsShownInItsColours(photometric: Int, bits: Int) throws {
        let colours: [(lab: [Double], shown: [Int])] = [
            ([100, 0, 0], [255, 255, 255]), ([54.29, 80.81, 69.89], [255, 0, 0]),
            ([29.57, 68.30, -112.03], [0, 0, 255]), ([0, 0, 0], [0, 0, 0]),
        ]
        let writer = TIFFWriter(size: "4x1", bits: bits, photometric: photometric)
        let file = writer.file { x, _, channel in
            let number = colours[x].lab[channel]
            let (isHighBitDepth, isOffset) = (bits == 16, photometric == 9)
            let most = isHighBitDepth ? (isOffset ? 65280.0 : 65535) : 255
            guard channel > 0 else { return UInt64((number / 100 * most).rounded()) }
            let whole =
                Int((number * (isHighBitDepth ? 256 : 1)).rounded()) + (isOffset ? 128 : 0)
                * (isHighBitDepth ? 256 : 1)
            return UInt64(bitPattern: Int64(whole)) & (1 << UInt64(bits) - 1)
        }
        let raster = try Self.open(file).whole()
        for (x, colour) in colours.enumerated() {
            #expect(areNear(raster.pixel(x, 0), colour.shown + [255], within: 4), "\(colour)")
        }
    }

    @Test(arguments: [(8, 1, 1), (16, 1, 1), (32, 3, 1)])
    func aStackOfOneDirectoryHasItsPlanesAsPages(kind: (bits: Int, format: Int, samples: Int))
        throws
    {
        var writer = TIFFWriter(
            size: "8x6", bits: kind.bits, format: kind.format, samples: 1, photometric: 1)
        writer.texts[270] = "ImageJ=1.53\nimages=10\nslices=10\nloop=false\n"
        // The first plane alone is told: the others follow it.
        let plane = 48 * kind.bits / 8
        func number(_ plane: Int, _ place: Int) -> UInt64 {
            kind.format == 3
                ? UInt64(Float(plane * 20 + place).bitPattern) : UInt64(plane * 20 + place)
        }
        let pixels = (0..<10).flatMap { page in
            (0..<48).flatMap { place in
                (0..<kind.bits / 8).map {
                    UInt8(truncatingIfNeeded: number(page, place) >> ($0 * 8))
                }
            }
        }
        let head = writer.fileWithDirectoryFirst { _, _, _ in 0 }
        let file = head.dropLast(plane) + pixels
        let photo = try Self.open(Array(file))
        #expect(photo.pages.count == 10)
        for page in [0, 3, 9] {
            let sample = try photo.page(page).sample(at: PixelPoint(x: 5, y: 2))
            #expect(
                sample.values == [
                    kind.format == 3
                        ? .single(Float(page * 20 + 21)) : .integer(page * 20 + 21)
                ])
        }
        if kind.bits == 8 { #expect(try photo.page(3).whole().pixel(5, 2)[0] == 81) }
        // Pages that the file ends before are none.
        #expect(try Self.open(Array(file.dropLast(plane * 2 + 1))).pages.count == 8)
    }

    @Test func thePlanesOfAStackInColoursAreItsBands() throws {
        var writer = TIFFWriter(size: "8x6")
        writer.texts[270] = "ImageJ=1.53\nimages=3\nslices=3\nloop=false\n"
        let file = writer.fileWithDirectoryFirst { x, _, _ in UInt64(x) }
        let photo = try Self.open(file + [UInt8](repeating: 1, count: 2 * 8 * 6 * 3))
        #expect(photo.pages.count == 3 && photo.pages.firstBand == 0)
    }

    @Test(arguments: [
        "images=10", "ImageJ=1\nimages=1\n", "ImageJ=1\nimages=-5\n", "ImageJ=1\nimages=x",
    ])
    func otherDescriptionsTellNoStack(text: String) throws {
        var writer = TIFFWriter(size: "8x6", samples: 1, photometric: 1)
        writer.texts[270] = text
        let file = writer.fileWithDirectoryFirst { x, _, _ in UInt64(x) }
        #expect(try Self.open(file + file).pages.count == 1)
    }

    /// Five bands: three of them as colours first, then each alone.
    @Test(arguments: [false, true], [8, 16])
    func bandsAreThePagesAfterTheirColours(isPlanar: Bool, bits: Int) throws {
        var writer = TIFFWriter(size: Self.size, bits: bits, samples: 5, photometric: 1)
        (writer.isPlanar, writer.extras) = (isPlanar, [0, 0])
        let unit: UInt64 = bits == 16 ? 257 : 1
        let photo = try Self.open(writer.file { x, _, band in UInt64(70 + band * 25 + x) * unit })
        #expect(photo.pages.count == 6)
        #expect(try photo.whole().pixel(9, 3) == [79, 104, 129, 255])
        for band in 0..<5 {
            let part = photo.page(band + 1)
            #expect(try part.whole().pixel(9, 3)[0] == band * 25 + 79)
            let sample = try part.sample(at: PixelPoint(x: 9, y: 3))
            #expect(sample.values == [.integer((band * 25 + 79) * Int(unit))])
        }
    }

    @Test func twoBandsAreTwoPagesAndAlphaIsNone() throws {
        let two = TIFFWriter(size: Self.size, samples: 2, photometric: 1, extras: [0])
        let photo = try Self.open(two.file { x, _, band in UInt64(x + band * 100) })
        #expect(photo.pages.count == 2)
        #expect(try photo.whole().pixel(9, 3)[0] == 9)
        #expect(try photo.page(1).whole().pixel(9, 3)[0] == 109)
        for extras in [[2], [1]] {
            let alpha = TIFFWriter(size: Self.size, samples: 2, photometric: 1, extras: extras)
            #expect(try Self.open(alpha.file { x, _, _ in UInt64(x) }).pages.count == 1)
        }
        let colours = TIFFWriter(size: Self.size, samples: 4, extras: [2])
        #expect(try Self.open(colours.file { x, _, _ in UInt64(x) }).pages.count == 1)
    }
}
