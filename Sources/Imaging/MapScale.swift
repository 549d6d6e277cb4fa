/// The scale of a map that shows a whole planet with equal steps of longitude and latitude.
package struct MapScale: Hashable, Sendable {
    /// The planet's radius, in metres.
    private let radius: Double
    /// The length of its equator, in pixels.
    private let width: Double

    package init(radius: Double, width: Int) {
        self.radius = radius
        self.width = Double(max(1, width))
    }

    /// Returns the shortest distance along the ground between two pixels' centres, in metres.
    package func metres(from one: PixelPoint, to other: PixelPoint) -> Double {
        let (a, b) = (direction(one), direction(other))
        let cross = (
            x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x
        )
        let sine = (cross.x * cross.x + cross.y * cross.y + cross.z * cross.z).squareRoot()
        let cosine = a.x * b.x + a.y * b.y + a.z * b.z
        return radius * Angle.degrees(x: cosine, y: sine) * .pi / 180
    }

    /// Returns the latitude and longitude of a pixel's centre, in degrees north and east.
    package func place(of point: PixelPoint) -> (north: Double, east: Double) {
        let step = 360 / width
        return (90 - (Double(point.y) + 0.5) * step, (Double(point.x) + 0.5) * step - 180)
    }

    /// Returns the unit vector from the planet's centre to a pixel.
    private func direction(_ point: PixelPoint) -> (x: Double, y: Double, z: Double) {
        let place = place(of: point)
        let (north, east) = (place.north * .pi / 180, place.east * .pi / 180)
        let level = Angle.sine(.pi / 2 - north)
        return (level * Angle.sine(.pi / 2 - east), level * Angle.sine(east), Angle.sine(north))
    }
}

extension Angle {
    /// Returns the sine by its series after reduction to a quarter turn: exact to 1e-15.
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
