/// The characters that draw any of a cell's two by four elements.
package enum OctantCodes {
    /// The code of each pattern, whose lowest bit is the element at the top left.
    package static let ofPattern: [UInt32] = {
        var next: UInt32 = 0x1CD00
        return (0..<256).map { pattern in
            if let older = older[pattern] { return older }
            defer { next += 1 }
            return next
        }
    }()

    /// Octants that are characters of older blocks; the others follow in the order of their patterns
    /// from U+1CD00 (Unicode 16, "Symbols for Legacy Computing Supplement").
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
