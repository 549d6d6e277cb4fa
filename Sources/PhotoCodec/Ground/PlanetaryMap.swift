internal import Imaging

/// The location of a planetary picture on its planet, from the map projection in its label.
struct PlanetaryMap: Sendable {
    private let projection: GroundProjection
    /// The map coordinates of the upper left corner, in metres.
    private let corner: SIMD2<Double>
    /// The side of a pixel in metres.
    private let step: Double

    /// Reads the group `Mapping` of an ISIS cube; `nil` if the group has no supported projection.
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
        // East is on the right of a map even if longitudes are counted to the west.
        if isToTheWest { projection.longitude = -projection.longitude }
        self.projection = projection
        self.step = step
        corner = SIMD2(left, top)
    }

    /// Reads the object `IMAGE_MAP_PROJECTION` of PDS3 (PDS Standards Reference 3.8, A.21).
    ///
    /// As in GDAL, offsets count pixels from the first pixel's centre to the map's origin, and a
    /// polar map uses a sphere with the polar radius.
    ///
    /// - Returns: `nil` without the object or a supported projection.
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

    /// Returns the side of a pixel in metres, from the scale or from the pixels per degree.
    ///
    /// The unit of the scale is kilometres unless the label states metres. The result is `nil`
    /// without either value.
    private static func step(_ label: ODLLabel, in object: String, radius: Double) -> Double? {
        if let scale = label.number("MAP_SCALE", in: object) {
            let unit = label.text("MAP_SCALE", in: object)?.uppercased() ?? ""
            let isMetres = ["<M/", "<METER", "<M>"].contains { unit.contains($0) }
            return isMetres ? scale : scale * 1000
        }
        return label.number("MAP_RESOLUTION", in: object).map { radius * .pi / 180 / $0 }
    }

    /// Returns the location of a pixel's centre; `nil` for a point off the planet.
    func position(of point: PixelPoint) -> PhotoPosition? {
        let x = corner.x + (Double(point.x) + 0.5) * step
        let y = corner.y - (Double(point.y) + 0.5) * step
        return projection.coordinates(x: x, y: y).map {
            .ground(north: $0.north, east: $0.east, radius: projection.radius)
        }
    }
}
