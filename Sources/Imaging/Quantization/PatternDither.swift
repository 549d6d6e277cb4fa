internal import Synchronization

/// Pattern dithering to a few fixed colours (Thomas Knoll, US patent 6606166, expired).
///
/// In a terminal's sparse palette, the colour nearest to a dark colour is nearly always a gray:
/// xterm's cube has no codes between 0 and 95, but grays in steps of 10. Therefore, each colour
/// becomes a mixture of sixteen components. Each component is the palette colour nearest to the sum
/// of the wanted colour and a share of the error so far. A cell's threshold selects the component
/// to show. The choice depends only on the photo's colour and the position in the photo, so nothing
/// shimmers when the view moves.
///
/// `@unchecked Sendable`: entries are atomic, and every thread would write the same value.
package final class PatternDither: @unchecked Sendable {
    /// The palette's colours from dark to light, so that a higher threshold selects a lighter
    /// component of a mixture.
    private let colours: [Colour]
    /// The positions of `colours` in OKLab, multiplied by `weights`.
    private let positions: [OKLab.Colours8]
    /// For each channel, the linear light of each level.
    private let levels: [[Float]]
    private let thresholds = BlueNoise.tile
    private let mixing: Mixing

    /// The quantity whose mean over a mixture equals that of the mixed colour.
    package enum Mixing: Sendable {
        /// Linear light, which the eye averages if dots are small or similar.
        case light
        /// The square root of linear light, for palettes so small that the eye sees each dot.
        case roots
    }
    /// Blocks of mixtures, each for four levels per side, allocated on demand.
    ///
    /// A block's entry, for a key and a threshold, is an index in `colours` plus 1; 0 means not yet
    /// known. A photo needs a few hundred blocks; allocating all blocks (4 MB) took 10 ms.
    private let blocks: UnsafeMutablePointer<Block>

    private typealias Block = Atomic<UnsafeMutablePointer<Entry>?>
    private typealias Entry = Atomic<UInt8>

    private struct Colour {
        let index: Int
        let light: SIMD4<Float>
        let position: SIMD4<Float>
    }

    /// The number of colours in a mixture: one for each level of thresholds.
    private static let steps = BlueNoise.levels
    // The number of codes in a level; a width of eight would make codes 1 to 7 black.
    private static let levelWidth = 4
    private static let blockCount = 16 * 16 * 16
    private static let blockEntries = 4 * 4 * 4 * steps

    // The following three values were tuned together, on seven photos in 160 columns of half
    // blocks. With equal weights of lightness and hue, grays win; with the whole error, dark skies
    // are full of bright dots. The colour error dE of the picture elements, after a blur of one
    // element and of two, and the share of chroma preserved, in 256 colours: 10.0, 3.0, 1.9, .91;
    // with .2, .4, 1.5 it was 10.0, 3.2, 2.1, .95; with .25, .6, 1.2 it was 9.9, 3.0, 2.0, .86.
    /// The share of the error so far that the next component of a mixture compensates.
    private static let shareOfError: Float = 0.25
    /// The weight of a difference in lightness; differences in a and b have the weight 1.
    private static let weightOfLightness: Float = 0.5
    /// The limit of a component's chroma, as a multiple of the wanted chroma.
    ///
    /// A component may exceed the wanted chroma, because the other components usually have less.
    private static let colourfulness: Float = 1.3

    /// Creates a dither to a palette.
    ///
    /// - Precondition: there are 1 to 254 colours.
    package init(_ colours: [RGBColour], mixing: Mixing = .light) {
        self.mixing = mixing
        precondition((1...254).contains(colours.count), "an index and one more fit a byte")
        let sorted = colours.enumerated().map(Self.colour).sorted { $0.position.x < $1.position.x }
        self.colours = sorted
        positions = OKLab.Colours8.groups(of: sorted.map { $0.position * Self.weights })
        levels = [colours.map(\.red), colours.map(\.green), colours.map(\.blue)].map(Self.lights)
        blocks = .allocate(capacity: Self.blockCount)
        for block in 0..<Self.blockCount { (blocks + block).initialize(to: Block(nil)) }
    }

    deinit {
        for block in 0..<Self.blockCount { blocks[block].load(ordering: .relaxed)?.deallocate() }
        blocks.deinitialize(count: Self.blockCount)
        blocks.deallocate()
    }

    /// Returns the index of a palette colour: the component of a colour's mixture at `point`.
    ///
    /// Hot: runs twice per cell of a frame.
    package func index(red: UInt8, green: UInt8, blue: UInt8, at point: PixelPoint) -> Int {
        let levels = SIMD3(red, green, blue) / UInt8(Self.levelWidth)
        let (outer, inner) = (levels &>> 2, levels & 3)
        let block = block(Int(outer.x) << 8 | Int(outer.y) << 4 | Int(outer.z))
        let key = Int(inner.x << 4 | inner.y << 2 | inner.z)
        let mask = BlueNoise.side - 1
        let step = Int(thresholds[(point.y & mask) * BlueNoise.side + point.x & mask])
        let entries = block + key * Self.steps
        var known = entries[step].load(ordering: .relaxed)
        if known == 0 {
            fill(entries, with: light(of: levels))
            known = entries[step].load(ordering: .relaxed)
        }
        return colours[Int(known) - 1].index
    }

    private func block(_ number: Int) -> UnsafeMutablePointer<Entry> {
        blocks[number].load(ordering: .acquiring) ?? make(number)
    }

    /// Creates a block; if two threads create the same block, both use the block created first.
    @inline(never)
    private func make(_ number: Int) -> UnsafeMutablePointer<Entry> {
        let made = UnsafeMutablePointer<Entry>.allocate(capacity: Self.blockEntries)
        for entry in 0..<Self.blockEntries { (made + entry).initialize(to: Entry(0)) }
        let (isKept, other) = blocks[number].compareExchange(
            expected: nil, desired: made, ordering: .acquiringAndReleasing)
        if !isKept { made.deallocate() }
        return other ?? made
    }

    @inline(never)
    private func fill(_ entries: UnsafeMutablePointer<Entry>, with light: SIMD4<Float>) {
        for (step, colour) in mixture(of: light).enumerated() {
            entries[step].store(UInt8(colour + 1), ordering: .relaxed)
        }
    }

    /// Returns the components of the mixture for a light, from dark to light.
    private func mixture(of light: SIMD4<Float>) -> [Int] {
        var error = SIMD4<Float>.zero
        let boost = Self.weights * SIMD4(1, Self.colourfulness, Self.colourfulness, 0)
        let aim = mixed(light)
        return (0..<Self.steps).map { _ in
            let sum = pointwiseMin(aim + error * Self.shareOfError, .one)
            let wanted =
                mixing == .light ? sum : pointwiseMax(sum, .zero) * pointwiseMax(sum, .zero)
            let colour = nearest(to: OKLab.position(ofAnyLight: wanted) * boost)
            error += aim - mixed(colours[colour].light)
            return colour
        }.sorted()
    }

    private func mixed(_ light: SIMD4<Float>) -> SIMD4<Float> {
        mixing == .light ? light : light.squareRoot()
    }

    /// Returns the index of the nearest colour.
    ///
    /// The search starts at the group of the same lightness and proceeds outwards until the
    /// difference in lightness alone exceeds the distance of the best candidate.
    private func nearest(to colour: SIMD4<Float>) -> Int {
        let first = positions.firstIndex { $0.lightness[7] >= colour.x } ?? positions.count - 1
        var found = (distance: Float.infinity, colour: 0)
        for group in first..<positions.count {
            let step = positions[group].lightness[0] - colour.x
            if step > 0, step * step > found.distance { break }
            look(in: group, for: colour, &found)
        }
        for group in (0..<first).reversed() {
            let step = colour.x - positions[group].lightness[7]
            if step * step > found.distance { break }
            look(in: group, for: colour, &found)
        }
        return found.colour
    }

    @inline(__always)
    private func look(
        in group: Int, for colour: SIMD4<Float>, _ found: inout (distance: Float, colour: Int)
    ) {
        let lightness = positions[group].lightness - colour.x
        let a = positions[group].a - colour.y
        let b = positions[group].b - colour.z
        let distances = lightness * lightness + a * a + b * b
        // `min()` of eight lanes would be a function call.
        let four = pointwiseMin(distances.lowHalf, distances.highHalf)
        let two = pointwiseMin(four.lowHalf, four.highHalf)
        let least = min(two.x, two.y)
        guard least < found.distance else { return }
        let lane = (0..<8).first { distances[$0] == least } ?? 0
        found = (least, group * 8 + lane)
    }

    private func light(of levels: SIMD3<UInt8>) -> SIMD4<Float> {
        SIMD4(
            self.levels[0][Int(levels.x)], self.levels[1][Int(levels.y)],
            self.levels[2][Int(levels.z)], 0)
    }

    private static let weights = SIMD4<Float>(weightOfLightness, 1, 1, 0)

    private static func colour(_ index: Int, _ colour: RGBColour) -> Colour {
        Colour(index: index, light: colour.light, position: OKLab.position(of: colour))
    }

    /// Returns the light of each level of a channel.
    ///
    /// A level that contains the code of a palette colour has the light of this code, so that the
    /// colour stays exact; any other level has the light of its middle code.
    private static func lights(of codes: [UInt8]) -> [Float] {
        (0..<256 / levelWidth).map { level in
            let code = codes.first { Int($0) / levelWidth == level }
            return LinearLight.ofCode[code.map(Int.init) ?? level * levelWidth + levelWidth / 2]
        }
    }
}
