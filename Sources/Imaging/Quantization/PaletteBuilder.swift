/// A builder of the palette that shows a photo best in a terminal's registers.
///
/// The palette is built once per photo, from a raster of the complete photo, so that panning does
/// not change colours.
package struct PaletteBuilder: Sendable {
    private let registers: Int

    /// Creates a builder of palettes for a number of registers.
    ///
    /// - Precondition: `registers` is at least 2.
    package init(registers: Int) {
        precondition(registers >= 2, "a picture needs two colours")
        self.registers = registers
    }

    package func palette(of raster: Raster) -> Palette {
        precondition(!raster.size.isEmpty, "a photo has pixels")
        if let few = fewColours(of: raster) { return Palette(few, isExact: true) }
        let samples = ColourSamples(of: raster)
        if samples.isGray { return Palette(grayRamp(samples)) }
        let histogram = ColourHistogram(samples)
        let isLarge = registers > Palette.usualLimit
        return Palette(
            clustered(histogram),
            usual: isLarge
                ? PaletteBuilder(registers: Palette.usualLimit).clustered(histogram) : nil)
    }

    /// Returns the palette of a photo shown beside an area of the colour `other`, which gets a
    /// register.
    package func palette(of raster: Raster, including other: RGBColour) -> Palette {
        let colour = PercentColour(nearest: other)
        // A picture that contains the colour `other` may use all registers for its own colours.
        if let few = fewColours(of: raster), few.contains(colour) {
            return Palette(few, isExact: true, reserving: colour)
        }
        let palette = PaletteBuilder(registers: max(2, registers - 1)).palette(of: raster)
        return Palette(
            distinct(palette.percents + [colour]), isExact: palette.isExact, reserving: colour,
            usual: palette.usual)
    }

    /// Returns the raster's colours in whole per cent, one register for each colour.
    ///
    /// The result is `nil` if there are more colours than registers, or if two colours are equal in
    /// whole per cent: such colours are typical of a dark sky, which requires dithering.
    private func fewColours(of raster: Raster) -> [PercentColour]? {
        var colours: [UInt32: PercentColour] = [:]
        var last: UInt32?
        let fit = raster.pixels.withUnsafeBytes { bytes in
            for offset in stride(from: 0, to: bytes.count, by: Raster.bytesPerPixel) {
                let pixel = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
                if pixel == last { continue }
                last = pixel
                guard colours[pixel] == nil else { continue }
                if colours.count == registers { return false }
                let colour = RGBColour(
                    red: bytes[offset], green: bytes[offset + 1], blue: bytes[offset + 2])
                colours[pixel] = PercentColour(nearest: colour)
            }
            return true
        }
        let few = distinct(Array(colours.values))
        return fit && few.count == colours.count ? few : nil
    }

    /// Returns evenly spaced grays from the photo's darkest gray to its lightest, at least one per
    /// cent apart.
    private func grayRamp(_ samples: ColourSamples) -> [PercentColour] {
        let used = samples.red.indices.filter { samples.red[$0] > 0 }
        guard let first = used.first, let last = used.last else { return [] }
        let darkest = first * 100 / 255
        let lightest = (last * 100 + 254) / 255
        let count = min(registers, lightest - darkest + 1)
        return (0..<count).map { step in
            let gray = darkest + (lightest - darkest) * step / max(1, count - 1)
            return PercentColour(red: UInt8(gray), green: UInt8(gray), blue: UInt8(gray))
        }
    }

    private func clustered(_ histogram: ColourHistogram) -> [PercentColour] {
        let points = histogram.points(for: registers)
        let outliers = min(registers / Self.shareOfOutliers, Self.outlierLimit)
        var clusters = ColourClusters(points, count: registers - outliers)
        for _ in 0..<Self.steps { clusters.refine() }
        let colours = Set(clusters.centres.map(onGrid))
            .union(clusters.furthestPoints(outliers).map(onGrid))
        return distinct(Array(colours) + others(than: colours, in: clusters))
    }

    /// The divisor of `registers` that yields the number of registers for outliers.
    ///
    /// Outliers are the colours least similar to any other register, such as single stars.
    private static let shareOfOutliers = 16
    /// The maximum number of outliers; with many registers, even the clusters are small enough for
    /// single stars.
    private static let outlierLimit = 16

    // The number of steps of k-means; with 12 steps, the colour error dE would be .461 instead of
    // .462.
    private static let steps = 4

    /// Returns colours for the registers that are left over when several centres become equal in
    /// whole per cent.
    ///
    /// In a dark photo, a quarter of the registers are left over. The function chooses the colours
    /// with the largest errors.
    private func others(
        than colours: Set<PercentColour>, in clusters: ColourClusters
    ) -> [PercentColour] {
        guard colours.count < registers else { return [] }
        let shown = clusters.centres.map { OKLab.position(of: onGrid($0).shown) }
        var errors: [PercentColour: Float] = [:]
        for (point, cluster) in zip(clusters.points, clusters.cluster) {
            let error = ColourClusters.squaredDistance(point, shown[cluster]) * point.w
            errors[onGrid(point), default: 0] += error
        }
        let worst = errors.filter { !colours.contains($0.key) }
            .sorted { ($0.value, $0.key.rank) > ($1.value, $1.key.rank) }
        return worst.prefix(registers - colours.count).map(\.key)
    }

    private func onGrid(_ colour: SIMD4<Float>) -> PercentColour {
        let light = OKLab.light(at: colour)
        return PercentColour(
            nearest: RGBColour(red: code(light.x), green: code(light.y), blue: code(light.z)))
    }

    private func code(_ light: Float) -> UInt8 {
        let step = (light * Float(LinearLight.steps)).rounded()
        return LinearLight.codeOfStep[Int(min(max(step, 0), Float(LinearLight.steps)))]
    }

    /// Returns each colour once, from dark to light, so that equal photos have equal palettes.
    private func distinct(_ colours: [PercentColour]) -> [PercentColour] {
        Set(colours).sorted { $0.rank < $1.rank }
    }
}

extension PercentColour {
    /// A sort key that approximates lightness; different colours have different keys.
    fileprivate var rank: Int {
        (Int(red) * 3 + Int(green) * 6 + Int(blue)) << 24 | Int(red) << 16 | Int(green) << 8
            | Int(blue)
    }
}

/// Samples of a raster's pixels at equal distances, and their statistics.
private struct ColourSamples {
    /// The number of samples with each code of red.
    let red: [Int]
    /// The number of samples with each code of green.
    let green: [Int]
    /// The number of samples with each code of blue.
    let blue: [Int]
    let isGray: Bool

    private let raster: Raster
    /// The distance between samples, in pixels.
    private let step: Int

    /// The intended number of samples; sampling all 0.9 million pixels of a frame would raise PSNR
    /// by less than 0.1 dB.
    private static let wanted = 1 << 18

    init(of raster: Raster) {
        self.raster = raster
        let pixels = raster.size.width * raster.size.height
        // The step is odd, so that no column or row is skipped systematically.
        step = max(1, pixels / Self.wanted) | 1
        let counts = WorkingMemory<Int>(zeros: 3 * 256)
        // Arrays would take 3 ms instead of 1 ms, because a closure checks an array for unique
        // ownership at each pixel.
        let (red, green, blue) = (counts.base, counts.base + 256, counts.base + 512)
        var differences: UInt32 = 0
        Self.forEach(of: raster, step) { colour in
            red[Int(colour & 0xFF)] &+= 1
            green[Int(colour >> 8 & 0xFF)] &+= 1
            blue[Int(colour >> 16)] &+= 1
            differences |= (colour ^ colour >> 8) & 0xFFFF
        }
        self.red = Array(UnsafeBufferPointer(start: red, count: 256))
        self.green = Array(UnsafeBufferPointer(start: green, count: 256))
        self.blue = Array(UnsafeBufferPointer(start: blue, count: 256))
        isGray = differences == 0
    }

    /// Calls `body` with each sample: red in the lowest byte, then green and blue; the highest byte
    /// is 0.
    @inline(__always)
    func forEach(_ body: (UInt32) -> Void) { Self.forEach(of: raster, step, body) }

    /// Calls `body` with each sample of a raster.
    ///
    /// Hot: runs twice over the sampled pixels of each photo. Copying the samples first would take
    /// another 0.6 ms.
    @inline(__always)
    private static func forEach(of raster: Raster, _ step: Int, _ body: (UInt32) -> Void) {
        raster.pixels.withUnsafeBytes { bytes in
            let stride = step * Raster.bytesPerPixel
            for offset in Swift.stride(from: 0, to: bytes.count, by: stride) {
                let pixel = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
                body(UInt32(littleEndian: pixel) & 0xFF_FFFF)
            }
        }
    }
}

/// A histogram of a raster's colours in an adaptive grid of 32 levels per axis.
private struct ColourHistogram {
    /// The sums of red, green and blue, and the number of samples, in each grid cell.
    private let sums: [SIMD4<UInt32>]

    private static let bits = 5

    init(_ samples: ColourSamples) {
        let levels = ColourLevels(
            bits: Self.bits, red: samples.red, green: samples.green, blue: samples.blue)
        sums = Self.sums(samples, levels: levels)
    }

    /// Returns the mean colour of each occupied grid cell in OKLab; the fourth component is the
    /// weight.
    func points(for registers: Int) -> [SIMD4<Float>] {
        let all = sums.reduce(0) { $0 + Float($1.w) }
        let weight = ColourWeight(registers: registers, samples: all)
        return sums.filter { $0.w > 0 }.map { Self.point($0, weight) }
    }

    private static func sums(_ samples: ColourSamples, levels: ColourLevels) -> [SIMD4<UInt32>] {
        var sums = [SIMD4<UInt32>](repeating: .zero, count: levels.keyCount)
        sums.withUnsafeMutableBufferPointer { sums in
            levels.withKeys { red, green, blue in
                samples.forEach { colour in
                    let r = Int(colour & 0xFF)
                    let g = Int(colour >> 8 & 0xFF)
                    let b = Int(colour >> 16 & 0xFF)
                    let key = Int(red[r] | green[g] | blue[b])
                    sums[key] &+= SIMD4(UInt32(r), UInt32(g), UInt32(b), 1)
                }
            }
        }
        return sums
    }

    private static func point(_ sum: SIMD4<UInt32>, _ weight: ColourWeight) -> SIMD4<Float> {
        let count = Float(sum.w)
        let light = SIMD4(
            light(Float(sum.x) / count), light(Float(sum.y) / count), light(Float(sum.z) / count), 0
        )
        var point = OKLab.position(ofLight: light)
        point.w = weight(ofCount: count)
        return point
    }

    private static func light(_ code: Float) -> Float {
        let lower = min(Int(code), 254)
        let share = code - Float(lower)
        return LinearLight.ofCode[lower] * (1 - share) + LinearLight.ofCode[lower + 1] * share
    }
}

/// The weight of a colour by its frequency: a power of its count.
///
/// The power preserves the hue of small areas of a distinct colour. With the count itself as the
/// weight, a galaxy's blue stars were gray, and its saturated greens contained white dots:
/// dithering cannot show a colour outside the range of the registers.
private struct ColourWeight {
    /// The exponent of the power, in sixteenths.
    private let sixteenths: Int
    /// The count above which weights are proportional to counts, so that the flat areas of a
    /// drawing keep their colours.
    private let common: Float
    private let weightOfCommon: Float

    /// The divisor of the number of samples that yields `common`.
    ///
    /// Without proportional weights above `common`, the error of a scaled drawing of 64 flat
    /// colours was 9.7 codes instead of 7.3.
    private static let commonShare: Float = 16_384

    /// Chooses the exponent for a number of registers; fewer registers favour common colours.
    ///
    /// Means of five photos at 1280x720: with 256 registers and the exponents 1, 5/8, 9/16 and 1/2,
    /// the colour error dE is .357, .355, .347 and .372, the size is 1.40, 1.32, 1.28 and 1.26 MB,
    /// and dE of saturated stars is 6.0, 3.2, 2.8 and 3.0. The present formula gives dE .351 and
    /// 1.35 MB. With 1024 registers and the exponents -1/8 and -3/8, dE is .181 and .196, the size
    /// 1.74 and 1.67 MB.
    init(registers: Int, samples: Float) {
        let steps = (registers - Palette.usualLimit) * 15 / (Palette.limit - Palette.usualLimit)
        sixteenths = min(max(-6, 9 - steps), 16)
        common = registers <= Palette.usualLimit ? max(1, samples / Self.commonShare) : .infinity
        weightOfCommon = Self.power(sixteenths, of: min(common, samples))
    }

    func callAsFunction(ofCount count: Float) -> Float {
        count <= common ? Self.power(sixteenths, of: count) : weightOfCommon * count / common
    }

    private static func power(_ sixteenths: Int, of count: Float) -> Float {
        let root = count.squareRoot().squareRoot().squareRoot().squareRoot()
        let power = (0..<abs(sixteenths)).reduce(Float(1)) { power, _ in power * root }
        return sixteenths < 0 ? 1 / power : power
    }
}
