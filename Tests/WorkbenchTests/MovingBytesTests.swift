import Imaging
import TerminalProtocols
import TestSupport
import Testing

@testable import workbench

/// What a photo costs while it moves.
struct MovingBytesTests {
    /// Issue 5: at most three fifths of the bytes of the frame at rest, over the built-in collection.
    ///
    /// A drawing of few colours is left out: it needs no dither, and has the same bytes in both.
    @Test
    func movingFramesHaveAtMostThreeFifthsOfTheBytes() throws {
        var sums = (moving: 0, atRest: 0)
        for picture in DemoPicture.all {
            let raster = try ComparedPicture(
                path: picture.path, in: PixelSize(width: 640, height: 360)
            ).original
            let palette = PaletteBuilder(registers: 256).palette(of: raster)
            guard !palette.isExact else { continue }
            let encoder = SixelEncoder(palette: palette)
            sums.moving += Self.byteCount(of: raster, .moving, by: encoder)
            sums.atRest += Self.byteCount(of: raster, .atRest, by: encoder)
        }
        #expect(sums.atRest > 0)
        #expect(sums.moving * 5 <= sums.atRest * 3, "\(sums)")
    }

    private static func byteCount(
        of raster: Raster, _ quality: RenderQuality, by encoder: SixelEncoder
    ) -> Int {
        var bytes: [UInt8] = []
        encoder.encode(
            Frame(raster: raster, anchor: .origin, quality: quality), into: &bytes)
        return bytes.count
    }
}
