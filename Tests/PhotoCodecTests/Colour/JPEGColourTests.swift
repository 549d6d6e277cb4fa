import Foundation
import Imaging
import PhotoCodec
import TestSupport
import Testing

/// JPEGs whose colours only Exif tells, and inks that no marker explains.
@Suite struct JPEGColourTests {
    /// Exif's number for an uncalibrated space, and the rule of DCF that means Adobe RGB.
    private static func exif(space: Int, rule: String, isLittleEndian: Bool) -> [UInt8] {
        let number = { (value: Int, bytes: Int) -> [UInt8] in
            let big = (0..<bytes).reversed().map { UInt8(value >> ($0 * 8) & 255) }
            return isLittleEndian ? big.reversed() : big
        }
        let entry = { (tag: Int, type: Int, count: Int, value: [UInt8]) -> [UInt8] in
            number(tag, 2) + number(type, 2) + number(count, 4) + value
        }
        let picture = number(1, 2) + entry(0x8769, 4, 1, number(26, 4)) + number(0, 4)
        let camera =
            number(2, 2) + entry(0xA001, 3, 1, number(space, 2) + [0, 0])
            + entry(0xA005, 4, 1, number(56, 4)) + number(0, 4)
        let interoperability =
            number(1, 2) + entry(1, 2, 4, Array(rule.utf8) + [0]) + number(0, 4)
        let head = Array((isLittleEndian ? "II" : "MM").utf8) + number(42, 2) + number(8, 4)
        let block = Array("Exif\0\0".utf8) + head + picture + camera + interoperability
        return [0xFF, 0xE1] + [UInt8((block.count + 2) >> 8), UInt8((block.count + 2) & 255)]
            + block
    }

    private static func shown(_ name: String, with segment: [UInt8]) throws -> Raster {
        var bytes = [UInt8](try Data(contentsOf: Folders.photos.appending(path: name)))
        bytes.insert(contentsOf: segment, at: 2)
        return try ImageDecoder.open(PhotoBytes(bytes), within: Opening.means).whole()
    }

    @Test(arguments: [true, false], [(0xFFFF, "R03"), (2, "R98")])
    func adobeRGBByExif(isLittleEndian: Bool, named: (space: Int, rule: String)) throws {
        let plain = try Opening.fixture("baseline.jpg").whole()
        let exif = Self.exif(
            space: named.space, rule: named.rule, isLittleEndian: isLittleEndian)
        let shown = try Self.shown("baseline.jpg", with: exif)
        // (220, 30, 30) of Adobe RGB lies outside sRGB; the green corner does too.
        #expect(plain.pixel(2, 2)[0] < 226)
        #expect(shown.pixel(2, 2)[0] >= 250)
        #expect(shown.pixel(2, 2)[3] == 255)
    }

    @Test(arguments: [(1, "R03"), (0xFFFF, "R98"), (3, "R03")])
    func anythingElseIsSRGB(space: Int, rule: String) throws {
        let exif = Self.exif(space: space, rule: rule, isLittleEndian: true)
        #expect(
            try Self.shown("baseline.jpg", with: exif) == Opening.fixture("baseline.jpg").whole())
    }

    /// 255 is the absence of ink in both: with Adobe's marker and without.
    @Test func inksOfAJPEGAreInvertedWithoutAMarkerToo() throws {
        let plain = try Opening.fixture("cmyk-plain.jpg").whole()
        let place = Folders.photos.appending(path: "cmyk-plain.jpg")
        let bytes = [UInt8](try Data(contentsOf: place))
        #expect(!zip(bytes, bytes.dropFirst()).contains { $0 == (0xFF, 0xEE) })
        #expect(areNear(plain.pixel(2, 2), [220, 30, 30, 255], within: 12))
    }
}

/// JPEGs that lack something, and are shown.
@Suite struct JPEGEndingTests {
    private static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: Folders.photos.appending(path: name)))
    }

    private static func open(_ bytes: [UInt8], isTiled: Bool = false) throws -> any ImageSource {
        try ImageDecoder.open(
            PhotoBytes(bytes), within: isTiled ? Opening.tiledMeans : Opening.means)
    }

    @Test(arguments: ["baseline.jpg", "progressive.jpg", "subsampled.jpg", "cmyk-adobe.jpg"])
    func withoutAnEndMarkerAJPEGIsWhole(name: String) throws {
        let whole = try Self.bytes(name)
        #expect(whole.suffix(2) == [0xFF, 0xD9])
        for reduction in [Reduction.none, .eighth] {
            let photo = try Self.open(Array(whole.dropLast(2)))
            let same = try Opening.fixture(name).whole(reducedBy: reduction)
            #expect(try photo.whole(reducedBy: reduction) == same)
            #expect(photo.status.damage == nil)
        }
    }

    /// The height is 0 in the frame header, and follows the scan.
    private static func withLateHeight(_ bytes: [UInt8], end: [UInt8]? = nil) throws -> [UInt8] {
        var bytes = bytes
        let frame = try #require(
            bytes.indices.first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
        let height = Array(bytes[(frame + 5)...(frame + 6)])
        bytes.replaceSubrange((frame + 5)...(frame + 6), with: [0, 0])
        let scan: [UInt8] = Array(bytes[..<(bytes.count - 2)])
        return scan + (end ?? [0xFF, 0xDC, 0, 4] + height) + [0xFF, 0xD9]
    }

    @Test(arguments: [false, true])
    func aHeightBehindTheScanCounts(isTiled: Bool) throws {
        let late = try Self.withLateHeight(Self.bytes("baseline.jpg"))
        let photo = try Self.open(late, isTiled: isTiled)
        #expect(photo.size == "48x32")
        #expect(try photo.whole() == Opening.fixture("baseline.jpg").whole())
        #expect(photo.status.damage == nil)
    }

    /// None, one of 0, and one that is too short.
    @Test(arguments: [[], [0xFF, 0xDC, 0, 4, 0, 0], [0xFF, 0xDC, 0, 3, 1]])
    func withoutAHeightThereAreNoPixels(end: [UInt8]) throws {
        let late = try Self.withLateHeight(Self.bytes("baseline.jpg"), end: end)
        #expect(throws: DecodingFailure.damaged(.noPixels)) { try Self.open(late) }
    }

    @Test(arguments: [("lossless.jpg", UnsupportedFormat.losslessJPEG), ("12-bit.jpg", .deepJPEG)])
    func whatTurboJPEGCannotDecodeIsNamed(name: String, format: UnsupportedFormat) {
        #expect(throws: DecodingFailure.unsupported(kind: .unsupported(format))) {
            try Opening.fixture(name)
        }
    }
}
