/// Times in nanoseconds, and what is said of them in milliseconds.
struct SampleStatistics {
    private let sorted: [UInt64]

    /// - Precondition: there is a time.
    init(_ nanoseconds: [UInt64]) {
        precondition(!nanoseconds.isEmpty, "something was measured")
        sorted = nanoseconds.sorted()
    }

    /// The smallest and the median.
    var text: String { "\(Self.milliseconds(sorted[0])) / \(percentile(50))" }

    /// The smallest time that so many per cent of all do not exceed.
    func percentile(_ percent: Int) -> String {
        let rank = (sorted.count * percent + 99) / 100
        return Self.milliseconds(sorted[max(1, rank) - 1])
    }

    /// Two digits after the point below ten, one above: no clock here is better.
    private static func milliseconds(_ nanoseconds: UInt64) -> String {
        if nanoseconds < 9_995_000 {
            let hundredths = (nanoseconds + 5_000) / 10_000
            let fraction = hundredths % 100
            return "\(hundredths / 100).\(fraction / 10)\(fraction % 10)"
        }
        let tenths = (nanoseconds + 50_000) / 100_000
        return "\(tenths / 10).\(tenths % 10)"
    }
}
