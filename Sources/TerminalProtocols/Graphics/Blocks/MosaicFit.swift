import Imaging

/// Splits the elements of each cell into two colours so that the squared error in linear light is
/// least: every split is tried.
struct MosaicFit {
    private let elements: Int
    private let width: Int
    /// One over the number of elements of each pattern, and of those left over.
    private let shares: [SIMD2<Float>]

    init(_ glyphs: BlockGlyphs) {
        let metrics = glyphs.metrics
        width = metrics.width
        elements = metrics.width * metrics.height
        let count = elements
        shares = (0..<1 << (count - 1)).map { pattern in
            let drawn = Float(pattern.nonzeroBitCount)
            return SIMD2(1 / max(drawn, 1), 1 / (Float(count) - drawn))
        }
    }

    /// The pattern that is best drawn in `foreground` over `background`, and both in linear light.
    struct Split {
        var pattern: UInt8
        var foreground: SIMD4<Float>
        var background: SIMD4<Float>
    }

    /// Hot: runs for each cell of a frame, whose elements are `lights` from the top left.
    ///
    /// Patterns with the last element are left out: they are the others with the colours exchanged.
    func split(_ lights: UnsafePointer<SIMD4<Float>>) -> Split {
        let patterns = shares.count
        return withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: patterns) { sums in
            var total = SIMD4<Float>.zero
            for element in 0..<elements { total += lights[element] }
            sums[0] = .zero
            var best = (pattern: 0, score: Self.square(total) * shares[0].y)
            for pattern in 1..<patterns {
                let sum = sums[pattern & (pattern &- 1)] + lights[pattern.trailingZeroBitCount]
                sums[pattern] = sum
                let score =
                    Self.square(sum) * shares[pattern].x
                    + Self.square(total - sum) * shares[pattern].y
                if score > best.score { best = (pattern, score) }
            }
            let sum = sums[best.pattern]
            return Split(
                pattern: UInt8(best.pattern), foreground: sum * shares[best.pattern].x,
                background: (total - sum) * shares[best.pattern].y)
        }
    }

    @inline(__always)
    private static func square(_ light: SIMD4<Float>) -> Float {
        let squares = light * light
        return squares.x + squares.y + squares.z
    }
}
