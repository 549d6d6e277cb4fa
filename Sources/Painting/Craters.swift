/// Craters of all sizes as spheres in space, so that they are round on any surface.
///
/// Hot: eight cells a layer, once per four pixels.
struct Craters {
    let seed: UInt32
    let frequency: Float
    let layers: Float

    /// `pixel` is the size of a pixel in the craters' coordinates.
    init(_ seed: UInt32, frequency: Float, pixel: Float) {
        self.seed = seed
        self.frequency = frequency
        // A crater of the last layer has a radius of about a fifth of its cell: six pixels a cell.
        layers = max(1, (log2(1 / (6 * pixel * frequency))) / Self.logStep)
    }

    // Each layer is finer by this factor.
    private static let step: Float = 1.7
    private static let logStep: Float = 0.7655

    /// The slope of the ground, and how much young craters and their rays brighten it.
    @inline(__always)
    func relief(_ place: Vector3, freshness: Float) -> (slope: Vector3, bright: Lanes) {
        var p = (place * frequency).shifted(1.7)
        var slope = Vector3(.zero, .zero, .zero), bright = Lanes.zero
        var left = layers, seed = seed, turns = 0
        while left > 0 {
            var layer = Layer(p, seed: seed)
            layer.gather()
            let weight = min(1, left)
            slope = slope + Self.turnedBack(layer.slope, turns) * weight
            bright += layer.bright * (weight * freshness)
            p = (p.turned * Self.step).shifted(4.9)
            turns = turns == 2 ? 0 : turns + 1
            left -= 1
            seed = seed &* 747_796_405 &+ 2_891_336_453
        }
        return (slope, bright)
    }

    @inline(__always)
    private static func turnedBack(_ v: Vector3, _ turns: Int) -> Vector3 {
        switch turns {
        case 1: Vector3(v.z, v.x, v.y)
        case 2: Vector3(v.y, v.z, v.x)
        default: v
        }
    }
}

/// The craters of one size about four points.
private struct Layer {
    private let cell: LaneBits
    private let f: Vector3
    var slope = Vector3(.zero, .zero, .zero)
    var bright = Lanes.zero

    /// The eight cells nearest to the point contain every crater that can reach it.
    ///
    /// A crater's influence must end half a cell from its centre, or seams would show.
    @inline(__always)
    init(_ p: Vector3, seed: UInt32) {
        let x = (p.x - 0.5).floor, y = (p.y - 0.5).floor, z = (p.z - 0.5).floor
        f = Vector3(p.x - x, p.y - y, p.z - z)
        cell =
            x.wholeBits &* Lattice.primeX &+ y.wholeBits &* Lattice.primeY &+ z.wholeBits
            &* Lattice.primeZ &+ seed
    }

    @inline(__always)
    mutating func gather() {
        var corner = 0
        while corner < 8 {
            let x = corner & 1, y = corner &>> 1 & 1, z = corner &>> 2
            var sum = cell
            if x == 1 { sum = sum &+ Lattice.primeX }
            if y == 1 { sum = sum &+ Lattice.primeY }
            if z == 1 { sum = sum &+ Lattice.primeZ }
            let from = Vector3(f.x - Float(x), f.y - Float(y), f.z - Float(z))
            let (steep, light) = Self.crater(Lattice.mixed(sum), from)
            slope = slope + steep
            bright += light
            corner &+= 1
        }
    }

    /// The slope and brightness that one crater contributes; not inlined for the reason in `Noise`.
    @inline(never)
    private static func crater(_ h: LaneBits, _ from: Vector3) -> (Vector3, Lanes) {
        let centre = Vector3(Lattice.unit(h), Lattice.unit(h &>> 9), Lattice.unit(h &<< 7))
        let away = from - centre
        let square = away.dot(away) + 1e-9
        guard any(square .< 0.25) else { return (Vector3(.zero, .zero, .zero), .zero) }
        let inverse = square.inverseSquareRoot
        let chance = Lattice.unit(h &* 0x9E37_79B1)
        // Radii from 0.1 to 0.36 of a cell, small ones more often; some are too eroded to be seen.
        let radius = 0.10 + 0.26 * chance.squared
        let distance = square * inverse
        let t = distance / radius
        let age = (chance * 7.3).fraction
        let depth = (0.9 * age * age + 0.12 * age - 0.02).positive
        let inside = 1 - smoothStep(0.8, 1.04, t)
        let floor = smoothStep(0.25, 0.85, t)
        let wall = 0.9 * inside * floor
        let rimAt = t - 1.02
        let rest = (1 - rimAt.squared * 8).positive
        let rim = rimAt * rest * rest * -2.0
        let apron = (1 - distance * 2).positive
        return (
            away * (inverse * depth * (wall + rim)), (depth - 0.62).positive * apron.squared * 2
        )
    }
}
