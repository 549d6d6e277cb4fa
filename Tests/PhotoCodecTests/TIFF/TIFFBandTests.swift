import Foundation
import Imaging
import PhotoCodec
import TestSupport
import Testing

/// TIFFs of instruments: bands that no one calls colours, and numbers that use few of their bits.
@Suite struct TIFFBandTests {
    private static let size = PixelSize(width: 64, height: 20)

    private static func open(
        _ writer: TIFFWriter, isTiled: Bool = false, _ sample: @escaping TIFFWriter.Sample
    ) throws -> any ImageSource {
        try ImageDecoder.open(
            PhotoBytes(writer.file(sample)),
            within: isTiled ? Opening.tiledMeans : Opening.means)
    }

    /// Three or five bands, together or in planes.
    @Test(arguments: [(3, 8), (3, 16), (5, 8), (5, 16)], [true, false])
    func theFirstThreeBandsAreColours(kind: (Int, Int), isPlanar: Bool) throws {
        let (samples, bits) = kind
        var writer = TIFFWriter(size: Self.size, bits: bits, samples: samples, photometric: 1)
        writer.isPlanar = isPlanar
        if samples > 3 { writer.extras = [0, 0] }
        let photo = try Self.open(writer) { x, _, channel in
            UInt64(channel == 0 ? x : channel == 1 ? 200 : 9) * (bits == 16 ? 257 : 1)
        }
        #expect(try photo.whole().pixel(50, 3) == [50, 200, 9, 255])
        #expect(try photo.sample(at: PixelPoint(x: 50, y: 3)).values.count == 3)
    }

    @Test func grayWithAlphaIsNoColour() throws {
        let writer = TIFFWriter(
            size: Self.size, bits: 8, samples: 2, photometric: 1, extras: [2])
        let photo = try Self.open(writer) { x, _, channel in channel == 0 ? UInt64(x) : 128 }
        #expect(try photo.whole().pixel(50, 3) == [50, 50, 50, 128])
    }

    /// A ramp up to the highest number of so many bits.
    private static func ramp(_ bits: Int) -> TIFFWriter.Sample {
        { x, _, _ in UInt64(x * (1 << bits - 1) / 63) }
    }

    @Test(arguments: [10, 12, 14], [false, true])
    func numbersThatUseFewBitsAreStretched(bits: Int, isTiled: Bool) throws {
        let writer = TIFFWriter(size: Self.size, bits: 16, samples: 1, photometric: 1)
        let photo = try Self.open(writer, isTiled: isTiled, Self.ramp(bits))
        let raster = try photo.whole()
        for x in [0, 16, 32, 48, 63] {
            #expect(abs(raster.pixel(x, 3)[0] - x * 255 / 63) <= 2)
        }
        let sample = try photo.sample(at: PixelPoint(x: 63, y: 3))
        #expect(sample.values == [.integer(1 << bits - 1)])
        #expect(photo.isHighBitDepth)
    }

    /// Of more bits, of colours, of white first, and of a picture that is all black.
    @Test func othersAreLeftAsTheyAre() throws {
        let gray = TIFFWriter(size: Self.size, bits: 16, samples: 1, photometric: 1)
        #expect(try Self.open(gray, Self.ramp(15)).whole().pixel(63, 3)[0] == 127)
        let colour = TIFFWriter(size: Self.size, bits: 16)
        #expect(try Self.open(colour, Self.ramp(12)).whole().pixel(63, 3)[0] <= 16)
        let white = TIFFWriter(size: Self.size, bits: 16, samples: 1, photometric: 0)
        #expect(try Self.open(white, Self.ramp(12)).whole().pixel(63, 3)[0] >= 239)
        #expect(try Self.open(gray) { _, _, _ in 0 }.whole().pixel(9, 9) == [0, 0, 0, 255])
    }
}
