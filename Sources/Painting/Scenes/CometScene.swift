/// A comet: green coma, a blue tail of ions blown straight, a warm curved tail of dust.
struct CometScene: Scene {
    private let rays: Fractal
    private let wisps: Fractal
    private let striae: Fractal
    private let faint: StarField
    private let bright: StarField
    private let head: (x: Float, y: Float)

    init(seed: UInt32, frame: Frame) {
        let pixel = frame.pixel
        rays = Fractal(seed, frequency: 5, pixel: pixel, gain: 0.62)
        wisps = Fractal(seed &+ 1, frequency: 2.4, pixel: pixel, gain: 0.58)
        striae = Fractal(seed &+ 2, frequency: 3, pixel: pixel, gain: 0.6)
        faint = StarField(
            seed: seed &+ 3, spacing: 0.16, density: 0.5, brightest: 0.8, falloff: 0.60,
            size: 0.0017, spikedLayers: 0)
        bright = StarField(
            seed: seed &+ 4, spacing: 0.8, density: 0.55, brightest: 2.6, falloff: 0.4,
            size: 0.0026, spikedLayers: 2, reach: 0.13, mostLayers: 2)
        head = (x: -frame.halfWidth * 0.52, y: -frame.halfHeight * 0.50)
    }

    func addSprites(to band: inout Band) {
        faint.draw(on: &band)
        bright.draw(on: &band)
    }

    var development: ToneMappingCurve { .film(exposure: 1.1) }

    func light(at place: Place) -> Light {
        let dx = place.x - head.x, dy = place.y - head.y
        // Along the ions' tail and across it.
        let t = dx * 0.80 + dy * 0.60, s = dy * 0.80 - dx * 0.60
        let r = (dx * dx + dy * dy).root
        let coma = 0.0046 / (r * r + 0.0022) * (r * -2.4).exp + 0.9 * bump(r, 0.030)
        let ions = ions(t, s), dust = dust(t, s)
        let night = 0.0035 + 0.002 * wisps.plane(place.x * 0.4, place.y * 0.4)
        return Light(
            coma * 0.36 + ions * 0.16 + dust * 0.95 + night * 0.8,
            coma * 0.72 + ions * 0.42 + dust * 0.74 + night,
            coma * 0.52 + ions * 1.05 + dust * 0.48 + night * 1.7,
            sky: 1 - (coma * 0.4).clamped)
    }

    /// Narrow rays from the head, with knots that travel outwards.
    @inline(__always)
    private func ions(_ t: Lanes, _ s: Lanes) -> Lanes {
        let length = (t + 0.02).positive
        let kink = wisps.plane(t * 0.7, s * 0.5) * 0.028 * length
        let fan = (s + kink) / (0.035 + length * 0.105)
        let ray = rays.plane(fan * 0.62, t * 0.28)
        let knots = 1 + wisps.plane(t * 1.2, fan * 0.5) * 0.8
        let profile = 1 / (1 + fan.squared * 2.2).squared
        let grain = (0.40 + ray * 1.25).positive
        return profile * grain * knots.positive * (length * -0.62).exp * 0.62
            * smoothStep(-0.01, 0.05, t)
    }

    /// A broad fan that lags behind, with streaks across it.
    @inline(__always)
    private func dust(_ t: Lanes, _ s: Lanes) -> Lanes {
        let length = (t + 0.02).positive
        let middle = -0.115 * length * length - 0.05 * length
        let width = 0.028 + length * 0.17
        let off = (s - middle) / width
        let streak = striae.plane(off * 0.55 + length * 0.15, (t + s * 0.8) * 0.55)
        // Its leading edge is sharp, the trailing one fades.
        let lead = (1 - off * 0.9).clamped, trail = (1 + off * 0.34).clamped
        let profile = lead * trail * trail
        return profile * (1 + streak * 0.50).positive * (length * -0.95).exp * 0.85
            * smoothStep(-0.01, 0.06, t)
    }
}
