/// A ringed planet, tilted: rings of thousands of ringlets, and the shadows they exchange.
struct RingedScene: Scene {
    private let globe: Globe
    private let bands: Fractal
    private let haze: Fractal
    private let rings: Rings
    private let stars: StarField
    private let tilt = Rotation(x: 0.058, y: 0, z: 0.045)
    private let sun = Vector3(all: -0.66, 0.36, 0.66).unit
    private let pole: Vector3
    private let sunInRings: Vector3

    init(seed: UInt32, frame: Frame) {
        let radius: Float = 0.66
        globe = Globe(x: 0, y: 0, radius: radius, pixel: frame.pixel)
        let pixel = frame.pixel / radius
        bands = Fractal(seed, frequency: 3.5, pixel: pixel, gain: 0.6)
        haze = Fractal(seed &+ 1, frequency: 1.4, pixel: pixel * 2, gain: 0.5)
        rings = Rings(seed: seed &+ 2, pixel: pixel)
        stars = StarField(
            seed: seed &+ 3, spacing: 0.5, density: 0.5, brightest: 0.5, falloff: 0.55,
            spikedLayers: 0)
        pole = tilt.turn(Vector3(all: 0, 1, 0))
        sunInRings = tilt.turnBack(sun)
    }

    func addSprites(to band: inout Band) { stars.draw(on: &band) }

    var development: ToneMappingCurve { .film(exposure: 0.68) }

    func light(at place: Place) -> Light {
        let ring = ring(place)
        let body = body(place)
        let isBefore = Lanes.zero.replacing(with: 1, where: ring.depth .> 0)
        let behind = body.sky
        let over = ring.opacity * mix(behind, .one, isBefore)
        return body.mixed(ring.light, over)
    }

    /// The ring plane under a place: its light, how opaque it is, and whether it is nearer than the ball.
    @inline(__always)
    private func ring(_ place: Place) -> (light: Light, opacity: Lanes, depth: Lanes) {
        let x = place.x * (1 / globe.radius), y = place.y * (1 / globe.radius)
        // The plane through the middle, square to the pole: its depth at (x, y).
        let z = -(pole.x * x + pole.y * y) / pole.z
        let r = (x * x + y * y + z * z).root
        guard any((r - 1.78).magnitude .< 0.58) else { return (.dark, .zero, z) }
        let profile = rings.profile(r)
        let p = Vector3(x, y, z)
        let toward = p.dot(sun)
        let off = p - sun * toward
        let shade = smoothStep(0.965, 1.0, off.dot(off).root)
        let lit = most(shade, Lanes.zero.replacing(with: 1, where: toward .> 0)) * 0.985 + 0.015
        let glow = profile.brightness * lit
        return (Light(glow * 0.86, glow * 0.76, glow * 0.61), profile.opacity, z)
    }

    @inline(__always)
    private func body(_ place: Place) -> Light {
        // A flattened ball: stretched along its pole's direction on the picture.
        let u = pole.x[0], v = pole.y[0]
        let along = (place.x * u + place.y * v) / (u * u + v * v) * 0.105
        let round = Place(place.x + along * u, place.y + along * v)
        let covered = globe.coverage(round)
        guard any(covered .> 0) else { return .dark }
        let normal = globe.normal(round)
        let surface = tilt.turnBack(normal)
        let day = (normal.dot(sun) * 1.03).positive.power(0.8) * normal.z.power(0.25)
        let lit = day * (1 - shadow(surface) * 0.93)
        return (clouds(surface) * lit).withSky(1 - covered) * covered
    }

    /// How much the rings take of the sunlight that falls on the ball.
    @inline(__always)
    private func shadow(_ p: Vector3) -> Lanes {
        let way = -p.y / sunInRings.y
        let hit = p + sunInRings * way
        let opacity = rings.profile((hit.x * hit.x + hit.z * hit.z).root).opacity
        return opacity.replacing(with: 0, where: way .< 0)
    }

    @inline(__always)
    private func clouds(_ p: Vector3) -> Light {
        let stir = haze.space(p)
        let y = p.y + stir * 0.010
        let band = bands.space(Vector3(stir * 0.3, y * 5.0, stir * 0.2))
        let fine = bands.space(Vector3(p.x * 0.4, y * 9 + 4, p.z * 0.4))
        let tone = (0.5 + band * 0.55 + fine * 0.10).clamped
        let pale = Light(all: 0.88, 0.75, 0.52), deep = Light(all: 0.66, 0.48, 0.28)
        let polar = Light(all: 0.52, 0.50, 0.40)
        let cap = smoothStep(0.62, 0.98, p.y.magnitude)
        return deep.mixed(pale, tone).mixed(polar, cap * 0.8)
    }
}
