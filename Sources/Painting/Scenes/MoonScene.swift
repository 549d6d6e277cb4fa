/// A cratered half moon with earthshine.
struct MoonScene: Scene {
    private let globe: Globe
    private let craters: Craters
    private let maria: Fractal
    private let soil: Fractal
    private let stars: StarField
    private let facing: Rotation
    private let sun = Vector3(all: -0.86, 0.30, 0.24).unit
    private let earth = Vector3(all: 0.75, -0.15, 0.65).unit

    init(seed: UInt32, frame: Frame) {
        let radius: Float = 0.86
        globe = Globe(x: 0, y: 0, radius: radius, pixel: frame.pixel)
        let pixel = frame.pixel / radius
        craters = Craters(seed, frequency: 1.7, pixel: pixel)
        maria = Fractal(seed &+ 1, frequency: 1.1, pixel: pixel, most: 7, gain: 0.55)
        soil = Fractal(seed &+ 2, frequency: 6, pixel: pixel, gain: 0.90)
        stars = StarField(
            seed: seed &+ 3, spacing: 0.5, density: 0.5, brightest: 0.55, falloff: 0.62,
            spikedLayers: 0)
        facing = Rotation(x: 0.06, y: 0.11, z: 0.02)
    }

    func addSprites(to band: inout Band) { stars.draw(on: &band) }

    var curve: ToneMappingCurve { .film(exposure: 0.95) }

    func light(at points: ScenePoints) -> Light {
        let covered = globe.coverage(points)
        guard any(covered .> 0) else { return .dark }
        let normal = globe.normal(points)
        let surface = facing.turn(normal)
        let relief = craters.relief(surface, freshness: 1)
        let lava = smoothStep(-0.08, 0.22, maria.space(surface))
        let texture = soil.space(surface)
        // Lava plains covered the old craters.
        let rough = 1.0 - 0.45 * lava
        let ground = Vector3(
            relief.slope.x + texture * 0.13, relief.slope.y - texture * 0.10,
            relief.slope.z + texture * 0.11)
        let slope = facing.turnBack(ground) * rough
        let flat = slope - normal * slope.dot(normal)
        let tilted = (normal - flat).unit
        let albedo = (0.62 - 0.38 * lava + 0.05 * texture + 0.30 * relief.bright).positive
        return shine(normal, tilted, albedo).withSky(1 - covered) * covered
    }

    /// Sunlight reflected by dust (Lommel–Seeliger), and earthshine.
    @inline(__always)
    private func shine(_ normal: Vector3, _ tilted: Vector3, _ albedo: Lanes) -> Light {
        let up = normal.dot(sun)
        let lit = tilted.dot(sun).positive * smoothStep(-0.10, 0.05, up)
        let seen = most(tilted.z, Lanes(repeating: 0.05))
        let day = 1.7 * lit / (lit + 0.45 * seen + 0.18)
        let night = 0.026 * (tilted.dot(earth) * 0.8 + 0.2).positive
        return Light(
            albedo * (day + night * 0.72), albedo * (day * 0.965 + night * 0.9),
            albedo * (day * 0.90 + night * 1.25))
    }
}

/// A sphere in orthographic projection.
private struct Globe: Sendable {
    let x: Float
    let y: Float
    let radius: Float
    let pixel: Float

    /// How much of each pixel the sphere covers.
    @inline(__always)
    func coverage(_ points: ScenePoints) -> Lanes {
        ((radius - points.distance(x, y)) / pixel + 0.5).clamped
    }

    /// The surface normal, z towards the viewer; z is 0 at and beyond the edge.
    @inline(__always)
    func normal(_ points: ScenePoints) -> Vector3 {
        let nx = (points.x - x) / radius, ny = (points.y - y) / radius
        let square = nx * nx + ny * ny
        return Vector3(nx, ny, (1 - square).root)
    }
}

/// A rotation about x, then y, then z.
private struct Rotation: Sendable {
    private let a: (Float, Float, Float)
    private let b: (Float, Float, Float)
    private let c: (Float, Float, Float)

    /// Angles in turns.
    init(x: Float, y: Float, z: Float) {
        let (sx, cx) = Self.sineCosine(x), (sy, cy) = Self.sineCosine(y)
        let (sz, cz) = Self.sineCosine(z)
        a = (cz * cy, cz * sy * sx - sz * cx, cz * sy * cx + sz * sx)
        b = (sz * cy, sz * sy * sx + cz * cx, sz * sy * cx - cz * sx)
        c = (-sy, cy * sx, cy * cx)
    }

    @inline(__always)
    func turn(_ v: Vector3) -> Vector3 {
        Vector3(
            v.x * a.0 + v.y * a.1 + v.z * a.2, v.x * b.0 + v.y * b.1 + v.z * b.2,
            v.x * c.0 + v.y * c.1 + v.z * c.2)
    }

    @inline(__always)
    func turnBack(_ v: Vector3) -> Vector3 {
        Vector3(
            v.x * a.0 + v.y * b.0 + v.z * c.0, v.x * a.1 + v.y * b.1 + v.z * c.1,
            v.x * a.2 + v.y * b.2 + v.z * c.2)
    }

    private static func sineCosine(_ turns: Float) -> (Float, Float) {
        let angle = Lanes(repeating: turns)
        return (angle.sineOfTurns[0], angle.cosineOfTurns[0])
    }
}
