/// The Earth's limb from an orbit 400 km up: night, aurora, airglow, and dawn far to one side.
struct LimbScene: Scene {
    private let view: OrbitView
    private let land: Fractal
    private let clouds: Fractal
    private let cities: Fractal
    private let lamps: [CityLights]
    private let aurora: Aurora
    private let stars: StarField
    private let sun = Vector3(all: 0.80, -0.10, -0.60).unit

    init(seed: UInt32, frame: Frame) {
        view = OrbitView(pixel: frame.pixel)
        let pixel = frame.pixel * 0.05
        land = Fractal(seed, frequency: 5, pixel: pixel, most: 7)
        clouds = Fractal(seed &+ 1, frequency: 7, pixel: pixel, gain: 0.58)
        cities = Fractal(seed &+ 2, frequency: 17, pixel: pixel, most: 5, gain: 0.62)
        lamps = [130, 390, 1300, 4100].map { CityLights(seed: seed &+ 3, frequency: $0) }
        aurora = Aurora(seed: seed &+ 4)
        stars = StarField(
            seed: seed &+ 5, spacing: 0.4, density: 0.5, brightest: 1.1, falloff: 0.46,
            size: 0.0016, spikedLayers: 0)
    }

    func addSprites(to band: inout Band) { stars.draw(on: &band) }

    var development: ToneMappingCurve { .film(exposure: 1.6) }

    func light(at place: Place) -> Light {
        let ray = view.ray(place)
        let dawn = ray.direction.dot(sun).positive
        let ground = any(ray.covered .> 0) ? ground(ray, dawn) : .dark
        let air = air(ray, dawn) + aurora.light(ray, view)
        return ground.mixed(.dark, 1 - ray.covered) + air
    }

    private func ground(_ ray: OrbitView.Ray, _ dawn: Lanes) -> Light {
        let p = ray.ground
        let pixel = ray.groundPixel
        let relief = land.space(p, pixel: pixel)
        let isLand = smoothStep(-0.02, 0.06, relief + 0.08)
        let cloud = clouds.space(
            Vector3(p.x, p.y * 1.6, p.z) + Vector3(relief, relief, relief) * 0.12, pixel: pixel)
        let cover = smoothStep(-0.02, 0.55, cloud)
        let glow = lights(p, pixel) * isLand * (1 - cover * 0.85)
        let moonlit = 0.006 + 0.080 * cover * (0.75 + cloud * 0.6)
        let soil = isLand * 0.003
        return Light(
            moonlit * 0.62 + soil + glow, moonlit * 0.78 + soil * 0.9 + glow * 0.66,
            moonlit * 1.15 + soil * 0.7 + glow * 0.30)
    }

    /// Towns where a slow noise is high, and in them lamps: the finer, the nearer the centre.
    @inline(__always)
    private func lights(_ p: Vector3, _ pixel: Lanes) -> Lanes {
        let town = smoothStep(0.02, 0.85, cities.space(p, pixel: pixel))
        guard any(town .> 0.001) else { return .zero }
        var sum = town * town * town * 0.25, crowd = town
        for lamps in lamps {
            sum += lamps.light(p.x, p.z, pixel: pixel, crowd: crowd) * (0.25 + town)
            crowd = (crowd * 1.25).clamped
        }
        return sum
    }

    /// Haze before the ground, the bright line of the air, and the airglow 95 km up.
    private func air(_ ray: OrbitView.Ray, _ dawn: Lanes) -> Light {
        let height = ray.height.positive * (1 / 0.0157)  // in units of 100 km
        let depth = mix((height * -5.5).exp, (ray.slant * -9).exp, ray.covered)
        let high = mix((height * -2.6).exp, (ray.slant * -5).exp, ray.covered)
        let low = mix((height * -13).exp, (ray.slant * -16).exp, ray.covered)
        let sunny = dawn.squared * dawn.squared
        let near = sunny * sunny * sunny
        let out = 1 - ray.covered
        let line = bump(height - 0.93, 0.10) * out * 0.6 + bump(height - 0.86, 0.30) * 0.25 * out
        let red = bump(height - 2.0, 1.6) * out
        return Light(
            depth * (0.004 + 0.30 * near) + low * 1.6 * near + line * 0.10 + red * 0.005,
            depth * (0.012 + 0.42 * near) + low * (0.55 * near) + line * 0.15 + high * sunny * 0.05,
            depth * (0.030 + 0.55 * near) + high * sunny * 0.42 + line * 0.045)
    }
}
