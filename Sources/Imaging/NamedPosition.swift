/// A position in the sky or on the ground as entered by a user.
///
/// Valid texts are `radec=13:29:52,+47:11:43`, `latlon=47.19,8.54`, and two numbers without a
/// prefix, whose meaning depends on the photo.
package struct NamedPosition: Hashable, Sendable {
    private enum Kind: String, CaseIterable {
        case sky = "radec="
        case ground = "latlon="

        var topic: PositionTextFault.Topic { self == .sky ? .sky : .ground }
    }

    /// An angle in degrees, or a right ascension in hours if the text contains colons.
    private struct NamedAngle: Hashable {
        let number: Double
        let hasColons: Bool
    }

    /// The kind of position; `nil` for two numbers without a prefix, whose kind depends on the
    /// photo.
    private let kind: Kind?
    private let first: NamedAngle
    private let second: NamedAngle
    /// The position as the user entered it.
    package let text: String

    /// The maximum size of a position in bytes; `radec=13:29:52.70012,+47:11:43.20012` has 36
    /// bytes.
    private static let textLimit = 64
    private static let digitLimit = 15

    /// Parses a position, with or without a prefix for its kind.
    package init(_ text: some StringProtocol) throws(PositionTextFault) {
        kind = Kind.allCases.first { text.hasPrefix($0.rawValue) }
        self.text = String(text)
        let words = text.dropFirst(kind?.rawValue.count ?? 0)
            .split { $0 == "," || $0 == " " }
        guard text.utf8.count <= Self.textLimit, words.count == 2,
            let first = Self.angle(words[0]), let second = Self.angle(words[1])
        else { throw .words(kind?.topic ?? .skyOrGround) }
        (self.first, self.second) = (first, second)
        let onSky = Self.faultOnSky(first, second)
        let onGround = Self.faultOnGround(first, second)
        switch kind {
        case .sky: if let onSky { throw onSky }
        case .ground: if let onGround { throw onGround }
        case nil: if onSky != nil, onGround != nil { throw .words(.skyOrGround) }
        }
    }

    /// Returns true if a text begins with the prefix of a position.
    package static func isMeant(by text: some StringProtocol) -> Bool {
        Kind.allCases.contains { text.hasPrefix($0.rawValue) }
    }

    /// Returns this position as the same kind as a known position.
    ///
    /// In a photo with galactic coordinates, two angles in degrees without a prefix are galactic.
    /// The result is `nil` if this position is of another kind or out of range.
    package func position(like known: PhotoPosition) -> PhotoPosition? {
        switch known {
        case .equatorial where kind != .ground && Self.faultOnSky(first, second) == nil:
            sky
        case .galactic where kind == nil && isGalactic:
            .galactic(longitude: first.number, latitude: second.number)
        case .galactic where kind != .ground && Self.faultOnSky(first, second) == nil:
            sky.inGalacticCoordinates
        case .ground(_, _, let radius)
        where kind != .sky && Self.faultOnGround(first, second) == nil:
            .ground(north: first.number, east: second.number, radius: radius)
        default: nil
        }
    }

    /// The position in the sky, as right ascension and declination.
    private var sky: PhotoPosition {
        .equatorial(rightAscension: Self.ascension(first), declination: second.number)
    }

    /// True if two numbers without a prefix can be a galactic longitude and latitude, which are not
    /// given in hours.
    private var isGalactic: Bool {
        !first.hasColons && Self.faultOnSky(first, second) == nil
    }

    private static func ascension(_ angle: NamedAngle) -> Double {
        angle.number * (angle.hasColons ? 15 : 1)
    }

    /// Returns the reason why two angles are not a position in the sky; `nil` for a valid position.
    private static func faultOnSky(
        _ first: NamedAngle, _ second: NamedAngle
    ) -> PositionTextFault? {
        guard (0...360).contains(ascension(first)) else { return .rightAscension }
        return (-90...90).contains(second.number) ? nil : .declination
    }

    /// Returns the reason why two angles are not a position on the ground; `nil` for a valid
    /// position.
    private static func faultOnGround(
        _ first: NamedAngle, _ second: NamedAngle
    ) -> PositionTextFault? {
        guard (-90...90).contains(first.number) else { return .latitude }
        return (-360...360).contains(second.number) ? nil : .longitude
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

/// A reason why a text is not a position.
package enum PositionTextFault: Error, Hashable, Sendable {
    /// The subject of a text that is not a valid position.
    package enum Topic: Hashable, Sendable {
        case region, page, bands, sky, ground, skyOrGround
    }

    /// The text is not valid for its topic.
    case words(Topic)
    /// An angle is outside its range.
    case rightAscension, declination, latitude, longitude
}

/// A reason why a photo cannot show a position.
package enum PositionFault: Error, Hashable, Sendable {
    /// The photo's file contains no positions of pixels.
    case noPositions
    /// The photo shows the sky or the ground, where the position cannot be.
    case notOnSky, notOnGround
    /// The position is outside the picture.
    case outside
}
