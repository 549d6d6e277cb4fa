internal import Imaging

/// The position of a cube of ISIS on its planet: the group `Mapping` of its label.
struct PlanetaryMap: Sendable {
    private let projection: GroundProjection
    /// In metres: the upper left corner of the first pixel, and the side of one.
    private let corner: SIMD2<Double>
    private let step: Double

    /// `nil` without that group, or for a projection that is not known.
    init?(_ label: ODLLabel) {
        let group = "MAPPING"
        guard let name = label.text("PROJECTIONNAME", in: group)?.uppercased(),
            let radius = label.number("EQUATORIALRADIUS", in: group), radius > 0, radius <= 1e9,
            let left = label.number("UPPERLEFTCORNERX", in: group),
            let top = label.number("UPPERLEFTCORNERY", in: group),
            let step = label.number("PIXELRESOLUTION", in: group), step > 0
        else { return nil }
        let latitude = label.number("CENTERLATITUDE", in: group) ?? 0
        var projection = GroundProjection(kind: .sinusoidal, radius: radius)
        projection.longitude = label.number("CENTERLONGITUDE", in: group) ?? 0
        switch name {
        case "SIMPLECYLINDRICAL": projection.kind = .equirectangular(trueAt: 0)
        case "EQUIRECTANGULAR": projection.kind = .equirectangular(trueAt: latitude)
        case "SINUSOIDAL": break
        case "POLARSTEREOGRAPHIC":
            projection.kind = .polarStereographic(trueAt: latitude, scale: 1)
            let polar = label.number("POLARRADIUS", in: group) ?? radius
            guard polar > 0, polar <= radius else { return nil }
            projection.squaredEccentricity = 1 - polar * polar / (radius * radius)
        default: return nil
        }
        let isToTheWest =
            label.text("LONGITUDEDIRECTION", in: group)?.uppercased() == "POSITIVEWEST"
        // A map shows the east on the right however longitudes are counted.
        if isToTheWest { projection.longitude = -projection.longitude }
        self.projection = projection
        self.step = step
        corner = SIMD2(left, top)
    }

    /// The place of a pixel's centre, to the east; `nil` for one beside the planet.
    func position(of point: PixelPoint) -> PhotoPosition? {
        let x = corner.x + (Double(point.x) + 0.5) * step
        let y = corner.y - (Double(point.y) + 0.5) * step
        return projection.place(x: x, y: y).map {
            .ground(north: $0.north, east: $0.east, radius: projection.radius)
        }
    }
}
