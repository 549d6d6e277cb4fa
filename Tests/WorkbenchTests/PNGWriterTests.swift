import Imaging
import PhotoCodec
import TestSupport
import Testing

struct PNGWriterTests {
    @Test(arguments: [PixelLayout.gray, .rgb, .rgba])
    func everySampleComesBack(layout: PixelLayout) throws {
        let size = PixelSize(width: 61, height: 40)
        let rowBytes = size.width * layout.bytesPerPixel
        let pixels = (0..<(rowBytes * size.height)).map {
            UInt8(truncatingIfNeeded: $0 &* 37 &+ $0 / 251)
        }
        let file = try ScratchFile(name: "picture.png")
        var writer = try PNGWriter(path: file.path, size: size, layout: layout)
        try writer.append(Array(pixels[..<(rowBytes * 7)]))
        try writer.append(Array(pixels[(rowBytes * 7)...]))
        let byteCount = try writer.finish()
        #expect(try file.contents().count == byteCount)
        let raster = try Places.picture(file.path)
        #expect(raster.size == size)
        #expect(raster.pixels == Self.widened(pixels, layout))
    }

    private static func widened(_ pixels: [UInt8], _ layout: PixelLayout) -> [UInt8] {
        switch layout {
        case .gray: pixels.flatMap { [$0, $0, $0, 255] }
        case .rgb:
            stride(from: 0, to: pixels.count, by: 3).flatMap { pixels[$0..<($0 + 3)] + [255] }
        case .rgba: pixels
        }
    }
}
