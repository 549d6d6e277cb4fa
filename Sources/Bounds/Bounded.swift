/// The range of a number from outside the program.
///
/// The name of the conforming type states what the number means.
package protocol NumberLimit: Sendable {
    static var range: ClosedRange<Int> { get }
}

/// An integer from outside the program that is within its limit.
///
/// JSON, XML, SQLite, headers, escape sequences and options may contain any number; arithmetic uses
/// only numbers that this type has checked. Sums and products of a few such numbers cannot
/// overflow, because no limit exceeds `OutsideNumbers.all`.
package struct Bounded<Limit: NumberLimit>: Hashable, Sendable, Comparable {
    package let value: Int

    /// Checks a number; `nil` if the number is beyond the limit.
    package init?(_ number: some BinaryInteger) {
        guard let value = Limit.range.number(number) else { return nil }
        self.value = value
    }

    /// Parses a text; `nil` if the text is not an integer, or the integer is beyond the limit.
    package init?(_ text: some StringProtocol) {
        guard let value = Limit.range.number(in: text) else { return nil }
        self.value = value
    }

    /// Clamps a number to the range.
    package init(clamping number: some BinaryInteger) {
        value = Limit.range.clamped(number)
    }

    package static func < (one: Bounded, other: Bounded) -> Bool { one.value < other.value }
}

extension Bounded: Codable {
    /// Decodes an integer.
    ///
    /// - Throws: an error if the value is not an integer, or the integer is beyond the limit.
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

/// The range of all numbers from outside the program.
package enum OutsideNumbers {
    /// The range of integers that a `Double` represents exactly.
    ///
    /// An `Int` can hold the sum of a thousand such integers, or the product of one and 512.
    package static let all = -(1 << 53)...(1 << 53)
}

/// An unchecked number that a file or reply states.
///
/// A failure may name the number, but arithmetic can read it only through `within`.
package struct ClaimedNumber: Hashable, Sendable, Decodable {
    package let claimed: Int

    package init(_ claimed: Int) { self.claimed = claimed }

    package init(from decoder: any Decoder) throws {
        claimed = try decoder.singleValueContainer().decode(Int.self)
    }

    /// Returns the number; `nil` if the number is outside the range.
    package func within(_ range: ClosedRange<Int>) -> Int? { range.number(claimed) }
}
