import Imaging
import Painting
import PhotoCodec
import TestSupport
import Testing

struct JPEGWriterTests {
    private static func pixels(_ size: PixelSize, _ samples: Samples) throws -> [UInt8] {
        let subject = try #require(DemoScene.named("deepfield"))
        return Painter(subject, size: size, seed: 3).strip(0..<size.height, samples: samples)
    }

    private static func write(
        _ pixels: [UInt8], _ format: JPEGFormat, rowsPerStrip: Int, to path: String
    ) throws {
        let encoder = JPEGStripEncoder(format: format)
        let bytesPerStrip = rowsPerStrip * format.size.width * format.layout.bytesPerPixel
        var writer = try JPEGWriter(path: path, format: format, rowsPerStrip: rowsPerStrip)
        for start in stride(from: 0, to: pixels.count, by: bytesPerStrip) {
            let end = min(pixels.count, start + bytesPerStrip)
            try writer.append(encoder.strip(of: Array(pixels[start..<end])))
        }
        try writer.finish()
    }

    @Test(arguments: [
        (150, 333, 16, PixelLayout.rgb), (150, 320, 32, .rgb), (161, 200, 48, .rgb),
        (16, 1000, 16, .rgb), (1, 40, 16, .rgb), (150, 333, 8, .gray), (77, 160, 24, .gray),
    ])
    func stripsGiveTheSamePixelsAsOneWholePicture(
        width: Int, height: Int, rowsPerStrip: Int, layout: PixelLayout
    ) throws {
        let size = PixelSize(width: width, height: height)
        let format = JPEGFormat(size: size, layout: layout, quality: 88)
        let pixels = try Self.pixels(size, layout == .gray ? .gray : .rgb)
        let strips = try ScratchFile(name: "strips.jpg"), whole = try ScratchFile(name: "whole.jpg")
        try Self.write(pixels, format, rowsPerStrip: rowsPerStrip, to: strips.path)
        try Self.write(
            pixels, format, rowsPerStrip: format.rowsPerStrip(near: height), to: whole.path)
        #expect(try Places.picture(strips.path) == Places.picture(whole.path))
        #expect(try Places.picture(strips.path).size == size)
    }

    @Test(arguments: [
        (width: 65500, wanted: 4, rows: 16), (width: 65500, wanted: 100_000, rows: 256),
        (width: 1600, wanted: 160, rows: 160), (width: 1, wanted: 10_000_000, rows: 1_048_560),
    ])
    func stripsAreWholeRowsOfBlocksWithinTheRestartInterval(width: Int, wanted: Int, rows: Int) {
        let size = PixelSize(width: width, height: 65500)
        let format = JPEGFormat(size: size, layout: .rgb, quality: 90)
        #expect(format.rowsPerStrip(near: wanted) == rows)
    }
}
