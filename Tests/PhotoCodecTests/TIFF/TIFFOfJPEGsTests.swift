import Imaging
import TestSupport
import Testing

@testable import PhotoCodec

/// TIFFs whose strips or tiles are JPEGs.
@Suite struct TIFFOfJPEGsTests {
    private static let size = PixelSize(width: 256, height: 320)
    private static let rowsPerStrip = 256

    /// Noise: two strips, the last of which is low but has many bytes.
    private static func strips() throws -> [[UInt8]] {
        var numbers = SeededNumbers(seed: 5)
        let pixels = (0..<(size.width * size.height)).map { _ in
            UInt8.random(in: 0...255, using: &numbers)
        }
        let encoder = JPEGStripEncoder(
            format: JPEGFormat(size: size, layout: .gray, quality: 90))
        let first = size.width * rowsPerStrip
        return try [Array(pixels[..<first]), Array(pixels[first...])].map {
            let strip = try encoder.strip(of: $0)
            return strip.header + strip.scan + [0xFF, 0xD9]
        }
    }

    /// A JPEG decoder treats truncated input as complete, so a part of the bytes is not enough.
    @Test func aLowLastStripIsUnpackedFromAllOfItsBytes() throws {
        let strips = try Self.strips()
        var writer = TIFFWriter(size: Self.size)
        writer.samples = 1
        writer.photometric = 1
        writer.compression = 7
        writer.rowsPerStrip = Self.rowsPerStrip
        writer.blocks = strips
        let photo = try ImageDecoder.open(PhotoBytes(writer.file { _, _, _ in 0 })).whole()
        let last = try ImageDecoder.open(PhotoBytes(strips[1])).whole()
        // JPEG decoders may differ by a code.
        let differing = (0..<last.size.height).filter { row in
            (0..<last.size.width).contains { column in
                let shown = photo.pixel(column, Self.rowsPerStrip + row)[0]
                return abs(Int(shown) - Int(last.pixel(column, row)[0])) > 1
            }
        }
        #expect(differing.isEmpty, "rows of the last strip")
    }
}
