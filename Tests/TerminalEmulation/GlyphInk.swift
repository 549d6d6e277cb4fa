internal import TerminalProtocols

/// The share of each pixel of an 8 by 16 cell that a character covers.
package enum GlyphInk {
    package static let width = 8
    package static let height = 16

    /// Returns the ink of a character from the cell's top left; letters count as half ink
    /// everywhere.
    package static func ink(of character: Unicode.Scalar) -> [Float] {
        switch character.value {
        case 0x20, 0xA0: filled { _, _ in false }
        case 0x2580: filled { _, y in y < 8 }
        case 0x2581...0x2588:
            filled { _, y in y >= 16 - 2 * Int(character.value - 0x2580) }
        case 0x2589...0x258F: filled { x, _ in x < 8 - Int(character.value - 0x2588) }
        case 0x2590: filled { x, _ in x >= 4 }
        case 0x2591...0x2593:
            [Float](repeating: Float(character.value - 0x2590) / 4, count: width * height)
        case 0x2594: filled { _, y in y < 2 }
        case 0x2595: filled { x, _ in x == 7 }
        case 0x2596...0x259F:
            pattern(quadrants[Int(character.value - 0x2596)], columns: 2, rows: 2)
        case 0x1FB00...0x1FB3B: pattern(sextant(character.value), columns: 2, rows: 3)
        case 0x2800...0x28FF: dots(character.value - 0x2800)
        default:
            octants[character.value].map { pattern($0, columns: 2, rows: 4) }
                ?? [Float](repeating: 0.5, count: width * height)
        }
    }

    private static let octants: [UInt32: UInt32] = Dictionary(
        uniqueKeysWithValues: OctantCodes.ofPattern.enumerated().map { ($1, UInt32($0)) })

    /// Bits from the upper left: upper left, upper right, lower left, lower right.
    private static let quadrants: [UInt32] = [4, 8, 1, 13, 9, 7, 11, 2, 6, 14]

    private static func filled(_ isInk: (Int, Int) -> Bool) -> [Float] {
        (0..<width * height).map { isInk($0 % width, $0 / width) ? 1 : 0 }
    }

    private static func pattern(_ bits: UInt32, columns: Int, rows: Int) -> [Float] {
        filled { x, y in
            bits >> UInt32(y * rows / height * columns + x * columns / width) & 1 == 1
        }
    }

    /// Sextants are in the order of their patterns, without the two half columns, which are older.
    private static func sextant(_ code: UInt32) -> UInt32 {
        var bits = code - 0x1FB00 + 1
        if bits >= 0b010101 { bits += 1 }
        if bits >= 0b101010 { bits += 1 }
        return bits
    }

    private static func dots(_ bits: UInt32) -> [Float] {
        let order = [0, 3, 1, 4, 2, 5, 6, 7]
        return filled { x, y in
            guard (1..<3).contains(x % 4), (1..<3).contains(y % 4) else { return false }
            return bits >> UInt32(order[y / 4 * 2 + x / 4]) & 1 == 1
        }
    }
}
