/// The levels along one axis of a `ColourLevels` grid.
struct LevelAxis {
    /// What each of the 256 codes adds to a key.
    let keys: [UInt32]
    /// The linear light in the middle of each level; one without codes has that of the level before.
    let lights: [Float]

    /// A share of the levels is spread evenly: a dither looks up colours between those that are there.
    private static let evenShare = 0.3

    /// Levels for codes that are as often as `counts` says; `place` is 2 for red, 1 green, 0 blue.
    init(counts: [Int], bits: Int, place: Int) {
        let levels = Self.levels(counts, count: 1 << bits)
        let blockShift = ColourLevels.blockBits + (bits - 2) * place
        keys = levels.map { UInt32(($0 >> 2) << blockShift | ($0 & 3) << (2 * place)) }
        lights = Self.lights(levels, count: 1 << bits)
    }

    private static func levels(_ counts: [Int], count: Int) -> [Int] {
        var place = 0.0
        return widths(counts, count: count).map { width in
            defer { place += width }
            return min(Int(place + width / 2), count - 1)
        }
    }

    /// How much of a level each code fills, never more than one; together at most `count`.
    private static func widths(_ counts: [Int], count: Int) -> [Double] {
        let total = Double(max(1, counts.reduce(0, +)))
        let wishes = counts.map { wish in
            (1 - evenShare) * Double(wish) / total + evenShare / Double(counts.count)
        }
        var scale = Double(count)
        // Codes that would fill more than a level leave the rest to the others: a few rounds settle it.
        for _ in 0..<6 {
            let sum = wishes.reduce(0) { $0 + min(1, $1 * scale) }
            scale *= Double(count) / max(sum, 1)
        }
        return wishes.map { min(1, $0 * scale) }
    }

    private static func lights(_ levels: [Int], count: Int) -> [Float] {
        var sums = [SIMD2<Float>](repeating: .zero, count: count)
        for (code, level) in levels.enumerated() {
            sums[level] += SIMD2(LinearLight.ofCode[code], 1)
        }
        var last: Float = 0
        return sums.map { sum in
            if sum.y > 0 { last = sum.x / sum.y }
            return last
        }
    }
}
