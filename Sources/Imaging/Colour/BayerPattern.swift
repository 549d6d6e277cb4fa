/// The ordered thresholds of Bayer ("An optimum method for two-level rendition", 1973), eight by eight.
package enum BayerPattern {
    /// Thresholds 0 to 63, row after row.
    package static let thresholds = (0..<64).map { threshold(x: $0 & 7, y: $0 >> 3) }

    private static func threshold(x: Int, y: Int) -> Int {
        (0..<3).reduce(0) { value, bit in
            let place = 2 * (2 - bit)
            return value | ((x ^ y) >> bit & 1) << (place + 1) | (y >> bit & 1) << place
        }
    }
}
