import Foundation
import Imaging
import TestSupport
import Testing

@testable import PhotoCodec

/// FITS files of all data types, compared with the values from which they were written.
@Suite struct FITSTests {
    private static let size = PixelSize(width: 40, height: 30)

    /// Returns a value from 0 to 4000: a slope from the lower left corner, with a few outliers.
    private static func value(_ place: Int) -> Int {
        let (x, y) = (place % size.width, place / size.width)
        return place % 397 == 5 ? 4000 : (x * 13 + y * 17) % 1009
    }

    struct Kind: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let writer: FITSWriter
        let number: @Sendable (Int) -> UInt64

        init(
            _ name: String, _ bits: Int, _ cards: [String] = [],
            _ number: @escaping @Sendable (Int) -> UInt64
        ) {
            testDescription = name
            writer = FITSWriter(
                bits: bits, axes: [FITSTests.size.width, FITSTests.size.height], cards: cards)
            self.number = number
        }

        var file: [UInt8] { writer.unit { number(FITSTests.value($0)) } }
    }

    /// Ways to store the same values, or proportional ones.
    static let kinds = [
        Kind("16 bits", 16) { UInt64($0) },
        Kind("32 bits", 32) { UInt64(bitPattern: Int64($0 - 500)) },
        Kind("64 bits", 64) { UInt64($0) << 40 },
        Kind("floating", -32) { UInt64(Float($0 - 300).bitPattern) },
        Kind("double precision", -64) { (1e30 * Double($0)).bitPattern },
        Kind("unsigned 16 bits", 16, ["BZERO   =                32768"]) {
            UInt64(bitPattern: Int64($0 - 32768))
        },
        Kind("unsigned 32 bits", 32, ["BZERO   =   2147483648.0"]) {
            UInt64(bitPattern: Int64($0 - 2_147_483_648))
        },
        Kind("scaled", 16, ["BSCALE  = 2.5D-3", "BZERO   = -7"]) { UInt64($0) },
        Kind("scaled by a negative number", 16, ["BSCALE  =   -2.0"]) {
            UInt64(bitPattern: Int64(-$0))
        },
        Kind("with a number for none", 16, ["BLANK   =               -32768"]) { UInt64($0) },
    ]

    private static func photo(
        _ file: [UInt8], within means: DecodingOptions = Opening.means
    ) throws -> any ImageSource {
        try ImageDecoder.open(PhotoBytes(file), within: means)
    }

    /// Black and white are the limits found by `ZScale`; the first row of the file is the lowest.
    private static func expected() -> [Int] {
        let values = (0..<(size.width * size.height)).map { Double(value($0)) }
        let limits = ZScale.limits(of: Array(values.prefix(1000)))
        return (0..<values.count).map { place in
            let (x, y) = (place % size.width, place / size.width)
            let shown = values[(size.height - 1 - y) * size.width + x]
            let share = (shown - limits.lowerBound) / (limits.upperBound - limits.lowerBound)
            return Int(min(max(share, 0), 1) * 255 + 0.5)
        }
    }

    @Test(arguments: kinds)
    func aPictureHasItsValuesHoweverTheyAreStored(kind: Kind) throws {
        let photo = try Self.photo(kind.file)
        #expect(photo.size == Self.size)
        #expect(photo.pages.count == 1)
        let raster = try photo.whole()
        #expect(raster.isOpaque)
        #expect(photo.status.damage == nil)
        let expected = Self.expected()
        let grays = (0..<expected.count).map {
            raster.pixel($0 % Self.size.width, $0 / Self.size.width)[0]
        }
        // A 16-bit code is dithered to 8 bits.
        #expect(areNear(grays, expected, within: 1))
    }

    @Test func ofEightBitsTooTheRangeIsFound() throws {
        let file = FITSWriter(bits: 8, axes: [40, 30]).unit { UInt64(100 + $0 % 40) }
        let raster = try Self.photo(file).whole()
        #expect(raster.pixel(0, 0)[0] < 20)
        #expect(raster.pixel(39, 0)[0] > 235)
    }

    /// Decoded tile by tile, however small: the same pixels.
    @Test(arguments: kinds)
    func anyAreaEqualsThatOfAFullDecode(kind: Kind) throws {
        let plain = try Self.photo(kind.file)
        let tiled = try Self.photo(kind.file, within: TiledPhotos.means)
        var numbers = SeededNumbers(seed: 5)
        for reduction in Reduction.ofFiles {
            for _ in 0..<8 {
                let area = numbers.area(on: tiled.size.reduced(by: reduction))
                let some = try tiled.pixels(of: area, reducedBy: reduction)
                let same = try plain.pixels(of: area, reducedBy: reduction)
                #expect(some.raster.pixels == same.raster.pixels, "\(area) by \(reduction)")
            }
        }
    }

    @Test(arguments: [
        (name: "NaN", bits: -32, card: "", number: UInt64(Float.nan.bitPattern)),
        (name: "NaN", bits: -64, card: "", number: Double.nan.bitPattern),
        (
            name: "BLANK", bits: 16, card: "BLANK   =                 -999",
            number: UInt64(bitPattern: -999)
        ),
        (name: "BLANK", bits: 8, card: "BLANK   =                    0", number: 0),
    ])
    func aNumberThatStandsForNoValueIsTransparent(
        kind: (name: String, bits: Int, card: String, number: UInt64)
    ) throws {
        let file = FITSWriter(bits: kind.bits, axes: [8, 4], cards: [kind.card]).unit { place in
            guard place != 2 else { return kind.number }
            return kind.bits == -64
                ? Double(place + 1).bitPattern
                : kind.bits == -32 ? UInt64(Float(place + 1).bitPattern) : UInt64(place + 1)
        }
        let raster = try Self.photo(file).whole()
        #expect(!raster.isOpaque)
        #expect(raster.pixel(2, 3)[3] == 0)
        #expect(raster.pixel(3, 3)[3] == 255)
        // It does not darken the means of its neighbours.
        let half = try Self.photo(file).whole(reducedBy: .half)
        #expect(half.pixel(1, 1)[3] > 150)
    }

    @Test func infiniteNumbersAreBlackAndWhite() throws {
        let file = FITSWriter(bits: -32, axes: [8, 4]).unit { place in
            let number: Float = place == 0 ? -.infinity : place == 1 ? .infinity : Float(place)
            return UInt64(number.bitPattern)
        }
        let raster = try Self.photo(file).whole()
        #expect(raster.pixel(0, 3) == [0, 0, 0, 255])
        #expect(raster.pixel(1, 3) == [255, 255, 255, 255])
    }

    @Test func aPictureOfOneValueIsShown() throws {
        let file = FITSWriter(bits: 16, axes: [8, 4]).unit { _ in 77 }
        #expect(try Self.photo(file).whole().isOpaque)
    }

    /// A cube of three planes, a table, and two extensions, one of another size.
    private static var several: [UInt8] {
        let cube = FITSWriter(bits: 8, axes: [6, 4, 3]).unit { UInt64($0 / 24 * 50 + $0 % 24) }
        let table = FITSWriter(
            bits: 8, axes: [10, 300],
            firstCards: [
                "XTENSION= 'BINTABLE'", FITSWriter.card("BITPIX", 8), FITSWriter.card("NAXIS", 2),
                FITSWriter.card("NAXIS1", 10), FITSWriter.card("NAXIS2", 300),
                FITSWriter.card("PCOUNT", 7), FITSWriter.card("GCOUNT", 1),
                FITSWriter.card("TFIELDS", 1), "TFORM1  = '10A     '",
            ]
        ).unit { UInt64($0 % 251) }
        // Seven bytes more, which need no further block.
        let other = FITSWriter(bits: 16, axes: [5, 5], name: "OTHER").unit { UInt64($0) }
        let error = FITSWriter(bits: -32, axes: [6, 4], name: "ERR").unit {
            UInt64(Float(24 - $0).bitPattern)
        }
        return cube + table + other + error
    }

    @Test func planesAndExtensionsOfAnySizeAreItsParts() throws {
        let photo = try Self.photo(Self.several)
        #expect(photo.size == PixelSize(width: 6, height: 4))
        #expect(photo.pages.sizes == ["6x4", "6x4", "6x4", "5x5", "6x4"])
        #expect(photo.pages.animation == nil)
        let other = try photo.page(3).whole()
        #expect(other.size == "5x5" && other.pixel(0, 4)[0] < 30 && other.pixel(4, 0)[0] > 225)
        // Each plane has its own limits; the last picture falls where the others rise.
        let corners = try [0, 1, 2, 4].map { number in
            let raster = try photo.page(number).whole()
            return [raster.pixel(0, 3)[0], raster.pixel(5, 0)[0]]
        }
        #expect(corners[0] == corners[1] && corners[1] == corners[2])
        #expect(corners[0][0] < 30 && corners[0][1] > 225)
        #expect(corners[3][0] > 225 && corners[3][1] < 30)
    }

    /// No session accepts a side of that length, but the other pictures are shown.
    @Test("P8: an impossible extension is skipped, and the others are shown")
    func anExtensionThatIsTooLongIsPassedOver() throws {
        let first = FITSWriter(bits: 8, axes: [6, 4]).unit { UInt64($0) }
        let header = FITSWriter(bits: 8, axes: [1 << 25, 1], name: "LONG").header
        let long = header + [UInt8](repeating: 1, count: ((1 << 25) / 2880 + 1) * 2880)
        let last = FITSWriter(bits: 8, axes: [3, 2], name: "LAST").unit { UInt64($0) }
        #expect(try Self.photo(first + long + last).pages.sizes == ["6x4", "3x2"])
    }

    @Test func aFirstUnitWithoutAPictureIsPassedOver() throws {
        let file =
            FITSWriter(bits: 8, axes: []).unit { _ in 0 }
            + FITSWriter(bits: 16, axes: [7, 3], name: "SCI").unit { UInt64($0) }
        #expect(try Self.photo(file).size == PixelSize(width: 7, height: 3))
    }

    @Test func axesOfOneNumberCount() throws {
        let line = FITSWriter(bits: 16, axes: [9]).unit { UInt64($0) }
        #expect(try Self.photo(line).size == PixelSize(width: 9, height: 1))
        let cube = FITSWriter(bits: 16, axes: [4, 3, 1, 1]).unit { UInt64($0) }
        #expect(try Self.photo(cube).pages.count == 1)
    }

    @Test func theCardsAreTheFactsOfAFile() throws {
        let file = FITSWriter(
            bits: 16, axes: [2, 2],
            cards: [
                "OBJECT  = 'M 31 ''core'''     / the target", "EXPTIME =                 1.5E1",
                "COMMENT taken in the dark", "HIERARCH ESO TEL ALT = 62.5 / [deg]", "",
                "LONGTEXT= 'one &'", "CONTINUE  'two &'", "CONTINUE  'three' / all of it",
                "FLAG    =                    F", "WEIRD   = (1.0, 2.0)",
            ]
        ).unit { UInt64($0) }
        let facts = ExifFacts.read(PhotoBytes(file)).map { "\($0.group) \($0.name): \($0.value)" }
        #expect(
            facts == [
                "FITS BITPIX: 16", "FITS NAXIS: 2", "FITS NAXIS1: 2", "FITS NAXIS2: 2",
                "FITS OBJECT: M 31 'core' / the target", "FITS EXPTIME: 15.0",
                "FITS COMMENT: taken in the dark", "FITS ESO TEL ALT: 62.5 / [deg]",
                "FITS LONGTEXT: one two three / all of it", "FITS FLAG: F",
                "FITS WEIRD: (1.0, 2.0)", "File FileType: FITS", "File BitsPerSample: 16",
            ])
    }

    @Test(arguments: [
        (name: "without an end", cards: ["SIMPLE  =                    T"]),
        (name: "without a kind of number", cards: [FITSWriter.card("NAXIS", 0), "END"]),
    ])
    func aHeaderThatLacksCardsIsDamaged(file: (name: String, cards: [String])) {
        let header = FITSWriter(
            bits: 8, axes: [], firstCards: ["SIMPLE  =                    T"] + file.cards)
        var bytes = header.header
        if file.name == "without an end" { bytes = Array(bytes.prefix(1000)) }
        #expect(throws: DecodingFailure.self) { try Self.photo(bytes) }
    }

    @Test func aFileOfTablesAloneIsNotShown() {
        let file = FITSWriter(bits: 8, axes: []).unit { _ in 0 }
        #expect(throws: DecodingFailure.unsupported(kind: .photo(.fits))) { try Self.photo(file) }
    }

    @Test(arguments: [
        [1 << 20, 1 << 20], [1 << 40, 1 << 39], [Int.max, 2], [-5, 3], [1 << 24, 1 << 24, 1 << 24],
    ])
    func sizesThatNoFileHasAreRefused(axes: [Int]) {
        let file =
            FITSWriter(
                bits: -64, axes: axes
            ).header + [UInt8](repeating: 0, count: 2880)
        #expect(throws: DecodingFailure.self) { try Self.photo(file) }
    }

    @Test(arguments: [false, true])
    func whatIsMissingOfAFileIsTransparent(isTiled: Bool) throws {
        let whole = FITSWriter(bits: 16, axes: [40, 30]).unit { UInt64($0) }
        let cut = Array(whole.prefix(2880 + 40 * 2 * 12 + 10))
        let photo = try Self.photo(cut, within: isTiled ? TiledPhotos.means : Opening.means)
        let raster = try photo.whole()
        #expect(raster.pixel(3, 29)[3] == 255)
        #expect(raster.pixel(3, 29 - 11)[3] == 255)
        #expect(raster.pixel(3, 29 - 12)[3] == 0)
        #expect(photo.status.damage == .endsEarly)
    }

    @Test func anyWrongByteOfAHeaderEndsInAPictureOrAFailure() throws {
        let file = Self.several
        var numbers = SeededNumbers(seed: 11)
        for _ in 0..<400 {
            var bytes = file
            for _ in 0..<3 {
                bytes[Int.random(in: 0..<1200, using: &numbers)] = UInt8.random(
                    in: 0..<128, using: &numbers)
            }
            guard let photo = try? Self.photo(bytes), let area = photo.size.area, area < 100_000
            else { continue }
            _ = try? photo.whole(reducedBy: .half)
            _ = ExifFacts.read(PhotoBytes(bytes))
        }
    }

    /// The fuzzer's seeds, written by astropy, and its limits of the values it reads.
    ///
    /// They are 12 x 8 numbers starting at 0, some with a missing one.
    static let astropys = [
        ("u8.fits", 0.0, 95.0),
        ("i16.fits", 0.0, 95.0),
        ("i32.fits", 0.0, 95.0),
        ("i64.fits", 0.0, 95.0),
        ("f32.fits", 0.0, 95.0),
        ("f64.fits", 0.0, 95.0),
        ("unsigned.fits", 0.0, 95.0),
        ("cards.fits", 0.0, 95.0),
    ]

    @Test(arguments: astropys)
    func aFileOfAstropysIsShownBetweenItsLimits(
        file: (name: String, black: Double, white: Double)
    ) throws {
        let place = Folders.photos.appending(path: "../Fuzz/fits/\(file.name)")
        let rest = [UInt8](try Data(contentsOf: place))
        let bytes = Array("SIMPLE  =".utf8) + rest
        let padding = Array(repeating: UInt8(0), count: (2880 - bytes.count % 2880) % 2880)
        let raster = try Self.photo(bytes + padding).whole()
        for value in 0..<96 {
            let pixel = raster.pixel(value % 12, 7 - value / 12)
            guard pixel[3] == 255 else {
                #expect(value == (file.name == "cards.fits" ? 7 : 27))
                continue
            }
            let share = (Double(value) - file.black) / (file.white - file.black)
            #expect(abs(Double(pixel[0]) - min(max(share, 0), 1) * 255) <= 1.01, "\(value)")
        }
    }
}
