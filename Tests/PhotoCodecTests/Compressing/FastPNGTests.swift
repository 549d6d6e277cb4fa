import Imaging
import PhotoCodec
import TestSupport
import Testing

/// PNGs made to be sent, read back by an independent decoder.
struct FastPNGTests {
    @Test(arguments: ["1x1", "7x3", "256x40", "3x300"] as [PixelSize])
    func comesBackAsItWas(size: PixelSize) throws {
        let picture = Raster(size) { x, y in
            (UInt8(x * 7 & 255), UInt8((x ^ y) & 255), UInt8(y * 13 & 255))
        }
        #expect(try PNGFileReader.raster(FastPNG.bytes(of: picture)) == picture)
    }

    @Test
    func isSmallerThanThePlainSamplesOfAFlatPicture() {
        let picture = Raster("640x400") { _, y in (UInt8(y / 2), 20, 30) }
        #expect(FastPNG.bytes(of: picture).count < 640 * 400 * 3 / 10)
    }
}
