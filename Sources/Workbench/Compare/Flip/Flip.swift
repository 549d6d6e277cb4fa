internal import Imaging

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// How much a picture seems to change where it takes turns with the original in one place (Andersson,
/// Nilsson, Akenine-Möller, Oskarsson, Åström and Fairchild, "FLIP: A Difference Evaluator for
/// Alternating Images", 2020; its variant for pictures of a common range).
///
/// 0 is no difference, 1 the largest. Unlike dE it sees as much of a dither as an eye does at a
/// usual distance, and counts what changes edges and points for more.
struct Flip {
    /// Of the screen it is seen on: 0.7 m wide, 3840 pixels, from 0.7 m.
    static let pixelsPerDegree = 0.7 * 3840 / 0.7 * (Double.pi / 180)

    /// The mean over all pixels.
    let mean: Double

    /// - Precondition: both have one size.
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

    /// A colour's step weighs the more, the more edges or points differ too.
    private static func combined(
        _ colour: Double, _ features: (FlipFeatures.Strength, FlipFeatures.Strength)
    ) -> Double {
        let edge = abs(features.0.edge - features.1.edge)
        let point = abs(features.0.point - features.1.point)
        let feature = (Double(max(edge, point)) / 2.0.squareRoot()).squareRoot()
        return pow(colour, 1 - feature)
    }
}
