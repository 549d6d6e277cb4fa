internal import Imaging

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The celestial coordinates of a FITS picture: a projection of the sky onto the first two axes.
///
/// Equation numbers refer to Calabretta and Greisen 2002 ("paper II"). WCSLIB would add 40,000
/// lines for these seven projections.
struct FITSWorld: Sendable {
    private enum Frame { case equatorial, galactic }

    private let projection: FITSProjection
    private let frame: Frame
    private let isSwapped: Bool
    /// The reference pixel; FITS counts pixels from 1.
    private let reference: SIMD2<Double>
    /// The rows of the matrix from pixels to degrees on the projection plane.
    private let matrix: (SIMD2<Double>, SIMD2<Double>)
    private let distortion: SIPDistortion?
    private let pole: CelestialPole

    /// Reads the coordinates; `nil` if the header has no coordinates, or unsupported ones.
    init?(_ header: FITSHeader) {
        guard let first = AxisType(header.text("CTYPE1")),
            let second = AxisType(header.text("CTYPE2")), first.algorithm == second.algorithm,
            let projection = FITSProjection(rawValue: first.algorithm)
        else { return nil }
        switch (first.name, second.name) {
        case ("RA", "DEC"): (frame, isSwapped) = (.equatorial, false)
        case ("DEC", "RA"): (frame, isSwapped) = (.equatorial, true)
        case ("GLON", "GLAT"): (frame, isSwapped) = (.galactic, false)
        case ("GLAT", "GLON"): (frame, isSwapped) = (.galactic, true)
        default: return nil
        }
        // Slanted projections and projections with another reference point are not supported.
        let parameters = ["PV1_0", "PV1_1", "PV1_2", "PV2_1", "PV2_2"]
        guard parameters.allSatisfy({ (header.number($0) ?? 0) == 0 }),
            let matrix = Self.matrix(header)
        else { return nil }
        self.projection = projection
        self.matrix = matrix
        reference = SIMD2(header.number("CRPIX1") ?? 0, header.number("CRPIX2") ?? 0)
        distortion = first.isDistorted ? SIPDistortion(header) : nil
        let values = SIMD2(header.number("CRVAL1") ?? 0, header.number("CRVAL2") ?? 0)
        let point = isSwapped ? SIMD2(values.y, values.x) : values
        guard
            let pole = CelestialPole(
                of: point, under: projection, longitude: header.number("LONPOLE"),
                latitude: header.number("LATPOLE"))
        else { return nil }
        self.pole = pole
    }

    /// Returns the matrix of `CDi_j`, of `PCi_j` and `CDELTi`, or of the older `CROTA2`.
    ///
    /// The result is `nil` if the matrix is singular.
    private static func matrix(_ header: FITSHeader) -> (SIMD2<Double>, SIMD2<Double>)? {
        let names = [("1_1", 0), ("1_2", 0), ("2_1", 1), ("2_2", 1)]
        let steps = [header.number("CDELT1") ?? 1, header.number("CDELT2") ?? 1]
        let cd = names.map { header.number("CD" + $0.0) }
        var matrix = cd.map { $0 ?? 0 }
        if cd.allSatisfy({ $0 == nil }) {
            let pc = names.map { header.number("PC" + $0.0) }
            let unit = [1.0, 0, 0, 1]
            matrix = zip(pc, unit).map { $0 ?? $1 }
            let turn = (header.number("CROTA2") ?? 0) * .pi / 180
            if pc.allSatisfy({ $0 == nil }), turn != 0 {
                let ratio = steps[1] / steps[0]
                matrix = [cos(turn), -sin(turn) * ratio, sin(turn) / ratio, cos(turn)]
            }
            matrix = zip(matrix, names).map { $0 * steps[$1.1] }
        }
        let determinant = matrix[0] * matrix[3] - matrix[1] * matrix[2]
        guard determinant != 0, determinant.isFinite else { return nil }
        return (SIMD2(matrix[0], matrix[1]), SIMD2(matrix[2], matrix[3]))
    }

    /// The shape of a pixel on the projection plane; `nil` if pixels are about square.
    var pixelShape: PixelShape? {
        let across = SIMD2(matrix.0.x, matrix.1.x)
        let down = SIMD2(matrix.0.y, matrix.1.y)
        let square = (across * across).sum() / (down * down).sum()
        return PixelShape(ratio: square.squareRoot(), isForPrint: false)
    }

    /// Returns the coordinates of a pixel; `nil` for a pixel that is not on the sky.
    ///
    /// Pixels are counted from 1, as in FITS.
    func position(x: Double, y: Double) -> PhotoPosition? {
        var offset = SIMD2(x, y) - reference
        if let distortion { offset = distortion.corrected(offset) }
        var plane = SIMD2((matrix.0 * offset).sum(), (matrix.1 * offset).sum())
        if isSwapped { plane = SIMD2(plane.y, plane.x) }
        guard let native = projection.native(plane * (.pi / 180)) else { return nil }
        let sky = pole.celestial(native) * (180 / .pi)
        guard sky.x.isFinite, sky.y.isFinite else { return nil }
        let longitude = sky.x - 360 * (sky.x / 360).rounded(.down)
        return switch frame {
        case .equatorial: .equatorial(rightAscension: longitude, declination: sky.y)
        case .galactic: .galactic(longitude: longitude, latitude: sky.y)
        }
    }

    /// The type of an axis, such as `RA---TAN` or `DEC--TAN-SIP`.
    private struct AxisType {
        let name: String
        let algorithm: String
        let isDistorted: Bool

        init?(_ text: String?) {
            let parts = (text ?? "").split(separator: "-")
            guard parts.count == 2 || parts.count == 3 && parts[2] == "SIP" else { return nil }
            (name, algorithm) = (String(parts[0]), String(parts[1]))
            isDistorted = parts.count == 3
        }
    }
}

/// A projection of the sphere onto a plane; angles are in radians.
enum FITSProjection: String, Sendable {
    case gnomonic = "TAN"
    case orthographic = "SIN"
    case equalArea = "ZEA"
    case equidistant = "ARC"
    case stereographic = "STG"
    case platteCarree = "CAR"
    case hammerAitoff = "AIT"

    /// True if the reference point is the native pole; false if it is on the native equator.
    var isZenithal: Bool { self != .platteCarree && self != .hammerAitoff }

    /// Returns the native coordinates of a point on the plane; `nil` for points off the sphere.
    func native(_ plane: SIMD2<Double>) -> SIMD2<Double>? {
        let radius = (plane * plane).sum().squareRoot()
        guard isZenithal else { return cylindrical(plane) }
        // Equations 14 and 15.
        let longitude = radius == 0 ? 0 : atan2(plane.x, -plane.y)
        let fromPole: Double
        switch self {
        case .gnomonic: fromPole = atan(radius)
        case .orthographic:
            guard radius <= 1 else { return nil }
            fromPole = asin(radius)
        case .equalArea:
            guard radius <= 2 else { return nil }
            fromPole = 2 * asin(radius / 2)
        case .equidistant:
            guard radius <= .pi else { return nil }
            fromPole = radius
        default: fromPole = 2 * atan(radius / 2)
        }
        return SIMD2(longitude, .pi / 2 - fromPole)
    }

    private func cylindrical(_ plane: SIMD2<Double>) -> SIMD2<Double>? {
        guard self == .hammerAitoff else {
            return abs(plane.y) <= .pi / 2 ? plane : nil
        }
        // Equations 110 to 112.
        let square = 1 - plane.x * plane.x / 16 - plane.y * plane.y / 4
        guard square >= 0.5 else { return nil }
        let z = square.squareRoot()
        return SIMD2(2 * atan2(z * plane.x / 2, 2 * square - 1), asin(plane.y * z))
    }
}

/// The rotation from a projection's native sphere to the sky; angles are in radians.
struct CelestialPole: Sendable {
    /// The celestial coordinates of the native pole.
    private let pole: SIMD2<Double>
    /// The native longitude of the celestial pole.
    private let longitude: Double

    /// The largest absolute longitude of a valid reference point, in degrees: ten turns.
    private static let farthestLongitude = 3600.0

    /// Creates the rotation from header values in degrees; `nil` if the values are inconsistent.
    init?(
        of point: SIMD2<Double>, under projection: FITSProjection, longitude: Double?,
        latitude: Double?
    ) {
        guard abs(point.x) <= Self.farthestLongitude, abs(point.y) <= 90 else { return nil }
        let radians = Double.pi / 180
        let reference = point * radians
        let highest = projection.isZenithal ? 90.0 : 0
        let turn = (longitude ?? (point.y >= highest ? 0 : 180)) * radians
        self.longitude = turn
        guard !projection.isZenithal else {
            pole = reference
            return
        }
        // Equations 8 to 10 apply to a reference point on the native equator.
        guard abs(cos(turn)) > 1e-12 else { return nil }
        let share = sin(reference.y) / abs(cos(turn))
        guard abs(share) <= 1 + 1e-12 else { return nil }
        let middle = atan2(0, cos(turn))
        let reach = acos(min(max(share, -1), 1))
        let wanted = (latitude ?? 90) * radians
        let candidates = [middle + reach, middle - reach].map { atan2(sin($0), cos($0)) }
            .filter { abs($0) <= .pi / 2 + 1e-9 }
        guard let height = candidates.min(by: { abs($0 - wanted) < abs($1 - wanted) }) else {
            return nil
        }
        let across: Double
        if abs(cos(height)) < 1e-12 {
            across = height > 0 ? reference.x + turn - .pi : reference.x - turn
        } else if abs(cos(reference.y)) < 1e-12 {
            across = reference.x
        } else {
            across =
                reference.x
                - atan2(
                    sin(turn) / cos(reference.y),
                    -sin(height) * sin(reference.y) / (cos(height) * cos(reference.y)))
        }
        pole = SIMD2(across, height)
    }

    /// Returns the celestial coordinates of native coordinates (equation 2).
    func celestial(_ native: SIMD2<Double>) -> SIMD2<Double> {
        let (turn, height) = (native.x - longitude, native.y)
        let x = sin(height) * cos(pole.y) - cos(height) * sin(pole.y) * cos(turn)
        let y = -cos(height) * sin(turn)
        let z = sin(height) * sin(pole.y) + cos(height) * cos(pole.y) * cos(turn)
        return SIMD2(pole.x + atan2(y, x), atan2(z, (x * x + y * y).squareRoot()))
    }
}

/// The polynomials that correct pixel offsets before the projection (SIP convention, 2005).
struct SIPDistortion: Sendable {
    private struct Term: Sendable {
        let powers: (x: Int, y: Int)
        let factor: SIMD2<Double>
    }

    private let terms: [Term]

    /// The highest order of a polynomial that the convention permits.
    private static let highestOrder = 9

    init?(_ header: FITSHeader) {
        let orders = [header.integer("A_ORDER") ?? 0, header.integer("B_ORDER") ?? 0]
        guard let order = orders.max(), (1...Self.highestOrder).contains(order) else { return nil }
        terms = (0...order).flatMap { x in
            (0...(order - x)).compactMap { y in
                let factor = SIMD2(
                    header.number("A_\(x)_\(y)") ?? 0, header.number("B_\(x)_\(y)") ?? 0)
                return factor == .zero ? nil : Term(powers: (x, y), factor: factor)
            }
        }
    }

    /// Returns the corrected offset from the reference pixel.
    func corrected(_ offset: SIMD2<Double>) -> SIMD2<Double> {
        terms.reduce(offset) { sum, term in
            sum + term.factor * Self.power(offset.x, term.powers.x)
                * Self.power(offset.y, term.powers.y)
        }
    }

    private static func power(_ base: Double, _ exponent: Int) -> Double {
        (0..<exponent).reduce(1) { product, _ in product * base }
    }
}
