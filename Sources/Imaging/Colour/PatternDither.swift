internal import Synchronization

/// A few fixed colours, mixed: neighbours get different ones, which together are the photo's colour.
///
/// In a table as sparse as a terminal's the colour nearest to a dark one is nearly always a gray:
/// xterm's cube has nothing between codes 0 and 95, and its grays go up in steps of 10. So each colour
/// is made of sixteen, found one after the other: the nearest to what is wanted and to a part of what
/// those before left over (Thomas Knoll, "Pattern dithering", US patent 6606166, expired). A place
/// takes one of them by its threshold: its colour depends on the photo's colour and its place in the
/// photo alone, so nothing shimmers when the view moves.
///
/// Unchecked: the table is read and written as atomics, and threads that find the same colour write
/// the same.
package final class PatternDither: @unchecked Sendable {
    /// By how light they are, so that a mixture's thresholds go from its darkest part to its lightest.
    private let colours: [Colour]
    /// Their places, eight at a time and weighed, filled up with places far away.
    private let places: [Eight]
    /// The code that stands for each level of a channel.
    private let levels: [[Float]]
    /// Blocks of four levels a side, each made when one of its colours is met: for each key and
    /// threshold the place in `colours` plus 1, and 0 where it is not known yet.
    ///
    /// A photo meets a few hundred: all 4 MB cost 10 ms the first time.
    private let blocks: UnsafeMutablePointer<Block>

    private typealias Block = Atomic<UnsafeMutablePointer<Entry>?>
    private typealias Entry = Atomic<UInt8>

    private struct Colour {
        let index: Int
        let light: SIMD4<Float>
        let place: SIMD4<Float>
    }

    private struct Eight {
        var lightness = SIMD8<Float>(repeating: 1e9)
        var a = SIMD8<Float>.zero
        var b = SIMD8<Float>.zero

        /// The lightness of the darkest, and of the lightest.
        var first: Float { lightness[0] }
        var last: Float { lightness[7] }
    }

    /// Colours in a mixture: one for each of four by four places.
    private static let parts = 16
    // Codes in a level: of eight, codes 1 to 7 would be black.
    private static let levelWidth = 4
    private static let blockCount = 16 * 16 * 16
    private static let blockEntries = 4 * 4 * 4 * parts

    // The three were tried together, on ten dark photos and five light ones in half blocks. Without
    // the weight of the hue grays win; with all of what is left over dark skies are full of bright dots.
    /// How much of what a mixture lacks so far its next colour makes up for.
    private static let shareOfError: Float = 0.2
    /// What a difference in lightness counts, against one of 1 in hue.
    private static let weightOfLightness: Float = 0.4
    /// How much more colourful than wanted a part may be: its neighbours are mostly less so.
    private static let colourfulness: Float = 1.5

    /// - Precondition: there are 1 to 254 colours.
    package init(_ colours: [RGBColour]) {
        precondition((1...254).contains(colours.count), "a place and one more fit a byte")
        let sorted = colours.enumerated().map(Self.colour).sorted { $0.place.x < $1.place.x }
        self.colours = sorted
        places = Self.groups(of: sorted.map { $0.place * Self.weights })
        levels = [colours.map(\.red), colours.map(\.green), colours.map(\.blue)].map(Self.lights)
        blocks = .allocate(capacity: Self.blockCount)
        for block in 0..<Self.blockCount { (blocks + block).initialize(to: Block(nil)) }
    }

    deinit {
        for block in 0..<Self.blockCount { blocks[block].load(ordering: .relaxed)?.deallocate() }
        blocks.deinitialize(count: Self.blockCount)
        blocks.deallocate()
    }

    /// The number of the colour that a colour's mixture has at a place.
    ///
    /// Hot: runs twice for each cell of a frame.
    package func index(red: UInt8, green: UInt8, blue: UInt8, at place: PixelPoint) -> Int {
        let levels = SIMD3(red, green, blue) / UInt8(Self.levelWidth)
        let (outer, inner) = (levels &>> 2, levels & 3)
        let block = block(Int(outer.x) << 8 | Int(outer.y) << 4 | Int(outer.z))
        let key = Int(inner.x << 4 | inner.y << 2 | inner.z)
        let threshold = BayerPattern.thresholds[(place.y & 7) * 8 + place.x & 7]
        let entries = block + key * Self.parts
        var known = entries[threshold * Self.parts / 64].load(ordering: .relaxed)
        if known == 0 {
            fill(entries, with: light(of: levels))
            known = entries[threshold * Self.parts / 64].load(ordering: .relaxed)
        }
        return colours[Int(known) - 1].index
    }

    private func block(_ number: Int) -> UnsafeMutablePointer<Entry> {
        blocks[number].load(ordering: .acquiring) ?? make(number)
    }

    /// Of two threads that make the same block one's is kept.
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
        for (part, colour) in mixture(of: light).enumerated() {
            entries[part].store(UInt8(colour + 1), ordering: .relaxed)
        }
    }

    /// The colours that together make a light, from dark to light.
    private func mixture(of light: SIMD4<Float>) -> [Int] {
        var error = SIMD4<Float>.zero
        let boost = Self.weights * SIMD4(1, Self.colourfulness, Self.colourfulness, 0)
        return (0..<Self.parts).map { _ in
            let wanted = pointwiseMin(light + error * Self.shareOfError, .one)
            let colour = nearest(to: OKLab.place(ofAnyLight: wanted) * boost)
            error += light - colours[colour].light
            return colour
        }.sorted()
    }

    /// From the group that is as light outwards, until lightness alone is further than the nearest.
    private func nearest(to place: SIMD4<Float>) -> Int {
        let first = places.firstIndex { $0.last >= place.x } ?? places.count - 1
        var found = (distance: Float.infinity, colour: 0)
        for group in first..<places.count {
            let step = places[group].first - place.x
            if step > 0, step * step > found.distance { break }
            look(in: group, for: place, &found)
        }
        for group in (0..<first).reversed() {
            let step = place.x - places[group].last
            if step * step > found.distance { break }
            look(in: group, for: place, &found)
        }
        return found.colour
    }

    @inline(__always)
    private func look(
        in group: Int, for place: SIMD4<Float>, _ found: inout (distance: Float, colour: Int)
    ) {
        let lightness = places[group].lightness - place.x
        let a = places[group].a - place.y
        let b = places[group].b - place.z
        let distances = lightness * lightness + a * a + b * b
        // `min()` of eight is a call.
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
        let light = LinearLight.ofCode
        return Colour(
            index: index,
            light: SIMD4(
                light[Int(colour.red)], light[Int(colour.green)], light[Int(colour.blue)], 0),
            place: OKLab.place(of: colour))
    }

    private static func groups(of places: [SIMD4<Float>]) -> [Eight] {
        var groups = [Eight](repeating: Eight(), count: (places.count + 7) / 8)
        for (index, place) in places.enumerated() {
            groups[index / 8].lightness[index % 8] = place.x
            groups[index / 8].a[index % 8] = place.y
            groups[index / 8].b[index % 8] = place.z
        }
        return groups
    }

    /// The lights that stand for a channel's levels: those of the colours themselves, which so stay as
    /// they are, else of a level's middle.
    private static func lights(of codes: [UInt8]) -> [Float] {
        (0..<256 / levelWidth).map { level in
            let code = codes.first { Int($0) / levelWidth == level }
            return LinearLight.ofCode[code.map(Int.init) ?? level * levelWidth + levelWidth / 2]
        }
    }
}
