/// The character for each pattern of a cell's picture elements.
///
/// Bit 0 of a pattern is the element at the top left, the next one is to its right.
enum GlyphTable {
    static func texts(_ glyphs: BlockGlyphs) -> [PackedUTF8] {
        switch glyphs {
        case .half: half
        case .quadrant: quadrant + eighths.map(\.text)
        case .sextant: sextant + quadrant + eighths.map(\.text)
        case .octant: octant
        case .braille: braille
        case .ascii: AsciiMatcher.texts
        }
    }

    /// How much of each of a cell's 2 by 4 elements is drawn, by the number of the character.
    static func covers(_ glyphs: BlockGlyphs) -> [[Float]] {
        let quadrants = (0..<16).map { cover($0, rows: 2) }
        switch glyphs {
        case .quadrant: return quadrants + eighths.map(\.cover)
        case .sextant:
            return (0..<64).map { cover($0, rows: 3) } + quadrants + eighths.map(\.cover)
        default: return []
        }
    }

    /// Of a pattern of two columns and some rows.
    private static func cover(_ pattern: Int, rows: Int) -> [Float] {
        (0..<8).map { element in
            let (top, bottom) = (element / 2 * rows, (element / 2 + 1) * rows)
            let covered = (0..<rows).reduce(0) { sum, row in
                guard pattern >> (row * 2 + element % 2) & 1 == 1 else { return sum }
                return sum + max(0, min(bottom, (row + 1) * 4) - max(top, row * 4))
            }
            return Float(covered) / Float(rows)
        }
    }

    /// The eighths of a cell from below and from the left: characters as old as quadrants.
    private static let eighths: [(text: PackedUTF8, cover: [Float])] =
        (1..<8).map { eighth in
            let rows = (0..<4).map { min(1, max(0, Float(eighth) / 2 - Float(3 - $0))) }
            return (scalar(0x2580 + UInt32(eighth)), rows.flatMap { [$0, $0] })
        }
        + (1..<8).map { eighth in
            let columns = (0..<2).map { min(1, max(0, Float(eighth) / 4 - Float($0))) }
            return (scalar(0x2590 - UInt32(eighth)), (0..<4).flatMap { _ in columns })
        }

    private static let half = (0..<4).map { scalar(halves[$0]) }
    private static let quadrant = (0..<16).map { scalar(quadrants[$0]) }
    private static let sextant = (0..<64).map { scalar(sextantCode($0)) }
    private static let octant = OctantCodes.ofPattern.map(scalar)
    private static let braille = (0..<256).map { scalar(brailleCode($0)) }

    private static let halves: [UInt32] = [0x20, 0x2580, 0x2584, 0x2588]

    /// Unicode, "Block Elements": upper left is 1, upper right 2, lower left 4, lower right 8.
    static let quadrants: [UInt32] = [
        0x20, 0x2598, 0x259D, 0x2580, 0x2596, 0x258C, 0x259E, 0x259B,
        0x2597, 0x259A, 0x2590, 0x259C, 0x2584, 0x2599, 0x259F, 0x2588,
    ]

    /// Unicode, "Symbols for Legacy Computing": in the order of the patterns, without the four that
    /// were there before.
    private static func sextantCode(_ pattern: Int) -> UInt32 {
        switch pattern {
        case 0: 0x20
        case 0b010101: 0x258C
        case 0b101010: 0x2590
        case 0b111111: 0x2588
        default:
            0x1FB00 + UInt32(pattern - 1) - (pattern > 0b010101 ? 1 : 0)
                - (pattern > 0b101010 ? 1 : 0)
        }
    }

    /// Braille counts its dots down the left column first, and its lowest row last.
    private static func brailleCode(_ pattern: Int) -> UInt32 {
        let dots: [UInt32] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]
        return dots.indices.reduce(0x2800) { pattern >> $1 & 1 == 1 ? $0 | dots[$1] : $0 }
    }

    private static func scalar(_ code: UInt32) -> PackedUTF8 {
        PackedUTF8(Unicode.Scalar(code) ?? " ")
    }
}
