/// A filter that weights the source pixels around an output pixel.
package enum ResamplingFilter: CaseIterable, Hashable, Sendable {
    case nearest, box, mitchell, catmullRom, lanczos3

    /// The default filter: the sharpest one without visible ringing.
    ///
    /// A galaxy was scaled from 1500 to 1280 pixels. Detail (the mean step between neighbours) and
    /// the share of pixels more than 3 codes darker than any of their source pixels: box 10.2 and 0
    /// %, Mitchell 10.1 and .03 %, Catmull-Rom 11.1 and .08 %, Lanczos3 11.8 and .14 %. As many
    /// pixels are too light. In linear light, ringing appears as a black ring around a star.
    /// Scaling 1500x844 to 1280x720 took 4.9, 5.6, 5.7 and 7.2 ms on one core. A preceding box
    /// filter was not worth a second code path: the area that `source(for:)` requests is at most
    /// twice the needed size.
    package static let standard = ResamplingFilter.catmullRom

    /// The filter's radius, in pixels of the coarser grid.
    var support: Double {
        switch self {
        case .nearest, .box: 0.5
        case .mitchell, .catmullRom: 2
        case .lanczos3: 3
        }
    }

    func weight(at distance: Double) -> Double {
        switch self {
        case .nearest, .box: distance >= -0.5 && distance < 0.5 ? 1 : 0
        case .mitchell: Self.cubic(distance.magnitude, b: 1.0 / 3, c: 1.0 / 3)
        case .catmullRom: Self.cubic(distance.magnitude, b: 0, c: 0.5)
        case .lanczos3: distance.magnitude < 3 ? Self.sinc(distance) * Self.sinc(distance / 3) : 0
        }
    }

    /// Returns the weight of a cubic filter of the family of Mitchell and Netravali,
    /// "Reconstruction Filters in Computer Graphics", 1988.
    private static func cubic(_ x: Double, b: Double, c: Double) -> Double {
        if x < 1 {
            let cube = (12 - 9 * b - 6 * c) * x * x * x
            return (cube + (-18 + 12 * b + 6 * c) * x * x + (6 - 2 * b)) / 6
        }
        guard x < 2 else { return 0 }
        let cube = (-b - 6 * c) * x * x * x
        return (cube + (6 * b + 30 * c) * x * x + (-12 * b - 48 * c) * x + (8 * b + 24 * c)) / 6
    }

    private static func sinc(_ x: Double) -> Double { x == 0 ? 1 : Angle.sine(.pi * x) / (.pi * x) }
}
