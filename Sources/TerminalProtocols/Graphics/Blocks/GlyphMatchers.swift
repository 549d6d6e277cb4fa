import Imaging

/// A matcher that splits a cell's elements into two groups with the least squared error.
///
/// The matcher tries every split. Errors and the groups' means are computed with roots of light,
/// which are close to what the eye sees. With errors in linear light, octants had 26.33 dB and dE
/// 1.79 instead of 26.38 dB and 1.75 (three photos, 160x45 cells). Means in linear light and in
/// roots, over five photos (dB, SSIM, dE, and dE after a blur of 4 pixels):
///
/// | | linear | roots |
/// |---|---|---|
/// | quadrants | 32.49 dB, .829, 1.28, .478 | 32.63 dB, .831, 1.24, .469 |
/// | sextants | 32.68 dB, .833, 1.24, .457 | 32.81 dB, .835, 1.20, .445 |
/// | octants | 33.04 dB, .843, 1.16, .428 | 33.10 dB, .845, 1.13, .409 |
///
/// With roots, a star of half a quadrant is drawn darker, which the blur of 4 pixels shows only in
/// a deep field (.66 linear, .68 roots). Increasing the distance of the two colours by a twentieth
/// to restore contrast changed SSIM by +.0002 and dB by -.02.
struct MosaicMatcher {
    private let elements: Int
    /// The reciprocals of the numbers of elements inside and outside each pattern; the first number
    /// is 1 for the empty pattern.
    private let shares: [SIMD2<Float>]

    init(_ glyphs: BlockGlyphs) {
        let parts = glyphs.parts
        let count = parts.width * parts.height
        elements = count
        shares = (0..<1 << (count - 1)).map { pattern in
            let drawn = Float(pattern.nonzeroBitCount)
            return SIMD2(1 / max(drawn, 1), 1 / (Float(count) - drawn))
        }
    }

    /// A pattern with its foreground and background colours in linear light.
    struct Split {
        let pattern: UInt8
        let foreground: SIMD4<Float>
        let background: SIMD4<Float>

        /// Returns the split for braille: dots represent the lighter elements.
        ///
        /// The dots are brighter than the elements because they are smaller.
        func dotted() -> Split {
            let isLighter = (foreground - background).sum() >= 0
            let (light, dark) = isLighter ? (foreground, background) : (background, foreground)
            return Split(
                pattern: isLighter ? pattern : ~pattern,
                foreground: dark + (light - dark) / Self.dotArea, background: dark)
        }

        /// Returns a cell of one colour as two halves, which use different positions of the dither
        /// pattern; other splits are unchanged.
        func halved(_ glyphs: BlockGlyphs) -> Split {
            guard pattern == 0 else { return self }
            let upper = UInt8(1 << (glyphs.parts.width * glyphs.parts.height / 2) - 1)
            return Split(pattern: upper, foreground: background, background: background)
        }

        /// The share of an element's area that a dot covers: a fifth to a third in common fonts.
        private static let dotArea: Float = 0.3
    }

    /// Returns the best split of a cell whose elements, from the top left, have the light `lights`.
    ///
    /// Hot: runs for each cell of a frame.
    func split(_ lights: UnsafePointer<SIMD4<Float>>) -> Split {
        let pattern = bestPattern(lights)
        var foreground = SIMD4<Float>.zero
        var background = SIMD4<Float>.zero
        for element in 0..<elements {
            let root = lights[element].squareRoot()
            if pattern >> element & 1 == 1 {
                foreground += root
            } else {
                background += root
            }
        }
        foreground *= shares[pattern].x
        background *= shares[pattern].y
        return Split(
            pattern: UInt8(pattern), foreground: foreground * foreground,
            background: background * background)
    }

    /// Returns the best pattern.
    ///
    /// Patterns that contain the last element are omitted, because they equal other patterns with
    /// exchanged colours.
    private func bestPattern(_ lights: UnsafePointer<SIMD4<Float>>) -> Int {
        withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: shares.count + elements) {
            memory in
            let (sums, roots) = (memory.baseAddress, memory.baseAddress.map { $0 + shares.count })
            guard let sums, let roots else { return 0 }
            var total = SIMD4<Float>.zero
            for element in 0..<elements {
                roots[element] = lights[element].squareRoot()
                total += roots[element]
            }
            sums[0] = .zero
            var best = (pattern: 0, score: Self.square(total) * shares[0].y)
            for pattern in 1..<shares.count {
                let sum = sums[pattern & (pattern &- 1)] + roots[pattern.trailingZeroBitCount]
                sums[pattern] = sum
                let score =
                    Self.square(sum) * shares[pattern].x
                    + Self.square(total - sum) * shares[pattern].y
                if score > best.score { best = (pattern, score) }
            }
            return best.pattern
        }
    }

    @inline(__always)
    private static func square(_ light: SIMD4<Float>) -> Float {
        let squares = light * light
        return squares.x + squares.y + squares.z
    }
}

/// A matcher for characters that cover fractions of elements: quadrants, sextants, eighths.
///
/// The matcher chooses the character with the least squared error. An element contributes to both
/// colours by its shares, in roots of light as in `MosaicMatcher`. For two photos in 160x45 cells,
/// quadrants have 32.64 dB and SSIM .819, sextants 32.83 dB and .823. When photos were scaled to
/// the parts of each set and eighths were not used, the figures were 32.18, .811 and 32.70, .822.
/// Solving for the best colours instead of taking means gave 31.90, .806. More weight for green
/// changed SSIM of sextants by +.0003 and dE by +.003 (five photos).
struct CoverageMatcher {
    private static let elements = 8

    private struct Shape {
        let pattern: UInt8
        /// The share of each element that the character covers.
        let cover: [Float]
        /// The reciprocals of the covered and the uncovered area, in elements.
        let shares: SIMD2<Float>

        init?(_ pattern: Int, _ cover: [Float]) {
            let drawn = cover.reduce(0, +)
            guard drawn > 0, drawn < Float(cover.count) else { return nil }
            self.pattern = UInt8(pattern)
            self.cover = cover
            shares = 1 / SIMD2(drawn, Float(cover.count) - drawn)
        }

        /// Returns true if this shape covers exactly what the other shape leaves uncovered.
        func isOpposite(of other: Shape) -> Bool {
            zip(cover, other.cover).allSatisfy { abs($0 + $1 - 1) < 0.01 }
        }
    }

    private let shapes: [Shape]
    /// The shares of the elements in all shapes, one shape after another.
    private let covers: [Float]

    init(_ glyphs: BlockGlyphs) {
        var shapes: [Shape] = []
        for (pattern, cover) in GlyphTable.covers(glyphs).enumerated() {
            guard let shape = Shape(pattern, cover),
                !shapes.contains(where: { $0.isOpposite(of: shape) || $0.cover == cover })
            else { continue }
            shapes.append(shape)
        }
        self.shapes = shapes
        covers = shapes.flatMap(\.cover)
    }

    /// Returns the best split of a cell whose elements, from the top left, have the light `lights`.
    ///
    /// Hot: runs for each cell of a frame.
    func split(_ lights: UnsafePointer<SIMD4<Float>>) -> MosaicMatcher.Split {
        let shape = shapes[bestShape(lights)]
        var (drawn, total) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
        for element in 0..<Self.elements {
            let root = lights[element].squareRoot()
            drawn += root * shape.cover[element]
            total += root
        }
        let (foreground, background) = (drawn * shape.shares.x, (total - drawn) * shape.shares.y)
        return MosaicMatcher.Split(
            pattern: shape.pattern, foreground: foreground * foreground,
            background: background * background)
    }

    private func bestShape(_ lights: UnsafePointer<SIMD4<Float>>) -> Int {
        withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: Self.elements) { roots in
            var total = SIMD4<Float>.zero
            for element in 0..<Self.elements {
                roots[element] = lights[element].squareRoot()
                total += roots[element]
            }
            return covers.withUnsafeBufferPointer { covers in
                var best = (shape: 0, score: -Float.infinity)
                for shape in shapes.indices {
                    var drawn = SIMD4<Float>.zero
                    for element in 0..<Self.elements {
                        drawn += roots[element] * covers[shape &* Self.elements &+ element]
                    }
                    let left = total - drawn
                    let shares = shapes[shape].shares
                    let score = (drawn * drawn * shares.x + left * left * shares.y).sum()
                    if score > best.score { best = (shape, score) }
                }
                return best.shape
            }
        }
    }
}

/// A matcher that draws cells in one colour.
///
/// An element is lit if its light exceeds the threshold at its position in the photo, so that the
/// share of lit elements matches the photo's brightness.
struct ThresholdMatcher {
    private let parts: PixelSize

    init(_ glyphs: BlockGlyphs) { parts = glyphs.parts }

    func pattern(_ lights: UnsafePointer<SIMD4<Float>>, at point: PixelPoint) -> UInt8 {
        var pattern: UInt8 = 0
        for element in 0..<parts.width * parts.height {
            let x = (point.x + element % parts.width) & 7
            let y = (point.y + element / parts.width) & 7
            let threshold = (Float(BayerPattern.thresholds[y * 8 + x]) + 0.5) / 64
            if Self.luminance(lights[element]) > threshold { pattern |= 1 << element }
        }
        return pattern
    }

    /// Returns the luminance of a light according to ITU-R BT.709.
    private static func luminance(_ light: SIMD4<Float>) -> Float {
        0.2126 * light.x + 0.7152 * light.y + 0.0722 * light.z
    }
}

/// A matcher that chooses the ASCII character whose ink in the upper and the lower half best
/// matches the cell's light.
struct AsciiMatcher {
    /// The index of the best character for each amount of ink in the upper and the lower half.
    private let nearest: [UInt8]

    /// The number of levels of ink in a half cell, one for each per cent; no character has more
    /// than 31 %.
    private static let levels = 32
    /// The ink for full light, in per cent: the greatest amount that characters have in both
    /// halves.
    private static let fullInk: Float = 25

    /// The characters with the ink in their upper and lower halves, in per cent (DejaVu Sans Mono).
    private static let inks: [(character: Unicode.Scalar, upper: Int, lower: Int)] = [
        (" ", 0, 0), ("-", 0, 5), (",", 0, 8), ("_", 0, 11), ("~", 1, 10), ("`", 4, 0),
        (":", 5, 5), (";", 5, 8), ("+", 5, 17), ("'", 6, 0), ("/", 9, 11), ("<", 9, 13),
        ("v", 9, 16), ("u", 9, 21), ("w", 9, 25), ("!", 10, 6), ("c", 10, 14), ("s", 10, 18),
        ("y", 10, 23), ("r", 11, 9), ("z", 11, 15), ("\"", 12, 0), ("=", 12, 12), ("e", 12, 22),
        ("^", 13, 0), ("n", 13, 17), ("o", 13, 20), ("t", 14, 11), ("J", 14, 15), ("p", 14, 27),
        ("g", 14, 30), ("?", 16, 7), ("I", 16, 16), ("&", 16, 27), ("*", 17, 1), ("7", 17, 10),
        ("%", 17, 17), ("4", 17, 20), ("A", 17, 23), ("f", 18, 8), ("Z", 18, 18), ("T", 19, 9),
        ("V", 19, 16), ("b", 19, 22), ("5", 20, 15), ("S", 20, 17), ("U", 20, 21), ("@", 21, 29),
        ("6", 22, 21), ("F", 23, 9), ("E", 23, 16), ("#", 23, 23), ("W", 24, 26), ("P", 25, 13),
        ("H", 25, 19), ("N", 26, 25), ("B", 27, 23), ("M", 31, 20),
    ]

    static let texts = inks.map { PackedUTF8($0.character) }

    init() {
        nearest = (0..<Self.levels * Self.levels).map { destination in
            let (upper, lower) = (destination / Self.levels, destination % Self.levels)
            let best = Self.inks.indices.min { first, second in
                Self.distance(first, upper, lower) < Self.distance(second, upper, lower)
            }
            return UInt8(best ?? 0)
        }
    }

    /// Returns the character, as a pattern of `MosaicCell`, and the light of its ink.
    ///
    /// The ink has the cell's hue at full brightness. The amount of ink follows the root of the
    /// light, because ink covers at most about a quarter of a cell.
    func fit(_ lights: UnsafePointer<SIMD4<Float>>) -> (pattern: UInt8, ink: SIMD4<Float>) {
        let mean = (lights[0] + lights[1]) * 0.5
        let peak = max(mean.x, mean.y, mean.z)
        guard peak > 0 else { return (0, .zero) }
        let upper = Self.ink(max(lights[0].x, lights[0].y, lights[0].z))
        let lower = Self.ink(max(lights[1].x, lights[1].y, lights[1].z))
        return (nearest[upper * Self.levels + lower], mean / peak)
    }

    /// Returns the character in a lighter ink over a background that compensates for the ink, so
    /// that the cell's mean colour is unchanged.
    ///
    /// Letters are only a texture; the background forms the picture. With letters over black, dE
    /// was 12.5 (five photos).
    func split(_ lights: UnsafePointer<SIMD4<Float>>) -> MosaicMatcher.Split {
        let (upper, lower) = (lights[0].squareRoot(), lights[1].squareRoot())
        let mean = (upper + lower) * 0.5
        let pattern = fit(lights).pattern
        let inks = Self.inks[Int(pattern)]
        let share = Float(inks.upper + inks.lower) / 200
        let lighter = upper.sum() > lower.sum() ? upper : lower
        let ink = pointwiseMin(lighter * Self.inkGain, SIMD4(repeating: 1))
        let ground = pointwiseMax((mean - ink * share) / (1 - share), .zero)
        return MosaicMatcher.Split(
            pattern: pattern, foreground: ink * ink, background: ground * ground)
    }

    /// The ratio of the ink to the lighter half, in roots of light, that makes letters readable.
    private static let inkGain: Float = 1.15

    private static func ink(_ light: Float) -> Int { Int((light.squareRoot() * fullInk).rounded()) }

    private static func distance(_ index: Int, _ upper: Int, _ lower: Int) -> Int {
        let above = inks[index].upper - upper
        let below = inks[index].lower - lower
        return above * above + below * below
    }
}
