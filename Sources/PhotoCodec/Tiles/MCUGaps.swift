/// The units of a photo that are missing, as ranges of numbers in the order of the scan.
struct MCUGaps {
    private var ranges: [Range<Int>] = []

    var count: Int { ranges.count }

    /// Adds units behind all others; those that follow on the last ones lengthen their range.
    mutating func append(_ gap: Range<Int>) {
        if let last = ranges.last, last.upperBound == gap.lowerBound {
            ranges[ranges.count - 1] = last.lowerBound..<gap.upperBound
        } else {
            ranges.append(gap)
        }
    }

    /// How many of the units are there, up to the first that is missing.
    func unitsBefore(firstGapIn units: Range<Int>) -> Int {
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound <= units.lowerBound {
                low = middle + 1
            } else {
                high = middle
            }
        }
        guard low < ranges.count else { return units.count }
        return min(units.count, max(0, ranges[low].lowerBound - units.lowerBound))
    }
}
