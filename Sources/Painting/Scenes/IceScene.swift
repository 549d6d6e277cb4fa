/// The cracked ice of an ocean moon from above, in enhanced colour: ridges, bands, broken plates.
struct IceScene: Scene {
    private let ground: Fractal
    private let salts: Fractal
    private let warpX: Fractal
    private let warpY: Fractal
    private let web: Fractal
    private let fine: Fractal
    private let pixel: Float
    private let seed: UInt32

    init(seed: UInt32, frame: Frame) {
        self.seed = seed
        pixel = frame.pixel
        ground = Fractal(seed, frequency: 1.6, pixel: pixel, gain: 0.66)
        salts = Fractal(seed &+ 1, frequency: 0.8, pixel: pixel, gain: 0.6)
        warpX = Fractal(seed &+ 2, frequency: 0.45, pixel: pixel, most: 9, gain: 0.42)
        warpY = Fractal(seed &+ 3, frequency: 0.45, pixel: pixel, most: 9, gain: 0.42)
        web = Fractal(seed &+ 4, frequency: 2.6, pixel: pixel, gain: 0.62)
        fine = Fractal(seed &+ 5, frequency: 9, pixel: pixel, gain: 0.7)
    }

    var development: ToneMappingCurve { .film(exposure: 0.55) }

    func light(at place: Place) -> Light {
        let wx = warpX.plane(place.x, place.y), wy = warpY.plane(place.x, place.y)
        var relief = Lanes.zero, stain = Lanes.zero, cut = Lanes.zero
        for line in 0..<Self.lines {
            let ridge = ridge(line, place, wx, wy)
            // A younger line lies over the older ones.
            relief = mix(relief, ridge.slope, ridge.cover)
            stain = most(stain * (1 - ridge.cover * 0.7), ridge.stain)
            cut = most(cut, ridge.crack)
        }
        let hummocks = ground.plane(place.x, place.y)
        // Older terrain is ridged all over, like a ball of string: two ways, one over the other.
        let first = web.crests(
            (place.x * 0.8 + place.y * 0.6) * 0.35 + wx * 0.3,
            (place.y * 0.8 - place.x * 0.6) * 1.5 + wy * 0.4)
        let second = web.crests(
            (place.y * 0.9 - place.x * 0.44) * 0.4 + wy * 0.3,
            (place.x * 0.9 + place.y * 0.44) * 1.7 - wx * 0.4)
        let string = mix(first, second, smoothStep(-0.15, 0.2, hummocks)) - 0.7
        let grain = fine.plane(place.x, place.y)
        let salt = smoothStep(0.05, 0.8, salts.plane(place.x + wx * 0.3, place.y - wy * 0.3))
        let shade = 1 + relief * 0.8 + string * 0.62 + grain * 0.30 - cut * 0.55
        let rust = (stain * 0.9 + salt * (0.62 - string * 0.45) - string * 0.16).clamped
        let blue = Light(all: 0.27, 0.38, 0.50), white = Light(all: 0.72, 0.74, 0.73)
        let red = Light(all: 0.32, 0.145, 0.080)
        let ice = blue.mixed(white, smoothStep(-0.35, 0.75, hummocks + string * 0.6))
        return ice.mixed(red, rust) * shade.positive
    }

    private static let lines: UInt32 = 40

    /// One long ridge: two crests with a crack between, a red stain along it.
    @inline(__always)
    private func ridge(
        _ index: UInt32, _ place: Place, _ wx: Lanes, _ wy: Lanes
    ) -> (slope: Lanes, stain: Lanes, crack: Lanes, cover: Lanes) {
        var chance = RandomSequence(seed, Int(index), 77)
        let angle = chance.next()
        let along = Lanes(repeating: angle)
        let cosine = along.cosineOfTurns[0], sine = along.sineOfTurns[0]
        let age = Float(index) / Float(Self.lines)
        let thickness = chance.next() * chance.next()
        let width = 0.0035 + 0.036 * thickness * thickness * (1.2 - age) + 0.006 * chance.next()
        let bow = chance.next(-0.30...0.30), shift = chance.next(-1.1...1.1)
        let bend = chance.next(0.10...0.34), red = chance.next(0.25...1)
        let run = place.x * sine - place.y * cosine
        let off =
            place.x * cosine + place.y * sine + (wx * cosine + wy * sine) * bend
            + run * run * bow - shift
        let d = off * (1 / width)
        guard any(d.magnitude .< 8.5) else { return (.zero, .zero, .zero, .zero) }
        let crest = d.magnitude - 0.62
        // The light comes from the left: one flank of each crest is bright, the other dark.
        let flank = crest * bump(crest, 0.6) * 4.2
        let slope = flank.replacing(with: -flank, where: d .< 0) * (cosine > 0 ? 1 : -1)
        let cover = 1 - smoothStep(0.9, 1.6, d.magnitude)
        let stain = (bump(d, 2.6) + bump(d, 8.5) * 0.32) * red
        let crack = bump(d, max(0.16, pixel / width))
        return (slope, stain, crack * 0.8, cover)
    }
}
