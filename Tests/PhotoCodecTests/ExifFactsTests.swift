import Imaging
import Testing

@testable import PhotoCodec

/// What a camera wrote into a file.
@Suite struct ExifFactsTests {
    /// A directory's entry: its tag, its type, how many, and the value or where it lies.
    private typealias Entry = (tag: Int, type: Int, count: Int, value: Int)

    private static let text = 2
    private static let short = 3
    private static let long = 4
    private static let ratio = 5

    /// A JPEG of nothing but an Exif block, with the camera's directory behind the picture's.
    private static func photo(
        _ picture: [Entry], _ camera: [Entry] = [], data: [UInt8] = [], littleEndian: Bool = false
    ) -> PhotoBytes {
        let number = { (value: Int, bytes: Int) -> [UInt8] in
            let big = (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
            return littleEndian ? big.reversed() : big
        }
        let directory = { (entries: [Entry]) -> [UInt8] in
            number(entries.count, 2)
                + entries.flatMap { entry in
                    let value =
                        entry.type == short
                        ? number(entry.value, 2) + [0, 0] : number(entry.value, 4)
                    return number(entry.tag, 2) + number(entry.type, 2) + number(entry.count, 4)
                        + value
                } + [0, 0, 0, 0]
        }
        let start: [UInt8] = Array((littleEndian ? "II" : "MM").utf8) + number(42, 2) + number(8, 4)
        // The picture's directory has room for eight entries, the camera's begins at 200.
        var tiff = start + directory(picture)
        tiff += Array(repeating: 0, count: 200 - tiff.count) + directory(camera)
        tiff += Array(repeating: 0, count: 400 - tiff.count) + data
        let block = Array("Exif\0\0".utf8) + tiff
        let length = block.count + 2
        return PhotoBytes(
            [0xFF, 0xD8, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + block + [
                0xFF, 0xD9,
            ])
    }

    private static func facts(_ photo: PhotoBytes) -> [String] {
        ExifFacts.read(photo).filter { $0.group == "EXIF" }.map { "\($0.name) \($0.value)" }
    }

    @Test(arguments: [false, true]) func cameraAndExposureAreTold(littleEndian: Bool) {
        let big: (Int) -> [UInt8] = { value in
            let bytes = (0..<4).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
            return littleEndian ? bytes.reversed() : bytes
        }
        let data =
            Array("NIKON  D5\0".utf8) + Array(repeating: 0, count: 6)
            + [1, 250, 28, 10, 500, 10].flatMap(big)
        let photo = Self.photo(
            [(0x0110, Self.text, 10, 400), (0x8769, Self.long, 1, 200)],
            [
                (0x829A, Self.ratio, 1, 416), (0x829D, Self.ratio, 1, 424),
                (0x8827, Self.short, 1, 400), (0x920A, Self.ratio, 1, 432),
            ], data: data, littleEndian: littleEndian)
        #expect(
            Self.facts(photo) == [
                "Model NIKON D5", "ExposureTime 1/250 s", "FNumber f/2.8", "ISO 400",
                "FocalLength 50 mm",
            ])
    }

    @Test(arguments: [
        // a text beyond the end, of another type, a ratio with nothing below the line, beyond the end
        [(0x0110, 2, 10, 1 << 30)], [(0x0110, 7, 4, 0)], [(0x8769, 4, 1, 1 << 31)],
        [(0x8769, 4, 1, 8), (0x829A, 5, 1, 600)], [(0x8769, 4, 1, 8), (0x829D, 5, 1, 300)],
        [(0x010F, 2, 0xFFFF_FFFF, 396)],
    ])
    func whatIsWrongIsLeftOut(entries: [(tag: Int, type: Int, count: Int, value: Int)]) {
        #expect(Self.facts(Self.photo(entries)) == [])
    }

    @Test func ofAFileWithoutABlockNothingIsTold() {
        #expect(Self.facts(PhotoBytes([0xFF, 0xD8, 0xFF, 0xD9])) == [])
        #expect(Self.facts(PhotoBytes(Array("a text".utf8))) == [])
        #expect(Self.facts(PhotoBytes([])) == [])
    }
}
