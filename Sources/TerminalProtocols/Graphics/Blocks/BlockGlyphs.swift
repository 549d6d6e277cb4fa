package import Imaging

/// The sets of characters that draw pictures on a terminal without graphics.
package enum BlockGlyphs: String, CaseIterable, Hashable, Sendable {
    case half, quadrant, sextant, octant, braille, ascii

    /// The number of picture elements in a cell; elements are square if a cell is twice as high as
    /// wide.
    ///
    /// Photos are scaled to these elements. If they were scaled to the parts of a quadrant, they
    /// would appear half as wide.
    package var elements: PixelSize {
        switch self {
        case .half, .ascii: PixelSize(width: 1, height: 2)
        case .quadrant, .sextant, .octant, .braille: PixelSize(width: 2, height: 4)
        }
    }

    /// The size of a cell in picture elements, as cell metrics that convert between elements and
    /// cells.
    package var metrics: CellMetrics { CellMetrics(width: elements.width, height: elements.height) }

    /// Returns true if each cell has its own background colour; otherwise the terminal's background
    /// is visible.
    func hasGrounds(in depth: ColourDepth) -> Bool {
        switch depth {
        case .trueColour, .palette256: true
        case .palette16: self != .ascii
        case .monochrome: false
        }
    }

    /// The number of parts of a cell that the characters can distinguish, across and down.
    var parts: PixelSize {
        switch self {
        case .half, .ascii: PixelSize(width: 1, height: 2)
        case .quadrant: PixelSize(width: 2, height: 2)
        case .sextant: PixelSize(width: 2, height: 3)
        case .octant, .braille: PixelSize(width: 2, height: 4)
        }
    }
}

/// The characters for the patterns of a cell's parts.
///
/// Bit 0 of a pattern is the top left part, bit 1 the part to its right.
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

    /// Returns, for each character, the covered share of each of a cell's 2 by 4 elements.
    ///
    /// The result is empty unless the characters are quadrants or sextants.
    static func covers(_ glyphs: BlockGlyphs) -> [[Float]] {
        let quadrants = (0..<16).map { cover($0, rows: 2) }
        switch glyphs {
        case .quadrant: return quadrants + eighths.map(\.cover)
        case .sextant:
            return (0..<64).map { cover($0, rows: 3) } + quadrants + eighths.map(\.cover)
        default: return []
        }
    }

    /// Returns the covered shares of the elements for a pattern with two columns.
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

    /// Returns the shape of each character in a set of blocks.
    ///
    /// The result is empty for other sets, and for half blocks, which need no shapes.
    static func shapes(_ glyphs: BlockGlyphs) -> [BlockShape] {
        switch glyphs {
        case .quadrant: quadrantShapes
        case .sextant: sextantShapes
        case .octant: octantShapes
        case .half, .braille, .ascii: []
        }
    }

    private static let quadrantShapes = shapes(covering: covers(.quadrant))
    private static let sextantShapes = shapes(covering: covers(.sextant))
    private static let octantShapes = shapes(covering: (0..<256).map { cover($0, rows: 4) })

    private static func shapes(covering covers: [[Float]]) -> [BlockShape] {
        // The unit is a twelfth, so that thirds and quarters are integers.
        let covers = covers.map { $0.map { Int(($0 * 12).rounded()) } }
        // Of equal shapes, the first is used, because some eighths equal halves.
        let places = Dictionary(zip(covers, covers.indices)) { first, _ in first }
        return covers.map { cover in
            BlockShape(
                mask: cover.indices.reduce(0) { cover[$1] >= 6 ? $0 | 1 << UInt8($1) : $0 },
                opposite: places[cover.map { 12 - $0 }].map { UInt8($0) })
        }
    }

    /// The blocks that fill one to seven eighths of a cell, from the bottom or from the left.
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
    // The braille characters by pattern; pattern 0 is a space, because fonts without braille lack
    // the empty braille character.
    private static let braille = [scalar(0x20)] + (1..<256).map { scalar(brailleCode($0)) }

    private static let halves: [UInt32] = [0x20, 0x2580, 0x2584, 0x2588]

    /// The code points in Unicode's "Block Elements", by pattern: upper left is bit 0, upper right
    /// bit 1, lower left bit 2, lower right bit 3.
    static let quadrants: [UInt32] = [
        0x20, 0x2598, 0x259D, 0x2580, 0x2596, 0x258C, 0x259E, 0x259B,
        0x2597, 0x259A, 0x2590, 0x259C, 0x2584, 0x2599, 0x259F, 0x2588,
    ]

    /// Returns the code point of a sextant pattern.
    ///
    /// Most code points are in Unicode's "Symbols for Legacy Computing", in the order of the
    /// patterns; four patterns have older characters.
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

    /// Returns the code point of a braille pattern.
    ///
    /// Braille dots are numbered down the left column, then down the right column, and the lowest
    /// row last.
    private static func brailleCode(_ pattern: Int) -> UInt32 {
        let dots: [UInt32] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]
        return dots.indices.reduce(0x2800) { pattern >> $1 & 1 == 1 ? $0 | dots[$1] : $0 }
    }

    private static func scalar(_ code: UInt32) -> PackedUTF8 {
        PackedUTF8(Unicode.Scalar(code) ?? " ")
    }
}

/// The shape of a block character.
struct BlockShape {
    /// The elements, out of 2 by 4 in a cell, that are at least half filled; bit 0 is the top left
    /// element.
    let mask: UInt8
    /// The pattern of the complementary character; `nil` if the set does not contain it.
    let opposite: UInt8?
}

/// The code points of the characters for all patterns of 2 by 4 elements.
package enum OctantCodes {
    /// The code point of each pattern; a pattern's lowest bit is the top left element.
    package static let ofPattern: [UInt32] = {
        var next: UInt32 = 0x1CD00
        return (0..<256).map { pattern in
            if let older = older[pattern] { return older }
            defer { next += 1 }
            return next
        }
    }()

    /// The patterns with characters in older Unicode blocks.
    ///
    /// The other patterns follow in order from U+1CD00 (Unicode 16, "Symbols for Legacy Computing
    /// Supplement").
    private static let older: [Int: UInt32] = {
        var older: [Int: UInt32] = [
            0x01: 0x1CEA8, 0x02: 0x1CEAB, 0x40: 0x1CEA3, 0x80: 0x1CEA0,
            0x03: 0x1FB82, 0x3F: 0x1FB85, 0xC0: 0x2582, 0xFC: 0x2586,
            0x14: 0x1FBE6, 0x28: 0x1FBE7,
        ]
        for (pattern, code) in GlyphTable.quadrants.enumerated() {
            let upper = pattern & 3
            let lower = pattern >> 2
            older[upper | upper << 2 | lower << 4 | lower << 6] = code
        }
        return older
    }()
}

/// The UTF-8 bytes of a character in one number; the first byte is the lowest.
struct PackedUTF8: Hashable, Sendable {
    let bytes: UInt32
    let length: Int

    init(_ scalar: Unicode.Scalar) {
        let encoded = Array(String(Character(scalar)).utf8)
        bytes = encoded.reversed().reduce(0) { $0 << 8 | UInt32($1) }
        length = encoded.count
    }
}
