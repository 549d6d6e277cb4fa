import Foundation
import Imaging
import PhotoCodec
import TestSupport
import Testing

@Suite struct PNGTilesTests {
    private static func withFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "PNGTiles-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.path)
    }

    private static func means(_ folder: String?) -> DecodingOptions {
        var means = TiledPhotos.means
        means.spillFolder = folder
        return means
    }

    /// Returns a PNG with an orientation in its Exif block, whose checksum is ignored.
    private static func turned(_ png: [UInt8], _ orientation: Orientation) -> [UInt8] {
        let tiff: [UInt8] = [
            0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0,
            UInt8(orientation.rawValue), 0, 0, 0, 0, 0, 0,
        ]
        let chunk = [0, 0, 0, UInt8(tiff.count)] + Array("eXIf".utf8) + tiff + [0, 0, 0, 0]
        return png[..<33] + chunk + png[33...]
    }

    @Test(arguments: Orientation.allCases)
    func anyAreaEqualsThatOfAFullDecode(orientation: Orientation) throws {
        let file = Self.turned(try TiledPhotos.bytes("rgb.png"), orientation)
        try Self.withFolder { folder in
            let tiled = try ImageDecoder.open(PhotoBytes(file), within: Self.means(folder))
            let plain = try ImageDecoder.open(PhotoBytes(file))
            var numbers = SeededNumbers(seed: UInt64(orientation.rawValue))
            for reduction in Reduction.ofFiles {
                for _ in 0..<8 {
                    let area = numbers.area(on: tiled.size.reduced(by: reduction))
                    let some = try tiled.pixels(of: area, reducedBy: reduction)
                    let same = try plain.pixels(of: area, reducedBy: reduction)
                    #expect(some.raster == same.raster, "\(area) reduced by \(reduction)")
                }
            }
            #expect(tiled.status.damage == nil)
            #expect(tiled.status.statistics?.spillBytes == 203 * 149 * 4)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        }
    }

    @Test func withoutRoomTheReducedPhotoRemains() throws {
        let file = PhotoBytes(try TiledPhotos.bytes("rgb.png"))
        let photo = try ImageDecoder.open(file, within: Self.means(nil))
        let plain = try ImageDecoder.open(file)
        for reduction in [Reduction.eighth, .sixteenth, .thirtySecond] {
            let some = try photo.whole(reducedBy: reduction)
            #expect(some == (try plain.whole(reducedBy: reduction)))
        }
        #expect(throws: DecodingFailure.self) { try photo.whole() }
    }

    @Test func showsWhatIsThereOfATruncatedFile() throws {
        let bytes = try TiledPhotos.bytes("rgb.png")
        let start = PhotoBytes(Array(bytes[..<(bytes.count / 2)]))
        let plain = try ImageDecoder.open(start)
        try Self.withFolder { folder in
            let photo = try ImageDecoder.open(start, within: Self.means(folder))
            #expect(try photo.whole() == plain.whole())
            #expect(try photo.whole(reducedBy: .eighth) == plain.whole(reducedBy: .eighth))
            #expect(photo.status.damage == plain.status.damage)
        }
    }
}
