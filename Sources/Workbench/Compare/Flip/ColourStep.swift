#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// The way from one colour to another as FLIP counts it, from 0 to 1.
struct ColourStep {
    let share: Double

    init(_ first: LabColour, _ second: LabColour) {
        let step = Self.step(first, second)
        // Steps up to `knee` of the largest have nearly all of the range: more is wrong anyway.
        share =
            step < Self.knee * Self.largest
            ? step / (Self.knee * Self.largest) * Self.kneeShare
            : Self.kneeShare + (step / Self.largest - Self.knee) / (1 - Self.knee)
                * (1 - Self.kneeShare)
    }

    private static let exponent = 0.7
    private static let knee = 0.4
    private static let kneeShare = 0.95

    /// From green to blue: no two colours of the screen are further apart.
    private static let largest = step(
        LabColour(red: 0, green: 1, blue: 0), LabColour(red: 0, green: 0, blue: 1))

    /// HyAB: lightness by itself, then hue and chroma, which the dark takes the colour from (Hunt).
    private static func step(_ first: LabColour, _ second: LabColour) -> Double {
        let a = first.a * first.lightness - second.a * second.lightness
        let b = first.b * first.lightness - second.b * second.lightness
        return pow(
            abs(first.lightness - second.lightness) + 0.01 * hypot(a, b), exponent)
    }
}
