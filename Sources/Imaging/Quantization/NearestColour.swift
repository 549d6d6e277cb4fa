internal import Synchronization

/// A search for the palette colours nearest to the keys of a block, in OKLab.
///
/// First, the search excludes colours that are too far from the whole block. Then the block's 64
/// keys are compared with the remaining few colours, four keys at a time.
private final class NearestColour {
    private let levels: ColourLevels
    private let red: [SIMD4<Float>]
    private let green: [SIMD4<Float>]
    private let blue: [SIMD4<Float>]
    private let palette: WorkingMemory<OKLab.Colours8>
    private let distances: WorkingMemory<SIMD8<Float>>
    private let candidates: WorkingMemory<UInt16>
    private let block = WorkingMemory<OKLab.Colours4>(
        repeating: OKLab.Colours4(lightness: .zero, a: .zero, b: .zero),
        count: ColourLevels.blockKeys / 4)

    init(_ palette: Palette, levels: ColourLevels) {
        self.levels = levels
        red = levels.red.lights.map { OKLab.redCones * $0 }
        green = levels.green.lights.map { OKLab.greenCones * $0 }
        blue = levels.blue.lights.map { OKLab.blueCones * $0 }
        let groups = OKLab.Colours8.groups(of: palette.colours.map(OKLab.position(of:)))
        self.palette = WorkingMemory(groups)
        distances = WorkingMemory(zeros: groups.count)
        candidates = WorkingMemory(zeros: palette.colours.count)
    }

    /// Writes the nearest register plus 1 to the table entry of each key of a block.
    ///
    /// Hot: runs a few hundred times per photo.
    func fill(_ entries: UnsafeMutablePointer<ColourTable.Entry>, block number: Int) {
        findColours(number)
        let count = findCandidates()
        for group in 0..<block.count {
            let colours = block.base[group]
            var best = SIMD4<Int32>(repeating: .max)
            var nearest = SIMD4<Int32>.zero
            for index in 0..<count {
                let register = Int(candidates.base[index])
                let eight = palette.base[register &>> 3]
                let distance = Self.distance(
                    colours, eight.lightness[register & 7], eight.a[register & 7],
                    eight.b[register & 7])
                // Distances are not negative, so their bit patterns have the same order as the
                // distances. `replace(with:where:)` takes 1.3 times as long.
                let less = unsafeBitCast(distance, to: SIMD4<Int32>.self) &- best
                let isNearer = less &>> 31
                best &+= less & isNearer
                let own = SIMD4(repeating: Int32(candidates.base[index]))
                nearest ^= (nearest ^ own) & isNearer
            }
            let pairs = unsafeBitCast(nearest, to: SIMD2<UInt64>.self)
            let entry = entries + group &* 4
            entry[0].store(UInt16(truncatingIfNeeded: pairs.x) &+ 1, ordering: .relaxed)
            entry[1].store(UInt16(truncatingIfNeeded: pairs.x &>> 32) &+ 1, ordering: .relaxed)
            entry[2].store(UInt16(truncatingIfNeeded: pairs.y) &+ 1, ordering: .relaxed)
            entry[3].store(UInt16(truncatingIfNeeded: pairs.y &>> 32) &+ 1, ordering: .relaxed)
        }
    }

    /// Computes the colours of the block's keys for four levels of blue at a time.
    private func findColours(_ number: Int) {
        let sides = levels.count / 4
        let firstBlue = number % sides * 4
        let firstGreen = number / sides % sides * 4
        let firstRed = number / sides / sides * 4
        var blues = OKLab.LMS(.zero)
        for level in 0..<4 {
            blues.long[level] = blue[firstBlue + level].x
            blues.medium[level] = blue[firstBlue + level].y
            blues.short[level] = blue[firstBlue + level].z
        }
        for group in 0..<block.count {
            let both = red[firstRed + group / 4] + green[firstGreen + group % 4]
            var cones = OKLab.LMS(both)
            cones.long += blues.long
            cones.medium += blues.medium
            cones.short += blues.short
            block.base[group] = OKLab.colours(ofCones: cones)
        }
    }

    /// Collects the colours that may be nearest to a key of the block, and returns their number.
    ///
    /// A colour is excluded if it is farther from the block's centre than the nearest colour by
    /// more than twice the block's radius.
    private func findCandidates() -> Int {
        let (middle, radius) = middle()
        var least = SIMD8<Float>(repeating: .infinity)
        for group in 0..<palette.count {
            let eight = palette.base[group]
            let lightness = eight.lightness - middle.x
            let a = eight.a - middle.y
            let b = eight.b - middle.z
            let distance = lightness * lightness + a * a + b * b
            distances.base[group] = distance
            least.replace(with: distance, where: distance .< least)
        }
        let reach = least.min().squareRoot() + 2 * radius
        var count = 0
        for register in 0..<candidates.count
        where distances.base[register &>> 3][register & 7] <= reach * reach {
            candidates.base[count] = UInt16(truncatingIfNeeded: register)
            count &+= 1
        }
        return count
    }

    /// Returns the mean of the block's colours, and the distance between the mean and the farthest
    /// colour.
    private func middle() -> (SIMD4<Float>, radius: Float) {
        var sum = OKLab.Colours4(lightness: .zero, a: .zero, b: .zero)
        for group in 0..<block.count {
            sum.lightness += block.base[group].lightness
            sum.a += block.base[group].a
            sum.b += block.base[group].b
        }
        let share = 1 / Float(ColourLevels.blockKeys)
        let middle = SIMD4(sum.lightness.sum(), sum.a.sum(), sum.b.sum(), 0) * share
        var most = SIMD4<Float>.zero
        for group in 0..<block.count {
            let distance = Self.distance(block.base[group], middle.x, middle.y, middle.z)
            most.replace(with: distance, where: distance .> most)
        }
        return (middle, most.max().squareRoot())
    }

    @inline(__always)
    private static func distance(
        _ colours: OKLab.Colours4, _ lightness: Float, _ a: Float, _ b: Float
    ) -> SIMD4<Float> {
        let lightness = colours.lightness - lightness
        let a = colours.a - a
        let b = colours.b - b
        return lightness * lightness + a * a + b * b
    }
}

/// A search for the register nearest to any colour; each thread has a search, and all share a
/// table.
///
/// A photo needs a few hundred of the 4096 blocks: filling all blocks took 5 ms; filling blocks on
/// demand takes less than 1 ms.
final class ColourLookup {
    let table: ColourTable
    private let colours: NearestColour

    init(_ table: ColourTable) {
        self.table = table
        colours = NearestColour(table.palette, levels: table.levels)
    }

    /// Fills the block of a key whose entry is 0 and returns the new entry.
    @inline(never)
    func fill(around key: Int) -> UInt16 {
        let first = key & ~(ColourLevels.blockKeys - 1)
        colours.fill(table.entries + first, block: first >> ColourLevels.blockBits)
        return table.entries[key].load(ordering: .relaxed)
    }
}
