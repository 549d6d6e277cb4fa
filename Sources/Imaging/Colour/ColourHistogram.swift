/// How often a raster's colours occur, on a grid of 32 levels an axis that follows the raster.
struct ColourHistogram {
    /// The mean colour of each level triple that occurs, in OKLab; the fourth number is how often.
    let points: [SIMD4<Float>]

    private static let bits = 5

    init(_ samples: ColourSamples) {
        let levels = ColourLevels(
            bits: Self.bits, red: samples.red, green: samples.green, blue: samples.blue)
        let sums = Self.sums(samples.colours, levels: levels)
        points = sums.filter { $0.w > 0 }.map(Self.point)
    }

    /// Hot: runs over the sampled pixels once for each photo.
    private static func sums(_ colours: [UInt32], levels: ColourLevels) -> [SIMD4<UInt32>] {
        var sums = [SIMD4<UInt32>](repeating: .zero, count: levels.keyCount)
        sums.withUnsafeMutableBufferPointer { sums in
            levels.withKeys { red, green, blue in
                for colour in colours {
                    let r = Int(colour & 0xFF)
                    let g = Int(colour >> 8 & 0xFF)
                    let b = Int(colour >> 16 & 0xFF)
                    let key = Int(red[r] | green[g] | blue[b])
                    sums[key] &+= SIMD4(UInt32(r), UInt32(g), UInt32(b), 1)
                }
            }
        }
        return sums
    }

    private static func point(_ sum: SIMD4<UInt32>) -> SIMD4<Float> {
        let count = Float(sum.w)
        let light = SIMD4(
            light(Float(sum.x) / count), light(Float(sum.y) / count), light(Float(sum.z) / count), 0
        )
        var point = OKLab.place(ofLight: light)
        point.w = count
        return point
    }

    private static func light(_ code: Float) -> Float {
        let lower = min(Int(code), 254)
        let share = code - Float(lower)
        return LinearLight.ofCode[lower] * (1 - share) + LinearLight.ofCode[lower + 1] * share
    }
}
