/// A deep field: galaxies everywhere, a rich cluster, and arcs of those behind it.
struct DeepFieldScene: Scene {
    private let veil: Fractal
    private let galaxies: GalaxyField
    private let cluster: GalaxyCluster
    private let stars: StarField

    init(seed: UInt32, frame: Frame) {
        veil = Fractal(seed, frequency: 0.8, pixel: frame.pixel, most: 5)
        galaxies = GalaxyField(seed: seed &+ 1)
        cluster = GalaxyCluster(seed: seed &+ 2, x: 0.12, y: -0.04)
        stars = StarField(
            seed: seed &+ 3, spacing: 1.15, density: 0.55, brightest: 7, falloff: 0.35,
            size: 0.0026, spikedLayers: 2, reach: 0.30, mostLayers: 2)
    }

    func addSprites(to band: inout Band) {
        galaxies.draw(on: &band)
        cluster.draw(on: &band)
        stars.draw(on: &band)
    }

    var development: ToneMappingCurve { .film(exposure: 1.15) }

    func light(at place: Place) -> Light {
        let haze = 0.0022 + veil.plane(place.x, place.y) * 0.0007
        let r = place.distance(0.12, -0.04)
        let halo = 0.010 / (1 + r.squared * 22)
        return Light(haze + halo * 1.2, haze * 1.05 + halo, haze * 1.5 + halo * 0.75, sky: .one)
    }
}
