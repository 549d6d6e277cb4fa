import Foundation
import Imaging
import TestSupport
import Testing

@testable import PhotoCodec

/// FITS headers beyond numbers and sizes, and files that gzip packed.
@Suite struct FITSFurtherTests {
    private static func open(_ bytes: [UInt8]) throws -> any ImageSource {
        try ImageDecoder.open(PhotoBytes(bytes), within: Opening.means)
    }

    /// Their zero, 2 to the power of 63, leaves numbers near it no digits in double precision.
    @Test func unsignedNumbersOf64BitsAreExact() throws {
        let file = FITSWriter(bits: 64, axes: [40, 3], cards: ["BZERO   =  9223372036854775808"])
            .unit { UInt64($0 % 40 * 5 + 1000) ^ 1 << 63 }
        let photo = try Self.open(file)
        let raster = try photo.whole()
        for x in [0, 10, 20, 39] { #expect(abs(raster.pixel(x, 1)[0] - x * 255 / 39) <= 2) }
        let sample = try photo.sample(at: PixelPoint(x: 7, y: 0))
        #expect(sample.values == [.integer(1035)])
    }

    @Test(arguments: [("TOP-DOWN", 0), ("top-down", 0), ("BOTTOM-UP", 3), ("", 3)])
    func theFirstRowIsWhereTheHeaderSays(order: String, row: Int) throws {
        let cards = order.isEmpty ? [] : ["ROWORDER= '\(order)'"]
        let file = FITSWriter(bits: 8, axes: [5, 4], cards: cards).unit { $0 < 5 ? 200 : 7 }
        let raster = try Self.open(file).whole()
        #expect((0..<4).filter { raster.pixel(2, $0)[0] > 100 } == [row])
    }

    @Test(arguments: ["CTYPE3  = 'RGB     '", "COLORSPC= 'RGB     '"])
    func threePlanesAreColoursIfTheHeaderSaysSo(card: String) throws {
        let file = FITSWriter(bits: 8, axes: [4, 2, 3], cards: [card]).unit { place in
            UInt64([200, 30, 90][place / 8] + place % 8)
        }
        let photo = try Self.open(file)
        #expect(photo.pages.count == 4)
        #expect(try photo.whole().pixel(1, 1) == [201, 31, 91, 255])
        #expect(try photo.sample(at: PixelPoint(x: 1, y: 1)).values == [201, 31, 91])
        #expect(try photo.page(2).sample(at: PixelPoint(x: 1, y: 1)).values == [31])
        let bands = try #require(BandComposite(photo, .first))
        #expect(try bands.sample(at: PixelPoint(x: 1, y: 1)).values == [201, 31, 91])
    }

    @Test func otherCubesAreTheirPlanes() throws {
        for (axes, cards) in [
            ([4, 2, 3], ["CTYPE3  = 'WAVE    '"]), ([4, 2, 4], ["CTYPE3  = 'RGB     '"]),
            ([4, 2, 3, 2], ["CTYPE3  = 'RGB     '"]),
        ] {
            let file = FITSWriter(bits: 16, axes: axes, cards: cards).unit { UInt64($0) }
            #expect(try Self.open(file).pages.count == axes.dropFirst(2).reduce(1, *))
        }
    }

    @Test(arguments: [false, true])
    func anyAreaOfColoursEqualsThatOfTheWhole(isHighBitDepth: Bool) throws {
        let file = FITSWriter(
            bits: isHighBitDepth ? 16 : 8, axes: [97, 61, 3], cards: ["CTYPE3  = 'RGB'"]
        )
        .unit { UInt64($0 * 7 % 251) }
        let plain = try Self.open(file)
        let tiled = try ImageDecoder.open(PhotoBytes(file), within: TiledPhotos.means)
        var numbers = SeededNumbers(seed: 2)
        for reduction in Reduction.ofFiles {
            let area = numbers.area(on: tiled.size.reduced(by: reduction))
            let some = try tiled.pixels(of: area, reducedBy: reduction)
            #expect(try some.raster == plain.pixels(of: area, reducedBy: reduction).raster)
        }
    }

    @Test func aFileOfTablesAloneSaysSo() throws {
        let table = FITSWriter(
            bits: 8, axes: [10, 3],
            firstCards: [
                "XTENSION= 'BINTABLE'", FITSWriter.card("BITPIX", 8), FITSWriter.card("NAXIS", 2),
                FITSWriter.card("NAXIS1", 10), FITSWriter.card("NAXIS2", 3),
                FITSWriter.card("PCOUNT", 0), FITSWriter.card("GCOUNT", 1),
                FITSWriter.card("TFIELDS", 1), "TFORM1  = '10A     '",
            ]
        ).unit { UInt64($0) }
        let file = FITSWriter(bits: 8, axes: []).unit { _ in 0 } + table
        #expect(throws: DecodingFailure.unsupported(kind: .unsupported(.fitsTables))) {
            try Self.open(file)
        }
    }

    /// A gzip file whose bytes are stored, not packed, in one or two parts (RFC 1951, 3.2.4).
    private static func gzip(
        _ bytes: [UInt8], parts: Int = 1, hasChecksum: Bool = true
    ) -> [UInt8] {
        let size = (bytes.count + parts - 1) / parts
        return stride(from: 0, to: bytes.count, by: size).flatMap { start -> [UInt8] in
            let part = Array(bytes[start..<min(start + size, bytes.count)])
            let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
            let blocks = stride(from: 0, to: part.count, by: 60_000).flatMap { first -> [UInt8] in
                let block = part[first..<min(first + 60_000, part.count)]
                let isLast: UInt8 = first + 60_000 >= part.count ? 1 : 0
                return [isLast] + words(block.count) + words(~block.count & 0xFFFF) + block
            }
            let sum = hasChecksum ? checksum(part) : 0
            return head + blocks + words(Int(sum & 0xFFFF)) + words(Int(sum >> 16))
                + words(part.count & 0xFFFF) + words(part.count >> 16)
        }
    }

    /// CRC-32, computed bit by bit.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in
                sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1
            }
        }
    }

    private static func words(_ number: Int) -> [UInt8] {
        [UInt8(number & 0xFF), UInt8(number >> 8 & 0xFF)]
    }

    @Test(arguments: [1, 2, 5])
    func aFileThatGzipPackedIsInflated(parts: Int) throws {
        let file = FITSWriter(bits: 16, axes: [300, 200]).unit { UInt64($0 % 971) }
        let photo = try Self.open(Self.gzip(file, parts: parts))
        #expect(try photo.whole() == Self.open(file).whole())
    }

    /// The size that ends the file is that of the last member, which bgzip leaves empty.
    @Test func aLargeOneIsInflatedIntoANamelessFile() throws {
        // Larger than what is held in memory; a wrong checksum takes nothing from it.
        let file = FITSWriter(bits: 8, axes: [9000, 8000])
        let rows = (0..<8000).flatMap { row in [UInt8](repeating: UInt8(row / 40), count: 9000) }
        let bytes = file.header + rows + [UInt8](repeating: 0, count: 2880 - rows.count % 2880)
        let photo = try Self.open(Self.gzip(bytes, hasChecksum: false))
        #expect(try photo.sample(at: PixelPoint(x: 8999, y: 0)).values == [199])
        #expect(try photo.sample(at: PixelPoint(x: 0, y: 7999)).values == [0])
    }

    @Test("P1: a truncated packed file is shown as far as it goes")
    func cutOff() throws {
        let file = FITSWriter(bits: 8, axes: [100, 100]).unit { UInt64($0 % 200 + 1) }
        let photo = try Self.open(Array(Self.gzip(file).prefix(2880 + 5000)))
        let raster = try photo.whole()
        #expect(raster.pixel(5, 99)[3] == 255 && raster.pixel(5, 0)[3] == 0)
        #expect(photo.status.damage == .endsEarly)
    }

    @Test("P4: other files that gzip packed are no photos")
    func others() {
        for bytes in [Array("a text".utf8), gzipped(twice: true)] {
            #expect(throws: DecodingFailure.unsupported(kind: .gzip)) {
                try Self.open(Self.gzip(bytes))
            }
        }
        #expect(throws: DecodingFailure.unsupported(kind: .gzip)) {
            try Self.open([0x1F, 0x8B, 8])
        }
    }

    private func gzipped(twice: Bool) -> [UInt8] {
        let file = FITSWriter(bits: 8, axes: [4, 4]).unit { UInt64($0) }
        return twice ? Self.gzip(file) : file
    }
}
