/// A spiral galaxy, tilted: a warm bulge, blue arms with pink knots, lanes of dust.
struct GalaxyScene: Scene {
    private let clumps: Fractal
    private let dust: Fractal
    private let knots: Fractal
    private let warp: Fractal
    private let stars: StarField
    private let bright: StarField
    private let crowd: StarField

    private static let winding: Float = 0.27

    init(seed: UInt32, frame: Frame) {
        let pixel = frame.pixel
        clumps = Fractal(seed, frequency: 4.5, pixel: pixel, gain: 0.62)
        dust = Fractal(seed &+ 1, frequency: 3.2, pixel: pixel, gain: 0.62)
        knots = Fractal(seed &+ 2, frequency: 24, pixel: pixel, gain: 0.78)
        warp = Fractal(seed &+ 3, frequency: 1.4, pixel: pixel, most: 5)
        stars = StarField(
            seed: seed &+ 5, spacing: 0.36, density: 0.55, brightest: 0.9, falloff: 0.5,
            size: 0.0022, spikedLayers: 0)
        bright = StarField(
            seed: seed &+ 6, spacing: 1.1, density: 0.5, brightest: 2.2, falloff: 0.4,
            size: 0.0030, spikedLayers: 2, reach: 0.12, mostLayers: 2)
        crowd = StarField(
            seed: seed &+ 7, spacing: 0.02, density: 0.8, brightest: 0.10, falloff: 0.72,
            size: 0.0011, spikedLayers: 0, finest: 4)
    }

    func addSprites(to band: inout Band) {
        stars.draw(on: &band)
        bright.draw(on: &band)
        crowd.draw(on: &band)
    }

    var development: ToneMappingCurve { .film(exposure: 1.15) }

    func light(at place: Place) -> Light {
        let px = (place.x * 0.88 + place.y * 0.475) * 0.92,
            across = place.y * 0.88 - place.x * 0.475
        let py = across * 1.55
        let square = px * px + py * py
        let r = square.root
        guard any(r .< 2.2) else { return .dark + Light(all: 0.0016, 0.0017, 0.0022) }
        let bend = warp.plane(px, py)
        let turning = (square + 0.004).log2 * (0.5 * Self.winding)
        let phase = turns(y: py, x: px) * 2 - turning * 2 + bend * 0.16
        let (sx, sy) = Self.unwound(px, py, turning * 0.8)
        let clump = clumps.plane(px + bend * 0.1, py)
        let arm =
            Self.ridge(phase + clump * 0.05, 0.34) + 0.30 * Self.ridge((phase + phase) + 0.3, 0.42)
        let disc = (r * -2.1).exp * smoothStep(0.02, 0.22, r)
        let edge = 1 - smoothStep(0.95, 1.7, r + clump * 0.25)
        let blue = disc * edge * (0.10 + 1.75 * arm * (0.60 + clump * 0.85).positive)
        let old = (r * -3.4).exp * 0.55
        let ball = (px * px + py * py * 0.55).root
        let bulge = 0.055 / (ball * ball * 9 + 0.025) * (ball * -2.2).exp * 0.55
        let absorbed = dustShare(sx, sy, phase, r)
        let knot =
            smoothStep(0.62, 1.9, knots.plane(px, py) + arm * 0.45).squared * disc * edge * arm * 9
        let through = 1 - absorbed
        return Light(
            (blue * 0.50 + old * 0.9 + bulge * 1.0) * (1 - absorbed * 0.86) + knot * 1.0 + 0.0016,
            (blue * 0.74 + old * 0.70 + bulge * 0.78) * through + knot * 0.34 + 0.0017,
            (blue * 1.10 + old * 0.45 + bulge * 0.46) * (through - absorbed * 0.06).positive + knot
                * 0.50 + 0.0022,
            sky: (through + 0.25 - blue).clamped)
    }

    /// The place turned back by the winding of the arms, so that noise is drawn out along them.
    @inline(__always)
    private static func unwound(_ x: Lanes, _ y: Lanes, _ turning: Lanes) -> (Lanes, Lanes) {
        let sine = turning.sineOfTurns, cosine = turning.cosineOfTurns
        return (x * cosine + y * sine, (y * cosine - x * sine) * 1.7)
    }

    /// 1 on the middle of an arm, falling to 0 at `width` turns from it.
    @inline(__always)
    private static func ridge(_ phase: Lanes, _ width: Float) -> Lanes {
        bump(phase - phase.nearest, width)
    }

    @inline(__always)
    private func dustShare(_ x: Lanes, _ y: Lanes, _ phase: Lanes, _ r: Lanes) -> Lanes {
        let web = dust.crests(x, y)
        let lane = Self.ridge(phase - 0.17, 0.20) * 0.8 + 0.28
        let share = smoothStep(0.38, 1.45, web * (0.55 + lane)) * smoothStep(0.03, 0.14, r)
        return (share * (1.15 - r * 0.5)).clamped * 0.80
    }
}
