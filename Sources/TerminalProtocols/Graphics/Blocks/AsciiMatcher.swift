import Imaging

/// Chooses the ASCII character whose ink lies in the upper and lower half as the cell's light does.
struct AsciiMatcher {
    /// A character's place in `characters`, by the ink wanted above and below.
    private let nearest: [UInt8]

    /// Percents of a half cell that are ink, up to the most any character has.
    private static let levels = 32
    /// The ink for full light: what the fullest characters have in both halves.
    private static let fullInk: Float = 25

    /// A character, and the ink in its upper and lower half in percent (DejaVu Sans Mono).
    private static let inks: [(character: Unicode.Scalar, upper: Int, lower: Int)] = [
        (" ", 0, 0), ("-", 0, 5), (",", 0, 8), ("_", 0, 11), ("~", 1, 10), ("`", 4, 0),
        (":", 5, 5), (";", 5, 8), ("+", 5, 17), ("'", 6, 0), ("/", 9, 11), ("<", 9, 13),
        ("v", 9, 16), ("u", 9, 21), ("w", 9, 25), ("!", 10, 6), ("c", 10, 14), ("s", 10, 18),
        ("y", 10, 23), ("r", 11, 9), ("z", 11, 15), ("\"", 12, 0), ("=", 12, 12), ("e", 12, 22),
        ("^", 13, 0), ("n", 13, 17), ("o", 13, 20), ("t", 14, 11), ("J", 14, 15), ("p", 14, 27),
        ("g", 14, 30), ("?", 16, 7), ("I", 16, 16), ("&", 16, 27), ("*", 17, 1), ("7", 17, 10),
        ("%", 17, 17), ("4", 17, 20), ("A", 17, 23), ("f", 18, 8), ("Z", 18, 18), ("T", 19, 9),
        ("V", 19, 16), ("b", 19, 22), ("5", 20, 15), ("S", 20, 17), ("U", 20, 21), ("@", 21, 29),
        ("6", 22, 21), ("F", 23, 9), ("E", 23, 16), ("#", 23, 23), ("W", 24, 26), ("P", 25, 13),
        ("H", 25, 19), ("N", 26, 25), ("B", 27, 23), ("M", 31, 20),
    ]

    static let texts = inks.map { PackedUTF8($0.character) }

    init() {
        nearest = (0..<Self.levels * Self.levels).map { place in
            let (upper, lower) = (place / Self.levels, place % Self.levels)
            let best = Self.inks.indices.min { first, second in
                Self.distance(first, upper, lower) < Self.distance(second, upper, lower)
            }
            return UInt8(best ?? 0)
        }
    }

    /// The character, as a pattern of `MosaicCell`, and the light of its ink.
    ///
    /// The ink has the cell's hue at its brightest; how much there is of it follows the root of the
    /// light, as ink can give a quarter of full light only.
    func fit(_ lights: UnsafePointer<SIMD4<Float>>) -> (pattern: UInt8, ink: SIMD4<Float>) {
        let mean = (lights[0] + lights[1]) * 0.5
        let peak = max(mean.x, mean.y, mean.z)
        guard peak > 0 else { return (0, .zero) }
        let upper = Self.ink(max(lights[0].x, lights[0].y, lights[0].z))
        let lower = Self.ink(max(lights[1].x, lights[1].y, lights[1].z))
        return (nearest[upper * Self.levels + lower], mean / peak)
    }

    private static func ink(_ light: Float) -> Int {
        Int((light.squareRoot() * fullInk).rounded())
    }

    private static func distance(_ index: Int, _ upper: Int, _ lower: Int) -> Int {
        let above = inks[index].upper - upper
        let below = inks[index].lower - lower
        return above * above + below * below
    }
}
