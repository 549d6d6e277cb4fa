import Foundation
import Imaging
import Testing

@testable import PhotoCodec

/// A camera's metadata in a file.
@Suite struct ExifFactsTests {
    /// A directory's entry: its tag, its type, its count, and the value or its offset.
    private typealias Entry = (tag: Int, type: Int, count: Int, value: Int)

    private static let text = 2
    private static let short = 3
    private static let long = 4
    private static let ratio = 5

    /// Returns a JPEG with only an Exif block, with the camera's directory after the picture's.
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
        // The picture's directory has space for eight entries, the camera's starts at 200.
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

    /// In Pillow's form: degrees, minutes and seconds.
    @Test(arguments: [false, true]) func thePositionAndTheOrientationAreTold(littleEndian: Bool) {
        let big: (Int) -> [UInt8] = { value in
            let bytes = (0..<4).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
            return littleEndian ? bytes.reversed() : bytes
        }
        let letter = { (text: String) in
            Int(text.utf8.first ?? 0) << (littleEndian ? 0 : 24)
        }
        let numbers: [Int] = [48, 1, 51, 1, 30, 1, 2, 1, 17, 1, 4044, 100, 357, 10]
        let data: [UInt8] = numbers.flatMap(big)
        let photo = Self.photo(
            [(0x0112, Self.short, 1, 6), (0x8825, Self.long, 1, 200)],
            [
                (1, Self.text, 2, letter("N")), (2, Self.ratio, 3, 400),
                (3, Self.text, 2, letter("W")), (4, Self.ratio, 3, 424), (6, Self.ratio, 1, 448),
            ],
            data: data,
            littleEndian: littleEndian)
        #expect(
            Self.facts(photo) == [
                "Orientation Rotate 90 CW", "GPSLatitude 48.85833° N", "GPSLongitude 2.29457° W",
                "GPSAltitude 35.7 m",
            ])
    }

    /// An impossible position, a ratio with denominator zero, an unknown orientation.
    @Test(arguments: [
        [(2, 5, 3, 400)], [(2, 5, 2, 400)], [(4, 5, 3, 1 << 30)], [(6, 5, 1, 440)],
    ])
    func aPositionThatMakesNoSenseIsLeftOut(
        entries: [(tag: Int, type: Int, count: Int, value: Int)]
    ) {
        var data: [UInt8] = [0, 0, 1, 0, 0, 0, 0, 1]
        data += [UInt8](repeating: 0, count: 40)
        let picture: [Entry] = [(0x0112, Self.short, 1, 9), (0x8825, Self.long, 1, 200)]
        #expect(Self.facts(Self.photo(picture, entries, data: data)) == [])
    }

    /// Returns a JPEG of some segments.
    private static func jpeg(_ segments: [(marker: UInt8, payload: [UInt8])]) -> PhotoBytes {
        var bytes: [UInt8] = [0xFF, 0xD8]
        for segment in segments {
            bytes += [0xFF, segment.marker, 0, UInt8(segment.payload.count + 2)]
            bytes += segment.payload
        }
        bytes += [0xFF, 0xD9]
        return PhotoBytes(bytes)
    }

    private static func told(_ photo: PhotoBytes) -> [String] {
        ExifFacts.read(photo).filter { $0.name != "FileType" }.map { "\($0.name) \($0.value)" }
    }

    @Test func theFrameHeaderTellsOfAJPEGsNumbers() {
        let header: [UInt8] = [12, 0, 8, 0, 8, 3, 1, 17, 0, 2, 17, 0, 3, 17, 0]
        let gray: [UInt8] = [8, 0, 8, 0, 8, 1, 1, 17, 0]
        let (tables, scan): ([UInt8], [UInt8]) = ([0, 1, 2], [1])
        #expect(
            Self.told(Self.jpeg([(0xC2, header)])) == ["BitsPerSample 12", "ColorComponents 3"])
        // The preceding tables have markers of the same kind.
        #expect(
            Self.told(Self.jpeg([(0xC4, tables), (0xC0, gray)]))
                == ["BitsPerSample 8", "ColorComponents 1"])
        #expect(Self.told(Self.jpeg([(0xDA, scan), (0xC0, gray)])) == [])
    }

    @Test func thePNGsFirstChunksTellOfItsNumbers() {
        var bytes: [UInt8] = [137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13]
        bytes += Array("IHDR".utf8)
        let header: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 1, 16, 6, 0, 0, 0]
        bytes += header
        let crc: [UInt8] = [1, 2, 3, 4]
        bytes += crc
        let length: [UInt8] = [0, 0, 0, 7]
        bytes += length
        bytes += Array("iCCPAB C".utf8)
        let rest: [UInt8] = [0, 0, 1]
        bytes += rest
        bytes += crc
        #expect(
            Self.told(PhotoBytes(bytes))
                == ["BitsPerSample 16", "ColorComponents 4", "ProfileDescription AB C"])
    }

    /// Profiles of versions 2 and 4; a truncated one has no name.
    @Test(arguments: ["desc", "mluc"]) func aProfileHasAName(kind: String) {
        var tag = Array(kind.utf8)
        let old: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 5]
        let new: [UInt8] = [
            0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 12, 101, 110, 85, 83, 0, 0, 0, 8, 0, 0, 0, 28,
        ]
        tag += kind == "desc" ? old : new
        for letter in "sRGB".utf8 {
            if kind == "mluc" { tag.append(0) }
            tag.append(letter)
        }
        tag.append(0)
        var profile = [UInt8](repeating: 0, count: 131)
        profile.append(1)
        profile += Array("desc".utf8)
        let place: [UInt8] = [0, 0, 0, 144, 0, 0, 0, UInt8(tag.count)]
        profile += place
        profile += tag
        #expect(ICCDescription.text(of: profile) == "sRGB")
        for count in 0..<profile.count { _ = ICCDescription.text(of: Array(profile[..<count])) }
    }

    @Test(arguments: [
        // a text beyond the end, of another type, a ratio with denominator zero, beyond the end
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

    /// Each has the name and the depth that exiftool 12.57 tells, which calls the depth by several names.
    @Test(
        arguments: [
            ("baseline.jpg", "JPEG", "8", "3"), ("gray.jpg", "JPEG", "8", "1"),
            ("16-bit.png", "PNG", "16", "3"), ("palette-trns.png", "PNG", "2", "1"),
            ("ramp.heic", "HEIC", "8", "3"), ("ramp.avif", "AVIF", "8", "3"),
            ("chart-pq.avif", "AVIF", "10", "3"), ("ramp-16-bit.jp2", "JP2", "16", "1"),
            ("chart-premultiplied.jp2", "JP2", "8", "4"), ("frames.jxl", "JXL", nil, nil),
        ] as [(String, String, String?, String?)])
    func theTypeAndTheDepthAreThoseOfOtherReaders(
        name: String, type: String, bits: String?, channels: String?
    ) throws {
        let facts = ExifFacts.read(
            try PhotoBytes.open(path: Folders.photos.appending(path: name).path))
        let value = { (name: String) in facts.first { $0.name == name }?.value }
        #expect(value("FileType") == type)
        #expect(value("BitsPerSample") == bits)
        #expect(value("ColorComponents") == channels)
    }
}
