/// A gas giant: belts and zones, a great red spot, a moon before it and the moon's shadow.
struct GiantScene: Scene {
    private let globe: Globe
    private let flow: Fractal
    private let streaks: Fractal
    private let fine: Fractal
    private let moon: Globe
    private let stars: StarField
    private let facing = Rotation(x: 0.01, y: 0.08, z: -0.012)
    private let sun = Vector3(all: -0.42, 0.12, 0.90).unit
    private let flattening: Float = 0.935

    init(seed: UInt32, frame: Frame) {
        let radius: Float = 0.90
        globe = Globe(x: 0, y: 0, radius: radius, pixel: frame.pixel)
        moon = Globe(x: 0.47, y: -0.07, radius: 0.030, pixel: frame.pixel)
        let pixel = frame.pixel / radius
        flow = Fractal(seed, frequency: 2.4, pixel: pixel, most: 5, gain: 0.55)
        streaks = Fractal(seed &+ 1, frequency: 2.2, pixel: pixel * 3, gain: 0.62)
        fine = Fractal(seed &+ 2, frequency: 7, pixel: pixel, gain: 0.62)
        stars = StarField(
            seed: seed &+ 3, spacing: 0.5, density: 0.5, brightest: 0.5, falloff: 0.55,
            spikedLayers: 0)
    }

    func addSprites(to band: inout Band) { stars.draw(on: &band) }

    var development: ToneMappingCurve { .film(exposure: 0.66) }

    func light(at place: Place) -> Light {
        let squeezed = Place(place.x, place.y * (1 / flattening))
        let covered = globe.coverage(squeezed)
        guard any(covered .> 0) else { return .dark }
        let normal = globe.normal(squeezed)
        let cloud = clouds(facing.turn(normal))
        let day = (normal.dot(sun) * 1.05 + 0.02).positive.power(0.75)
        let limb = normal.z.power(0.35)
        let shadow = 1 - bump(Place(place.x, place.y).distance(0.30, -0.095), 0.040) * 0.985
        let lit = cloud * (day * limb * (shadow * shadow)).positive
        let body = lit.withSky(1 - covered) * covered
        return transit(place, over: body)
    }

    @inline(__always)
    private func transit(_ place: Place, over body: Light) -> Light {
        let cover = moon.coverage(place)
        guard any(cover .> 0) else { return body }
        let normal = moon.normal(place)
        let spots = fine.space(normal * 0.5)
        let day = normal.dot(sun).positive * (0.85 + spots * 0.3)
        return body.mixed(Light(day * 0.85, day * 0.72, day * 0.36), cover)
    }

    /// The colour of the clouds: belts by latitude, drawn out and curled by the winds.
    @inline(__always)
    private func clouds(_ surface: Vector3) -> Light {
        let (p, spot) = swirled(surface)
        let stir = flow.space(Vector3(p.x, p.y * 2.6, p.z))
        let latitude = p.y + stir * 0.030 * (1 - p.y.magnitude)
        let long = Vector3(p.x * 0.9 + stir * 0.10, latitude * 7.5, p.z * 0.9 - stir * 0.10)
        let streak = streaks.space(long)
        let curl = fine.space(
            Vector3(p.x + streak * 0.10, p.y * 2.2 + stir * 0.12, p.z - streak * 0.10))
        let belt = Self.belts(latitude + streak * 0.014)
        let busy = 0.35 + belt.clamped
        let layers = flow.space(
            Vector3(Lanes(repeating: 3.3), (latitude + streak * 0.008) * 8, Lanes(repeating: 1.9)))
        let tone = (belt * 0.72 + layers * 0.42 + streak * 0.46 + curl * 0.42 * busy + 0.10).clamped
        return coloured(tone, p.y, curl, streak, spot)
    }

    /// How dark a latitude is: 0 in a zone, 1 in a belt.
    @inline(__always)
    private static func belts(_ y: Lanes) -> Lanes {
        let north = bump(y - 0.215, 0.105) * 1.15, south = bump(y + 0.235, 0.125) * 0.95
        let temperate = bump(y - 0.43, 0.055) * 0.75 + bump(y + 0.50, 0.07) * 0.7
        let far = bump(y - 0.60, 0.07) * 0.55 + bump(y + 0.68, 0.07) * 0.6
        return north + south + temperate + far + bump(y - 0.02, 0.022) * 0.30 + 0.06
    }

    @inline(__always)
    private func coloured(
        _ tone: Lanes, _ y: Lanes, _ curl: Lanes, _ streak: Lanes, _ spot: Lanes
    ) -> Light {
        let cream = Light(all: 0.76, 0.65, 0.50), tan = Light(all: 0.62, 0.42, 0.26)
        let brown = Light(all: 0.30, 0.15, 0.085), polar = Light(all: 0.33, 0.33, 0.34)
        let dark = tan.mixed(brown, smoothStep(0.42, 1.0, tone))
        var colour = cream.mixed(dark, smoothStep(0.05, 0.70, tone))
        let pole = smoothStep(0.60, 0.96, y.magnitude + streak * 0.06)
        colour = colour.mixed(polar * (0.75 + curl * 0.45), pole)
        let red = Light(all: 0.62, 0.215, 0.105) * (0.92 + streak * 0.55 + curl * 0.25)
        let hollow = Light(all: 0.82, 0.75, 0.64)
        colour = colour.mixed(hollow, bump(spot - 1.18, 0.34) * 0.75)
        colour = colour.mixed(red, 1 - smoothStep(0.78, 1.06, spot + curl * 0.10))
        return colour * (1 + curl * 0.26 + streak * 0.16).positive
    }

    /// The surface wound up about the great spot, and the distance from its middle in its radii.
    @inline(__always)
    private func swirled(_ p: Vector3) -> (Vector3, Lanes) {
        let u = (p.x + 0.24) / 0.150, v = (p.y + 0.345) / 0.082
        let d = (u * u + v * v).root.replacing(with: 9, where: p.z .< 0)
        let turn = (1 - d * 0.62).positive * 0.85
        guard any(turn .> 0) else { return (p, d) }
        let sine = turn.sineOfTurns, cosine = turn.cosineOfTurns
        let u2 = u * cosine + v * sine, v2 = v * cosine - u * sine
        return (Vector3(u2 * 0.150 - 0.24, v2 * 0.082 - 0.345, p.z), d)
    }
}
