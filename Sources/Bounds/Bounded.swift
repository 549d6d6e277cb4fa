/// The range that a number from outside must lie in, under a name that says of what.
package protocol NumberLimit: Sendable {
    static var range: ClosedRange<Int> { get }
}

/// A whole number from outside that lies within its limit.
///
/// JSON, XML, SQLite, headers, escape sequences and options may say any number; arithmetic meets only what
/// has passed this door. Sums and products of a few such numbers cannot overflow: no limit reaches beyond
/// `OutsideNumbers.all`.
package struct Bounded<Limit: NumberLimit>: Hashable, Sendable, Comparable {
    package let value: Int

    /// `nil` if the number is beyond the limit.
    package init?(_ number: some BinaryInteger) {
        guard let value = Limit.range.number(number) else { return nil }
        self.value = value
    }

    /// `nil` for a text that is no whole number, or one beyond the limit.
    package init?(_ text: some StringProtocol) {
        guard let value = Limit.range.number(in: text) else { return nil }
        self.value = value
    }

    /// The number, or the end of the range that it is beyond.
    package init(clamping number: some BinaryInteger) {
        value = Limit.range.clamped(number)
    }

    package static func < (one: Bounded, other: Bounded) -> Bool { one.value < other.value }
}

extension Bounded: Codable {
    /// - Throws: if it is no whole number, or beyond the limit.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let bounded = Bounded(try container.decode(Int.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "a number beyond \(Limit.range)")
        }
        self = bounded
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

/// The range that all numbers from outside lie in.
package enum OutsideNumbers {
    /// As far as a `Double` counts exactly: a thousand such numbers can be added, and one can be
    /// multiplied by 512, before an `Int` overflows.
    package static let all = -(1 << 53)...(1 << 53)
}

/// A number as it was claimed: a failure may name it, arithmetic gets it through `within` alone.
package struct ClaimedNumber: Hashable, Sendable, Decodable {
    package let claimed: Int

    package init(_ claimed: Int) { self.claimed = claimed }

    package init(from decoder: any Decoder) throws {
        claimed = try decoder.singleValueContainer().decode(Int.self)
    }

    /// The number; `nil` if it is outside the range.
    package func within(_ range: ClosedRange<Int>) -> Int? { range.number(claimed) }
}
