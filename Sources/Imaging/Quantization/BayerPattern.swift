/// Bayer's ordered thresholds ("An optimum method for two-level rendition", 1973), eight by eight.
package enum BayerPattern {
    /// Thresholds 0 to 63, row after row.
    package static let thresholds = (0..<64).map { threshold(x: $0 & 7, y: $0 >> 3) }

    /// Returns the addends to 255 times a 16-bit value, before a division by 65535 makes it an
    /// 8-bit code.
    ///
    /// In a slow gradient of a dark sky, the eye can tell apart more steps than there are 8-bit
    /// codes. An exact code stays unchanged.
    package static func addends(ofRow y: Int) -> SIMD8<UInt32> { addends[y & 7] }

    private static let addends = (0..<8).map { y in
        let row = SIMD8(thresholds[8 * y..<8 * y + 8].map { UInt32($0) })
        return (2 &* row &+ 1) &* 65535 / 128
    }

    private static func threshold(x: Int, y: Int) -> Int {
        (0..<3).reduce(0) { value, bit in
            let index = 2 * (2 - bit)
            return value | ((x ^ y) >> bit & 1) << (index + 1) | (y >> bit & 1) << index
        }
    }
}
