internal import Imaging

/// The position of a planetary picture on its planet, from the map in its label.
struct PlanetaryMap: Sendable {
    private let projection: GroundProjection
    /// The upper left corner of the first pixel, and the side of a pixel, in metres.
    private let corner: SIMD2<Double>
    private let step: Double

    /// Reads a map of ISIS: the group `Mapping`; `nil` without it, or for an unsupported
    /// projection.
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
        // On a map, east is on the right, whichever way longitudes are counted.
        if isToTheWest { projection.longitude = -projection.longitude }
        self.projection = projection
        self.step = step
        corner = SIMD2(left, top)
    }

    /// Reads a map of PDS3: the object `IMAGE_MAP_PROJECTION` (PDS Standards Reference 3.8,
    /// appendix A.21).
    ///
    /// As in GDAL, offsets count pixels from the first pixel's centre to the map's origin, and a
    /// polar map has a sphere with the planet's polar radius.
    ///
    /// - Returns: `nil` without that object, or for an unsupported projection.
    init?(pds label: ODLLabel) {
        let object = "IMAGE_MAP_PROJECTION"
        guard let name = label.text("MAP_PROJECTION_TYPE", in: object)?.uppercased(),
            let radius = label.number("A_AXIS_RADIUS", in: object).map({ $0 * 1000 }), radius > 0,
            radius <= 1e9, let across = label.number("SAMPLE_PROJECTION_OFFSET", in: object),
            let down = label.number("LINE_PROJECTION_OFFSET", in: object),
            let step = Self.step(label, in: object, radius: radius), step > 0
        else { return nil }
        let latitude = label.number("CENTER_LATITUDE", in: object) ?? 0
        let polar = label.number("C_AXIS_RADIUS", in: object).map { $0 * 1000 } ?? radius
        guard polar > 0, polar <= radius else { return nil }
        var projection = GroundProjection(kind: .sinusoidal, radius: radius)
        projection.longitude = label.number("CENTER_LONGITUDE", in: object) ?? 0
        switch name.replacing("_", with: " ") {
        case "SIMPLE CYLINDRICAL", "EQUIRECTANGULAR":
            projection.kind = .equirectangular(trueAt: latitude)
        case "SINUSOIDAL": break
        case "POLAR STEREOGRAPHIC":
            projection.kind = .polarStereographic(trueAt: latitude, scale: 1)
            projection.radius = polar
        default: return nil
        }
        let direction = label.text("POSITIVE_LONGITUDE_DIRECTION", in: object)?.uppercased()
        if direction == "WEST" { projection.longitude = -projection.longitude }
        self.projection = projection
        self.step = step
        corner = SIMD2(-(across + 0.5) * step, (down + 0.5) * step)
    }

    /// Returns the side of a pixel in metres: from its scale, which is in kilometres unless it says
    /// metres, or from the pixels per degree.
    private static func step(_ label: ODLLabel, in object: String, radius: Double) -> Double? {
        if let scale = label.number("MAP_SCALE", in: object) {
            let unit = label.text("MAP_SCALE", in: object)?.uppercased() ?? ""
            let isMetres = ["<M/", "<METER", "<M>"].contains { unit.contains($0) }
            return isMetres ? scale : scale * 1000
        }
        return label.number("MAP_RESOLUTION", in: object).map { radius * .pi / 180 / $0 }
    }

    /// Returns the position of a pixel's centre, with longitudes to the east; `nil` for a point off
    /// the planet.
    func position(of point: PixelPoint) -> PhotoPosition? {
        let x = corner.x + (Double(point.x) + 0.5) * step
        let y = corner.y - (Double(point.y) + 0.5) * step
        return projection.coordinates(x: x, y: y).map {
            .ground(north: $0.north, east: $0.east, radius: projection.radius)
        }
    }
}
