import Foundation
import Imaging
import PhotoCodec
import TestSupport
import Testing

/// Pictures whose light goes beyond white: their luminance, and levels on the scene's light.
@Suite struct HighRangeTests {
    private static let curves: [(code: UInt8, curve: ChartSpace.Curve)] = [(16, .pq), (18, .hlg)]

    /// Returns a PNG of the chart's size whose patches have light, 1 for white, in BT.2020.
    private static func png(
        _ light: [SIMD3<Double>], _ curve: (code: UInt8, curve: ChartSpace.Curve), bits: Int = 16
    ) throws -> any ImageSource {
        let numbers = light.map(ChartSpace.bt2020.coded(by: curve.curve).numbers)
        let chart = ChartPNG(bits: bits, chunks: [("cICP", [9, curve.code, 0, 1])])
        return try ImageDecoder.open(PhotoBytes(chart.file(numbers)), within: Opening.means)
    }

    private static func centre(_ patch: Int) -> PixelPoint {
        PixelPoint(x: patch % 6 * ColourChart.side + 4, y: patch / 6 * ColourChart.side + 4)
    }

    /// The luminance of sRGB's light, in cd/m²: 203 is white.
    private static func luminance(_ light: SIMD3<Double>) -> Double {
        (SIMD3(0.2126, 0.7152, 0.0722) * light).sum() * 203
    }

    /// The inverse of ITU-R BT.2100's formulas, for colours and grays of 0.02 to 800 cd/m².
    @Test(arguments: [0, 1])
    func theLuminanceIsThatOfTheFormulas(number: Int) throws {
        let light = ColourChart.patches.indices.map { patch in
            let light = ColourChart.light(ColourChart.patches[patch])
            return patch < 18 ? light : SIMD3(repeating: 4 * pow(8, Double(patch - 23)))
        }
        let photo = try Self.png(light, Self.curves[number])
        for patch in light.indices {
            let sample = try photo.sample(at: Self.centre(patch))
            let right = Self.luminance(light[patch])
            #expect(abs((sample.luminance ?? 0) - right) <= 0.002 + right * 0.002, "\(patch)")
        }
    }

    @Test func eightBitsHaveALuminanceToo() throws {
        let white = ColourChart.patches.map { _ in SIMD3(repeating: 1.0) }
        let sample = try Self.png(white, Self.curves[0], bits: 8).sample(at: "3,3")
        #expect(abs((sample.luminance ?? 0) - 203) < 5 && sample.bits == 8)
    }

    @Test func aStandardRangeHasNone() throws {
        for points: [UInt8] in [[1, 13], [9, 1], [12, 13]] {
            let chart = ChartPNG(bits: 16, chunks: [("cICP", points + [0, 1])])
            let file = chart.file(ColourChart.patches.map { $0 / 255 })
            let photo = try ImageDecoder.open(PhotoBytes(file), within: Opening.means)
            #expect(try photo.sample(at: "3,3").luminance == nil && !photo.hasHighRange)
        }
    }

    /// Files of the chart by avifenc and cjxl.
    @Test(arguments: [
        ("chart-pq.avif", CodecLibrary.heif), ("chart-hlg.avif", .heif),
        ("chart-pq.jxl", .jxl), ("chart-hlg.jxl", .jxl),
    ])
    func filesOfMoreThan8BitsTellTheirNumbers(name: String, library: CodecLibrary) throws {
        guard !library.version.isEmpty else { return print("skipped: no library") }
        let photo = try Opening.fixture(name)
        #expect(photo.isHighBitDepth && photo.hasHighRange)
        for patch in 18..<24 {
            let sample = try photo.sample(at: Self.centre(patch))
            let right = Self.luminance(ColourChart.light(ColourChart.patches[patch]))
            #expect(sample.values.count == 3 && sample.bits > 8)
            #expect(abs((sample.luminance ?? 0) / right - 1) < 0.05, "\(patch)")
        }
        let scene = try #require(try photo.applying(.identity)).whole()
        // White, 203 cd/m², is half of 1,000 in sRGB's codes.
        #expect(abs(ColourChart.shown(18, in: scene).y - 117) < 6)
        #expect(ColourChart.worst(try photo.whole()) <= 3)
    }

    /// 203 to 1,000 cd/m²: levels start from light that is not compressed.
    @Test(arguments: [0, 1])
    func levelsTellHighlightsApart(number: Int) throws {
        let steps = [203.0, 320, 450, 600, 780, 920]
        let light = ColourChart.patches.indices.map { patch in
            SIMD3(repeating: patch < 18 ? 0.01 : steps[patch - 18] / 203)
        }
        let photo = try Self.png(light, Self.curves[number])
        let usual = try photo.whole()
        let scene = try #require(try photo.applying(.identity)).whole()
        for (patch, luminance) in zip(18..<24, steps) {
            #expect(ColourChart.shown(patch, in: usual).min() >= 251)
            let share = luminance / 1000
            let code = 255 * (1.055 * pow(share, 1 / 2.4) - 0.055)
            #expect(abs(ColourChart.shown(patch, in: scene).x - code) < 1.5, "\(luminance)")
        }
    }
}
