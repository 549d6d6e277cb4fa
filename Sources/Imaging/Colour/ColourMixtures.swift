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
package final class ColourMixtures: @unchecked Sendable {
    /// By how light they are, so that a mixture's thresholds go from its darkest part to its lightest.
    private let colours: [Colour]
    /// Eight of the places at a time, filled up with places far away.
    private let places: [Eight]
    /// The code that stands for each level of a channel.
    private let levels: [[Float]]
    /// For each key and threshold the place in `colours` plus 1; 0 where it is not known yet.
    private let entries: UnsafeMutablePointer<Atomic<UInt8>>
    private let memory: WorkingMemory<UInt8>

    private struct Colour {
        let index: Int
        let light: SIMD4<Float>
        let place: SIMD4<Float>
    }

    private struct Eight {
        var lightness = SIMD8<Float>(repeating: 1e9)
        var a = SIMD8<Float>.zero
        var b = SIMD8<Float>.zero
    }

    /// Colours in a mixture: one for each of four by four places.
    private static let parts = 16
    // Of each channel: with 5, codes 1 to 7 would be black.
    private static let levelBits = 6

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
        memory = WorkingMemory(zeros: Self.parts << (3 * Self.levelBits))
        entries = UnsafeMutableRawPointer(memory.base)
            .bindMemory(to: Atomic<UInt8>.self, capacity: memory.count)
    }

    /// The number of the colour that a colour's mixture has at a place.
    ///
    /// Hot: runs twice for each cell of a frame.
    package func index(red: UInt8, green: UInt8, blue: UInt8, at place: PixelPoint) -> Int {
        let key = Self.key(Int(red), Int(green), Int(blue))
        let threshold = BayerPattern.thresholds[(place.y & 7) * 8 + place.x & 7]
        let entry = key * Self.parts + threshold * Self.parts / 64
        var known = entries[entry].load(ordering: .relaxed)
        if known == 0 { known = fill(key, for: entry) }
        return colours[Int(known) - 1].index
    }

    @inline(__always)
    private static func key(_ red: Int, _ green: Int, _ blue: Int) -> Int {
        let shift = 8 - levelBits
        return (red >> shift) << (2 * levelBits) | (green >> shift) << levelBits | blue >> shift
    }

    @inline(never)
    private func fill(_ key: Int, for entry: Int) -> UInt8 {
        for (part, colour) in mixture(of: light(of: key)).enumerated() {
            entries[key * Self.parts + part].store(UInt8(colour + 1), ordering: .relaxed)
        }
        return entries[entry].load(ordering: .relaxed)
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

    private func nearest(to place: SIMD4<Float>) -> Int {
        var least = SIMD8<Float>(repeating: .infinity)
        var nearest = SIMD8<UInt32>.zero
        for (group, eight) in places.enumerated() {
            let lightness = eight.lightness - place.x
            let a = eight.a - place.y
            let b = eight.b - place.z
            let distance = lightness * lightness + a * a + b * b
            let isNearer = distance .< least
            least.replace(with: distance, where: isNearer)
            nearest.replace(with: SIMD8(repeating: UInt32(group)), where: isNearer)
        }
        let lane = (0..<8).min { least[$0] < least[$1] } ?? 0
        return Int(nearest[lane]) * 8 + lane
    }

    private func light(of key: Int) -> SIMD4<Float> {
        let mask = 1 << Self.levelBits - 1
        return SIMD4(
            levels[0][key >> (2 * Self.levelBits)], levels[1][key >> Self.levelBits & mask],
            levels[2][key & mask], 0)
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
        let width = 256 >> levelBits
        return (0..<256 / width).map { level in
            let code = codes.first { Int($0) / width == level }
            return LinearLight.ofCode[code.map(Int.init) ?? level * width + width / 2]
        }
    }
}
