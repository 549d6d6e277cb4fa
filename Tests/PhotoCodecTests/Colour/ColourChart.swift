import Foundation
import Imaging
import TestSupport

/// A chart of 24 colours that all spaces have: six across, four down.
enum ColourChart {
    /// sRGB codes.
    static let patches = ColourPatches.codes

    /// The side of a patch in a file of the chart.
    static let side = ColourPatches.side
    static let size = ColourPatches.size

    /// The linear light of a colour.
    static func light(_ codes: SIMD3<Double>) -> SIMD3<Double> {
        each(codes / 255) { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
    }

    static func each(_ numbers: SIMD3<Double>, _ body: (Double) -> Double) -> SIMD3<Double> {
        SIMD3(body(numbers.x), body(numbers.y), body(numbers.z))
    }

    /// The colour of a chart's patch as it is shown; `side` is that of a patch.
    static func shown(_ patch: Int, in raster: Raster, side: Int = side) -> SIMD3<Double> {
        ColourPatches.shown(patch, in: raster, side: side)
    }

    /// The largest difference of a channel between a chart and what is right.
    static func worst(_ raster: Raster, side: Int = side) -> Double {
        ColourPatches.worst(raster, side: side)
    }
}

/// A space as the standards write it down, for the tests: by its primaries, its white and its curve.
struct ChartSpace: Sendable {
    enum Curve: Sendable { case sRGB, bt709, power(Double), pq, hlg }

    var red = SIMD2(0.64, 0.33)
    var green = SIMD2(0.30, 0.60)
    var blue = SIMD2(0.15, 0.06)
    var curve = Curve.sRGB

    static let p3 = ChartSpace(red: [0.68, 0.32], green: [0.265, 0.69])
    static let bt2020 = ChartSpace(
        red: [0.708, 0.292], green: [0.17, 0.797], blue: [0.131, 0.046])
    static let bt470 = ChartSpace(green: [0.29, 0.60])
    static let smpteC = ChartSpace(red: [0.63, 0.34], green: [0.31, 0.595], blue: [0.155, 0.07])
    static let ebu = ChartSpace(red: [0.63, 0.34], green: [0.295, 0.605], blue: [0.155, 0.077])
    static let adobe = ChartSpace(green: [0.21, 0.71], curve: .power(563.0 / 256))

    func coded(by curve: Curve) -> ChartSpace {
        var space = self
        space.curve = curve
        return space
    }

    /// The numbers from 0 to 1 of light in sRGB's primaries, 1 for white.
    func numbers(of light: SIMD3<Double>) -> SIMD3<Double> {
        let screen = ChartSpace().columns
        let xyz = screen.0 * light.x + screen.1 * light.y + screen.2 * light.z
        let own = ColourChart.each(Self.solved(columns, xyz)) { min(max($0, 0), 50) }
        guard case .hlg = curve else { return ColourChart.each(own, number) }
        // The scene whose light a display of 1,000 cd/m² would show so.
        let shown = own * 203 / 1000
        let luminance =
            shown.x * columns.0.y + shown.y * columns.1.y + shown.z * columns.2.y
        return ColourChart.each(shown * pow(max(luminance, 1e-9), -1 / 6.0), number)
    }

    private func number(_ light: Double) -> Double {
        switch curve {
        case .sRGB:
            return light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
        case .bt709: return light < 0.018 ? 4.5 * light : 1.099 * pow(light, 0.45) - 0.099
        case .power(let exponent): return pow(light, 1 / exponent)
        case .pq:
            let power = pow(light * 203 / 10000, 2610.0 / 16384)
            let share =
                (3424.0 / 4096 + 2413.0 / 128 * power) / (1 + 2392.0 / 128 * power)
            return pow(share, 2523.0 / 32)
        case .hlg:
            let a = 0.17883277
            return light <= 1.0 / 12
                ? (3 * light).squareRoot() : a * log(12 * light - 1 + 4 * a) + 0.55991073
        }
    }

    /// The X, Y and Z of red, green and blue; their whites are D65.
    private var columns: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>) {
        let xyz = { (point: SIMD2<Double>) in
            SIMD3(point.x / point.y, 1, (1 - point.x - point.y) / point.y)
        }
        let scale = Self.solved((xyz(red), xyz(green), xyz(blue)), xyz([0.3127, 0.3290]))
        return (xyz(red) * scale.x, xyz(green) * scale.y, xyz(blue) * scale.z)
    }

    /// By Cramer's rule.
    private static func solved(
        _ columns: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>), _ sum: SIMD3<Double>
    ) -> SIMD3<Double> {
        let (a, b, c) = columns
        let all = volume(a, b, c)
        return SIMD3(volume(sum, b, c), volume(a, sum, c), volume(a, b, sum)) / all
    }

    private static func volume(
        _ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>
    ) -> Double {
        a.x * (b.y * c.z - b.z * c.y) + a.y * (b.z * c.x - b.x * c.z)
            + a.z * (b.x * c.y - b.y * c.x)
    }
}

/// Writes charts as PNGs of red, green and blue, with chunks before the pixels.
struct ChartPNG {
    var bits = 16
    var isNarrow = false
    var chunks: [(name: String, body: [UInt8])] = []

    /// `numbers` are those of each patch, from 0 to 1.
    func file(_ numbers: [SIMD3<Double>]) -> [UInt8] {
        let patches: [[UInt8]] = numbers.map { bytes(of: $0.x) + bytes(of: $0.y) + bytes(of: $0.z) }
        let side = ColourChart.side
        var rows: [UInt8] = []
        for y in 0..<ColourChart.size.height {
            rows.append(0)
            for x in 0..<ColourChart.size.width { rows += patches[y / side * 6 + x / side] }
        }
        return header + PlainPNG.chunk("IDAT", PlainPNG.stored(rows)) + PlainPNG.chunk("IEND", [])
    }

    /// An animation with one frame, which is not the file's still picture.
    func animation(_ numbers: [SIMD3<Double>]) -> [UInt8] {
        let still = file(numbers)
        let start = header.count
        let data = still[(start + 8)..<(still.count - 16)]
        let size = PlainPNG.word(ColourChart.size.width) + PlainPNG.word(ColourChart.size.height)
        let control = PlainPNG.word(0) + size + PlainPNG.word(0) + PlainPNG.word(0) + [0, 1, 0, 10]
        return header + PlainPNG.chunk("acTL", PlainPNG.word(1) + PlainPNG.word(0))
            + PlainPNG.chunk("fcTL", control + [0, 0]) + PlainPNG.chunk("IDAT", Array(data))
            + PlainPNG.chunk("IEND", [])
    }

    private var header: [UInt8] {
        let size = PlainPNG.word(ColourChart.size.width) + PlainPNG.word(ColourChart.size.height)
        return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
            + PlainPNG.chunk("IHDR", size + [UInt8(bits), 2, 0, 0, 0])
            + chunks.flatMap { PlainPNG.chunk($0.name, $0.body) }
    }

    private func bytes(of share: Double) -> [UInt8] {
        let most = Double(1 << bits)
        let full = share * (most - 1)
        let narrow = (16 + 219 * share) * most / 256
        let number = min(Int((isNarrow ? narrow : full).rounded()), Int(most) - 1)
        return bits == 16 ? [UInt8(number >> 8), UInt8(number & 255)] : [UInt8(number)]
    }
}
