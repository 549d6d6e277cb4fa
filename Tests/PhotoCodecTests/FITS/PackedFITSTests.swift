import Foundation
import Imaging
import TestSupport
import Testing

@testable import PhotoCodec

/// Tile-compressed FITS files, the seeds of the fuzzer, which astropy wrote (`CompImageHDU`).
@Suite struct PackedFITSTests {
    /// A number of the picture that they were made from: 24 x 10, some of them a part of it.
    private static func number(_ x: Int, _ y: Int) -> Int { (x * 13 + y * 17) % 101 }

    struct File: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var size: PixelSize = "24x10"
        /// How far values may be from those that were packed: half a step of quantised ones.
        var tolerance = 0.0
        var parts = 1
        let value: @Sendable (_ x: Int, _ y: Int, _ plane: Int) -> Double

        init(
            _ name: String, size: PixelSize = "24x10", tolerance: Double = 0, parts: Int = 1,
            value: @escaping @Sendable (Int, Int, Int) -> Double
        ) {
            (testDescription, self.size, self.tolerance) = (name, size, tolerance)
            (self.parts, self.value) = (parts, value)
        }

        var bytes: [UInt8] {
            get throws {
                let place = Folders.photos.appending(path: "../Fuzz/fits/\(testDescription).fits")
                let bytes = Array("SIMPLE  =".utf8) + [UInt8](try Data(contentsOf: place))
                return bytes + Array(repeating: 0, count: (2880 - bytes.count % 2880) % 2880)
            }
        }

        func open(within means: DecodingOptions = Opening.means) throws -> any ImageSource {
            try ImageDecoder.open(PhotoBytes(bytes), within: means)
        }
    }

    private static func quarter(_ x: Int, _ y: Int) -> Double { Double(number(x, y)) / 4 }

    static let files = [
        File("rice-u8") { x, y, _ in Double(number(x, y)) },
        File("rice-i16-tiles") { x, y, _ in Double(number(x, y) - 50) },
        File("rice-i32-cube", parts: 3) { x, y, plane in Double(number(x, y) * 1000 + plane) },
        File("rice-f32-dither2", tolerance: 0.0626) { x, y, _ in
            y == 7 ? 0 : y == 3 && (4..<9).contains(x) ? .nan : quarter(x, y)
        },
        File("gzip1-f64") { x, y, _ in Double(number(x, y)) / 3 },
        File("gzip2-i32") { x, y, _ in Double(number(x, y) * 70001 - 9) },
        File("gzip2-f32-dither1", tolerance: 0.0626) { x, y, _ in quarter(x, y) },
        File("hcompress-i16") { x, y, _ in Double(number(x, y) - 50) },
        File("hcompress-i32-odd", size: "13x9") { x, y, _ in Double(number(x, y) * 1000) },
        File("hcompress-f32", tolerance: 0.0626) { x, y, _ in quarter(x, y) },
        File("plio-i16") { x, y, _ in
            number(x, y) % 7 < 3 ? 0 : Double(number(x, y) * 50)
        },
    ]

    private static func value(_ number: SampleValue?) -> Double {
        switch number {
        case .integer(let number): Double(number)
        case .single(let number): Double(number)
        case .double(let number): number
        default: .nan
        }
    }

    @Test(arguments: files, [false, true])
    func allValuesAreThoseThatWerePacked(file: File, isTiled: Bool) throws {
        let photo = try file.open(within: isTiled ? TiledPhotos.means : Opening.means)
        #expect(photo.size == file.size && photo.pages.count == file.parts)
        for part in 0..<file.parts {
            for y in 0..<file.size.height {
                for x in 0..<file.size.width {
                    let point = PixelPoint(x: x, y: file.size.height - 1 - y)
                    let found = Self.value(try photo.page(part).sample(at: point).values.first)
                    let expected = file.value(x, y, part)
                    #expect(
                        abs(found - expected) <= file.tolerance
                            || found.isNaN && expected.isNaN, "\(x), \(y): \(found)")
                }
            }
        }
        #expect(photo.status.damage == nil)
    }

    /// The same numbers without a tile: gray of one is that of the other.
    @Test func aPackedPictureLooksLikeOneThatIsNot() throws {
        for (name, bits, less) in [("rice-u8", 8, 0), ("rice-i16-tiles", 16, 50)] {
            let plain = FITSWriter(bits: bits, axes: [24, 10]).unit { place in
                UInt64(bitPattern: Int64(Self.number(place % 24, place / 24) - less))
            }
            let file = try #require(Self.files.first { $0.testDescription == name })
            let expected = try ImageDecoder.open(PhotoBytes(plain)).whole()
            #expect(try file.open().whole().pixels == expected.pixels)
        }
    }

    @Test(arguments: files)
    func anyAreaEqualsThatOfAFullDecode(file: File) throws {
        let (plain, tiled) = (try file.open(), try file.open(within: TiledPhotos.means))
        var numbers = SeededNumbers(seed: 8)
        for reduction in Reduction.ofFiles {
            for _ in 0..<4 {
                let area = numbers.area(on: tiled.size.reduced(by: reduction))
                let some = try tiled.pixels(of: area, reducedBy: reduction)
                let same = try plain.pixels(of: area, reducedBy: reduction)
                #expect(some.raster.pixels == same.raster.pixels, "\(area) by \(reduction)")
            }
        }
    }

    @Test func whatHasNoValueIsTransparent() throws {
        let file = try #require(Self.files.first { $0.testDescription == "rice-f32-dither2" })
        let raster = try file.open().whole()
        #expect(raster.pixel(5, 6) == [0, 0, 0, 0] && raster.pixel(9, 6)[3] == 255)
    }

    @Test("P1: of a truncated packed file the whole tiles are shown, and the damage is told")
    func tilesThatAreMissing() throws {
        let file = try #require(Self.files.first { $0.testDescription == "rice-u8" })
        // The heap begins after ten rows of the table, and ends in this block.
        let bytes = try file.bytes
        let heap = bytes.count - 2880 + 10 * 8
        let photo = try ImageDecoder.open(PhotoBytes(Array(bytes.prefix(heap + 120))))
        let raster = try photo.whole()
        #expect(raster.pixel(3, 9)[3] == 255 && raster.pixel(3, 0)[3] == 0)
        #expect(photo.status.damage == .endsEarly)
    }

    @Test(arguments: files)
    func anyWrongByteEndsInAPictureOrAFailure(file: File) throws {
        let bytes = try file.bytes
        var numbers = SeededNumbers(seed: 12)
        for _ in 0..<150 {
            var wrong = bytes
            for _ in 0..<4 {
                wrong[Int.random(in: 2880..<wrong.count, using: &numbers)] = .random(
                    in: 0...255, using: &numbers)
            }
            guard let photo = try? ImageDecoder.open(PhotoBytes(wrong)),
                let area = photo.size.area, area < 100_000
            else { continue }
            _ = try? photo.whole()
            _ = try? photo.sample(at: .origin)
        }
    }

    @Test(arguments: [
        ("ZTILE1", "ZTILE1  =                    0"),
        ("NAXIS2", "NAXIS2  =                    3"), ("TFORM1", "TFORM1  = '999999999999PB'"),
        ("ZVAL2", "ZVAL2   =                    3"), ("ZCMPTYPE", "ZCMPTYPE= 'BZIP2_1 '"),
        ("TTYPE1", "THEAP   =                   -1"),
    ])
    func aTableThatMakesNoSenseIsATableWithoutAPicture(keyword: String, card: String) throws {
        let file = try #require(Self.files.first { $0.testDescription == "rice-u8" })
        let wrong = try Self.replacing(keyword, by: card, in: file.bytes)
        #expect(throws: DecodingFailure.unsupported(kind: .unsupported(.fitsTables))) {
            try ImageDecoder.open(PhotoBytes(wrong))
        }
    }

    /// Replaces the last card of that name.
    private static func replacing(
        _ keyword: String, by card: String, in bytes: [UInt8]
    ) throws -> [UInt8] {
        let places = stride(from: 2880, to: bytes.count - 80, by: 80).filter { place in
            bytes[place...].starts(with: (keyword + " ").utf8)
                || bytes[place...].starts(with: (keyword + "=").utf8)
        }
        let place = try #require(places.last)
        var wrong = bytes
        let line = Array(card.utf8) + Array(repeating: 0x20, count: 80 - card.utf8.count)
        wrong.replaceSubrange(place..<place + 80, with: line)
        return wrong
    }
}
