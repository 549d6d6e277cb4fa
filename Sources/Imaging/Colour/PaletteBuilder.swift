/// Chooses the colours that show a photo best in a terminal's registers.
///
/// Meant to run once for each photo, on a raster of all of it, so that colours stay when it moves.
package struct PaletteBuilder: Sendable {
    private let registers: Int

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
        return Palette(clustered(samples))
    }

    /// The palette of a photo that is shown beside an area of one colour, which keeps its register.
    package func palette(of raster: Raster, including other: RGBColour) -> Palette {
        let palette = PaletteBuilder(registers: max(2, registers - 1)).palette(of: raster)
        let colour = PercentColour(nearest: other)
        return Palette(
            distinct(palette.percents + [colour]), isExact: palette.isExact, reserving: colour)
    }

    /// The raster's colours on the terminal's grid, where the registers suffice for all of them and the
    /// grid keeps them apart.
    ///
    /// A dark sky may have few colours too, but more of them than the grid: it would band undithered.
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

    /// Grays from the photo's darkest to its lightest, evenly; a percent apart if the registers suffice.
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

    private func clustered(_ samples: ColourSamples) -> [PercentColour] {
        var clusters = ColourClusters(ColourHistogram(samples).points, count: registers)
        for _ in 0..<Self.steps { clusters.refine() }
        let colours = Set(clusters.centres.map(onGrid))
        return distinct(Array(colours) + others(than: colours, in: clusters))
    }

    // With 12 steps dE .461 instead of .462.
    private static let steps = 4

    /// Colours for the registers that are left where several centres fell on one place of the grid.
    ///
    /// In a dark photo a quarter are left. They go to the places of the grid whose points are
    /// shown worst.
    // One register in 16 kept for rare colours, those shown worst by the root of how often they occur: 3 %
    // fewer bytes, a galaxy's core nearer (dE .785 -> .767), five photos alike (.357 -> .361). But half of
    // those registers, which a moving frame keeps to, lacked black: a black sky was shown as 33.
    private func others(
        than colours: Set<PercentColour>, in clusters: ColourClusters
    ) -> [PercentColour] {
        guard colours.count < registers else { return [] }
        let shown = clusters.centres.map { OKLab.place(of: onGrid($0).shown) }
        var errors: [PercentColour: Float] = [:]
        for (point, cluster) in zip(clusters.points, clusters.cluster) {
            let error = ColourClusters.squaredDistance(point, shown[cluster]) * point.w
            errors[onGrid(point), default: 0] += error
        }
        let worst = errors.filter { !colours.contains($0.key) }
            .sorted { ($0.value, $0.key.rank) > ($1.value, $1.key.rank) }
        return worst.prefix(registers - colours.count).map(\.key)
    }

    private func onGrid(_ place: SIMD4<Float>) -> PercentColour {
        let light = OKLab.light(at: place)
        return PercentColour(
            nearest: RGBColour(red: code(light.x), green: code(light.y), blue: code(light.z)))
    }

    private func code(_ light: Float) -> UInt8 {
        let step = (light * Float(LinearLight.steps)).rounded()
        return LinearLight.codeOfStep[Int(min(max(step, 0), Float(LinearLight.steps)))]
    }

    /// Each colour once, from dark to light, so that equal photos have equal palettes.
    private func distinct(_ colours: [PercentColour]) -> [PercentColour] {
        Set(colours).sorted { $0.rank < $1.rank }
    }
}

extension PercentColour {
    /// An order by lightness, roughly, without ties.
    fileprivate var rank: Int {
        (Int(red) * 3 + Int(green) * 6 + Int(blue)) << 24 | Int(red) << 16 | Int(green) << 8
            | Int(blue)
    }
}

/// Pixels picked evenly from a raster, and what they have in common.
struct ColourSamples {
    /// Red, green and blue from the lowest byte up; the highest byte is 0.
    let colours: [UInt32]
    /// How often each code occurs on each axis.
    let red: [Int]
    let green: [Int]
    let blue: [Int]
    let isGray: Bool

    /// Enough for a palette: with all 0.9 million pixels of a frame PSNR rises by less than 0.1 dB.
    private static let wanted = 1 << 18

    /// Hot: runs over the sampled pixels once for each photo.
    init(of raster: Raster) {
        let pixels = raster.size.width * raster.size.height
        // An odd step, so that no column or row of the raster is left out.
        let step = max(1, pixels / Self.wanted) | 1
        let count = (pixels + step - 1) / step
        var red = [Int](repeating: 0, count: 256)
        var green = red
        var blue = red
        var differences: UInt32 = 0
        colours = raster.pixels.withUnsafeBytes { bytes in
            [UInt32](unsafeUninitializedCapacity: count) { colours, filled in
                for sample in 0..<count {
                    let pixel = bytes.loadUnaligned(
                        fromByteOffset: sample &* step &* Raster.bytesPerPixel, as: UInt32.self)
                    let colour = UInt32(littleEndian: pixel) & 0xFF_FFFF
                    colours[sample] = colour
                    red[Int(colour & 0xFF)] &+= 1
                    green[Int(colour >> 8 & 0xFF)] &+= 1
                    blue[Int(colour >> 16)] &+= 1
                    differences |= (colour ^ colour >> 8) & 0xFFFF
                }
                filled = count
            }
        }
        self.red = red
        self.green = green
        self.blue = blue
        isGray = differences == 0
    }
}

/// How often a raster's colours occur, on a grid of 32 levels an axis that follows the raster.
struct ColourHistogram {
    /// The mean colour of each level triple that occurs, in OKLab; the fourth number is how often.
    let points: [SIMD4<Float>]

    private static let bits = 5

    init(_ samples: ColourSamples) {
        let levels = ColourLevels(
            bits: Self.bits, red: samples.red, green: samples.green, blue: samples.blue)
        let sums = Self.sums(samples.colours, levels: levels)
        points = sums.filter { $0.w > 0 }.map(Self.point)
    }

    /// Hot: runs over the sampled pixels once for each photo.
    private static func sums(_ colours: [UInt32], levels: ColourLevels) -> [SIMD4<UInt32>] {
        var sums = [SIMD4<UInt32>](repeating: .zero, count: levels.keyCount)
        sums.withUnsafeMutableBufferPointer { sums in
            levels.withKeys { red, green, blue in
                for colour in colours {
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

    private static func point(_ sum: SIMD4<UInt32>) -> SIMD4<Float> {
        let count = Float(sum.w)
        let light = SIMD4(
            light(Float(sum.x) / count), light(Float(sum.y) / count), light(Float(sum.z) / count), 0
        )
        var point = OKLab.place(ofLight: light)
        point.w = count
        return point
    }

    private static func light(_ code: Float) -> Float {
        let lower = min(Int(code), 254)
        let share = code - Float(lower)
        return LinearLight.ofCode[lower] * (1 - share) + LinearLight.ofCode[lower + 1] * share
    }
}

/// A coarse grid over the colours that is finest where colours are many: the key of a table.
///
/// Evenly spaced levels serve a photo of a dark sky badly: all of it falls into a few of them.
/// Keys are laid out in blocks of four levels a side, so that near colours lie near in a table.
struct ColourLevels {
    /// Levels on each axis; a power of two.
    let count: Int
    let red: LevelAxis
    let green: LevelAxis
    let blue: LevelAxis

    /// Keys in a block, and the bits of a key below its block's number.
    static let blockKeys = 64
    static let blockBits = 6

    var keyCount: Int { count * count * count }

    /// Levels for colours whose codes are as often as these counts say.
    init(bits: Int, red: [Int], green: [Int], blue: [Int]) {
        count = 1 << bits
        self.red = LevelAxis(counts: red, bits: bits, place: 2)
        self.green = LevelAxis(counts: green, bits: bits, place: 1)
        self.blue = LevelAxis(counts: blue, bits: bits, place: 0)
    }

    /// Opens what the codes of each axis add to a key.
    @inline(__always)
    func withKeys(
        _ body: (UnsafePointer<UInt32>, UnsafePointer<UInt32>, UnsafePointer<UInt32>) -> Void
    ) {
        red.keys.withUnsafeBufferPointer { red in
            green.keys.withUnsafeBufferPointer { green in
                blue.keys.withUnsafeBufferPointer { blue in
                    guard let red = red.baseAddress, let green = green.baseAddress,
                        let blue = blue.baseAddress
                    else { return }
                    body(red, green, blue)
                }
            }
        }
    }
}

/// The levels along one axis of a `ColourLevels` grid.
struct LevelAxis {
    /// What each of the 256 codes adds to a key.
    let keys: [UInt32]
    /// The linear light in the middle of each level; one without codes has that of the level before.
    let lights: [Float]

    /// A share of the levels is spread evenly: a dither looks up colours between those that are there.
    private static let evenShare = 0.3

    /// Levels for codes that are as often as `counts` says; `place` is 2 for red, 1 green, 0 blue.
    init(counts: [Int], bits: Int, place: Int) {
        let levels = Self.levels(counts, count: 1 << bits)
        let blockShift = ColourLevels.blockBits + (bits - 2) * place
        keys = levels.map { UInt32(($0 >> 2) << blockShift | ($0 & 3) << (2 * place)) }
        lights = Self.lights(levels, count: 1 << bits)
    }

    private static func levels(_ counts: [Int], count: Int) -> [Int] {
        var place = 0.0
        return widths(counts, count: count).map { width in
            defer { place += width }
            return min(Int(place + width / 2), count - 1)
        }
    }

    /// How much of a level each code fills, never more than one; together at most `count`.
    private static func widths(_ counts: [Int], count: Int) -> [Double] {
        let total = Double(max(1, counts.reduce(0, +)))
        let wishes = counts.map { wish in
            (1 - evenShare) * Double(wish) / total + evenShare / Double(counts.count)
        }
        var scale = Double(count)
        // Codes that would fill more than a level leave the rest to the others: a few rounds settle it.
        for _ in 0..<6 {
            let sum = wishes.reduce(0) { $0 + min(1, $1 * scale) }
            scale *= Double(count) / max(sum, 1)
        }
        return wishes.map { min(1, $0 * scale) }
    }

    private static func lights(_ levels: [Int], count: Int) -> [Float] {
        var sums = [SIMD2<Float>](repeating: .zero, count: count)
        for (code, level) in levels.enumerated() {
            sums[level] += SIMD2(LinearLight.ofCode[code], 1)
        }
        var last: Float = 0
        return sums.map { sum in
            if sum.y > 0 { last = sum.x / sum.y }
            return last
        }
    }
}
