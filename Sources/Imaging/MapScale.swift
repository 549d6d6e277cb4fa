/// The scale of an equirectangular map of a whole planet.
package struct MapScale: Hashable, Sendable {
    /// The planet's radius, in metres.
    private let radius: Double
    /// The length of the planet's equator, in pixels; at least 1.
    private let width: Double

    package init(radius: Double, width: Int) {
        self.radius = radius
        self.width = Double(max(1, width))
    }

    /// Returns the shortest distance along the ground between the centres of two pixels, in metres.
    package func metres(from one: PixelPoint, to other: PixelPoint) -> Double {
        let angle = position(of: one).direction.degrees(to: position(of: other).direction)
        return radius * angle * .pi / 180
    }

    /// Returns the position of a pixel's centre on the ground.
    package func position(of point: PixelPoint) -> PhotoPosition {
        let (north, east) = coordinates(of: point)
        return .ground(north: north, east: east, radius: radius)
    }

    /// Returns the latitude and longitude of a pixel's centre, in degrees north and east.
    package func coordinates(of point: PixelPoint) -> (north: Double, east: Double) {
        let step = 360 / width
        return (90 - (Double(point.y) + 0.5) * step, (Double(point.x) + 0.5) * step - 180)
    }
}

extension Angle {
    /// Returns the sine of an angle in radians, exact to 1e-15.
    ///
    /// The angle is reduced to at most a quarter turn for a Taylor series.
    static func sine(_ angle: Double) -> Double {
        let turns = (angle / .pi).rounded()
        let x = angle - turns * .pi
        var (term, sum) = (x, x)
        for k in 1...10 {
            term *= -x * x / Double(2 * k * (2 * k + 1))
            sum += term
        }
        return Int(turns).isMultiple(of: 2) ? sum : -sum
    }
}
