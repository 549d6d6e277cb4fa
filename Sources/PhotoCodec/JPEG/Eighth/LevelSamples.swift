/// One component's levels in a row of an eighth, made samples of a picture.
struct LevelSamples {
    /// The first of a unit's row of levels, and how far it is to the next unit's.
    let levels: UnsafePointer<Int16>
    let stride: Int
    /// What the levels are to be counted from.
    let start: Int16
    /// libjpeg cuts numbers that only a damaged file has to ten bits in its transform of one pixel.
    let isHalved: Bool

    /// Writes every fourth byte: a row of one channel of pixels.
    ///
    /// - Parameters:
    ///   - line: begins with the channel's first sample.
    ///   - units: how many.
    ///   - own: the levels of a unit.
    ///   - width: its pixels; a level may stand for several.
    func spread(
        over line: UnsafeMutableBufferPointer<UInt8>, units: Int, from own: Int, to width: Int
    ) {
        let cut: Int16 = isHalved ? 0 : 3
        if own == 2, width == 2 {
            spreadPairs(over: line, units: units, cut: cut)
        } else {
            spreadAny(over: line, units: units, (own, width), cut: cut)
        }
    }

    /// Hot: once for each sample of most photos.
    private func spreadPairs(
        over line: UnsafeMutableBufferPointer<UInt8>, units: Int, cut: Int16
    ) {
        var level = levels
        var target = 0
        for _ in 0..<units {
            line[target] = sample(level[0], cut)
            line[target &+ 4] = sample(level[1], cut)
            level += stride
            target &+= 8
        }
    }

    /// Hot: as above, for the other ways of sampling.
    private func spreadAny(
        over line: UnsafeMutableBufferPointer<UInt8>, units: Int, _ shape: (own: Int, width: Int),
        cut: Int16
    ) {
        for unit in 0..<units {
            let level = levels + unit &* stride
            for x in 0..<shape.width {
                line[(unit &* shape.width &+ x) &* 4] = sample(
                    level[x &* shape.own / shape.width], cut)
            }
        }
    }

    @inline(__always)
    private func sample(_ level: Int16, _ cut: Int16) -> UInt8 {
        let eight = ((level &+ start &+ 4) &<< cut) &>> (cut &+ 3)
        return UInt8(truncatingIfNeeded: min(255, max(0, eight &+ 128)))
    }
}
