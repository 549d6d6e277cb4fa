import Imaging
import PhotoCodec
import Testing

@Suite struct OrientationOfFilesTests {
    /// The picture in all these files: red at the top left, green at the top right, blue at the
    /// bottom left.
    static let corners = [
        (x: 5, y: 5, colour: [220, 30, 30]), (x: 42, y: 5, colour: [30, 200, 40]),
        (x: 5, y: 26, colour: [30, 50, 220]),
    ]

    @Test(
        "P6: orientations 1 to 8 stand upright",
        arguments: [
            "exif-1.jpg", "exif-2.jpg", "exif-3.jpg", "exif-4.jpg", "exif-5.jpg", "exif-6.jpg",
            "exif-7.jpg", "exif-8.jpg", "exif-6.png", "exif-8-last.png",
            "exif-little-endian-looped.jpg",
        ])
    func standsUpright(name: String) throws {
        let photo = try Opening.fixture(name)
        #expect(photo.size == PixelSize(width: 48, height: 32))
        let raster = try photo.whole()
        for corner in Self.corners {
            let pixel = raster.pixel(corner.x, corner.y)
            #expect(areNear(pixel, corner.colour + [255], within: 6), "\(corner) is \(pixel)")
        }
    }

    @Test(
        "P6: a wrong, looped or misdirected block is ignored",
        arguments: ["exif-9.jpg", "exif-far-offset.jpg", "exif-endless.jpg"])
    func standsAsStoredWhereTheBlockIsWrong(name: String) throws {
        let raster = try Opening.fixture(name).whole()
        #expect(raster == (try Opening.fixture("baseline.jpg").whole()))
    }

    @Test(arguments: 1...8)
    func isReducedUpright(number: Int) throws {
        let photo = try Opening.fixture("exif-\(number).jpg")
        let raster = try photo.whole(reducedBy: .quarter)
        #expect(raster.size == PixelSize(width: 12, height: 8))
        #expect(areNear(raster.pixel(1, 1), [220, 30, 30, 255], within: 12))
        #expect(areNear(raster.pixel(10, 1), [30, 200, 40, 255], within: 12))
        #expect(areNear(raster.pixel(1, 6), [30, 50, 220, 255], within: 12))
    }

    @Test(arguments: ["exif-2.jpg", "exif-6.jpg", "exif-7.jpg", "exif-6.png", "8-bit.png"])
    func anAreaIsThePartOfTheWhole(name: String) throws {
        let whole = try Opening.fixture(name).whole()
        let area = PixelRect(x: 11, y: 7, width: 9, height: 13)
        let part = try Opening.fixture(name).pixels(of: area, reducedBy: .none)
        #expect(part.area == area)
        #expect(part.photo == whole.size)
        for y in 0..<area.size.height {
            for x in 0..<area.size.width {
                #expect(part.raster.pixel(x, y) == whole.pixel(x + area.minX, y + area.minY))
            }
        }
    }
}
