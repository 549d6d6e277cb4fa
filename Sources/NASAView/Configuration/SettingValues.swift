internal import ArgumentParser
internal import Imaging
internal import Screens
internal import Settings
internal import TerminalProtocols

/// What a setting can be set to: read from a word, and told as one.
protocol SettingValue: ExpressibleByArgument {
    var text: String { get }
    static var choices: SettingChoices { get }
}

extension SettingValue where Self: RawRepresentable & CaseIterable, RawValue == String {
    var text: String { rawValue }

    static var choices: SettingChoices { .words(allCases.map(\.rawValue)) }
}

/// How many columns a grid has; none is a list.
struct GridColumns: SettingValue, Hashable {
    let count: Int

    init?(argument: String) {
        guard let count = Int(argument), Self.range.contains(count) else { return nil }
        self.count = count
    }

    private static let range = 0...8

    var text: String { String(count) }

    static var choices: SettingChoices { .range(range) }

    var arrangement: LibraryArrangement { count == 0 ? .list : .grid(columns: count) }
}

/// How far a key pans, in hundredths of the screen.
struct StepPercent: SettingValue, Hashable {
    let count: Int

    init?(argument: String) {
        guard let count = Int(argument), Self.range.contains(count) else { return nil }
        self.count = count
    }

    private static let range = 1...100

    var text: String { String(count) }

    static var choices: SettingChoices { .range(range) }
}

/// How long a slideshow shows a photo.
struct SlideSeconds: SettingValue, Hashable {
    let count: Int

    init?(argument: String) {
        guard let count = Int(argument), Self.range.contains(count) else { return nil }
        self.count = count
    }

    private static let range = 1...Slideshow.longestSeconds

    var text: String { String(count) }

    static var choices: SettingChoices { .range(range) }
}

/// The pixels of a character cell, as in 10x20.
struct CellExtent: SettingValue, Hashable {
    let metrics: CellMetrics
    let text: String

    init?(argument: String) {
        guard let extent = Extent(argument: argument),
            let metrics = ScreenLimits.cell(width: extent.width, height: extent.height)
        else { return nil }
        self.metrics = metrics
        text = "\(extent.width)x\(extent.height)"
    }

    static var choices: SettingChoices { .examples(["8x16", "10x20"]) }
}

/// Two numbers as in 80x24.
struct Extent: ExpressibleByArgument, Hashable {
    /// Larger boxes than this are mistakes, and their pictures would not fit in memory.
    static let limit = 16_384

    let width: Int
    let height: Int

    init?(argument: String) {
        let parts = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
            (1...Self.limit).contains(width), (1...Self.limit).contains(height)
        else { return nil }
        self.width = width
        self.height = height
    }
}

/// A colour for text: a number in xterm's table, or `#5fafff`, for which the nearest there stands.
struct TextColour: SettingValue, Hashable {
    let number: Int
    /// As it was written.
    let text: String

    init?(argument: String) {
        guard let number = Self.number(argument) else { return nil }
        self.number = number
        text = argument
    }

    static var choices: SettingChoices { .examples(["114", "#5fafff"]) }

    private static func number(_ text: String) -> Int? {
        guard text.hasPrefix("#") else {
            return Int(text).flatMap { (0...255).contains($0) ? $0 : nil }
        }
        let digits = text.dropFirst()
        guard digits.count == 6, digits.allSatisfy(\.isHexDigit), let code = Int(digits, radix: 16)
        else { return nil }
        return RGBColour(
            red: UInt8(code >> 16), green: UInt8(code >> 8 & 0xFF), blue: UInt8(code & 0xFF)
        ).numberInTable
    }
}

/// What is searched for at the start.
struct InitialSearch: SettingValue, Hashable {
    let text: String

    init?(argument: String) {
        guard argument.contains(where: { $0 != " " }) else { return nil }
        text = argument
    }

    static var choices: SettingChoices { .examples(["apollo 11", "mars"]) }
}

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
