/// A rocket rising at night on its plume, mirrored in still water: a tall picture.
struct LaunchScene: Scene {
    private let frame: Frame
    private let smoke: Fractal
    private let billows: Fractal
    private let clouds: Fractal
    private let ripples: Fractal
    private let stars: StarField
    private static let nozzle: Float = 0.62
    private static let shore: Float = -1.72

    init(seed: UInt32, frame: Frame) {
        self.frame = frame
        let pixel = frame.pixel
        smoke = Fractal(seed, frequency: 4.2, pixel: pixel, gain: 0.58)
        billows = Fractal(seed &+ 1, frequency: 2.2, pixel: pixel, gain: 0.55)
        clouds = Fractal(seed &+ 2, frequency: 0.9, pixel: pixel, most: 12, gain: 0.55)
        ripples = Fractal(seed &+ 3, frequency: 5, pixel: pixel, gain: 0.6)
        stars = StarField(
            seed: seed &+ 4, spacing: 0.3, density: 0.6, brightest: 0.8, falloff: 0.55,
            size: 0.0026, spikedLayers: 0)
    }

    func addSprites(to band: inout Band) { stars.draw(on: &band) }

    var development: ToneMappingCurve { .film(exposure: 1.0) }

    func light(at place: Place) -> Light {
        guard any(place.y .< Self.shore) else { return above(place) }
        // The water gives the scene back, drawn out and broken by ripples that grow towards us.
        let depth = (Self.shore - place.y).positive
        let far = 1 / (0.05 + depth)
        let wave = ripples.plane(place.x * (0.6 + far * 0.12), depth.root * 22 + far * 0.2)
        let mirrored = Place(
            place.x + wave * (0.010 + depth * 0.075),
            Self.shore + depth * (1.15 + wave.magnitude * 0.30))
        let seen = above(mirrored) * Light(all: 0.46, 0.50, 0.58)
        let water = Light(seen.red + 0.0015, seen.green + 0.003, seen.blue + 0.006)
        let share = (depth / frame.pixel + 0.5).clamped
        return above(place).mixed(water.withSky(.zero), share)
    }

    private func above(_ place: Place) -> Light {
        var light = sky(place)
        light = column(place, over: light)
        light = ground(place, over: light)
        light = light + flame(place)
        return rocket(place, over: light)
    }

    private func sky(_ place: Place) -> Light {
        let flat = (place.y - Self.shore).positive
        let square: Lanes = place.x.squared * 3.6 + (place.y - 0.05).squared * 1.9
        let glow: Lanes = 0.42 / (1 + square)
        let low = (flat * -0.9).exp
        let drift = clouds.plane(place.x * 0.7, place.y * 1.9)
        let cloud = smoothStep(-0.02, 0.75, drift + 0.06) * smoothStep(0.0, 0.9, flat)
        let warm = glow * (0.10 + cloud * 0.85)
        let blue = 0.010 + low * 0.034
        return Light(
            warm * 0.62 + blue * 0.55 + low * 0.02, warm * 0.36 + blue * 0.85,
            warm * 0.20 + blue * 1.9 + cloud * 0.006, sky: (1 - cloud * 1.1).clamped * (1 - glow))
    }

    /// The column of smoke from the flame's end down to the ground, lit from above.
    private func column(_ place: Place, over sky: Light) -> Light {
        let down = Self.nozzle - 0.35 - place.y
        guard any(down .> 0), any(place.x.magnitude .< 0.9) else { return sky }
        let t = down.positive
        let sway = billows.plane(place.x * 0.2, place.y * 0.55) * 0.10 * (t * 0.7).clamped
        let width = 0.045 + 0.105 * t.root + 0.035 * t
        let off = (place.x + sway) / width
        let puff = smoke.plane(place.x * (1.5 / (1 + t[0] * 0.25)), place.y * 0.9 + t * 0.1)
        let body = smoothStep(1.0, 0.35, off.magnitude - puff * 0.85)
        let edge = smoothStep(0.0, 0.30, t)
        let heat = (t * -1.15).exp
        let side = (0.62 + puff * 0.95 - off.magnitude * 0.22).positive
        let tone = side * (0.16 + heat * 2.2)
        return sky.mixed(Light(tone * 1.0, tone * 0.62, tone * 0.33), body * edge * 0.97)
    }

    /// The cloud that rolls away over the pad, glowing from within, and the dark shore.
    private func ground(_ place: Place, over light: Light) -> Light {
        let height = place.y - Self.shore
        guard any(height .< 0.9) else { return light }
        let roll = billows.plane(place.x * 1.3, place.y * 1.7)
        let fine = smoke.plane(place.x * 0.9, place.y * 1.0)
        let heap: Lanes = 0.48 / (1 + place.x.squared * 3.2)
        let top: Lanes = heap * (1 + roll * 0.75) + fine * 0.05 + 0.02
        let cover = smoothStep(0.05, -0.05, height - top)
        let square: Lanes = place.x.squared * 16 + (height - 0.12).squared * 14
        let glow: Lanes = 1.5 / (1 + square)
        let shade: Lanes = 0.60 + fine * 0.75 + roll * 0.35
        let tone = (glow + 0.09) * shade.positive
        let lit = light.mixed(Light(tone * 1.0, tone * 0.56, tone * 0.25), cover)
        let bank = ((0.032 + billows.plane(place.x * 3, .zero) * 0.018 - height) / frame.pixel)
            .clamped
        return tower(place, over: lit.mixed(Light(all: 0.004, 0.003, 0.003), bank))
    }

    /// The launch tower: a lattice against the glow, a red lamp on top.
    private func tower(_ place: Place, over light: Light) -> Light {
        let x = place.x - 0.23, y = place.y - Self.shore
        guard any(x.magnitude .< 0.35), any(y .< 1.0) else { return light }
        let offRail: Lanes = (x.magnitude - 0.024).magnitude
        let rail: Lanes = 1 - (offRail * 260 - 0.9).clamped
        let brace: Lanes = ((y * 18 + x * 20).fraction - 0.5).magnitude
        let inside: Lanes = ((0.026 - x.magnitude) * 400).clamped
        let cross: Lanes = (1.5 - brace * 9).clamped * inside
        let cover = most(rail, cross) * ((0.62 - y) / frame.pixel).clamped
        let dark = light.mixed(Light(all: 0.006, 0.004, 0.003), cover)
        let away: Lanes = x.squared + (y - 0.63).squared
        let lamp: Lanes = 0.00016 / (away + 0.00009) * bump(x, 0.33) * bump(y - 0.63, 0.33)
        return dark + Light(lamp, lamp * 0.10, lamp * 0.05)
    }

    /// White at the nozzles, orange outwards, with the glare of a long lens.
    private func flame(_ place: Place) -> Light {
        let t = Self.nozzle - place.y
        let run = t.positive
        let flicker = smoke.plane(place.x * 3, place.y * 0.8) * 0.22
        let width = 0.026 + 0.060 * run.root * (1.35 - run).clamped
        let off = place.x.magnitude / width
        let body =
            smoothStep(1.15, 0.15, off + flicker) * (run * -2.2).exp * smoothStep(-0.004, 0.02, t)
            * smoothStep(1.7, 0.7, run)
        let square: Lanes = place.x.squared + (place.y - Self.nozzle + 0.22).squared * 0.30
        let near: Lanes = 0.0125 / (square + 0.006)
        let glare: Lanes = near + 0.035 / (1 + square * 14)
        return Light(
            body * 16 + glare * 1.0, body * 10 + glare * 0.60, body * 4.6 + glare * 0.30)
    }

    private func rocket(_ place: Place, over light: Light) -> Light {
        let y = place.y - Self.nozzle
        guard any(y.magnitude .< 1), any(place.x.magnitude .< 0.12) else { return light }
        let core = part(place.x, y, radius: 0.030, top: 0.62, nose: 0.13)
        let left = part(place.x + 0.045, y, radius: 0.0165, top: 0.40, nose: 0.06)
        let right = part(place.x - 0.045, y, radius: 0.0165, top: 0.40, nose: 0.06)
        let orange = Light(all: 0.50, 0.20, 0.07), white = Light(all: 0.72, 0.70, 0.68)
        let upper = smoothStep(0.42, 0.425, y)
        var painted = light.mixed(orange.mixed(white, upper) * core.shade, core.cover)
        painted = painted.mixed(white * left.shade, left.cover)
        return painted.mixed(white * right.shade, right.cover)
    }

    /// A cylinder with an ogive: lit from below by its own flame.
    private func part(
        _ x: Lanes, _ y: Lanes, radius: Float, top: Float, nose: Float
    ) -> (cover: Lanes, shade: Lanes) {
        let up = ((y - (top - nose)) / nose).positive
        let width = radius * (1 - up.squared).root
        let side = ((width - x.magnitude) / frame.pixel + 0.5).clamped
        let ends = (y / frame.pixel + 0.5).clamped * ((top - y) / frame.pixel).clamped
        let round = (1 - (x / radius).squared * 0.75).root
        let shade = round * (0.24 + 1.3 * (y.positive * -3.0).exp)
        return (side * ends, shade * (1 - 0.4 * bump((y * 9).fraction - 0.5, 0.05)))
    }
}
