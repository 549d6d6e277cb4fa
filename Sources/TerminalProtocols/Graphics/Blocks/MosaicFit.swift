import Imaging

/// Splits the elements of each cell into two groups whose squared error is least: every split is tried.
///
/// The error is counted in roots of light, which is near to what the eye sees; the colours are the
/// groups' means in linear light. With the error in linear light: octants 26.33 dB, dE 1.79 against
/// 26.38, 1.75; with the means of roots 26.45, 1.70, but dark textures come out darker than they are
/// (three photos, 160x45 cells).
struct MosaicFit {
    private let elements: Int
    /// One over the number of elements of each pattern, and of those left over.
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

    /// The pattern that is best drawn in `foreground` over `background`, and both in linear light.
    struct Split {
        let pattern: UInt8
        let foreground: SIMD4<Float>
        let background: SIMD4<Float>

        /// The same with braille's dots: the lighter elements, as much brighter as dots are smaller.
        func dotted() -> Split {
            let isLighter = (foreground - background).sum() >= 0
            let (light, dark) =
                isLighter ? (foreground, background) : (background, foreground)
            return Split(
                pattern: isLighter ? pattern : ~pattern,
                foreground: dark + (light - dark) / Self.dotArea, background: dark)
        }

        /// The part of an element that a dot covers: a fifth to a third in common fonts.
        private static let dotArea: Float = 0.3
    }

    /// Hot: runs for each cell of a frame, whose elements are `lights` from the top left.
    func split(_ lights: UnsafePointer<SIMD4<Float>>) -> Split {
        let pattern = bestPattern(lights)
        var foreground = SIMD4<Float>.zero
        var background = SIMD4<Float>.zero
        for element in 0..<elements {
            if pattern >> element & 1 == 1 {
                foreground += lights[element]
            } else {
                background += lights[element]
            }
        }
        return Split(
            pattern: UInt8(pattern), foreground: foreground * shares[pattern].x,
            background: background * shares[pattern].y)
    }

    /// Patterns with the last element are left out: they are the others with the colours exchanged.
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
