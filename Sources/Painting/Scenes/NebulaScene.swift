/// A star nursery: glowing hydrogen and oxygen, lanes of dust, young stars with spikes.
struct NebulaScene: Scene {
    private let warp: Fractal
    private let second: Fractal
    private let gas: Fractal
    private let dust: Fractal
    private let threads: Fractal
    private let faint: StarField
    private let bright: StarField

    init(seed: UInt32, frame: Frame) {
        let pixel = frame.pixel
        warp = Fractal(seed, frequency: 0.7, pixel: pixel, most: 6)
        second = Fractal(seed &+ 1, frequency: 0.9, pixel: pixel, most: 6)
        gas = Fractal(seed &+ 2, frequency: 0.8, pixel: pixel, gain: 0.52)
        dust = Fractal(seed &+ 3, frequency: 1.1, pixel: pixel, gain: 0.56)
        threads = Fractal(seed &+ 4, frequency: 1.3, pixel: pixel, gain: 0.55)
        faint = StarField(
            seed: seed &+ 5, spacing: 0.09, density: 0.7, brightest: 0.75, falloff: 0.62,
            size: 0.0014, spikedLayers: 0, finest: 9)
        bright = StarField(
            seed: seed &+ 9, spacing: 0.62, density: 0.62, brightest: 5, falloff: 0.3,
            size: 0.0026, spikedLayers: 2, reach: 0.32, mostLayers: 2)
    }

    func addSprites(to band: inout Band) {
        faint.draw(on: &band)
        bright.draw(on: &band)
    }

    var curve: ToneMappingCurve { .film(exposure: 0.85) }

    func light(at points: ScenePoints) -> Light {
        let wx = warp.plane(points.x, points.y), wy = second.plane(points.x, points.y)
        let x = points.x + wx * 0.75, y = points.y + wy * 0.75
        let cloud = gas.plane(x, y)
        let lane = dust.plane(x * 1.1 + wy * 0.5, y * 1.1 - wx * 0.4)
        let thread = threads.crests(x + cloud * 0.12, y - cloud * 0.12)
        let heart = 1 / (1 + 1.5 * (points.distance(0.25, 0.1) + wx * 0.25).positive.squared)
        let body = smoothStep(-0.45, 0.85, cloud + heart * 0.75 - 0.28)
        let dark = smoothStep(0.02, 0.62, lane + 0.10 - heart * 0.18)
        let through = 1 - 0.90 * dark
        let edge = (thread * body).squared
        let hydrogen = body * body * (0.45 + 0.9 * thread) * heart
        let oxygen = (heart * heart * heart) * body * (1.15 - 0.3 * wx)
        let sulphur = edge * 0.30
        let veil = body * 0.035
        return Light(
            (hydrogen * 1.0 + sulphur * 1.1 + oxygen * 0.10 + veil * 0.9) * through + 0.004,
            (hydrogen * 0.09 + sulphur * 0.36 + oxygen * 0.58 + veil * 0.7) * through + 0.005,
            (hydrogen * 0.20 + sulphur * 0.10 + oxygen * 0.86 + veil * 1.5) * through + 0.010,
            sky: 1 - 0.85 * dark)
    }
}
