import Foundation
import Imaging
import JPEGTiling
import Testing

@testable import PhotoCodec

/// The thumbnail in a photo's Exif block, shown before anything of the photo was read.
@Suite struct ExifThumbnailTests {
    /// The corners of the thumbnail, which is 48 x 32 (see `OrientationOfFilesTests`).
    private static let colours = OrientationOfFilesTests.corners.map(\.colour)

    private static func tiles(_ photo: [UInt8]) throws -> JPEGPreparation {
        let bytes = PhotoBytes(photo)
        let header = try bytes.withUnsafeBytes { source throws(DecodingFailure) in
            try JPEGHeader(source)
        }
        let decoder = JPEGDecoder(bytes: bytes, header: header, partBytes: .max)
        return try #require(JPEGPreparation(inOneScan: decoder, within: TiledPhotos.means))
    }

    /// Returns a photo with a thumbnail; `length` is its length according to the Exif block.
    private static func photo(length: Int? = nil, thumbnail: String = "baseline.jpg") throws
        -> [UInt8]
    {
        let photo = try TiledPhotos.bytes("420.jpg")
        let small = [UInt8](try Data(contentsOf: Folders.photos.appending(path: thumbnail)))
        let start = 8 + 6 + 2 + 2 * 12 + 4
        let tiff: [UInt8] =
            [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 0, 0, 0, 0, 14, 0, 2]
            + entry(0x0201, start) + entry(0x0202, length ?? small.count) + [0, 0, 0, 0]
        let payload = Array("Exif\0\0".utf8) + tiff + small
        let size = payload.count + 2
        let segment = [0xFF, 0xE1, UInt8(size >> 8), UInt8(size & 0xFF)] + payload
        return photo[..<2] + segment + photo[2...]
    }

    private static func entry(_ tag: Int, _ value: Int) -> [UInt8] {
        [
            UInt8(tag >> 8), UInt8(tag & 0xFF), 0, 4, 0, 0, 0, 1, 0, 0, UInt8(value >> 8),
            UInt8(value & 0xFF),
        ]
    }

    @Test(arguments: [Reduction.eighth, .sixteenth, .thirtySecond])
    func isShownBeforeAnythingWasRead(reduction: Reduction) throws {
        let tiles = try Self.tiles(Self.photo())
        let grid = PixelRect(tiles.pyramid.size.reduced(by: reduction))
        let preview = try #require(tiles.preview(of: grid, reducedBy: reduction))
        #expect(preview.size == grid.size)
        // It is wider than the photo, whose sides are within its own, so the corners are visible.
        let places = [(0, 0), (grid.maxX - 1, 0), (0, grid.maxY - 1)]
        for (place, colour) in zip(places, Self.colours) {
            let pixel = preview.pixel(place.0, place.1)
            #expect(areNear(pixel, colour + [255], within: 40), "\(place) is \(pixel)")
        }
    }

    @Test func anAreaOfItIsThePartOfTheWhole() throws {
        let tiles = try Self.tiles(Self.photo())
        let grid = PixelRect(tiles.pyramid.size.reduced(by: .eighth))
        let whole = try #require(tiles.preview(of: grid, reducedBy: .eighth))
        let area = PixelRect(x: 3, y: 2, width: 9, height: 7)
        #expect(tiles.preview(of: area, reducedBy: .eighth) == whole.cropped(to: area))
    }

    /// A view finer than an eighth would show only a blur.
    @Test func isForViewsOfAllOfAPhoto() throws {
        let tiles = try Self.tiles(Self.photo())
        let area = PixelRect(x: 0, y: 0, width: 10, height: 10)
        #expect(tiles.preview(of: area, reducedBy: .quarter) == nil)
    }

    @Test(arguments: [0, 1, 40, 0xFFFF])
    func isLeftOutWhereItIsWrong(length: Int) throws {
        let tiles = try Self.tiles(Self.photo(length: length))
        let grid = PixelRect(tiles.pyramid.size.reduced(by: .eighth))
        #expect(tiles.preview(of: grid, reducedBy: .eighth) == nil)
    }

    @Test func isLeftOutWhereItIsNoJPEG() throws {
        let tiles = try Self.tiles(Self.photo(thumbnail: "rgb-transparent.png"))
        let grid = PixelRect(tiles.pyramid.size.reduced(by: .eighth))
        #expect(tiles.preview(of: grid, reducedBy: .eighth) == nil)
    }
}
