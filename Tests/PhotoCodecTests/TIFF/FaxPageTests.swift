import Foundation
import Imaging
import PhotoCodec
import TestSupport
import Testing

/// Faxes, whose pixels are not square.
@Suite struct FaxPageTests {
    private static let size = PixelSize(width: 40, height: 30)

    private static func writer(_ across: Int, _ down: Int) -> TIFFWriter {
        var writer = TIFFWriter(size: size, bits: 1, samples: 1, photometric: 0)
        writer.density = (across, down)
        return writer
    }

    /// Black where the number is 1.
    private static func number(_ x: Int, _ y: Int, _: Int) -> UInt64 {
        UInt64((x / 3 + y) & 1)
    }

    private static func open(
        _ writer: TIFFWriter, isTiled: Bool = false
    ) throws -> any ImageSource {
        try ImageDecoder.open(
            PhotoBytes(writer.file(number)),
            within: isTiled ? Opening.tiledMeans : Opening.means)
    }

    /// In one strip, in several, packed, and in tiles.
    @Test(arguments: [0, 1, 2, 3], [false, true])
    func aLineOfLowResolutionIsShownTwice(layout: Int, isTiled: Bool) throws {
        var writer = Self.writer(204, 98)
        if layout == 1 { writer.rowsPerStrip = 7 }
        if layout == 2 { (writer.rowsPerStrip, writer.isPacked) = (7, true) }
        if layout == 3 { writer.tile = PixelSize(width: 16, height: 16) }
        let photo = try Self.open(writer, isTiled: isTiled)
        #expect(photo.size == "40x62")
        let raster = try photo.whole()
        for y in 0..<62 {
            for x in 0..<40 {
                let gray = Self.number(x, y * 30 / 62, 0) == 1 ? 0 : 255
                try #require(raster.pixel(x, y) == [gray, gray, gray, 255])
            }
        }
        let area = PixelRect(x: 5, y: 21, width: 30, height: 33)
        #expect(try photo.pixels(of: area, reducedBy: .none).raster == raster.cropped(to: area))
        #expect(try photo.whole(reducedBy: .half).size == "20x31")
    }

    /// The file's own numbers, where they are shown.
    @Test func aSampleIsThatOfItsRow() throws {
        let photo = try Self.open(Self.writer(204, 98))
        for y in [0, 1, 2, 30, 61] {
            let sample = try photo.sample(at: PixelPoint(x: 4, y: y))
            #expect(sample.values == [.integer(Int(Self.number(4, y * 30 / 62, 0)))])
        }
    }

    /// Fine resolution is nearly square; what is not a fax's, or no number, is for printing only.
    @Test(arguments: [(204, 196), (98, 204), (300, 100), (0, 98), (204, 0), (72, 72)])
    func otherDensitiesChangeNothing(across: Int, down: Int) throws {
        #expect(try Self.open(Self.writer(across, down)).size == "40x30")
    }

    @Test func aPictureInGrayIsNotStretched() throws {
        var writer = TIFFWriter(size: Self.size, bits: 8, samples: 1, photometric: 1)
        writer.density = (204, 98)
        #expect(try Self.open(writer).size == "40x30")
    }

    @Test func aFaxThatLiesOnItsSideIsTurned() throws {
        var writer = Self.writer(204, 98)
        writer.orientation = 6
        #expect(try Self.open(writer).size == "62x40")
    }
}
