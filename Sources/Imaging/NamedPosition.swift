/// A place on the sky or on the ground as a user names it: `radec=13:29:52,+47:11:43`,
/// `latlon=47.19,8.54`, or two such numbers, whose photo decides what they mean.
package struct NamedPosition: Hashable, Sendable {
    private enum Kind: String, CaseIterable {
        case sky = "radec="
        case ground = "latlon="
    }

    /// An angle in degrees; a right ascension in hours, if it has colons.
    private struct NamedAngle: Hashable {
        let number: Double
        let hasColons: Bool
    }

    /// `nil` for any.
    private let kind: Kind?
    private let first: NamedAngle
    private let second: NamedAngle
    /// As it was named.
    package let text: String

    /// Longer ones are none: `radec=13:29:52.70012,+47:11:43.20012` has 37 characters.
    private static let textLimit = 64
    private static let digitLimit = 15

    /// Parses a place; two numbers alone are one only if `takesNumbers`.
    package init?(_ text: some StringProtocol, takesNumbers: Bool = false) {
        let kind = Kind.allCases.first { text.hasPrefix($0.rawValue) }
        guard kind != nil || takesNumbers, text.utf8.count <= Self.textLimit else { return nil }
        let words = text.dropFirst(kind?.rawValue.count ?? 0)
            .split { $0 == "," || $0 == " " }
        guard words.count == 2, let first = Self.angle(words[0]), let second = Self.angle(words[1])
        else { return nil }
        self.kind = kind
        (self.first, self.second) = (first, second)
        self.text = String(text)
        guard Self.isOnSky(first, second) || Self.isOnGround(first, second) else { return nil }
    }

    /// True if a text that is not a place was meant to be one.
    package static func isMeant(by text: some StringProtocol) -> Bool {
        Kind.allCases.contains { text.hasPrefix($0.rawValue) }
    }

    /// The place, of the kind of the photo's positions; `nil` if it is of another kind.
    package func position(like known: PhotoPosition) -> PhotoPosition? {
        switch known {
        case .equatorial where kind != .ground && Self.isOnSky(first, second):
            .equatorial(rightAscension: Self.ascension(first), declination: second.number)
        case .ground(_, _, let radius) where kind != .sky && Self.isOnGround(first, second):
            .ground(north: first.number, east: second.number, radius: radius)
        default: nil
        }
    }

    private static func ascension(_ angle: NamedAngle) -> Double {
        angle.number * (angle.hasColons ? 15 : 1)
    }

    private static func isOnSky(_ first: NamedAngle, _ second: NamedAngle) -> Bool {
        (0...360).contains(ascension(first)) && (-90...90).contains(second.number)
    }

    private static func isOnGround(_ first: NamedAngle, _ second: NamedAngle) -> Bool {
        (-90...90).contains(first.number) && (-360...360).contains(second.number)
    }

    /// Reads `-11:43:20.5` or `-11.722`; minutes and seconds are below 60.
    private static func angle(_ text: some StringProtocol) -> NamedAngle? {
        let isNegative = text.hasPrefix("-") || text.hasPrefix("−")
        let digits = text.dropFirst(isNegative || text.hasPrefix("+") ? 1 : 0)
        let parts = digits.split(
            separator: ":", maxSplits: 3, omittingEmptySubsequences: false)
        let numbers = parts.compactMap { number($0) }
        guard numbers.count == parts.count, (1...3).contains(parts.count),
            numbers.dropFirst().allSatisfy({ $0 < 60 }),
            parts.dropLast().allSatisfy({ !$0.contains(".") })
        else { return nil }
        let sum = zip(numbers, [1.0, 60, 3600]).reduce(0) { $0 + $1.0 / $1.1 }
        return NamedAngle(number: isNegative ? -sum : sum, hasColons: parts.count > 1)
    }

    /// Digits with at most one point: no sign, no exponent.
    private static func number(_ text: some StringProtocol) -> Double? {
        let bytes = Array(text.utf8)
        let point = UInt8(ascii: ".")
        guard (1...digitLimit).contains(bytes.count), bytes.count(where: { $0 == point }) <= 1,
            bytes.first != point, bytes.last != point,
            bytes.allSatisfy({ (0x30...0x39).contains($0) || $0 == point })
        else { return nil }
        return Double(text)  // Bounded: by the number of its digits.
    }
}

/// A reason why a place is not shown.
package enum PositionFault: Error, Hashable, Sendable {
    /// The photo does not say where its pixels lie on the sky or on the ground, or says only the other.
    case noPositions
    /// The place is not in the picture.
    case outside
}
