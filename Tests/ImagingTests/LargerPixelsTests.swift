import Imaging
import TestSupport
import Testing

/// A raster in larger pixels, on the photo's grid.
@Suite struct LargerPixelsTests {
    private static let photo = Raster(PixelSize(width: 13, height: 11)) { x, y in
        (UInt8(x * 19), UInt8(y * 23), UInt8((x * 41 + y * 77) % 256))
    }

    @Test(arguments: [
        (side: 2, anchor: PixelPoint(x: 0, y: 0)), (2, PixelPoint(x: 5, y: 3)),
        (3, PixelPoint(x: 0, y: 0)), (3, PixelPoint(x: -1, y: -4)), (4, PixelPoint(x: 7, y: 2)),
        (20, PixelPoint(x: 1, y: 1)),
    ])
    func eachSquareHasTheMeanOfItsColours(side: Int, anchor: PixelPoint) {
        let photo = Self.photo
        let coarse = photo.withPixels(of: side, at: anchor)
        #expect(coarse.size == photo.size && coarse.isOpaque)
        func square(_ place: Int) -> Int { Int((Double(place) / Double(side)).rounded(.down)) }
        for y in 0..<photo.size.height {
            for x in 0..<photo.size.width {
                let columns = (0..<photo.size.width).filter {
                    square($0 + anchor.x) == square(x + anchor.x)
                }
                let rows = (0..<photo.size.height).filter {
                    square($0 + anchor.y) == square(y + anchor.y)
                }
                let wanted = photo.mean(
                    PixelRect(
                        x: columns[0], y: rows[0], width: columns.count, height: rows.count))
                let found = coarse.mean(PixelRect(x: x, y: y, width: 1, height: 1))
                #expect(abs(Int(found.0) - Int(wanted.0)) <= 1)
                #expect(abs(Int(found.1) - Int(wanted.1)) <= 1)
                #expect(abs(Int(found.2) - Int(wanted.2)) <= 1)
            }
        }
    }

    @Test func pixelsOfOneAreThePhotosOwn() {
        #expect(Self.photo.withPixels(of: 1, at: PixelPoint(x: 3, y: 1)) == Self.photo)
    }
}
