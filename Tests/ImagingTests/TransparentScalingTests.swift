import Imaging
import TestSupport
import Testing

/// Scaling that keeps alpha.
struct TransparentScalingTests {
    private static func scaled(
        _ row: [[UInt8]], to width: Int, isOpaque: Bool = false
    ) -> [[UInt8]] {
        let photo = PixelSize(width: row.count, height: 1)
        let raster = Raster(size: photo, pixels: row.flatMap(\.self), isOpaque: isOpaque)
        let size = PixelSize(width: width, height: 1)
        let part = RegionPixels(
            photo: photo, reduction: .none, area: PixelRect(photo), raster: raster)
        let window = ScaledWindow(photo: photo, scaled: size, window: PixelRect(size))
        let pixels = Resampler(filter: .box).resampleWithAlpha(part, for: window).pixels
        return stride(from: 0, to: pixels.count, by: 4).map { Array(pixels[$0..<$0 + 4]) }
    }

    /// The mean of light 1 and 0 has the code 188; alpha is not light.
    @Test(
        arguments: [
            ([[255, 0, 0, 255], [0, 255, 0, 0]], [255, 0, 0, 128]),
            ([[255, 0, 0, 255], [0, 255, 0, 255]], [188, 188, 0, 255]),
            ([[200, 100, 0, 128], [200, 100, 0, 128]], [200, 100, 0, 128]),
            ([[90, 90, 90, 64], [90, 90, 90, 192]], [90, 90, 90, 128]),
            ([[90, 90, 90, 0], [50, 60, 70, 0]], [0, 0, 0, 0]),
        ] as [([[UInt8]], [UInt8])])
    func coloursCountByTheirAlpha(row: [[UInt8]], mean: [UInt8]) throws {
        let pixel = try #require(Self.scaled(row, to: 1).first)
        let off = zip(pixel, mean).map { abs(Int($0) - Int($1)) }
        #expect(off.allSatisfy { $0 <= 2 }, "\(pixel)")
    }

    @Test func opaquePixelsStayOpaque() {
        let row: [[UInt8]] = [[9, 8, 7, 255], [250, 240, 230, 255], [0, 90, 255, 255]]
        #expect(Self.scaled(row, to: 5).allSatisfy { $0[3] == 255 })
        #expect(Self.scaled(row, to: 5) == Self.scaled(row, to: 5, isOpaque: true))
    }
}
