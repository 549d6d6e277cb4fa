/// A position in the sky or on the ground as entered by a user.
///
/// Its forms are `radec=13:29:52,+47:11:43`, `latlon=47.19,8.54`, and two such numbers alone, whose
/// meaning depends on the photo.
package struct NamedPosition: Hashable, Sendable {
    private enum Kind: String, CaseIterable {
        case sky = "radec="
        case ground = "latlon="
    }

    /// An angle in degrees, or a right ascension in hours if it has colons.
    private struct NamedAngle: Hashable {
        let number: Double
        let hasColons: Bool
    }

    /// The kind of position; `nil` for two numbers without a prefix, which may be of any kind.
    private let kind: Kind?
    private let first: NamedAngle
    private let second: NamedAngle
    /// The position as the user entered it.
    package let text: String

    /// The maximum size of a position in bytes; `radec=13:29:52.70012,+47:11:43.20012` has 37
    /// bytes.
    private static let textLimit = 64
    private static let digitLimit = 15

    /// Parses a position; two numbers without a prefix are accepted only if `takesNumbers`.
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

    /// Returns true if a text has the prefix of a position, even if it cannot be parsed.
    package static func isMeant(by text: some StringProtocol) -> Bool {
        Kind.allCases.contains { text.hasPrefix($0.rawValue) }
    }

    /// Returns this position as the kind of a photo's known position; `nil` if their kinds differ.
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

    /// Parses `-11:43:20.5` or `-11.722`; minutes and seconds must be below 60.
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

    /// Parses digits with at most one decimal point, without a sign or an exponent.
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

/// A reason why a position cannot be shown in a photo.
package enum PositionFault: Error, Hashable, Sendable {
    /// The photo has no positions of its pixels, or only positions of another kind.
    case noPositions
    /// The position lies outside the picture.
    case outside
}
