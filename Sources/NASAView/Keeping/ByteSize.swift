internal import ArgumentParser
internal import Settings

/// A number of bytes as people write it: 500M, 1.5G, 0.
struct ByteSize: SettingValue, Hashable {
    let bytes: Int
    /// As it was written.
    let text: String

    init?(argument: String) {
        text = argument
        let upper = argument.uppercased()
        let number = upper.prefix { "0123456789.".contains($0) }
        let unit = upper.dropFirst(number.count)
        guard let value = Double(number), let factor = Self.factors[String(unit)],
            value * factor <= Self.limit
        else { return nil }
        bytes = Int(value * factor)
    }

    private init(gigabytes: Int) {
        bytes = gigabytes << 30
        text = "\(gigabytes)G"
    }

    /// What the cache may hold unless the user says otherwise.
    static let usualCacheLimit = ByteSize(gigabytes: 1)

    static var choices: SettingChoices { .examples(["500M", "1.5G", "0"]) }

    /// More than any disk holds.
    private static let limit = 1e15

    private static let factors: [String: Double] = {
        var factors = ["": 1.0, "B": 1]
        for (power, prefix) in ["K", "M", "G", "T"].enumerated() {
            let factor = (0...power).reduce(1.0) { factor, _ in factor * 1024 }
            for spelling in [prefix, prefix + "B", prefix + "IB"] { factors[spelling] = factor }
        }
        return factors
    }()
}
