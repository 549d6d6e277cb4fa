#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// How much of an edge and of a point each pixel of a picture is.
struct FlipFeatures {
    typealias Strength = (edge: Float, point: Float)

    let strengths: [Strength]

    init(_ planes: OpponentPlanes) {
        let edges = Self.lengths(planes.light, along: Self.edge)
        let points = Self.lengths(planes.light, along: Self.point)
        strengths = zip(edges, points).map { ($0, $1) }
    }

    /// How far a filter answers in both directions taken together.
    private static func lengths(_ light: Plane, along filter: [Float]) -> [Float] {
        let x = light.filtered(rows: filter, columns: smooth, beyond: .edgeGoesOn)
        let y = light.filtered(rows: smooth, columns: filter, beyond: .edgeGoesOn)
        return x.with(y) { ($0 * $0 + $1 * $1).squareRoot() }.numbers
    }

    /// Half the width of what the eye takes for an edge, .082 degrees.
    private static let sigma = 0.082 / 2 * Flip.pixelsPerDegree
    private static let radius = Int((3 * sigma).rounded(.up))

    private static let smooth = Plane.gaussian(sigma: sigma, radius: radius)
    /// The Gaussian's first and second derivatives.
    private static let edge = balanced { x in -x }
    private static let point = balanced { x in x * x / (sigma * sigma) - 1 }

    /// Weights by a Gaussian, of which those above 0 add up to 1, those below to −1.
    private static func balanced(_ slope: (Double) -> Double) -> [Float] {
        let weights = (-radius...radius).map { x in
            slope(Double(x)) * exp(-Double(x * x) / (2 * sigma * sigma))
        }
        let above = weights.reduce(0) { $0 + max($1, 0) }
        let below = weights.reduce(0) { $0 - min($1, 0) }
        return weights.map { Float($0 > 0 ? $0 / above : $0 / below) }
    }
}
