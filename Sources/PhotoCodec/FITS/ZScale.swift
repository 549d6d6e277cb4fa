/// The range of values to show, computed with IRAF's zscale algorithm and constants.
///
/// A line is fitted to the sorted samples, and is fitted again without samples far from the line.
/// The range extends from the median with the line's slope divided by the contrast.
enum ZScale {
    /// The number of samples used, as in IRAF and astropy.
    static let sampleCount = 1000
    private static let contrast = 0.25
    private static let largestRejectedShare = 0.5
    private static let fewestSamples = 5
    private static let rejectedDeviations = 2.5
    private static let iterations = 5

    /// Returns the values shown as black and white; `samples` must be finite.
    static func limits(of samples: [Double]) -> ClosedRange<Double> {
        let sorted = samples.sorted()
        guard let lowest = sorted.first, let highest = sorted.last else { return 0...1 }
        guard let slope = slope(of: sorted).map({ $0 / contrast }) else { return lowest...highest }
        let count = sorted.count
        let centre = (count - 1) / 2
        let median = (sorted[centre] + sorted[count / 2]) / 2
        let black = max(lowest, median - Double(centre - 1) * slope)
        let white = min(highest, median + Double(count - centre) * slope)
        return black <= white ? black...white : lowest...highest
    }

    /// Returns the slope of the line; `nil` if too many samples are far from the line.
    private static func slope(of sorted: [Double]) -> Double? {
        let count = sorted.count
        let fewest = max(fewestSamples, Int(Double(count) * largestRejectedShare))
        let grown = max(1, count / 100)
        var isRejected = Array(repeating: false, count: count)
        var (good, last) = (count, count + 1)
        var line = Line(slope: 0, start: 0)
        for _ in 0..<iterations {
            guard good < last, good >= fewest else { break }
            line = Line(through: sorted, without: isRejected)
            let distances = sorted.indices.map { sorted[$0] - line.value(at: $0) }
            let threshold = rejectedDeviations * deviation(of: distances, without: isRejected)
            for index in distances.indices where abs(distances[index]) > threshold {
                isRejected[index] = true
            }
            isRejected = widened(isRejected, by: grown)
            (last, good) = (good, isRejected.count { !$0 })
        }
        return good >= fewest ? line.slope : nil
    }

    private static func deviation(of values: [Double], without isLeftOut: [Bool]) -> Double {
        let kept = zip(values, isLeftOut).filter { !$0.1 }.map(\.0)
        guard !kept.isEmpty else { return 0 }
        let mean = kept.reduce(0, +) / Double(kept.count)
        let squares = kept.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        return (squares / Double(kept.count)).squareRoot()
    }

    /// Returns true for each sample whose surroundings of `width` samples contain a rejected one.
    private static func widened(_ isRejected: [Bool], by width: Int) -> [Bool] {
        isRejected.indices.map { index in
            let first = max(0, index - width / 2)
            let last = min(isRejected.count - 1, index + width - width / 2 - 1)
            return first <= last && isRejected[first...last].contains(true)
        }
    }

    /// A line through the sorted samples, as a function of their index.
    private struct Line {
        let slope: Double
        let start: Double

        init(slope: Double, start: Double) {
            self.slope = slope
            self.start = start
        }

        /// Fits a line, by least squares, to the samples that are not left out.
        init(through values: [Double], without isLeftOut: [Bool]) {
            let kept = values.indices.filter { !isLeftOut[$0] }
            let count = Double(max(1, kept.count))
            let mean = kept.reduce(0) { $0 + Double($1) } / count
            let value = kept.reduce(0) { $0 + values[$1] } / count
            var (above, below) = (0.0, 0.0)
            for index in kept {
                let distance = Double(index) - mean
                above += distance * (values[index] - value)
                below += distance * distance
            }
            slope = below > 0 ? above / below : 0
            start = value - slope * mean
        }

        func value(at index: Int) -> Double { start + slope * Double(index) }
    }
}
