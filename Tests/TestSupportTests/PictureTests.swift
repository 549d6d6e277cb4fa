import Foundation
import Imaging
import TestSupport
import Testing

@Suite struct PictureTests {
    private static let ramp = Raster(PixelSize(width: 300, height: 90)) { x, y in
        (UInt8(x % 256), UInt8(y), UInt8((x + y) % 256))
    }

    @Test func theDifferenceOfEqualRastersIsNothing() {
        let difference = RasterDifference(Self.ramp, Self.ramp)
        #expect(difference.mean == 0)
        #expect(difference.largest == 0)
        #expect(difference.holes == 0)
    }

    @Test func theDifferenceCountsEachChannel() {
        let one = Raster(PixelSize(width: 2, height: 1)) { _, _ in (10, 20, 30) }
        let other = Raster(PixelSize(width: 2, height: 1)) { x, _ in (10, UInt8(20 + x * 8), 27) }
        let difference = RasterDifference(one, other)
        #expect(difference.means == [0, 4, 3])
        #expect(difference.largest == 8)
    }

    @Test func aSmallerRasterHasTheMeans() {
        let small = Raster(PixelSize(width: 4, height: 2)) { x, _ in (UInt8(x * 10), 0, 8) }
            .resized(to: PixelSize(width: 2, height: 1))
        #expect(small.pixels == [5, 0, 8, 255, 25, 0, 8, 255])
    }

    @Test func aPlainPNGHasItsChecksums() {
        let bytes = PlainPNG.bytes(of: Self.ramp)
        #expect(bytes.prefix(8).elementsEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
        // The empty last chunk has the checksum that every PNG ends with.
        #expect(bytes.suffix(8).elementsEqual([0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]))
    }
}
