import Imaging
import TerminalProtocols
import TestSupport
import Testing

struct ITerm2EncoderTests {
    @Test(arguments: ["1x1", "2x1", "3x1", "80x33"] as [PixelSize])
    func writesThePixelsAndTheirSize(size: PixelSize) throws {
        let picture = Raster.sky(width: size.width, height: size.height)
        var bytes: [UInt8] = []
        ITerm2Encoder(png: PlainPNG.bytes(of:)).encode(
            Frame(raster: picture, anchor: .origin, quality: .atRest), into: &bytes)
        let reader = try ITerm2Reader(bytes)
        #expect(reader.raster.pixels == picture.pixels)
        #expect(reader.arguments["width"] == "\(size.width)px")
        #expect(reader.arguments["height"] == "\(size.height)px")
        #expect(reader.arguments["inline"] == "1")
        #expect(reader.arguments["preserveAspectRatio"] == "0")
    }
}
