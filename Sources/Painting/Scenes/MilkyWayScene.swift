/// The Milky Way as an arch over mountains and two observatories: a panorama.
struct MilkyWayScene: Scene {
    private let frame: Frame
    private let clouds: Fractal
    private let rift: Fractal
    private let ridge: Fractal
    private let rock: Fractal
    private let airglow: Fractal
    private let faint: StarField
    private let bright: StarField
    private let crowd: StarField
    private let domes: [Globe]

    init(seed: UInt32, frame: Frame) {
        self.frame = frame
        let pixel = frame.pixel
        clouds = Fractal(seed, frequency: 1.3, pixel: pixel, gain: 0.6)
        rift = Fractal(seed &+ 1, frequency: 1.5, pixel: pixel, gain: 0.6)
        ridge = Fractal(seed &+ 2, frequency: 0.7, pixel: pixel, gain: 0.47)
        rock = Fractal(seed &+ 3, frequency: 6, pixel: pixel, gain: 0.7)
        airglow = Fractal(seed &+ 4, frequency: 0.5, pixel: pixel, most: 6, gain: 0.5)
        faint = StarField(
            seed: seed &+ 5, spacing: 0.15, density: 0.6, brightest: 0.75, falloff: 0.60,
            size: 0.0026, spikedLayers: 0)
        bright = StarField(
            seed: seed &+ 6, spacing: 1.3, density: 0.6, brightest: 1.6, falloff: 0.4,
            size: 0.0036, spikedLayers: 1, reach: 0.07, mostLayers: 2)
        crowd = StarField(
            seed: seed &+ 7, spacing: 0.022, density: 0.55, brightest: 0.20, falloff: 0.75,
            size: 0.0016, spikedLayers: 0, finest: 4)
        let side = frame.halfWidth
        domes = [
            Globe(x: side * 0.395, y: -0.60, radius: 0.105, pixel: pixel),
            Globe(x: side * 0.452, y: -0.65, radius: 0.070, pixel: pixel),
        ]
    }

    func addSprites(to band: inout Band) {
        faint.draw(on: &band)
        bright.draw(on: &band)
        crowd.draw(on: &band)
    }

    var development: ToneMappingCurve { .film(exposure: 1.15) }

    func light(at place: Place) -> Light {
        let sky = sky(place)
        let ground = ground(place)
        var light = sky.mixed(ground.light, ground.cover)
        for dome in domes { light = observatory(dome, place, over: light) }
        return light
    }

    private func sky(_ place: Place) -> Light {
        // The arch: u runs along it from −1 to 1, v across it.
        let u = place.x * (1 / frame.halfWidth)
        let v = place.y - 0.62 + 1.55 * u * u
        let soft = clouds.plane(place.x, place.y)
        let width = 0.34 + 0.10 * bump(u - 0.12, 0.35)
        let across = (v + soft * 0.10) / width
        let body = 1 / (1 + across.squared * 2.6).squared
        let heart = bump(u - 0.14, 0.42)
        let dust = rift.crests(place.x * 0.75, place.y * 1.25 + soft * 0.22)
        let lane = bump(v + soft * 0.20 + (dust - 0.6) * 0.10, 0.24)
        let dark =
            (smoothStep(0.30, 1.45, dust * (0.42 + lane * 0.85)) * (lane * 0.75 + body * 0.55))
            .clamped
        let through = 1 - dark * (0.80 + soft * 0.30).clamped
        let level = body * (0.50 + soft * 0.55).positive * (0.20 + 0.62 * heart) * 1.3
        let rose =
            smoothStep(0.55, 0.95, rift.plane(place.x * 1.9 + 9, place.y * 1.9)) * body * 0.16
        let glow = glow(place)
        return Light(
            level * (0.95 + heart * 0.35) * (through + dark * 0.05) + rose * through + glow.red,
            level * (0.88 + heart * 0.10) * through + rose * through * 0.2 + glow.green,
            level * (1.02 - heart * 0.25) * through + rose * through * 0.4 + glow.blue,
            sky: through * (0.35 + body * 0.65))
    }

    /// Green airglow low in the sky, and a far town at the horizon.
    private func glow(_ place: Place) -> Light {
        let height = (place.y + 0.72).positive
        let wave = 1 + airglow.plane(place.x * 0.6, place.y * 3.2) * 0.7
        let green = (height * -1.5).exp * wave * 0.034
        let town =
            (height * -3.2).exp * bump(place.x + frame.halfWidth * 0.62, frame.halfWidth * 0.5)
        return Light(
            green * 0.55 + town * 0.15 + 0.0035, green * 1.0 + town * 0.085 + 0.0055,
            green * 0.72 + town * 0.028 + 0.0120)
    }

    private func ground(_ place: Place) -> (light: Light, cover: Lanes) {
        var light = Light(.zero, .zero, .zero), cover = Lanes.zero
        for row in 0..<3 {
            let depth = Float(row)
            let shape = ridge.plane(
                place.x * (0.8 + depth * 0.5), Lanes(repeating: 3.1 + depth * 9.7))
            let top = shape * (0.20 - depth * 0.04) - 0.60 - depth * 0.13
            let here = ((top - place.y) / frame.pixel + 0.5).clamped
            guard any(here .> 0) else { continue }
            let texture = rock.plane(place.x, place.y * 1.6)
            let tone = (0.0105 - depth * 0.0032) * (1 + texture * 0.8).positive
            light = light.mixed(Light(tone * 0.72, tone * 0.92, tone * 1.25), here)
            cover = most(cover, here)
        }
        return (light, cover)
    }

    /// A white dome on its drum, its slit lit red from inside.
    private func observatory(_ dome: Globe, _ place: Place, over light: Light) -> Light {
        let dx = (place.x - dome.x) * (1 / dome.radius), dy = (place.y - dome.y) * (1 / dome.radius)
        guard any(most(dx.magnitude, dy.magnitude) .< 1.6) else { return light }
        let edge = dome.radius / frame.pixel
        let above = (dy * edge + 0.5).clamped
        let drum = ((0.93 - dx.magnitude) * edge).clamped * ((dy + 1.35) * edge).clamped
        let cover = mix(drum, dome.coverage(place), above)
        let normal = dome.normal(place)
        let shade = 0.045 + 0.075 * (normal.y * 0.6 - normal.x * 0.5 + 0.25).positive
        let rib = 1 - 0.3 * bump((dx * 5).fraction - 0.5, 0.08)
        let slit = bump(dx - 0.16, 0.13) * smoothStep(0.02, 0.10, dy)
        let tone = mix(Lanes(repeating: 0.034), shade, above) * rib
        return light.mixed(
            Light(tone * 0.9 + slit * 0.55, tone + slit * 0.11, tone * 1.15 + slit * 0.05), cover)
    }
}
