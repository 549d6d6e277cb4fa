/// The mapping of a photo's brightness to the screen: a curve with a black and a white point.
package struct Levels: Hashable, Sendable {
    /// The kinds of curve, in the order in which a key of the keyboard selects them.
    ///
    /// In the formulas of the cases, x and y are the brightness of the photo and of the screen,
    /// from 0 to 1.
    package enum Shape: CaseIterable, Hashable, Sendable {
        /// y = x.
        case linear
        /// A straight line between y = 0 for the darkest 0.25 % of the photo's pixels and y = 1 for
        /// the lightest 0.25 %.
        case automatic
        /// y = asinh(x / a) / asinh(1 / a), astropy's `AsinhStretch` with a = 0.1.
        case asinh
        /// y = log(a x + 1) / log(a + 1), astropy's `LogStretch` with a = 1000.
        case log
        /// y = the share of the photo's pixels that are not lighter than x, so that each brightness
        /// becomes equally frequent.
        case equalised
        /// y = 1 - x.
        case inverted
    }

    /// The levels that leave a photo unchanged.
    package static let none = Levels()

    package private(set) var shape = Shape.linear
    /// The strength of the curve: 0 is its published form; negative values are weaker.
    package private(set) var strength = 0
    /// The number of steps from the default black point up to the black point.
    package private(set) var blackSteps = 0
    /// The number of steps from the default white point down to the white point.
    package private(set) var whiteSteps = 0

    package init(_ shape: Shape = .linear) { self.shape = shape }

    /// The levels with the next curve and with default points and strength; the order is cyclic.
    package var next: Levels {
        let all = Shape.allCases
        let index = all.firstIndex(of: shape).map { ($0 + 1) % all.count } ?? 0
        return Levels(all[index])
    }

    /// True if the curve depends on the photo's histogram.
    package var dependsOnPhoto: Bool { shape == .automatic || shape == .equalised }

    package func strengthened(by steps: Int) -> Levels {
        var copy = self
        copy.strength = min(max(Self.weakest, strength + steps), Self.strongest)
        return copy
    }

    /// Returns levels whose black point is higher by `steps`; the highest point is followed by the
    /// default.
    package func raisingBlack(by steps: Int) -> Levels {
        var copy = self
        copy.blackSteps = (blackSteps + steps) % (Self.pointSteps + 1)
        return copy
    }

    /// Returns levels whose white point is lower by `steps`; the lowest point is followed by the
    /// default.
    package func loweringWhite(by steps: Int) -> Levels {
        var copy = self
        copy.whiteSteps = (whiteSteps + steps) % (Self.pointSteps + 1)
        return copy
    }

    /// The black point, in per cent of the distance between the default points.
    package var blackPercent: Int { blackSteps * Self.pointPercent }
    /// The white point, in per cent of the distance between the default points.
    package var whitePercent: Int { 100 - whiteSteps * Self.pointPercent }

    // The limits of the strength. Each step doubles the curve's parameter: a factor of 16 gives a
    // clearly different picture, a factor of 256 mostly noise.
    private static let weakest = -4
    private static let strongest = 8
    // The step of a point in per cent, and the maximum number of steps. The points never meet: 11
    // steps of 4 % for each point leave 12 % between them.
    private static let pointPercent = 4
    private static let pointSteps = 11
}

/// The number of pixels of a photo at each brightness from 0 to 255.
package struct Histogram: Hashable, Sendable {
    package static let none = Histogram(counts: [Int](repeating: 0, count: 256))

    package let counts: [Int]

    private init(counts: [Int]) { self.counts = counts }

    /// Counts the pixels of each brightness in a raster.
    ///
    /// Hot: runs over a coarse copy of a photo, once per photo.
    package init(of raster: Raster) {
        var counts = [Int](repeating: 0, count: 256)
        raster.pixels.withUnsafeBufferPointer { pixels in
            for pixel in stride(from: 0, to: pixels.count &- 3, by: Raster.bytesPerPixel) {
                // The Rec. 709 luma weights in 256ths; a gray pixel's brightness is its value.
                let light =
                    54 &* Int(pixels[pixel]) &+ 183 &* Int(pixels[pixel &+ 1])
                    &+ 19 &* Int(pixels[pixel &+ 2])
                counts[light &>> 8] &+= 1
            }
        }
        self.counts = counts
    }

    package var total: Int { counts.reduce(0, +) }

    /// Returns the lowest brightness from 0 to 1 at or below which this share of the pixels lies.
    package func light(atShare share: Double) -> Double {
        let wished = share * Double(total)
        var sum = 0
        for (light, count) in counts.enumerated() {
            sum += count
            if Double(sum) >= wished, sum > 0 { return Double(light) / 255 }
        }
        return 1
    }

    /// The share of pixels at or below each brightness.
    ///
    /// The scale begins with 0 at the darkest brightness of the photo and ends with 1 at the
    /// lightest. If all pixels are equally bright, the share equals the brightness.
    fileprivate var shares: [Double] {
        let sums = counts.reduce(into: [Int]()) { $0.append(($0.last ?? 0) + $1) }
        let (first, all) = (sums.first { $0 > 0 } ?? 0, sums.last ?? 0)
        guard all > first else { return (0..<256).map { Double($0) / 255 } }
        return sums.map { Double(max(0, $0 - first)) / Double(all - first) }
    }
}

/// The levels' output for each brightness of a photo from 0 to 255.
package struct LevelsCurve: Hashable, Sendable {
    package let codes: [UInt8]

    /// Creates the curve of levels for a photo with this histogram.
    package init(_ levels: Levels, for histogram: Histogram) {
        let light = levels.light(for: histogram)
        codes = (0..<256).map { UInt8((255 * light(Double($0) / 255)).rounded()) }
    }
}

/// The levels' output for each 16-bit sample, applied before a decoder reduces samples to 8 bits.
///
/// The curve never falls: levels that invert a photo contribute only their rising part, and
/// `ToneMapping` inverts the result.
package struct ToneCurve16: Hashable, Sendable {
    /// The number of possible sample values, which is also the number of entries in `table`.
    package static let count = 1 << 16

    /// The curve that leaves samples unchanged.
    package static let identity = ToneCurve16(table: Array(0...UInt16.max))

    package let table: [UInt16]
    /// True if the output must be inverted afterwards.
    package let isInverted: Bool

    /// Creates a curve from the output for each sample value.
    package init(table: [UInt16], isInverted: Bool = false) {
        precondition(table.count == Self.count, "one for each number")
        self.table = table
        self.isInverted = isInverted
    }

    /// Creates the curve of the levels for a photo whose 8-bit version has this histogram.
    package init(_ levels: Levels, for histogram: Histogram) {
        let isInverted = levels.shape == .inverted
        let light = levels.light(for: histogram)
        let last = Double(Self.count - 1)
        let table = (0..<Self.count).map { number in
            let shown = light(Double(number) / last)
            return UInt16((last * (isInverted ? 1 - shown : shown)).rounded())
        }
        self.init(table: table, isInverted: isInverted)
    }
}

extension Levels {
    /// Returns a function from brightness to brightness, both from 0 to 1, for this histogram.
    fileprivate func light(for histogram: Histogram) -> (Double) -> Double {
        let (black, white) = points(for: histogram)
        let range = max(white - black, 1 / 255)
        let curve = curve(for: histogram)
        return { min(max(0, curve(min(max(0, ($0 - black) / range), 1))), 1) }
    }

    /// Returns the brightness of the black and white points, from 0 to 1.
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

    /// The share of pixels clipped at each end, as in astropy's `PercentileInterval(99.5)`.
    private static let clippedShare = 0.0025

    /// The factor by which strength changes the shape's parameter; each step of strength doubles
    /// it.
    private var factor: Double { Double(sign: .plus, exponent: strength, significand: 1) }

    /// PixInsight's midtones transfer function, which maps m to a half: y = (m - 1) x / ((2 m - 1)
    /// x - m).
    private var midtones: (Double) -> Double {
        let m = 1 / (1 + factor)
        return { (m - 1) * $0 / ((2 * m - 1) * $0 - m) }
    }

    /// Returns the curve, or a blend of the curve with the identity if the strength is negative.
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

    /// The logarithm of a positive number, exact to 1e-15, without a C library.
    ///
    /// The result is the logarithm of a power of two plus a series for the significand.
    fileprivate var naturalLogarithm: Double {
        let ratio = (significand - 1) / (significand + 1)
        let (square, terms) = (ratio * ratio, 17)
        let series = (0..<terms).reversed().reduce(0.0) { $0 * square + 1 / Double(2 * $1 + 1) }
        return Double(exponent) * Self.logarithmOf2 + 2 * ratio * series
    }

    private static let logarithmOf2 = 0.693_147_180_559_945_3
}
