/// Octaves of noise, as many as the pixels can show: a larger picture has more of them.
///
/// Hot: once or a few times per four pixels.
struct Fractal {
    let seed: UInt32
    let frequency: Float
    /// How many octaves; the part after the point is the weight of the last.
    let octaves: Float
    /// How much weaker each octave is than the one before.
    let gain: Float

    /// `pixel` is the size of a pixel in the noise's coordinates.
    init(_ seed: UInt32, frequency: Float, pixel: Float, most: Float = 20, gain: Float = 0.5) {
        self.seed = seed
        self.frequency = frequency
        self.gain = gain
        // An octave is shown if its swell has two pixels: more would flicker, less would blur.
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

    /// The octaves that a pixel of that size, other in each lane, can show.
    @inline(__always)
    func space(_ p: Vector3, pixel: Lanes) -> Lanes {
        var p = (p * frequency).shifted(3.1)
        var sum = Lanes.zero, swell = 0.5 / (pixel * frequency)
        var weight: Float = 1, left = octaves, seed = seed
        while left > 0 {
            let seen = (swell - 1).clamped
            guard any(seen .> 0) else { break }
            sum += Noise.space(p, seed: seed) * seen * (weight * min(1, left))
            p = (p.turned * 2.03).shifted(5.7)
            swell *= 0.5
            weight *= gain
            left -= 1
            seed = seed &* 747_796_405 &+ 2_891_336_453
        }
        return sum
    }

    /// The octaves that a pixel of that size, other in each lane, can show.
    @inline(__always)
    func plane(_ x: Lanes, _ y: Lanes, pixel: Lanes) -> Lanes {
        var px = x * frequency + 11.3, py = y * frequency - 7.9
        var sum = Lanes.zero, swell = 0.5 / (pixel * frequency)
        var weight: Float = 1, left = octaves, seed = seed
        while left > 0 {
            let seen = (swell - 1).clamped
            guard any(seen .> 0) else { break }
            sum += Noise.plane(px, py, seed: seed) * seen * (weight * min(1, left))
            (px, py) = (1.6 * px - 1.2 * py + 3.7, 1.2 * px + 1.6 * py - 5.1)
            swell *= 0.5
            weight *= gain
            left -= 1
            seed = seed &* 747_796_405 &+ 2_891_336_453
        }
        return sum
    }

    /// Octaves folded at 0: crests, filaments, veins; 0 to about 1.6, high on the crests.
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

/// The logarithm to base 2 of one number, of our own for the same bits everywhere.
func log2(_ x: Float) -> Float { Lanes(repeating: x).log2[0] }
