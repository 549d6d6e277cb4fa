internal import Foundation
internal import Imaging

/// How much a picture seems to change when it alternates with the original (Andersson, Nilsson,
/// Akenine-Möller, Oskarsson, Åström and Fairchild, "FLIP: A Difference Evaluator for Alternating
/// Images", 2020; the LDR variant).
///
/// 0 is no difference, 1 the largest. Unlike dE it sees as much of a dither as an eye does at a usual
/// distance, and weights changes of edges and points more.
struct Flip {
    /// A screen 0.7 m wide with 3840 pixels, seen from 0.7 m.
    static let pixelsPerDegree = 0.7 * 3840 / 0.7 * (Double.pi / 180)

    /// The mean over all pixels.
    let mean: Double

    /// - Precondition: both have the same size.
    init(of picture: Raster, to original: Raster) {
        precondition(picture.size == original.size, "pixel is compared with pixel")
        let (seen, wanted) = (OpponentPlanes(picture), OpponentPlanes(original))
        let colours = zip(seen.asSeen.colours, wanted.asSeen.colours).map(ColourStep.init)
        let features = zip(FlipFeatures(seen).strengths, FlipFeatures(wanted).strengths)
        let sum = zip(colours, features).reduce(0) { sum, pixel in
            sum + Self.combined(pixel.0.share, pixel.1)
        }
        mean = sum / Double(max(1, colours.count))
    }

    /// A colour difference counts more if edges or points differ too.
    private static func combined(
        _ colour: Double, _ features: (FlipFeatures.Strength, FlipFeatures.Strength)
    ) -> Double {
        let edge = abs(features.0.edge - features.1.edge)
        let point = abs(features.0.point - features.1.point)
        let feature = (Double(max(edge, point)) / 2.0.squareRoot()).squareRoot()
        return pow(colour, 1 - feature)
    }
}

/// A picture in opponent channels: light, red against green, blue against yellow.
///
/// The YyCxCz of Flohr and others (1993), linear in light: Yy is (116·`light` − 16), Cx 500·`redGreen`,
/// Cz 200·`blueYellow`; filtering these filters those.
private struct OpponentPlanes {
    let light: Plane
    private let redGreen: Plane
    private let blueYellow: Plane

    init(_ raster: Raster) { self.init(LightPlanes(raster)) }

    private init(_ lights: LightPlanes) {
        func plane(_ weights: Weights) -> Plane {
            Self.sum(lights.red, lights.green, lights.blue, by: weights)
        }
        light = plane(Self.y)
        redGreen = plane(Self.x).with(light, -)
        blueYellow = light.with(plane(Self.z), -)
    }

    private init(light: Plane, redGreen: Plane, blueYellow: Plane) {
        (self.light, self.redGreen, self.blueYellow) = (light, redGreen, blueYellow)
    }

    // X/Xn, Y and Z/Zn of sRGB's primaries under D65: white is 1, 1, 1.
    private static let x: Weights = (0.433_953, 0.376_219, 0.189_828)
    private static let y: Weights = (0.212_671, 0.715_160, 0.072_169)
    private static let z: Weights = (0.017_758, 0.109_476, 0.872_766)

    /// As screen light, without the fine detail of each channel that the eye does not resolve.
    var asSeen: LightPlanes {
        let seen = OpponentPlanes(
            light: ContrastFilter.light.seen(light),
            redGreen: ContrastFilter.redGreen.seen(redGreen),
            blueYellow: ContrastFilter.blueYellow.seen(blueYellow))
        return seen.lights
    }

    /// As screen light, clamped to what it can show.
    private var lights: LightPlanes {
        let x = light.with(redGreen, +)
        let z = light.with(blueYellow, -)
        func plane(_ weights: Weights) -> Plane {
            Self.sum(x, light, z, by: weights).map { min(max($0, 0), 1) }
        }
        return LightPlanes(red: plane(Self.red), green: plane(Self.green), blue: plane(Self.blue))
    }

    // The inverse of the three above.
    private static let red: Weights = (3.079_935, -1.537_152, -0.542_783)
    private static let green: Weights = (-0.921_234, 1.875_990, 0.045_244)
    private static let blue: Weights = (0.052_890, -0.204_041, 1.151_152)

    private typealias Weights = (Float, Float, Float)

    /// Three planes added up, each by its weight.
    private static func sum(
        _ first: Plane, _ second: Plane, _ third: Plane, by weights: Weights
    ) -> Plane {
        let both = first.with(second) { $0 * weights.0 + $1 * weights.1 }
        return both.with(third) { $0 + $1 * weights.2 }
    }
}

/// The eye's contrast sensitivity in one channel, as a sum of Gaussians. (The constants are the paper's,
/// after Johnson and Fairchild, 2003.)
private struct ContrastFilter {
    /// A Gaussian of the frequency; `width` in square degrees.
    private struct Term {
        let height: Double
        let width: Double

        /// In pixels.
        var sigma: Double { (width / 2).squareRoot() / .pi * Flip.pixelsPerDegree }
        /// Its integral over all pixels.
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
            return plane.filtered(rows: weights, columns: weights, beyond: .clamped)
                .map { $0 * part }
        }
        return parts.dropFirst().reduce(parts[0]) { $0.with($1, +) }
    }
}

/// FLIP's difference of two colours, from 0 to 1.
private struct ColourStep {
    let share: Double

    init(_ first: LabColour, _ second: LabColour) {
        let step = Self.step(first, second)
        // Steps up to `knee` of the largest get nearly all of the range.
        share =
            step < Self.knee * Self.largest
            ? step / (Self.knee * Self.largest) * Self.kneeShare
            : Self.kneeShare + (step / Self.largest - Self.knee) / (1 - Self.knee)
                * (1 - Self.kneeShare)
    }

    private static let exponent = 0.7
    private static let knee = 0.4
    private static let kneeShare = 0.95

    /// Green to blue, the largest of the screen.
    private static let largest = step(
        LabColour(red: 0, green: 1, blue: 0), LabColour(red: 0, green: 0, blue: 1))

    /// HyAB, with chroma scaled by lightness (Hunt effect).
    private static func step(_ first: LabColour, _ second: LabColour) -> Double {
        let a = first.a * first.lightness - second.a * second.lightness
        let b = first.b * first.lightness - second.b * second.lightness
        return pow(abs(first.lightness - second.lightness) + 0.01 * hypot(a, b), exponent)
    }
}

/// The strength of edges and points at each pixel.
private struct FlipFeatures {
    typealias Strength = (edge: Float, point: Float)

    let strengths: [Strength]

    init(_ planes: OpponentPlanes) {
        let edges = Self.lengths(planes.light, along: Self.edge)
        let points = Self.lengths(planes.light, along: Self.point)
        strengths = zip(edges, points).map { ($0, $1) }
    }

    /// The length of a filter's response in both directions.
    private static func lengths(_ light: Plane, along filter: [Float]) -> [Float] {
        let x = light.filtered(rows: filter, columns: smooth, beyond: .clamped)
        let y = light.filtered(rows: smooth, columns: filter, beyond: .clamped)
        return x.with(y) { ($0 * $0 + $1 * $1).squareRoot() }.numbers
    }

    /// Half the width of what the eye sees as an edge, .082 degrees.
    private static let sigma = 0.082 / 2 * Flip.pixelsPerDegree
    private static let radius = Int((3 * sigma).rounded(.up))
    private static let smooth = Plane.gaussian(sigma: sigma, radius: radius)
    /// The Gaussian's first and second derivatives.
    private static let edge = balanced { x in -x }
    private static let point = balanced { x in x * x / (sigma * sigma) - 1 }

    /// Gaussian weights; the positive ones add up to 1, the negative ones to −1.
    private static func balanced(_ slope: (Double) -> Double) -> [Float] {
        let weights = (-radius...radius).map { x in
            slope(Double(x)) * exp(-Double(x * x) / (2 * sigma * sigma))
        }
        let above = weights.reduce(0) { $0 + max($1, 0) }
        let below = weights.reduce(0) { $0 - min($1, 0) }
        return weights.map { Float($0 > 0 ? $0 / above : $0 / below) }
    }
}
