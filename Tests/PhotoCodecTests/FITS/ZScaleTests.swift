import Testing

@testable import PhotoCodec

/// The limits of zscale, compared with astropy 8.0.2's `ZScaleInterval` for the same numbers.
@Suite struct ZScaleTests {
    /// Returns numbers that both can compute: a linear congruence modulo 2 to the 31.
    private static func numbers(_ count: Int, seed: UInt64) -> [Double] {
        var state = seed
        return (0..<count).map { _ in
            state = (state &* 1_103_515_245 &+ 12345) & 0x7FFF_FFFF
            return Double(state) / Double(1 << 31)
        }
    }

    /// The kind of samples in a case, made from some numbers from 0 to 1.
    enum Scene: String, CaseIterable, Sendable {
        case flat, slope, sky, stars, few, four, one, steps, halves, negative
    }

    static func samples(_ scene: Scene) -> [Double] {
        let (some, others) = (numbers(1000, seed: 1), numbers(1000, seed: 2))
        return switch scene {
        case .flat: some.map { _ in 5 }
        case .slope: some.indices.map { Double($0) * 2 - 300 }
        case .sky: some.indices.map { 1000 + 40 * (some[$0] + others[$0] - 1) }
        case .stars:
            some.indices.map {
                100 + 10 * (some[$0] - 0.5) + ($0 % 37 == 0 ? 5000 * others[$0] : 0)
            }
        case .few: Array(some.prefix(30))
        case .four: Array(some.prefix(4))
        case .one: [3]
        case .steps: some.map { ($0 * 8).rounded(.down) }
        case .halves: some.indices.map { $0 % 2 == 0 ? some[$0] : 1000 + others[$0] }
        case .negative: some.map { -1e-6 * $0 * $0 * $0 }
        }
    }

    static let limits: [Scene: (black: Double, white: Double)] = [
        .flat: (5.0, 5.0),
        .slope: (-300.0, 1698.0),
        .sky: (960.597046520561, 1038.7879726104438),
        .stars: (95.01256199087948, 120.62352920527285),
        .few: (0.08389880321919918, 0.9834371916949749),
        .four: (0.1757413032464683, 0.5345338867045939),
        .one: (3.0, 3.0),
        .steps: (0.0, 7.0),
        .halves: (0.00466865673661232, 1000.996963892132),
        .negative: (-9.966832038310739e-07, -1.9823275705699284e-15),
    ]

    @Test(arguments: Scene.allCases)
    func theLimitsAreAstropys(scene: Scene) throws {
        let expected = try #require(Self.limits[scene])
        let found = ZScale.limits(of: Self.samples(scene))
        let hundredth = 0.01 * (expected.white - expected.black)
        #expect(abs(found.lowerBound - expected.black) <= hundredth, "\(found)")
        #expect(abs(found.upperBound - expected.white) <= hundredth, "\(found)")
    }

    @Test func withoutSamplesThereAreLimits() { #expect(ZScale.limits(of: []) == 0...1) }
}
