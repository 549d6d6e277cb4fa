/// Bayer's ordered 8 x 8 dither pattern ("An optimum method for two-level rendition", 1973).
package enum BayerPattern {
    /// The thresholds from 0 to 63, row by row.
    package static let thresholds = (0..<64).map { threshold(x: $0 & 7, y: $0 >> 3) }

    /// Returns a row of dither offsets for the conversion of 16-bit samples to 8-bit codes.
    ///
    /// An offset is added to 255 times a sample before the division by 65535. Dithering is useful
    /// because the eye distinguishes more steps in a slow gradient of a dark sky than there are
    /// 8-bit codes. A sample that corresponds exactly to a code becomes this code.
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
