internal import Imaging

/// A profile's colours to sRGB: a cube of colours between which others are found.
///
/// Its nodes lie where the profile's grays are about evenly spaced on the screen: evenly spaced codes
/// would leave the dark half of a profile without a gamma to one of them.
struct ColourCube: Sendable {
    /// Nodes along each side.
    ///
    /// Against lcms2 pixel by pixel: Adobe RGB .04 mean CIEDE2000, 1.1 at most; Rec. 2020 .16, 1.6.
    static let side = 33

    /// sRGB codes, red changing slowest.
    private let nodes: [SIMD4<Float>]
    /// For each code the node below it on its axis, and how far it lies towards the next.
    private let below: [Int]
    private let share: [Float]

    init(_ profile: borrowing ICCProfile) {
        let places = Self.places(profile)
        below = places.map { min(Int($0), Self.side - 2) }
        share = zip(places, below).map { $0 - Float($1) }
        nodes = Self.nodes(profile, at: Self.axis(places))
    }

    /// The place of each code between the nodes, by the lightness of grays.
    private static func places(_ profile: borrowing ICCProfile) -> [Float] {
        let grays = (0..<256).flatMap { code in [UInt16](repeating: UInt16(code * 257), count: 3) }
        let greens = profile.codes(of: grays).map(\.y)
        let (first, last) = (greens[0], greens[255])
        let isRising = zip(greens, greens.dropFirst()).allSatisfy { $0 <= $1 } && first < last
        // An even part keeps places apart where a profile is flat.
        return greens.enumerated().map { code, green in
            let even = Float(code) / 255
            let place = isRising ? (green - first) / (last - first) * 0.95 + even * 0.05 : even
            return place * Float(side - 1)
        }
    }

    /// What stands at each node of an axis, in 16 bits: the places, turned around.
    private static func axis(_ places: [Float]) -> [UInt16] {
        var code = 0
        return (0..<side).map { node in
            while code < 254 && places[code + 1] < Float(node) { code += 1 }
            let width = max(places[code + 1] - places[code], .leastNormalMagnitude)
            let share = min(max((Float(node) - places[code]) / width, 0), 1)
            return UInt16(((Float(code) + share) * 257).rounded())
        }
    }

    private static func nodes(
        _ profile: borrowing ICCProfile, at axis: [UInt16]
    ) -> [SIMD4<Float>] {
        var colours: [UInt16] = []
        colours.reserveCapacity(side * side * side * 3)
        for red in axis {
            for green in axis {
                for blue in axis { colours += [red, green, blue] }
            }
        }
        return profile.codes(of: colours)
    }

    /// Replaces pixels' colours; their alpha stays.
    ///
    /// Hot: runs for each pixel of a photo that has a profile, four nodes around each (tetrahedra).
    func convert(_ pixels: UnsafeMutableBufferPointer<UInt8>) {
        nodes.withUnsafeBufferPointer { nodes in
            below.withUnsafeBufferPointer { below in
                share.withUnsafeBufferPointer { share in
                    guard let nodes = nodes.baseAddress else { return }
                    var last: UInt32?
                    var converted: UInt32 = 0
                    let bytes = UnsafeMutableRawBufferPointer(pixels)
                    for offset in stride(from: 0, to: bytes.count &- 3, by: 4) {
                        let pixel = UInt32(
                            littleEndian: bytes.loadUnaligned(
                                fromByteOffset: offset, as: UInt32.self))
                        let colour = pixel & 0xFF_FFFF
                        if colour != last {
                            last = colour
                            let (r, g, b) = (
                                Int(colour & 0xFF), Int(colour >> 8 & 0xFF), Int(colour >> 16)
                            )
                            let node =
                                (below[r] &* Self.side &+ below[g]) &* Self.side &+ below[b]
                            converted = Self.between(
                                nodes + node,
                                (share[r], Self.side * Self.side), (share[g], Self.side),
                                (share[b], 1))
                        }
                        let result = converted | pixel & 0xFF00_0000
                        bytes.storeBytes(
                            of: result.littleEndian, toByteOffset: offset, as: UInt32.self)
                    }
                }
            }
        }
    }

    private typealias Step = (share: Float, distance: Int)

    /// The colour between a node and its neighbours: along the largest share first.
    @inline(__always)
    private static func between(
        _ node: UnsafePointer<SIMD4<Float>>, _ red: Step, _ green: Step, _ blue: Step
    ) -> UInt32 {
        var (first, second, third) = (red, green, blue)
        if first.share < second.share { swap(&first, &second) }
        if second.share < third.share { swap(&second, &third) }
        if first.share < second.share { swap(&first, &second) }
        let half = first.distance &+ second.distance
        let colour =
            node[0] * (1 - first.share) + node[first.distance] * (first.share - second.share)
            + node[half] * (second.share - third.share)
            + node[half &+ third.distance] * third.share + 0.5
        return UInt32(colour.x) | UInt32(colour.y) << 8 | UInt32(colour.z) << 16
    }
}
