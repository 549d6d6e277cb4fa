/// The coordinates of a pixel in the sky or on the ground, in degrees.
package enum PhotoPosition: Hashable, Sendable {
    case equatorial(rightAscension: Double, declination: Double)
    case galactic(longitude: Double, latitude: Double)
    /// A position on a planet with the given radius in metres.
    case ground(north: Double, east: Double, radius: Double)

    /// The two angles of the position: along the equator, and away from it.
    package var degrees: (along: Double, up: Double) {
        switch self {
        case .equatorial(let along, let up), .galactic(let along, let up): (along, up)
        case .ground(let north, let east, _): (east, north)
        }
    }

    /// The distance between two positions.
    package enum Distance: Hashable, Sendable {
        case arcSeconds(Double)
        case metres(Double)
    }

    /// Returns the shortest distance to another position; `nil` if the kinds or radii of the two
    /// positions differ.
    package func distance(to other: PhotoPosition) -> Distance? {
        let angle = direction.degrees(to: other.direction)
        switch (self, other) {
        case (.equatorial, .equatorial), (.galactic, .galactic): return .arcSeconds(angle * 3600)
        case (.ground(_, _, let radius), .ground(_, _, let same)) where radius == same:
            return .metres(radius * angle * .pi / 180)
        default: return nil
        }
    }

    /// The unit vector from the centre of the sphere to this position.
    var direction: Direction {
        let (along, up) = (degrees.along * .pi / 180, degrees.up * .pi / 180)
        let level = Angle.sine(.pi / 2 - up)
        return Direction(
            x: level * Angle.sine(.pi / 2 - along), y: level * Angle.sine(along),
            z: Angle.sine(up))
    }
}

extension PhotoPosition {
    /// The unit vectors of the galactic system in equatorial coordinates of the equinox J2000: the
    /// galactic centre, 90° along the galactic plane, and the galactic pole.
    ///
    /// See "The Hipparcos and Tycho Catalogues", ESA SP-1200, volume 1, equation 1.5.11.
    private static let galacticAxes = [
        Direction(x: -0.0548755604, y: -0.8734370902, z: -0.4838350155),
        Direction(x: 0.4941094279, y: -0.4448296300, z: 0.7469822445),
        Direction(x: -0.8676661490, y: -0.1980763734, z: 0.4559837762),
    ]

    /// The galactic coordinates of a position whose right ascension and declination are known.
    var inGalacticCoordinates: PhotoPosition {
        let axes = Self.galacticAxes.map { $0.dot(direction) }
        let inPlane = Direction(x: axes[0], y: axes[1], z: 0)
        let up = Angle.degrees(x: inPlane.length, y: axes[2])
        return .galactic(
            longitude: Angle.degrees(x: axes[0], y: axes[1]), latitude: up > 180 ? up - 360 : up)
    }
}

/// A vector in space; a unit vector is a point on the unit sphere.
struct Direction: Hashable, Sendable {
    var x: Double
    var y: Double
    var z: Double

    var length: Double { dot(self).squareRoot() }

    func dot(_ other: Direction) -> Double { x * other.x + y * other.y + z * other.z }

    func cross(_ other: Direction) -> Direction {
        Direction(
            x: y * other.z - z * other.y, y: z * other.x - x * other.z,
            z: x * other.y - y * other.x)
    }

    /// Returns the angle to another direction, in degrees.
    ///
    /// The angle is computed from the cross product, so that small angles are exact.
    func degrees(to other: Direction) -> Double {
        Angle.degrees(x: dot(other), y: cross(other).length)
    }

    static func - (one: Direction, other: Direction) -> Direction {
        Direction(x: one.x - other.x, y: one.y - other.y, z: one.z - other.z)
    }

    static func * (vector: Direction, factor: Double) -> Direction {
        Direction(x: vector.x * factor, y: vector.y * factor, z: vector.z * factor)
    }
}

extension PhotoPosition {
    /// The position as text: `α 13:29:52.70  δ +47:11:43.2`, `l 104.85171°  b +68.56070°` or
    /// `φ +47.19533°  λ +8.54021°`.
    package var text: String {
        switch self {
        case .equatorial(let along, let up):
            // A second of right ascension is 15 arc seconds.
            let hours = Self.sexagesimal(along / 15, decimals: 2, wraps: 24)
            let degrees = Self.sexagesimal(abs(up), decimals: 1, wraps: nil)
            return "α \(hours)  δ \(up < 0 ? "-" : "+")\(degrees)"
        case .galactic(let along, let up):
            return "l \(Self.fixed(along))°  b \(Self.signed(up))°"
        case .ground(let north, let east, _):
            return "φ \(Self.signed(north))°  λ \(Self.signed(east))°"
        }
    }

    /// The coordinates in degrees with five decimals; empty unless the position is equatorial.
    ///
    /// The `text` of other positions is already in degrees.
    package var textInDegrees: String {
        guard case .equatorial(let along, let up) = self else { return "" }
        return "\(Self.fixed(along))° \(Self.signed(up))°"
    }

    private static func signed(_ number: Double) -> String {
        (number < 0 ? "-" : "+") + fixed(abs(number))
    }

    private static func fixed(_ number: Double, decimals: Int = 5) -> String {
        let scale = (0..<decimals).reduce(1) { product, _ in product * 10 }
        let whole = Int((number * Double(scale)).rounded())
        return "\(whole / scale).\(padded(whole % scale, to: decimals))"
    }

    /// Returns a number in sexagesimal form: whole units, minutes and seconds, separated by colons.
    private static func sexagesimal(_ number: Double, decimals: Int, wraps: Int?) -> String {
        let scale = decimals == 2 ? 100 : 10
        let all = Int((number * 3600 * Double(scale)).rounded())
        let (seconds, rest) = (all / scale, padded(all % scale, to: decimals))
        let first = wraps.map { seconds / 3600 % $0 } ?? seconds / 3600
        return [first, seconds / 60 % 60, seconds % 60].map { padded($0, to: 2) }
            .joined(separator: ":") + "." + rest
    }

    private static func padded(_ number: Int, to digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
