/// Some units' levels of one component in one row of an eighth, to be made samples.
struct LowFrequencySamples {
    /// The first of a unit, and how far it is to the next unit's.
    let levels: UnsafePointer<Int16>
    let stride: Int
    /// What the levels are to be counted from.
    let start: Int16
    let isHalved: Bool

    func write(to samples: UnsafeMutablePointer<UInt8>, units: Int, width: Int) {
        // libjpeg cuts numbers that only a damaged file has to ten bits in its transform of one pixel.
        let cut: Int16 = isHalved ? 0 : 3
        if width == 2 {
            writePairs(to: samples, units: units, cut: cut)
        } else {
            writeAny(to: samples, units: units, width: width, cut: cut)
        }
    }

    /// Hot: once for each sample of most photos.
    private func writePairs(to samples: UnsafeMutablePointer<UInt8>, units: Int, cut: Int16) {
        var level = levels
        for unit in 0..<units {
            samples[unit &* 2] = sample(level[0], cut)
            samples[unit &* 2 &+ 1] = sample(level[1], cut)
            level += stride
        }
    }

    /// Hot: as above, for the other ways of sampling.
    private func writeAny(
        to samples: UnsafeMutablePointer<UInt8>, units: Int, width: Int, cut: Int16
    ) {
        for unit in 0..<units {
            for x in 0..<width {
                samples[unit &* width &+ x] = sample(levels[unit &* stride &+ x], cut)
            }
        }
    }

    @inline(__always)
    private func sample(_ level: Int16, _ cut: Int16) -> UInt8 {
        let eight = ((level &+ start &+ 4) &<< cut) &>> (cut &+ 3)
        return UInt8(truncatingIfNeeded: min(255, max(0, eight &+ 128)))
    }
}
