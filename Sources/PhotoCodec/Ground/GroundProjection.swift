#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// A map projection of a planet, which converts map coordinates in metres to degrees on the ground.
///
/// Equation numbers refer to Snyder 1987, "Map Projections: A Working Manual". PROJ is not used
/// because it needs a database on disk, which a worker cannot open.
struct GroundProjection: Sendable {
    enum Kind: Sendable {
        /// No projection: map coordinates are degrees.
        case geographic
        /// Equidistant parallels and meridians, true to scale at a latitude in degrees.
        case equirectangular(trueAt: Double)
        case sinusoidal
        /// The projection of web maps: Mercator on a sphere.
        case webMercator
        /// A projection around the pole on the side of the latitude `trueAt`.
        ///
        /// The map is true to scale at that latitude. If that latitude is the pole, the map is
        /// scaled by `scale`.
        case polarStereographic(trueAt: Double, scale: Double)
        case transverseMercator(scale: Double)
    }

    var kind: Kind
    /// The equatorial radius in metres.
    var radius: Double
    /// The square of the ellipsoid's eccentricity; 0 for a sphere.
    var squaredEccentricity = 0.0
    /// The longitude of the map's origin, in degrees.
    var longitude = 0.0
    /// The latitude of the map's origin, in degrees.
    var latitude = 0.0
    /// The x coordinate of the map's origin, in metres.
    var falseEasting = 0.0
    /// The y coordinate of the map's origin, in metres.
    var falseNorthing = 0.0

    private static let radians = Double.pi / 180
    /// The largest absolute longitude of a valid point, in degrees: ten turns.
    private static let farthestLongitude = 3600.0

    /// Returns the degrees north and east of a point on the map; `nil` for a point off the planet.
    func coordinates(x: Double, y: Double) -> (north: Double, east: Double)? {
        let (east, north) = (x - falseEasting, y - falseNorthing)
        let found: (north: Double, east: Double)?
        switch kind {
        case .geographic: found = (y, x)
        case .equirectangular(let parallel):
            let level = cos(parallel * Self.radians)
            found = (
                latitude + north / radius / Self.radians,
                longitude + east / (radius * level) / Self.radians
            )
        case .sinusoidal:
            let up = north / radius
            found = (up / Self.radians, longitude + east / (radius * cos(up)) / Self.radians)
        case .webMercator:
            found = (
                atan(sinh(north / radius)) / Self.radians, longitude + east / radius / Self.radians
            )
        case .polarStereographic(let parallel, let scale):
            found = polar(east, north, trueAt: parallel, scale)
        case .transverseMercator(let scale): found = transverse(east, north, scale)
        }
        guard let found, found.north.isFinite, abs(found.north) <= 90,
            abs(found.east) <= Self.farthestLongitude
        else {
            return nil
        }
        let turns = ((found.east + 180) / 360).rounded(.down)
        return (found.north, found.east - 360 * turns)
    }

    /// Inverts the polar stereographic projection (equations 20-18, 21-34, 21-40 and 7-9).
    private func polar(
        _ east: Double, _ north: Double, trueAt parallel: Double, _ scale: Double
    ) -> (north: Double, east: Double) {
        let sign = parallel < 0 ? -1.0 : 1
        let e = squaredEccentricity.squareRoot()
        let distance = (east * east + north * north).squareRoot()
        let t: Double
        if abs(abs(parallel) - 90) < 1e-9 {
            let share = (pow(1 + e, 1 + e) * pow(1 - e, 1 - e)).squareRoot()
            t = distance * share / (2 * radius * scale)
        } else {
            let angle = abs(parallel) * Self.radians
            let level = cos(angle) / (1 - squaredEccentricity * pow(sin(angle), 2)).squareRoot()
            t = distance * isometric(angle, e) / (radius * level)
        }
        var up = .pi / 2 - 2 * atan(t)
        for _ in 0..<8 {
            let sine = e * sin(up)
            up = .pi / 2 - 2 * atan(t * pow((1 - sine) / (1 + sine), e / 2))
        }
        let turn = atan2(east, sign > 0 ? -north : north)
        return (sign * up / Self.radians, longitude + turn / Self.radians)
    }

    /// Returns the variable `t` of Snyder for a latitude in radians (equation 15-9).
    private func isometric(_ angle: Double, _ e: Double) -> Double {
        let sine = e * sin(angle)
        return tan(.pi / 4 - angle / 2) / pow((1 - sine) / (1 + sine), e / 2)
    }

    /// Inverts the transverse Mercator projection; `nil` for a point beyond a pole.
    ///
    /// See equations 3-21 to 3-26, and 8-17 to 8-25.
    private func transverse(
        _ east: Double, _ north: Double, _ scale: Double
    ) -> (north: Double, east: Double)? {
        let (e2, a) = (squaredEccentricity, radius)
        let start = meridian(latitude * Self.radians)
        let mu =
            (start + north / scale)
            / (a * (1 - e2 / 4 - 3 * e2 * e2 / 64 - 5 * e2 * e2 * e2 / 256))
        let root = (1 - e2).squareRoot()
        let e1 = (1 - root) / (1 + root)
        let foot =
            mu + (3 * e1 / 2 - 27 * pow(e1, 3) / 32) * sin(2 * mu)
            + (21 * e1 * e1 / 16 - 55 * pow(e1, 4) / 32) * sin(4 * mu)
            + 151 * pow(e1, 3) / 96 * sin(6 * mu) + 1097 * pow(e1, 4) / 512 * sin(8 * mu)
        guard abs(foot) < .pi / 2 else { return nil }
        let (sine, cosine) = (sin(foot), cos(foot))
        let prime = e2 / (1 - e2)
        let c = prime * cosine * cosine
        let t = pow(sine / cosine, 2)
        let curve = 1 - e2 * sine * sine
        let n = a / curve.squareRoot()
        let r = a * (1 - e2) / pow(curve, 1.5)
        let d = east / (n * scale)
        let up =
            foot - n * sine / cosine / r
            * (d * d / 2 - (5 + 3 * t + 10 * c - 4 * c * c - 9 * prime) * pow(d, 4) / 24
                + (61 + 90 * t + 298 * c + 45 * t * t - 252 * prime - 3 * c * c) * pow(d, 6) / 720)
        let along =
            (d - (1 + 2 * t + c) * pow(d, 3) / 6
                + (5 - 2 * c + 28 * t - 3 * c * c + 8 * prime + 24 * t * t) * pow(d, 5) / 120)
            / cosine
        return (up / Self.radians, longitude + along / Self.radians)
    }

    /// Returns the length of a meridian from the equator to a latitude in radians.
    private func meridian(_ angle: Double) -> Double {
        let e2 = squaredEccentricity
        let (e4, e6) = (e2 * e2, e2 * e2 * e2)
        return radius
            * ((1 - e2 / 4 - 3 * e4 / 64 - 5 * e6 / 256) * angle
                - (3 * e2 / 8 + 3 * e4 / 32 + 45 * e6 / 1024) * sin(2 * angle)
                + (15 * e4 / 256 + 45 * e6 / 1024) * sin(4 * angle)
                - 35 * e6 / 3072 * sin(6 * angle))
    }
}
