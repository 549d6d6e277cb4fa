import Foundation
import Imaging
import TestSupport
import Testing

/// The curves of levels, compared with the published formulas.
@Suite struct LevelsTests {
    /// All brightnesses are equally frequent.
    private static let ramp = Histogram(of: grey(0..<256))

    private static func grey(_ lights: Range<Int>) -> Raster {
        Raster(PixelSize(width: lights.count, height: 1)) { x, _ in
            let light = UInt8(lights.lowerBound + x)
            return (light, light, light)
        }
    }

    private static func codes(_ levels: Levels, _ histogram: Histogram = ramp) -> [Int] {
        LevelsCurve(levels, for: histogram).codes.map(Int.init)
    }

    private static func published(_ formula: (Double) -> Double) -> [Int] {
        (0..<256).map { Int((255 * min(max(0, formula(Double($0) / 255)), 1)).rounded()) }
    }

    @Test func withoutLevelsEachLightStaysAsItIs() {
        #expect(Self.codes(.none) == Array(0..<256))
    }

    /// astropy 6, AsinhStretch: a = 0.1; each step of strength halves it.
    @Test(arguments: [(0, 0.1), (2, 0.025), (-3, 0.8)])
    func asinhIsTheInverseHyperbolicSine(strength: Int, a: Double) {
        let codes = Self.codes(Levels(.asinh).strengthened(by: strength))
        #expect(codes == Self.published { Foundation.asinh($0 / a) / Foundation.asinh(1 / a) })
    }

    /// astropy 6, LogStretch: a = 1000; each step of strength doubles it.
    @Test(arguments: [(0, 1000.0), (1, 2000), (-4, 62.5)])
    func logIsTheLogarithm(strength: Int, a: Double) {
        let codes = Self.codes(Levels(.log).strengthened(by: strength))
        #expect(codes == Self.published { Foundation.log(a * $0 + 1) / Foundation.log(a + 1) })
    }

    /// PixInsight's midtones transfer function, of which a half is the identity.
    @Test(arguments: [(1, 1.0 / 3), (-1, 2.0 / 3)])
    func strengthAloneMovesTheMidtones(strength: Int, m: Double) {
        let codes = Self.codes(Levels.none.strengthened(by: strength))
        #expect(codes == Self.published { (m - 1) * $0 / ((2 * m - 1) * $0 - m) })
        #expect(codes.first == 0 && codes.last == 255)
    }

    @Test func invertedIsTheNegative() {
        #expect(Self.codes(Levels(.inverted)) == (0..<256).reversed())
    }

    /// A thousand pixels: one of brightness 0, three of 10, then 992, then three of 200 and one of
    /// 255.
    @Test func automaticLeavesOutAQuarterOfAPercentAtEitherEnd() {
        let lights = [0, 10, 10, 10] + (0..<992).map { 50 + $0 % 100 } + [200, 200, 200, 255]
        let raster = Raster(PixelSize(width: lights.count, height: 1)) { x, _ in
            (UInt8(lights[x]), UInt8(lights[x]), UInt8(lights[x]))
        }
        let codes = Self.codes(Levels(.automatic), Histogram(of: raster))
        #expect(codes[10] == 0 && codes[11] > 0, "\(codes[8...12])")
        #expect(codes[200] == 255 && codes[199] < 255, "\(codes[198...201])")
        #expect(codes[105] == 128)
    }

    /// The share of the photo that is at most as light, from 0 for the darkest.
    @Test func equalisedMakesEachLightAsFrequent() {
        let raster = Raster(PixelSize(width: 8, height: 1)) { x, _ in
            let light: UInt8 = [10, 20, 20, 30, 30, 30, 30, 200][x]
            return (light, light, light)
        }
        let codes = Self.codes(Levels(.equalised), Histogram(of: raster))
        #expect([10, 20, 30, 200].map { codes[$0] } == [0, 73, 219, 255])
        #expect(Self.codes(Levels(.equalised)) == Array(0..<256), "as frequent already")
    }

    @Test(arguments: [(1, 0, 4, 100), (0, 2, 0, 92), (11, 11, 44, 56), (12, 12, 0, 100)])
    func pointsMoveByFourPercentAndBeginAgain(
        black: Int, white: Int, blackPercent: Int, whitePercent: Int
    ) {
        let levels = Levels.none.raisingBlack(by: black).loweringWhite(by: white)
        #expect(levels.blackPercent == blackPercent)
        #expect(levels.whitePercent == whitePercent)
        let (low, high) = (Double(blackPercent) / 100, Double(whitePercent) / 100)
        #expect(Self.codes(levels) == Self.published { ($0 - low) / (high - low) })
    }

    /// The same formula for 16 bits, at 257 times the value.
    @Test(arguments: Levels.Shape.allCases)
    func aDeepCurveGoesThroughTheSamePoints(shape: Levels.Shape) {
        let levels = Levels(shape).strengthened(by: 1)
        let curve = ToneCurve16(levels, for: Self.ramp)
        let codes = Self.codes(levels)
        for code in 0..<256 {
            let number = Int(curve.table[code * 257])
            let shown = curve.isInverted ? 65535 - number : number
            #expect(abs(Double(shown) / 257 - Double(codes[code])) <= 0.51, "\(code)")
        }
        #expect(zip(curve.table, curve.table.dropFirst()).allSatisfy { $0 <= $1 })
    }

    @Test func theCurvesFollowEachOtherAndBeginAgain() {
        var levels = Levels.none
        var shapes: [Levels.Shape] = []
        for _ in 0..<7 {
            levels = levels.next
            shapes.append(levels.shape)
        }
        #expect(
            shapes == [.automatic, .asinh, .log, .equalised, .inverted, .linear, .automatic])
    }
}

/// The effect of a curve on pixels.
@Suite struct ToneMappingTests {
    private static let curves: [Levels] =
        Levels.Shape.allCases.map { Levels($0) }
        + [Levels(.asinh).strengthened(by: 8), Levels(.automatic).raisingBlack(by: 5)]

    /// All greys, then random colours.
    private static let colours: Raster = {
        var numbers = SeededNumbers(seed: 22)
        let pixels = (0..<4096).map { pixel in
            pixel < 256
                ? [UInt8(pixel), UInt8(pixel), UInt8(pixel), 255]
                : (0..<3).map { _ in UInt8.random(in: 0...255, using: &numbers) } + [255]
        }
        return Raster(
            size: PixelSize(width: 64, height: 64), pixels: Array(pixels.joined()))
    }()

    private static func mapped(_ levels: Levels) -> (curve: [UInt8], pixels: [[UInt8]]) {
        let curve = LevelsCurve(levels, for: Histogram(of: colours))
        let raster = ToneMapping(curve).applied(to: colours)
        return (
            curve.codes,
            stride(from: 0, to: raster.pixels.count, by: 4).map {
                Array(raster.pixels[$0..<$0 + 4])
            }
        )
    }

    @Test(arguments: curves)
    func greyStaysGreyAndGoesByTheCurve(levels: Levels) {
        let (codes, pixels) = Self.mapped(levels)
        for light in 0..<256 {
            let code = codes[light]
            #expect(pixels[light] == [code, code, code, 255])
        }
    }

    /// The hue: the largest and the smallest value, and the relative position of the third.
    @Test(arguments: curves)
    func aColourKeepsItsHue(levels: Levels) {
        let (codes, pixels) = Self.mapped(levels)
        for (pixel, mapped) in pixels.enumerated() {
            let before = Self.colours.pixels[pixel * 4..<pixel * 4 + 3].map(Int.init)
            let after = mapped.dropLast().map(Int.init)
            let (low, high) = (before.min() ?? 0, before.max() ?? 0)
            let ends = [Int(codes[low]), Int(codes[high])].sorted()
            for (old, new) in zip(before, after) where high > low {
                let share = Double(old - low) / Double(high - low)
                let wished = Double(ends[0]) + share * Double(ends[1] - ends[0])
                #expect(abs(Double(new) - wished) <= 1, "\(before) became \(after)")
            }
        }
    }

    /// After a curve that a decoder applied to each value separately, the largest and smallest
    /// stay, and the third keeps its relative position, as far as 8-bit codes show.
    @Test(arguments: curves)
    func aColourOf16BitsKeepsItsHue(levels: Levels) {
        let curve = ToneCurve16(levels, for: Histogram(of: Self.colours))
        var random = SeededNumbers(seed: 16)
        let numbers = (0..<4096).map { pixel -> [Int] in
            pixel < 256
                ? Array(repeating: pixel * 257, count: 3)
                : (0..<3).map { _ in Int.random(in: 0...65535, using: &random) }
        }
        let codes = numbers.map { $0.map { (Int(curve.table[$0]) + 128) / 257 } }
        let raster = Raster(
            size: PixelSize(width: 64, height: 64),
            pixels: codes.flatMap { $0.map { UInt8($0) } + [255] })
        let mapped = ToneMapping(after: curve).applied(to: raster)
        for pixel in 0..<4096 {
            let after = mapped.pixels[pixel * 4..<pixel * 4 + 3].map(Int.init)
            let shown = codes[pixel].map { curve.isInverted ? 255 - $0 : $0 }
            #expect(after.min() == shown.min() && after.max() == shown.max())
            let (low, high) = (numbers[pixel].min() ?? 0, numbers[pixel].max() ?? 0)
            // Codes that are clipped, or stand for many values, show no shares.
            guard high > low, levels.shape != .equalised, let dark = shown.min(),
                let light = shown.max(), dark > 0, light < 255
            else { continue }
            for (number, code) in zip(numbers[pixel], after) {
                let share = Double(number - low) / Double(high - low)
                let wished = Double(dark) + share * Double(light - dark)
                #expect(abs(Double(code) - wished) <= 5, "\(numbers[pixel]) became \(after)")
            }
        }
    }

    @Test func invertedTwiceIsThePhotoItself() {
        let curve = LevelsCurve(Levels(.inverted), for: Histogram(of: Self.colours))
        let mapping = ToneMapping(curve)
        #expect(mapping.applied(to: mapping.applied(to: Self.colours)) == Self.colours)
    }
}
