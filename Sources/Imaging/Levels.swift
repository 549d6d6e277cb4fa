/// How the light of a photo is spread over the screen's: a curve, and the points that are black and white.
package struct Levels: Hashable, Sendable {
    /// The curves, in the order that a key goes through them; x and y are light from 0 to 1.
    package enum Shape: CaseIterable, Hashable, Sendable {
        /// y = x.
        case linear
        /// The darkest and the lightest quarter of a percent of the photo are black and white.
        case automatic
        /// y = asinh(x / a) / asinh(1 / a), astropy's `AsinhStretch` of a = 0.1.
        case asinh
        /// y = log(a x + 1) / log(a + 1), astropy's `LogStretch` of a = 1000.
        case log
        /// Each light is as frequent: y is the share of the photo that is not lighter than x.
        case equalised
        /// y = 1 - x.
        case inverted
    }

    /// The photo as it is.
    package static let none = Levels()

    package private(set) var shape = Shape.linear
    /// 0 is the curve as published, negative is weaker.
    package private(set) var strength = 0
    /// How far the black point is above, and the white point below, the usual ones.
    package private(set) var blackSteps = 0
    package private(set) var whiteSteps = 0

    package init(_ shape: Shape = .linear) { self.shape = shape }

    /// The usual points and strength of the next curve; after the last, none.
    package var next: Levels {
        let all = Shape.allCases
        let place = all.firstIndex(of: shape).map { ($0 + 1) % all.count } ?? 0
        return Levels(all[place])
    }

    package func strengthened(by steps: Int) -> Levels {
        var copy = self
        copy.strength = min(max(Self.weakest, strength + steps), Self.strongest)
        return copy
    }

    /// The black point goes up; after the highest it begins again.
    package func raisingBlack(by steps: Int) -> Levels {
        var copy = self
        copy.blackSteps = (blackSteps + steps) % (Self.pointSteps + 1)
        return copy
    }

    /// The white point goes down; after the lowest it begins again.
    package func loweringWhite(by steps: Int) -> Levels {
        var copy = self
        copy.whiteSteps = (whiteSteps + steps) % (Self.pointSteps + 1)
        return copy
    }

    /// The points in percent of the range between the usual ones.
    package var blackPercent: Int { blackSteps * Self.pointPercent }
    package var whitePercent: Int { 100 - whiteSteps * Self.pointPercent }

    // Each step doubles what the curve depends on: 16 times is another picture, 256 times noise.
    private static let weakest = -4
    private static let strongest = 8
    // The points never meet: 4 % steps up to 44 % leave twelve between them.
    private static let pointPercent = 4
    private static let pointSteps = 11
}

/// How many pixels of a photo have each light, 0 to 255.
package struct Histogram: Hashable, Sendable {
    package static let none = Histogram(counts: [Int](repeating: 0, count: 256))

    package let counts: [Int]

    private init(counts: [Int]) { self.counts = counts }

    /// Hot: runs over a coarse copy of a photo, once for each photo.
    package init(of raster: Raster) {
        var counts = [Int](repeating: 0, count: 256)
        raster.pixels.withUnsafeBufferPointer { pixels in
            for pixel in stride(from: 0, to: pixels.count &- 3, by: Raster.bytesPerPixel) {
                // Rec. 709 in 256ths: a grey pixel's light is its value.
                let light =
                    54 &* Int(pixels[pixel]) &+ 183 &* Int(pixels[pixel &+ 1])
                    &+ 19 &* Int(pixels[pixel &+ 2])
                counts[light &>> 8] &+= 1
            }
        }
        self.counts = counts
    }

    package var total: Int { counts.reduce(0, +) }

    /// The least light that this share of the photo does not exceed, 0 to 1.
    package func light(atShare share: Double) -> Double {
        let wished = share * Double(total)
        var sum = 0
        for (light, count) in counts.enumerated() {
            sum += count
            if Double(sum) >= wished, sum > 0 { return Double(light) / 255 }
        }
        return 1
    }

    /// The share of the photo that is not lighter, for each light, from 0 for the darkest there is.
    fileprivate var shares: [Double] {
        let sums = counts.reduce(into: [Int]()) { $0.append(($0.last ?? 0) + $1) }
        let (first, all) = (sums.first { $0 > 0 } ?? 0, sums.last ?? 0)
        guard all > first else { return (0..<256).map { Double($0) / 255 } }
        return sums.map { Double(max(0, $0 - first)) / Double(all - first) }
    }
}

/// What levels make of each light of one photo, 0 to 255.
package struct LevelsCurve: Hashable, Sendable {
    package let codes: [UInt8]

    /// The curve of a photo with that histogram.
    package init(_ levels: Levels, for histogram: Histogram) {
        let light = levels.light(for: histogram)
        codes = (0..<256).map { UInt8((255 * light(Double($0) / 255)).rounded()) }
    }
}

/// What levels make of each number of 16 bits, where a decoder would make codes of 8 bits of them.
///
/// It never falls: of levels that turn light into dark it is the rising part, and the turn is left to
/// `ToneMapping`.
package struct DeepCurve: Hashable, Sendable {
    /// How many numbers there are.
    package static let count = 1 << 16

    package let numbers: [UInt16]
    /// Whether what is light becomes dark at the end.
    package let isInverted: Bool

    /// - Precondition: there is one for each number.
    package init(numbers: [UInt16], isInverted: Bool = false) {
        precondition(numbers.count == Self.count, "one for each number")
        self.numbers = numbers
        self.isInverted = isInverted
    }

    /// The curve of a photo whose 8 bits have that histogram.
    package init(_ levels: Levels, for histogram: Histogram) {
        let isInverted = levels.shape == .inverted
        let light = levels.light(for: histogram)
        let last = Double(Self.count - 1)
        let numbers = (0..<Self.count).map { number in
            let shown = light(Double(number) / last)
            return UInt16((last * (isInverted ? 1 - shown : shown)).rounded())
        }
        self.init(numbers: numbers, isInverted: isInverted)
    }
}

extension Levels {
    /// What becomes of a light in a photo with that histogram; both from 0 to 1.
    fileprivate func light(for histogram: Histogram) -> (Double) -> Double {
        let (black, white) = points(for: histogram)
        let range = max(white - black, 1 / 255)
        let curve = curve(for: histogram)
        return { min(max(0, curve(min(max(0, ($0 - black) / range), 1))), 1) }
    }

    /// What becomes black and white.
    fileprivate func points(for histogram: Histogram) -> (black: Double, white: Double) {
        var (low, high) = (0.0, 1.0)
        if shape == .automatic {
            let share = min(Self.clippedShare * factor, 0.45)
            low = histogram.light(atShare: share)
            high = max(low, histogram.light(atShare: 1 - share))
        }
        let range = (high - low) / 100
        return (low + range * Double(blackPercent), low + range * Double(whitePercent))
    }

    /// astropy's `PercentileInterval(99.5)` leaves as much out at either end.
    private static let clippedShare = 0.0025

    /// 2 for each step of strength.
    private var factor: Double { Double(sign: .plus, exponent: strength, significand: 1) }

    /// y = (m - 1) x / ((2 m - 1) x - m), PixInsight's midtones transfer function: m becomes a half.
    private var midtones: (Double) -> Double {
        let m = 1 / (1 + factor)
        return { (m - 1) * $0 / ((2 * m - 1) * $0 - m) }
    }

    /// A weaker curve lies between the photo's own light and the curve.
    private func blend(_ curve: @escaping (Double) -> Double) -> (Double) -> Double {
        let share = min(1, 1 + Double(min(0, strength)) / 5)
        return { $0 + (curve($0) - $0) * share }
    }

    fileprivate func curve(for histogram: Histogram) -> (Double) -> Double {
        switch shape {
        case .automatic: return { $0 }
        case .linear: return midtones
        case .inverted: return { [midtones] in 1 - midtones($0) }
        case .asinh:
            let a = 0.1 / factor
            let most = (1 / a).inverseSinh
            return { ($0 / a).inverseSinh / most }
        case .log:
            let a = 1000 * factor
            let most = (a + 1).naturalLogarithm
            return { (a * $0 + 1).naturalLogarithm / most }
        case .equalised:
            let shares = histogram.shares
            return blend { light in
                let below = min(Int(light * 255), 254)
                return shares[below]
                    + (shares[below + 1] - shares[below]) * (light * 255 - Double(below))
            }
        }
    }
}

extension Double {
    fileprivate var inverseSinh: Double { (self + (self * self + 1).squareRoot()).naturalLogarithm }

    /// Of a positive number, exact to 1e-15, no C library: that of its power of two, and a series.
    fileprivate var naturalLogarithm: Double {
        let ratio = (significand - 1) / (significand + 1)
        let (square, terms) = (ratio * ratio, 17)
        let series = (0..<terms).reversed().reduce(0.0) { $0 * square + 1 / Double(2 * $1 + 1) }
        return Double(exponent) * Self.logarithmOf2 + 2 * ratio * series
    }

    private static let logarithmOf2 = 0.693_147_180_559_945_3
}
