import Foundation
import Imaging
import TestSupport
import Testing

@testable import PhotoCodec

/// Rows P of the fault table that need no separate process; the rows of kinds, colours and profiles
/// are tested with their formats, those about memory in `NASAViewTests`.
@Suite struct FaultTablePictures {
    private static let photos = [
        "Tiles/420.jpg", "Tiles/progressive-420.jpg", "adam7.png", plain,
    ]
    /// An uncompressed one: each of its bytes is a byte of a row.
    private static let plain = "plain.png"

    private static func bytes(of name: String) throws -> [UInt8] {
        guard name != plain else {
            return PlainPNG.bytes(
                of: Raster(PixelSize(width: 90, height: 70)) { x, y in
                    (UInt8(x), UInt8(y), UInt8(x + y))
                })
        }
        return [UInt8](try Data(contentsOf: Folders.photos.appending(path: name)))
    }

    @Test(
        "P1: a picture truncated at 2 to 99 % is drawn as far as it goes, and reported as damaged",
        arguments: photos, [2, 10, 25, 50, 75, 90, 99])
    func cutOff(name: String, percent: Int) throws {
        let whole = try Self.bytes(of: name)
        let bytes = PhotoBytes(Array(whole.prefix(whole.count * percent / 100)))
        let photo: any ImageSource
        do { photo = try ImageDecoder.open(bytes, within: Opening.means) } catch {
            // Only headers exist.
            #expect(error != .decoderCrashed && percent < 75, "\(error)")
            return
        }
        do {
            let raster = try photo.whole()
            #expect(raster.size == photo.size)
            #expect(photo.status.damage != nil)
        } catch {
            guard case DecodingFailure.damaged = error else {
                Issue.record("\(error)")
                return
            }
            #expect(percent < 75)
        }
    }

    @Test(
        "P1: a JPEG that lacks its end marker alone is not damaged",
        arguments: [
            "baseline.jpg", "progressive.jpg", "subsampled.jpg", "gray.jpg", "cmyk-adobe.jpg",
        ], [1, 2])
    func withoutItsEndMarker(name: String, missing: Int) throws {
        let bytes = try Self.bytes(of: name)
        let expected = try ImageDecoder.open(PhotoBytes(bytes), within: Opening.means).whole()
        for means in [Opening.means, Opening.tiledMeans] {
            let photo = try ImageDecoder.open(
                PhotoBytes(Array(bytes.dropLast(missing))), within: means)
            #expect(try photo.whole().pixels == expected.pixels)
            #expect(photo.status.damage == nil)
        }
    }

    @Test("P1: a JPEG without its last scan is damaged")
    func withoutItsLastScan() throws {
        let bytes = try Self.bytes(of: "progressive.jpg")
        let scan = try #require(
            bytes.indices.dropLast().last { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA })
        let photo = try ImageDecoder.open(
            PhotoBytes(Array(bytes[..<scan])), within: Opening.means)
        _ = try photo.whole()
        #expect(photo.status.damage != nil)
    }

    @Test(
        "P4: unsupported kinds are named",
        arguments: [
            ("12-bit.jpg", FileKind.unsupported(.deepJPEG)),
            ("lossless.jpg", .unsupported(.losslessJPEG)),
            ("apple-only.png", .unsupported(.applePNG)),
        ])
    func unsupported(name: String, kind: FileKind) {
        #expect(throws: DecodingFailure.unsupported(kind: kind)) { try Opening.fixture(name) }
    }

    @Test(
        "P8: a side over a library's limit is reported as too large",
        arguments: [(1_000_001, 4), (4, 1_000_001), (1 << 30, 1)])
    func longSidesOfPNGs(width: Int, height: Int) throws {
        var bytes = try Self.bytes(of: "8-bit.png")
        for (place, side) in [(16, width), (20, height)] {
            for index in 0..<4 { bytes[place + index] = UInt8(side >> (24 - 8 * index) & 255) }
        }
        let size = PixelSize(width: width, height: height)
        #expect(throws: DecodingFailure.tooLarge(size)) {
            try ImageDecoder.open(PhotoBytes(bytes), within: Opening.means)
        }
    }

    /// libjpeg refuses more than 65500; tiles of these pictures are smaller.
    @Test("P8: a JPEG may have any side its header can state", arguments: [65500, 65501, 65535])
    func longSidesOfJPEGs(height: Int) throws {
        var bytes = try Self.bytes(of: "baseline.jpg")
        let frame = try #require(
            bytes.indices.dropLast(10).first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
        bytes[frame + 5] = UInt8(height >> 8)
        bytes[frame + 6] = UInt8(height & 255)
        let photo = try ImageDecoder.open(PhotoBytes(bytes), within: Opening.means)
        let top = PixelRect(x: 0, y: 0, width: 48, height: 16)
        let part = try photo.pixels(of: top, reducedBy: .none).raster
        let whole = try Opening.fixture("baseline.jpg").whole()
        #expect(areNear(part.pixel(10, 3), whole.pixel(10, 3), within: 2))
    }

    @Test("P4: two or five components are refused", arguments: [2, 5])
    func components(count: Int) throws {
        var bytes = [UInt8](
            try Data(contentsOf: Folders.photos.appending(path: "baseline.jpg")))
        let frame = try #require(
            bytes.indices.dropLast(10).first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
        bytes[frame + 9] = UInt8(count)
        #expect(throws: DecodingFailure.unsupported(kind: .photo(.jpeg))) {
            try ImageDecoder.open(PhotoBytes(bytes), within: Opening.means)
        }
    }

    @Test(
        "P8: impossible sizes are refused from the header alone",
        arguments: [
            ("claims-65500.jpg", DecodingFailure.tooLarge(PixelSize(width: 65500, height: 65500))),
            ("claims-65500.png", .tooLarge(PixelSize(width: 65500, height: 65500))),
            (
                "claims-65500-progressive.jpg",
                .tooLarge(PixelSize(width: 65500, height: 65500))
            ),
        ])
    func sizes(name: String, failure: DecodingFailure) {
        #expect(throws: failure) { try Opening.fixture(name) }
    }

    @Test(
        "P8: 0 by 0, and sides that overflow, are refused",
        arguments: [(0, 0), (0, 5), (5, 0), (0x7FFF_FFFF, 0x7FFF_FFFF), (0xFFFF_FFFF, 1)])
    func header(width: UInt32, height: UInt32) {
        var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
        var header = Array("IHDR".utf8)
        for side in [width, height] {
            withUnsafeBytes(of: side.bigEndian) { header += Array($0) }
        }
        header += [8, 2, 0, 0, 0]
        bytes += header
        withUnsafeBytes(of: Self.checksum(header).bigEndian) { bytes += Array($0) }
        #expect(throws: DecodingFailure.self) { try ImageDecoder.open(PhotoBytes(bytes)) }
    }

    /// Returns PNG's CRC-32, computed bit by bit.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in
                sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1
            }
        }
    }

    @Test("P13: a 10 GB file that is nearly all a hole is reported as damaged or shown, not read")
    func sparse() throws {
        try PhotoBytesTests.withFolder { folder in
            let file = folder.appending(path: "hole.jpg")
            try FileManager.default.copyItem(
                at: Folders.photos.appending(path: "baseline.jpg"), to: file)
            #expect(truncate(file.path, 10 << 30) == 0)
            let photo = try Opening.photo(file)
            #expect(try photo.whole() == Opening.fixture("baseline.jpg").whole())
        }
    }

    /// A small one is copied when it is opened; a larger one stays a file.
    @Test(
        "P13: a file that vanishes or grows after it was opened is shown as it was",
        arguments: [0, 5 << 20])
    func vanishing(more: Int) throws {
        try PhotoBytesTests.withFolder { folder in
            let file = folder.appending(path: "leaving.jpg")
            let original = Folders.photos.appending(path: "baseline.jpg")
            try (try Data(contentsOf: original) + Data(repeating: 0x55, count: more)).write(
                to: file)
            let photo = try Opening.photo(file)
            let handle = try FileHandle(forWritingTo: file)
            try handle.seekToEnd()
            try handle.write(contentsOf: Data(repeating: 0xAA, count: 1 << 20))
            try FileManager.default.removeItem(at: file)
            #expect(try photo.whole() == Opening.photo(original).whole())
        }
    }

    /// libdispatch's threads read /proc, which a decoding process may not.
    @Test func nothingInTheCodecRunsOnThreadsOfLibdispatch() throws {
        var count = 0
        for module in ["PhotoCodec", "JPEGTiling"] {
            let sources = Folders.package.appending(path: "Sources/\(module)")
            let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
            while let file = files?.nextObject() as? URL {
                guard file.pathExtension == "swift" else { continue }
                count += 1
                let text = try String(contentsOf: file, encoding: .utf8)
                #expect(!text.contains("DispatchQueue"), "\(file.lastPathComponent)")
            }
        }
        #expect(count > 40)
    }
}
