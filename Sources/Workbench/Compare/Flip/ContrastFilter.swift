#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// What an eye keeps of the detail in one of its channels: its sensitivity to contrast, as a sum of
/// Gaussians. (The constants are the paper's, which has them from Johnson and Fairchild, 2003.)
struct ContrastFilter {
    /// A Gaussian of the frequency: how high, and its width in square degrees.
    private struct Term {
        let height: Double
        let width: Double

        /// In pixels.
        var sigma: Double { (width / 2).squareRoot() / .pi * Flip.pixelsPerDegree }
        /// What it adds to the whole, over all pixels around.
        var volume: Double { height * (Double.pi / width).squareRoot() * 2 * .pi * sigma * sigma }
    }

    private let terms: [Term]

    static let light = ContrastFilter(terms: [Term(height: 1, width: 0.0047)])
    static let redGreen = ContrastFilter(terms: [Term(height: 1, width: 0.0053)])
    static let blueYellow = ContrastFilter(
        terms: [Term(height: 34.1, width: 0.04), Term(height: 13.5, width: 0.025)])

    /// Three times the widest of all.
    private static let radius = Int((3 * Term(height: 1, width: 0.04).sigma).rounded(.up))

    func seen(_ plane: Plane) -> Plane {
        let volume = terms.reduce(0) { $0 + $1.volume }
        let parts = terms.map { term in
            let weights = Plane.gaussian(sigma: term.sigma, radius: Self.radius)
            let part = Float(term.volume / volume)
            return plane.filtered(rows: weights, columns: weights, beyond: .edgeGoesOn)
                .map { $0 * part }
        }
        return parts.dropFirst().reduce(parts[0]) { $0.with($1, +) }
    }
}
