import Imaging

extension Raster {
    /// A dark sky with a glow and some stars: what bands and shimmers first.
    static func sky(width: Int, height: Int) -> Raster {
        var pixels: [UInt8] = []
        var state: UInt32 = 7
        for y in 0..<height {
            for x in 0..<width {
                state = state &* 1_664_525 &+ 1_013_904_223
                let star = state >> 24 == 0 ? 180 : 0
                let glow = 40 * (x + y) / (width + height)
                let noise = Int(state >> 20 & 3)
                pixels += [glow + noise + star, glow / 2 + noise + star, 9 + glow + star, 255]
                    .map { UInt8(min($0, 255)) }
            }
        }
        return Raster(size: PixelSize(width: width, height: height), pixels: pixels)
    }
}
