/// A total eclipse at second contact: corona, prominences, the diamond ring, earthshine.
struct EclipseScene: Scene {
    private let disc: Globe
    private let streamers: Fractal
    private let fine: Fractal
    private let flames: Fractal
    private let soil: Fractal
    private let craters: Craters
    private let stars: StarField
    private let diamond: (x: Float, y: Float)

    init(seed: UInt32, frame: Frame) {
        let radius: Float = 0.34
        disc = Globe(x: 0, y: 0, radius: radius, pixel: frame.pixel)
        let pixel = frame.pixel / radius
        streamers = Fractal(seed, frequency: 0.9, pixel: pixel, most: 4, gain: 0.55)
        fine = Fractal(seed &+ 1, frequency: 3.1, pixel: pixel, most: 9, gain: 0.66)
        flames = Fractal(seed &+ 2, frequency: 7, pixel: pixel, gain: 0.55)
        soil = Fractal(seed &+ 3, frequency: 1.2, pixel: pixel, gain: 0.55)
        craters = Craters(seed &+ 4, frequency: 2, pixel: pixel)
        stars = StarField(
            seed: seed &+ 5, spacing: 0.5, density: 0.5, brightest: 0.35, falloff: 0.5,
            size: 0.0016, spikedLayers: 0)
        diamond = (x: radius * 0.7297, y: radius * 0.7033)
    }

    func addSprites(to band: inout Band) {
        stars.draw(on: &band)
        let frame = band.frame
        Star(
            column: frame.column(x: diamond.x), row: frame.row(y: diamond.y),
            light: (red: 30, green: 28.5, blue: 26.5), core: max(0.8, 0.011 / frame.pixel),
            reach: 0.75 / frame.pixel, isGlare: true
        ).draw(on: &band)
    }

    var development: ToneMappingCurve { .film(exposure: 1.1) }

    func light(at place: Place) -> Light {
        let x = place.x * (1 / disc.radius), y = place.y * (1 / disc.radius)
        let r = (x * x + y * y).root
        let out = most(r, Lanes(repeating: 0.98))
        let inverse = 1 / most(r, Lanes(repeating: 0.05))
        let direction = (x: x * inverse, y: y * inverse)
        let corona = corona(direction.x, direction.y, out)
        let covered = disc.coverage(place)
        let outside = corona + prominences(direction.x, direction.y, r)
        guard any(covered .> 0) else { return outside }
        return outside.mixed(moon(place), covered)
    }

    /// Light that falls off steeply near the limb and slowly in the streamers of the equator.
    @inline(__always)
    private func corona(_ dx: Lanes, _ dy: Lanes, _ r: Lanes) -> Light {
        let outward = r.log2
        // The field's axis is tilted: streamers spread to both sides, short plumes stand at the poles.
        let across = dx * 0.95 + dy * 0.31
        let slow = streamers.space(Vector3(dx * 1.5, dy * 1.5, outward * 0.22))
        let bend = slow * 0.10
        let rays = fine.space(Vector3(dx * 1.6 + bend * dy, dy * 1.6 - bend * dx, outward * 0.16))
        let wide = (across * across * 0.95 + slow * 0.75 + 0.18).clamped
        let steep = (r.log2 * -6.2).exp2
        let far = (r.log2 * -3.1).exp2 * wide * wide
        let grain = (1 + rays * (0.26 + outward.clamped * 0.30)).positive
        let level = (steep * 0.85 + far * 0.30) * grain * grain + (r.log2 * -2.4).exp2 * 0.012
        return Light(level * 0.97, level * 0.99, level * 1.06, sky: .one)
    }

    @inline(__always)
    private func prominences(_ dx: Lanes, _ dy: Lanes, _ r: Lanes) -> Light {
        let height = (r - 1) * 12
        guard any(height.magnitude .< 1.6) else { return Light(.zero, .zero, .zero) }
        let where0 = smoothStep(0.18, 0.62, streamers.space(Vector3(dx * 4.2, dy * 4.2, .one)))
        let shape = flames.space(Vector3(dx * 1.3, dy * 1.3, height * 0.10))
        let loop = smoothStep(-0.10, 0.35, shape + where0 * 0.9 - height * 0.55 - 0.30) * where0
        let rim = bump(height, 0.28) * (dx * 0.72 + dy * 0.694 + 0.12).positive
        let glow = loop * 1.3 + rim * 1.2
        return Light(glow * 1.0, glow * 0.16, glow * 0.30)
    }

    /// The new moon's face in the light of the full Earth.
    @inline(__always)
    private func moon(_ place: Place) -> Light {
        let normal = disc.normal(place)
        let lava = smoothStep(-0.1, 0.25, soil.space(normal))
        let relief = craters.relief(normal, freshness: 1)
        let slope = (relief.slope.x - relief.slope.y) * 0.3
        let level = 0.0085 * (0.9 - 0.5 * lava + slope + relief.bright * 0.6).positive
        return Light(level * 0.8, level * 0.9, level * 1.15)
    }
}
