import Imaging

/// Splits a cell of 2 by 4 elements by the character that leaves the least squared error, where
/// characters may cover parts of elements: quadrants, sextants, eighths.
///
/// An element counts for both colours by its share; as in `MosaicMatcher`, all is counted in roots of light.
/// Two photos in 160x45 cells, against parts that are scaled to each set and no eighths: quadrants
/// 32.64 dB, SSIM .819 instead of 32.18, .811; sextants 32.83, .823 instead of 32.70, .822. Solving
/// for the colours that are best for the elements' means, instead of taking means: 31.90, .806.
/// Green weighed more when choosing: sextants SSIM +.0003, dE +.003 (five photos).
struct CoverageMatcher {
    private static let elements = 8

    /// A character that can be chosen.
    private struct Shape {
        let pattern: UInt8
        /// Of each element, how much of it is drawn.
        let cover: [Float]
        /// One over what is drawn, and over what is left.
        let shares: SIMD2<Float>

        init?(_ pattern: Int, _ cover: [Float]) {
            let drawn = cover.reduce(0, +)
            guard drawn > 0, drawn < Float(cover.count) else { return nil }
            self.pattern = UInt8(pattern)
            self.cover = cover
            shares = 1 / SIMD2(drawn, Float(cover.count) - drawn)
        }

        /// Whether it is the same with the colours exchanged.
        func isOpposite(of other: Shape) -> Bool {
            zip(cover, other.cover).allSatisfy { abs($0 + $1 - 1) < 0.01 }
        }
    }

    private let shapes: [Shape]
    /// Those of the shapes, one after the other.
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

    /// Hot: runs for each cell of a frame, whose elements are `lights` from the top left.
    func split(_ lights: UnsafePointer<SIMD4<Float>>) -> MosaicMatcher.Split {
        let shape = shapes[bestShape(lights)]
        var (drawn, total) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
        for element in 0..<Self.elements {
            let root = lights[element].squareRoot()
            drawn += root * shape.cover[element]
            total += root
        }
        return MosaicMatcher.Split(
            pattern: shape.pattern, foregroundRoot: drawn * shape.shares.x,
            backgroundRoot: (total - drawn) * shape.shares.y)
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
