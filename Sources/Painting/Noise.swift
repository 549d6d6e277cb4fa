/// Octaves of noise, as many as the pixels can resolve: a larger picture has more.
///
/// Hot: once or a few times per four pixels.
struct Fractal {
    let seed: UInt32
    let frequency: Float
    /// The fraction is the weight of the last octave.
    let octaves: Float
    /// The amplitude of each octave relative to the one before.
    let gain: Float

    /// `pixel` is the size of a pixel in the noise's coordinates.
    init(_ seed: UInt32, frequency: Float, pixel: Float, most: Float = 20, gain: Float = 0.5) {
        self.seed = seed
        self.frequency = frequency
        self.gain = gain
        // An octave is used if its wavelength has two pixels: more octaves alias, fewer blur.
        octaves = min(most, max(1, log2(0.5 / (pixel * frequency))))
    }

    /// The sum of the octaves, mostly within ±1.
    @inline(__always)
    func plane(_ x: Lanes, _ y: Lanes) -> Lanes {
        var px = x * frequency + 11.3, py = y * frequency - 7.9
        var sum = Lanes.zero
        var weight: Float = 1, left = octaves, seed = seed
        while left > 0 {
            sum += Noise.plane(px, py, seed: seed) * (weight * min(1, left))
            (px, py) = (1.6 * px - 1.2 * py + 3.7, 1.2 * px + 1.6 * py - 5.1)
            weight *= gain
            left -= 1
            seed = seed &* 747_796_405 &+ 2_891_336_453
        }
        return sum
    }

    @inline(__always)
    func space(_ p: Vector3) -> Lanes {
        var p = (p * frequency).shifted(3.1)
        var sum = Lanes.zero
        var weight: Float = 1, left = octaves, seed = seed
        while left > 0 {
            sum += Noise.space(p, seed: seed) * (weight * min(1, left))
            p = (p.turned * 2.03).shifted(5.7)
            weight *= gain
            left -= 1
            seed = seed &* 747_796_405 &+ 2_891_336_453
        }
        return sum
    }

    /// Ridged noise: filaments and veins; 0 to about 1.6, high on the crests.
    @inline(__always)
    func crests(_ x: Lanes, _ y: Lanes) -> Lanes {
        var px = x * frequency + 5.3, py = y * frequency + 2.9
        var sum = Lanes.zero, carried = Lanes(repeating: 1)
        var weight: Float = 1, left = octaves, seed = seed
        while left > 0 {
            let crest = (1 - Noise.plane(px, py, seed: seed).magnitude * 1.7).positive.squared
            sum += crest * carried * (weight * min(1, left))
            carried = (crest * 1.6).clamped
            (px, py) = (1.6 * px - 1.2 * py + 3.7, 1.2 * px + 1.6 * py - 5.1)
            weight *= gain
            left -= 1
            seed = seed &* 747_796_405 &+ 2_891_336_453
        }
        return sum
    }
}

/// The base-2 logarithm of one number, with the same bits on every system.
func log2(_ x: Float) -> Float { Lanes(repeating: x).log2[0] }

/// Gradient noise: mostly within ±0.7, one wave per unit.
///
/// Hot: once per octave and four pixels.
enum Noise {
    // Not inlined: in the loops over octaves half of its vectors were split into scalars (objdump), and a
    // scene took 0.8 s of CPU instead of 0.4.
    @inline(never)
    static func plane(_ x: Lanes, _ y: Lanes, seed: UInt32) -> Lanes {
        let x0 = x.floor, y0 = y.floor
        let fx = x - x0, fy = y - y0
        let hx = x0.wholeBits &* Lattice.primeX &+ seed, hy = y0.wholeBits &* Lattice.primeY
        let hx1 = hx &+ Lattice.primeX, hy1 = hy &+ Lattice.primeY
        let a = corner(hx &+ hy, fx, fy), b = corner(hx1 &+ hy, fx - 1, fy)
        let c = corner(hx &+ hy1, fx, fy - 1), d = corner(hx1 &+ hy1, fx - 1, fy - 1)
        let u = fade(fx)
        return mix(mix(a, b, u), mix(c, d, u), fade(fy)) * 1.1
    }

    @inline(never)
    static func space(_ p: Vector3, seed: UInt32) -> Lanes {
        let x0 = p.x.floor, y0 = p.y.floor, z0 = p.z.floor
        let f = Vector3(p.x - x0, p.y - y0, p.z - z0)
        let h =
            x0.wholeBits &* Lattice.primeX &+ y0.wholeBits &* Lattice.primeY &+ z0.wholeBits
            &* Lattice.primeZ &+ seed
        let near = layer(h, f)
        let far = layer(h &+ Lattice.primeZ, Vector3(f.x, f.y, f.z - 1))
        return mix(near, far, fade(f.z))
    }

    @inline(__always)
    private static func layer(_ h: LaneBits, _ f: Vector3) -> Lanes {
        let a = corner(h, f), b = corner(h &+ Lattice.primeX, Vector3(f.x - 1, f.y, f.z))
        let up = h &+ Lattice.primeY
        let c = corner(up, Vector3(f.x, f.y - 1, f.z))
        let d = corner(up &+ Lattice.primeX, Vector3(f.x - 1, f.y - 1, f.z))
        let u = fade(f.x)
        return mix(mix(a, b, u), mix(c, d, u), fade(f.y))
    }

    @inline(__always)
    private static func corner(_ sum: LaneBits, _ x: Lanes, _ y: Lanes) -> Lanes {
        let h = Lattice.mixed(sum)
        return Lattice.signed(h) * x + Lattice.signed(h &>> 9) * y
    }

    @inline(__always)
    private static func corner(_ sum: LaneBits, _ f: Vector3) -> Lanes {
        let h = Lattice.mixed(sum)
        return Lattice.signed(h) * f.x + Lattice.signed(h &>> 9) * f.y
            + Lattice.signed(h &<< 9) * f.z
    }

    @inline(__always)
    private static func fade(_ t: Lanes) -> Lanes { t * t * t * (t * (t * 6 - 15) + 10) }
}

/// Hashes of lattice points: the only source of randomness in a picture.
enum Lattice {
    @inline(__always)
    static var primeX: UInt32 { 0x8DA6_B343 }
    @inline(__always)
    static var primeY: UInt32 { 0xD816_3841 }
    @inline(__always)
    static var primeZ: UInt32 { 0xCB1A_B31F }

    /// Hashes a sum of primes times coordinates.
    @inline(__always)
    static func mixed(_ sum: LaneBits) -> LaneBits {
        // SSE2 has no 32-bit product (six instructions each): one suffices, with shifts around it.
        let h = (sum ^ (sum &>> 15)) &* 0x2C1B_3C6D
        return h ^ (h &>> 13)
    }

    @inline(__always)
    static func mixed(_ sum: UInt32) -> UInt32 {
        var h = (sum ^ (sum &>> 15)) &* 0x2C1B_3C6D
        h = (h ^ (h &>> 12)) &* 0x297A_2D39
        return h ^ (h &>> 15)
    }

    /// 0 to 1, from the 23 lowest bits.
    @inline(__always)
    static func unit(_ bits: LaneBits) -> Lanes {
        Lanes(bits: (bits & 0x007F_FFFF) | 0x3F80_0000) - 1
    }

    /// −1 to 1, from the 23 lowest bits.
    @inline(__always)
    static func signed(_ bits: LaneBits) -> Lanes {
        Lanes(bits: (bits & 0x007F_FFFF) | 0x4000_0000) - 3
    }
}
