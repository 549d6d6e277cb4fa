/// Dunes of a red planet in late light: rippled sand, far mesas, a dusty sky about a low sun.
struct DesertScene: Scene {
    private let frame: Frame
    private let dunes: Dunes
    private let grains: Fractal
    private let stain: Fractal
    private let mesas: Fractal
    private let air: Fractal
    private let sun = Vector3(all: -0.80, 0.23, 0.55).unit
    private static let focal: Float = 1.7
    private static let pitch: Float = -0.16

    init(seed: UInt32, frame: Frame) {
        self.frame = frame
        let pixel = frame.pixel * 0.4
        dunes = Dunes(seed: seed)
        grains = Fractal(seed &+ 1, frequency: 5, pixel: pixel, gain: 0.93)
        stain = Fractal(seed &+ 2, frequency: 0.25, pixel: pixel, most: 8, gain: 0.55)
        mesas = Fractal(seed &+ 3, frequency: 1.1, pixel: frame.pixel, gain: 0.46)
        air = Fractal(seed &+ 4, frequency: 0.5, pixel: frame.pixel, most: 8, gain: 0.5)
    }

    var development: ToneMappingCurve { .film(exposure: 0.85) }

    func light(at place: Place) -> Light {
        let direction = Vector3(
            place.x, place.y + Self.pitch, Lanes(repeating: Self.focal)
        ).unit
        let sky = backdrop(direction, place)
        let (way, hits) = dunes.meet(direction)
        guard any(hits .> 0) else { return sky }
        return sky.mixed(ground(direction, way), hits)
    }

    private func backdrop(_ direction: Vector3, _ place: Place) -> Light {
        let sky = sky(direction)
        var light = sky
        for row in 0..<3 {
            let depth = Float(row)
            let shape = mesas.plane(place.x * (0.8 + depth * 0.25), Lanes(repeating: depth * 7.7))
            // Mesas: heights gathered on two levels, with slopes between.
            let flat = smoothStep(-0.05, 0.16, shape) * 0.045 + shape * 0.030
            let top = flat * (1.5 - depth * 0.35) + (0.030 - depth * 0.014)
            let cover = ((top - (place.y + Self.pitch)) / frame.pixel + 0.5).clamped
            let rock = Light(all: 0.30, 0.135, 0.075) * (0.75 + shape * 0.5)
            light = light.mixed(rock.mixed(sky, Lanes(repeating: 0.80 - depth * 0.17)), cover)
        }
        return light
    }

    /// Butterscotch dust; towards the sun it turns pale, then blue, as seen from Mars.
    private func sky(_ direction: Vector3) -> Light {
        let up = direction.y.positive
        let toward = direction.dot(Vector3(sun.x, sun.y, sun.z)).positive
        let glow = toward.power(7), near = toward.power(60)
        let veil = air.plane(direction.x * 2.2, direction.y * 9) * 0.03
        let base = (0.50 - up * 0.62).positive + veil
        return Light(
            base * 0.80 + glow * 0.20 + near * 0.30,
            base * 0.50 + glow * 0.20 + near * 0.44,
            base * 0.30 + glow * 0.17 + near * 0.60)
    }

    private func ground(_ direction: Vector3, _ way: Lanes) -> Light {
        let x = direction.x * way, z = direction.z * way
        let pixel = way * (frame.pixel / Self.focal) * (1 + way * 0.25)
        let normal = dunes.normal(x, z, pixel: pixel)
        let grain = grains.plane(x, z, pixel: pixel)
        let rough = Vector3(normal.x + grain * 0.075, normal.y, normal.z + grain * 0.06).unit
        let dark = smoothStep(-0.05, 0.5, stain.plane(x, z))
        let lit = rough.dot(sun).positive
        let bounce = 0.20 + 0.10 * rough.y
        let albedo = Light(all: 0.50, 0.235, 0.115).mixed(Light(all: 0.26, 0.145, 0.10), dark)
        let shaded = Light(
            lit * 2.5 + bounce * 0.62, lit * 2.0 + bounce * 0.46, lit * 1.5 + bounce * 0.40)
        let toned = albedo * shaded * (1 + grain * 0.11)
        let haze = 1 - (way * -0.022).exp
        return toned.mixed(
            sky(Vector3(direction.x, Lanes(repeating: 0.015), direction.z).unit), haze)
    }
}
