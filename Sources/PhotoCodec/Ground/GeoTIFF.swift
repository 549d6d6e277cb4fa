internal import CTIFF
internal import Imaging

/// The location of a TIFF on the ground, from GeoTIFF tags (OGC 19-008r4).
struct GeoTIFF: Sendable {
    /// The coefficients of the map's x coordinate as a linear function of the column and row.
    private let across: SIMD3<Double>
    /// The coefficients of the map's y coordinate as a linear function of the column and row.
    private let down: SIMD3<Double>
    /// The offset of a pixel's centre: 0.5 for coordinates of corners, 0 for coordinates of
    /// centres.
    private let shift: Double
    private let projection: GroundProjection

    /// Reads the tags; `nil` if they are missing or the projection is not supported.
    init?(_ directory: ctiff_directory) {
        let keys = GeoKeys(directory)
        guard let keys, let projection = keys.projection,
            let (across, down) = Self.transformation(directory)
        else { return nil }
        self.projection = projection
        (self.across, self.down) = (across, down)
        shift = keys.number(GeoKeys.rasterType) == 2 ? 0 : 0.5
    }

    /// Returns the coefficients from a matrix, or from a tie point and the size of a pixel.
    ///
    /// The result is `nil` if the tags contain neither.
    private static func transformation(
        _ directory: ctiff_directory
    ) -> (SIMD3<Double>, SIMD3<Double>)? {
        let matrix = UnsafeBufferPointer(
            start: directory.matrix, count: Int(directory.matrix_count))
        if matrix.count >= 16 {
            return (
                SIMD3(matrix[0], matrix[1], matrix[3]), SIMD3(matrix[4], matrix[5], matrix[7])
            )
        }
        let scale = UnsafeBufferPointer(start: directory.scale, count: Int(directory.scale_count))
        let point = UnsafeBufferPointer(start: directory.ties, count: Int(directory.ties_count))
        guard scale.count >= 2, point.count >= 6 else { return nil }
        return (
            SIMD3(scale[0], 0, point[3] - point[0] * scale[0]),
            SIMD3(0, -scale[1], point[4] + point[1] * scale[1])
        )
    }

    /// Returns the location of a stored pixel's centre; `nil` for a point off the planet.
    func position(of point: PixelPoint) -> PhotoPosition? {
        let pixel = SIMD3(Double(point.x) + shift, Double(point.y) + shift, 1)
        let coordinates = projection.coordinates(x: (across * pixel).sum(), y: (down * pixel).sum())
        return coordinates.map {
            .ground(north: $0.north, east: $0.east, radius: projection.radius)
        }
    }
}

/// The keys of a GeoTIFF: 16-bit integers, some of which are indices of doubles.
private struct GeoKeys {
    static let rasterType = 1025
    private static let modelType = 1024
    private static let projectedSystem = 3072
    private static let transformation = 3075
    /// The tag that contains the doubles; keys with this location refer to it.
    private static let doublesTag = 34736

    private var numbers: [Int: Int] = [:]
    private var doubles: [Int: Double] = [:]

    init?(_ directory: ctiff_directory) {
        let keys = UnsafeBufferPointer(start: directory.keys, count: Int(directory.keys_count))
        let values = UnsafeBufferPointer(
            start: directory.doubles, count: Int(directory.doubles_count))
        guard keys.count >= 4 else { return nil }
        for key in stride(from: 4, to: keys.count - 3, by: 4) {
            let (name, tag, value) = (Int(keys[key]), Int(keys[key + 1]), Int(keys[key + 3]))
            if tag == 0 {
                numbers[name] = value
            } else if tag == Self.doublesTag, value < values.count {
                doubles[name] = values[value]
            }
        }
    }

    func number(_ key: Int) -> Int? { numbers[key] }

    /// Returns the first double found under these keys; `nil` if there is none.
    private func double(_ keys: Int...) -> Double? { keys.lazy.compactMap { doubles[$0] }.first }

    /// The equatorial radius of WGS 84 and of NAD 83, in metres.
    private static let earth = 6_378_137.0
    /// The squared eccentricity of WGS 84; the polar radius of NAD 83 differs by 0.1 mm.
    private static let earthSquaredEccentricity = 0.006_694_379_990_141_3

    var projection: GroundProjection? {
        let radius = double(2057) ?? Self.earth
        guard radius > 0, radius <= 1e9 else { return nil }
        var projection = GroundProjection(kind: .geographic, radius: radius)
        projection.squaredEccentricity = squaredEccentricity(radius)
        guard numbers[Self.modelType] != 2 else { return projection }
        let system = numbers[Self.projectedSystem] ?? 32767
        if let zone = Self.zone(of: system) {
            projection.kind = .transverseMercator(scale: 0.9996)
            projection.longitude = Double(zone.number * 6 - 183)
            projection.falseEasting = 500_000
            projection.falseNorthing = zone.isSouth ? 10_000_000 : 0
            return projection
        }
        if [3857, 3785, 900_913].contains(system) {
            projection.kind = .webMercator
            return projection
        }
        return system == 32767 ? described(projection) : Self.polar(system, projection)
    }

    private func squaredEccentricity(_ radius: Double) -> Double {
        if let short = double(2058), short > 0, short <= radius {
            return 1 - short * short / (radius * radius)
        }
        if let flattening = double(2059) {
            return flattening > 1 ? (2 - 1 / flattening) / flattening : 0
        }
        return double(2057) == nil ? Self.earthSquaredEccentricity : 0
    }

    /// Returns the UTM zone of an EPSG number of WGS 84 or NAD 83; `nil` for other numbers.
    private static func zone(of system: Int) -> (number: Int, isSouth: Bool)? {
        switch system {
        case 32601...32660: (system - 32600, false)
        case 32701...32760: (system - 32700, true)
        case 26901...26923: (system - 26900, false)
        default: nil
        }
    }

    /// Returns a polar projection of Antarctica or the Arctic; `nil` for other coordinate systems.
    private static func polar(_ system: Int, _ base: GroundProjection) -> GroundProjection? {
        var projection = base
        switch system {
        case 3031: projection.kind = .polarStereographic(trueAt: -71, scale: 1)
        case 3413:
            projection.kind = .polarStereographic(trueAt: 70, scale: 1)
            projection.longitude = -45
        case 3995: projection.kind = .polarStereographic(trueAt: 71, scale: 1)
        default: return nil
        }
        return projection
    }

    /// Returns the projection whose parameters the file states, as files of planets do.
    ///
    /// The result is `nil` if the projection is not supported.
    private func described(_ base: GroundProjection) -> GroundProjection? {
        var projection = base
        projection.longitude = double(3080, 3088, 3084, 3095) ?? 0
        projection.latitude = double(3081, 3089, 3085) ?? 0
        projection.falseEasting = double(3082, 3086, 3090) ?? 0
        projection.falseNorthing = double(3083, 3087, 3091) ?? 0
        let parallel = double(3078)
        switch numbers[Self.transformation] {
        case 1: projection.kind = .transverseMercator(scale: double(3092) ?? 1)
        case 15:
            projection.longitude = double(3095, 3080, 3088) ?? 0
            let latitude = parallel ?? projection.latitude
            projection.kind = .polarStereographic(
                trueAt: latitude, scale: double(3092, 3093) ?? 1)
        case 17:
            projection.kind = .equirectangular(trueAt: parallel ?? 0)
            projection.squaredEccentricity = 0
        case 24:
            projection.kind = .sinusoidal
            projection.squaredEccentricity = 0
        default: return nil
        }
        return projection
    }
}
