/// Gradient noise: smooth chance about 0, mostly within ±0.7, one swell per unit.
///
/// Hot: once per octave and four pixels.
enum Noise {
    // Kept out of line: inlined into the loops over octaves, half of its vectors were taken apart
    // into scalars (seen in objdump); the scene `giant` took 0.8 s of CPU instead of 0.4.
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
