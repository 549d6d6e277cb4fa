/// One float for each of four neighbouring pixels: the width of SSE2 and NEON.
typealias Lanes = SIMD4<Float>
typealias LaneBits = SIMD4<UInt32>

// No libm: the same bits on every system, and no calls per lane, which `squareRoot`, `pointwiseMin` and
// `rounded` of SIMD4 make (objdump).

@inline(__always)
func least(_ a: Lanes, _ b: Lanes) -> Lanes { b.replacing(with: a, where: a .< b) }

@inline(__always)
func most(_ a: Lanes, _ b: Lanes) -> Lanes { b.replacing(with: a, where: a .> b) }

@inline(__always)
func mix(_ a: Lanes, _ b: Lanes, _ share: Lanes) -> Lanes { a + (b - a) * share }

/// 0 below `low`, 1 above `high`, and a smooth step between.
@inline(__always)
func smoothStep(_ low: Float, _ high: Float, _ x: Lanes) -> Lanes {
    let t = ((x - low) * (1 / (high - low))).clamped
    return t * t * (3 - 2 * t)
}

extension SIMD4<Float> {
    // 1.5 * 2^23: adding it rounds a float to a whole number, as no bits are left for a fraction.
    @inline(__always)
    static var roundingMagic: Float { 12_582_912 }

    @inline(__always)
    init(bits: LaneBits) { self = unsafeBitCast(bits, to: Lanes.self) }

    @inline(__always)
    var bits: LaneBits { unsafeBitCast(self, to: LaneBits.self) }

    @inline(__always)
    var clamped: Lanes { most(least(self, Lanes(repeating: 1)), .zero) }

    @inline(__always)
    var positive: Lanes { most(self, .zero) }

    @inline(__always)
    var magnitude: Lanes { Lanes(bits: bits & 0x7FFF_FFFF) }

    @inline(__always)
    var squared: Lanes { self * self }

    /// The nearest whole number; for magnitudes below 2^22.
    @inline(__always)
    var nearest: Lanes { (self + Self.roundingMagic) - Self.roundingMagic }

    @inline(__always)
    var floor: Lanes {
        let near = nearest
        return near - Lanes.zero.replacing(with: 1, where: near .> self)
    }

    @inline(__always)
    var fraction: Lanes { self - floor }

    /// A whole number's bits as an integer (two's complement in an unsigned).
    @inline(__always)
    var wholeBits: LaneBits { (self + Self.roundingMagic).bits &- 0x4B40_0000 }

    /// 1 / √x, right to 5 parts in a million; a large number at 0.
    @inline(__always)
    var inverseSquareRoot: Lanes {
        // An estimate from the exponent's bits, then two Newton steps.
        var guess = Lanes(bits: 0x5F37_59DF &- (bits &>> 1))
        let half = self * 0.5
        guess *= 1.5 - half * guess * guess
        guess *= 1.5 - half * guess * guess
        return guess
    }

    /// √x; 0 below 0.
    @inline(__always)
    var root: Lanes {
        let x = positive
        return x * x.inverseSquareRoot
    }

    /// 2 to the power, within 1 part in 10⁵; 0 below −120, never infinite.
    @inline(__always)
    var exp2: Lanes {
        let x = most(least(self, Lanes(repeating: 120)), Lanes(repeating: -120))
        let whole = x.floor
        let f = x - whole
        let power = 0.99999 + f * (0.696066 + f * (0.224494 + f * 0.0794402))
        return power * Lanes(bits: (whole.wholeBits &+ 127) &<< 23)
    }

    /// The logarithm to base 2 of a positive number, within 1 part in 10⁴.
    @inline(__always)
    var log2: Lanes {
        let exponent = Lanes(SIMD4<Int32>(truncatingIfNeeded: bits &>> 23)) - 127
        let m = Lanes(bits: (bits & 0x007F_FFFF) | 0x3F80_0000)
        let p = -2.153620718 + m * (3.047884161 + m * (-1.051875031 + m * 0.158248838))
        return exponent + p
    }

    /// The sine of an angle in turns, within 0.001.
    @inline(__always)
    var sineOfTurns: Lanes {
        let x = self - nearest
        let parabola = x * (8 - 16 * x.magnitude)
        return parabola * (0.775 + 0.225 * parabola.magnitude)
    }

    @inline(__always)
    var cosineOfTurns: Lanes { (self + 0.25).sineOfTurns }
}

/// The direction of (x, y) in turns, −0.5 to 0.5, within 0.0003.
@inline(__always)
func turns(y: Lanes, x: Lanes) -> Lanes {
    let ax = x.magnitude, ay = y.magnitude
    let large = most(most(ax, ay), Lanes(repeating: 1e-20))
    let ratio = least(ax, ay) / large
    let square = ratio * ratio
    var angle = ratio * (0.1590 + square * (-0.0505 + square * (0.0206 - square * 0.0041)))
    angle = angle.replacing(with: 0.25 - angle, where: ay .> ax)
    angle = angle.replacing(with: 0.5 - angle, where: x .< 0)
    return angle.replacing(with: -angle, where: y .< 0)
}
