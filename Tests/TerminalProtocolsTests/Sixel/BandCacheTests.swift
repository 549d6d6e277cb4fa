import Imaging
import TerminalProtocols
import TestSupport
import Testing

/// Bands that come again while a photo moves.
struct BandCacheTests {
    @Test(arguments: [(x: 0, y: 6), (x: 0, y: 24), (x: 0, y: 7), (x: 5, y: 12), (x: -3, y: 0)])
    func aPannedFrameIsTheOneAFreshEncoderMakes(x: Int, y: Int) {
        let photo = Raster.sky(width: 120, height: 110)
        let palette = PaletteBuilder(registers: 64).palette(of: photo)
        let encoder = SixelEncoder(palette: palette)
        let start = PixelPoint(x: 4, y: 12)
        _ = Self.frame(of: photo, at: start, by: encoder)
        let moved = PixelPoint(x: start.x + x, y: start.y + y)
        #expect(
            Self.frame(of: photo, at: moved, by: encoder)
                == Self.frame(of: photo, at: moved, by: SixelEncoder(palette: palette)))
    }

    @Test(arguments: [
        (x: 0, y: 0, encoded: 0), (x: 0, y: 6, encoded: 1), (x: 0, y: -12, encoded: 2),
        (x: 0, y: 24, encoded: 4),
        // Other rows share a band, or all columns are others: all ten are new.
        (x: 0, y: 7, encoded: 10), (x: 5, y: 0, encoded: 10),
    ])
    func aPanByWholeBandsEncodesOnlyTheNewOnes(x: Int, y: Int, encoded: Int) {
        let photo = Raster.sky(width: 120, height: 110)
        let encoder = SixelEncoder(palette: PaletteBuilder(registers: 64).palette(of: photo))
        let start = PixelPoint(x: 4, y: 12)
        _ = Self.frame(of: photo, at: start, by: encoder)
        #expect(encoder.encodedMovingBands == 10)
        _ = Self.frame(of: photo, at: PixelPoint(x: start.x + x, y: start.y + y), by: encoder)
        #expect(encoder.encodedMovingBands == 10 + encoded)
    }

    @Test
    func aBandThatDiffersInOnePixelIsEncodedAnew() throws {
        let photo = Raster.sky(width: 41, height: 30)
        let encoder = SixelEncoder(
            palette: PaletteBuilder(registers: 64).palette(of: photo, including: .white))
        for pixel in [0, 40, 41 * 17 + 20, 41 * 30 - 1] {
            var pixels = photo.pixels
            pixels.replaceSubrange(pixel * 4..<pixel * 4 + 3, with: [255, 255, 255])
            let starred = Raster(size: photo.size, pixels: pixels)
            for raster in [photo, starred] {
                var bytes: [UInt8] = []
                encoder.encode(
                    Frame(raster: raster, anchor: .origin, quality: .moving), into: &bytes)
                let shown = try SixelReader(bytes).raster.pixels[pixel * 4]
                #expect((shown == 255) == (raster.pixels[pixel * 4] == 255))
            }
        }
    }

    private static func frame(
        of photo: Raster, at place: PixelPoint, by encoder: SixelEncoder
    ) -> [UInt8] {
        let window = PixelRect(origin: place, size: PixelSize(width: 90, height: 60))
        var bytes: [UInt8] = []
        encoder.encode(
            Frame(raster: photo.cropped(to: window), anchor: place, quality: .moving),
            into: &bytes)
        return bytes
    }
}
