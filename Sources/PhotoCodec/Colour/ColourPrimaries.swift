/// The chromaticities of a space's red, green, blue and white (CIE 1931 x and y).
struct ColourPrimaries: Hashable, Sendable {
    let red, green, blue, white: SIMD2<Double>

    /// Creates the primaries; `nil` if a chromaticity is impossible or no matrix to sRGB exists.
    init?(
        red: SIMD2<Double>, green: SIMD2<Double>, blue: SIMD2<Double>, white: SIMD2<Double>
    ) {
        self.init(known: red, green, blue, white: white)
        let isPossible = [red, green, blue, white].allSatisfy { point in
            // Primaries outside the locus, such as those of ACES, have a negative coordinate.
            (-1...2).contains(point.x) && (-1...2).contains(point.y) && abs(point.y) > 0.001
        }
        guard isPossible, white.x > 0, white.y > 0, toSRGB != nil else { return nil }
    }

    private init(
        known red: SIMD2<Double>, _ green: SIMD2<Double>, _ blue: SIMD2<Double>,
        white: SIMD2<Double> = Self.d65
    ) {
        (self.red, self.green, self.blue, self.white) = (red, green, blue, white)
    }

    private static let d65 = SIMD2(0.3127, 0.3290)

    /// The primaries of ITU-R BT.709 and IEC 61966-2-1.
    static let sRGB = ColourPrimaries(
        known: SIMD2(0.64, 0.33), SIMD2(0.30, 0.60), SIMD2(0.15, 0.06))
    static let bt2020 = ColourPrimaries(
        known: SIMD2(0.708, 0.292), SIMD2(0.170, 0.797), SIMD2(0.131, 0.046))
    static let displayP3 = ColourPrimaries(
        known: SIMD2(0.680, 0.320), SIMD2(0.265, 0.690), SIMD2(0.150, 0.060))
    /// The primaries of Adobe RGB (1998), version 2005-05.
    static let adobeRGB = ColourPrimaries(
        known: SIMD2(0.64, 0.33), SIMD2(0.21, 0.71), SIMD2(0.15, 0.06))

    /// Creates the primaries of a code point of ITU-T H.273, table 2; "unspecified" is sRGB.
    ///
    /// The result is `nil` if the code point is not supported.
    init?(codePoint: Int) {
        switch codePoint {
        case 1, 2: self = .sRGB
        case 5: self.init(known: SIMD2(0.64, 0.33), SIMD2(0.29, 0.60), SIMD2(0.15, 0.06))
        case 6, 7: self.init(known: SIMD2(0.63, 0.34), SIMD2(0.31, 0.595), SIMD2(0.155, 0.07))
        case 9: self = .bt2020
        case 11:
            let (red, green, blue) = (Self.displayP3.red, Self.displayP3.green, Self.displayP3.blue)
            self.init(known: red, green, blue, white: SIMD2(0.314, 0.351))
        case 12: self = .displayP3
        case 22: self.init(known: SIMD2(0.63, 0.34), SIMD2(0.295, 0.605), SIMD2(0.155, 0.077))
        default: return nil
        }
    }

    /// True if the primaries are those of sRGB, within the rounding errors of files.
    var areSRGB: Bool {
        let screen = Self.sRGB
        return zip(
            [red, green, blue, white], [screen.red, screen.green, screen.blue, screen.white]
        )
        .allSatisfy { abs($0.x - $1.x) < Self.tolerance && abs($0.y - $1.y) < Self.tolerance }
    }

    private static let tolerance = 0.005

    /// The matrix from linear light of these primaries to linear sRGB; white stays white.
    ///
    /// The value is `nil` if the primaries allow no such matrix.
    var toSRGB: ColourMatrix? {
        guard let own = toXYZ, let screen = Self.sRGB.toXYZ?.inverse,
            let adaptation = ColourMatrix.adaptation(from: white, to: Self.sRGB.white)
        else { return nil }
        return screen * (adaptation * own)
    }

    /// The relative luminances of red, green and blue; their sum is 1.
    ///
    /// The value is `nil` if the primaries allow no such luminances.
    var luminance: SIMD3<Double>? {
        toXYZ.map { SIMD3($0.columns.0.y, $0.columns.1.y, $0.columns.2.y) }
    }

    private var toXYZ: ColourMatrix? {
        let shares = ColourMatrix(columns: (Self.xyz(red), Self.xyz(green), Self.xyz(blue)))
        guard let inverse = shares.inverse else { return nil }
        let scale = inverse * Self.xyz(white)
        let columns = shares.columns
        return ColourMatrix(
            columns: (columns.0 * scale.x, columns.1 * scale.y, columns.2 * scale.z))
    }

    /// Returns the XYZ coordinates of a chromaticity with a luminance of 1.
    fileprivate static func xyz(_ point: SIMD2<Double>) -> SIMD3<Double> {
        SIMD3(point.x / point.y, 1, (1 - point.x - point.y) / point.y)
    }
}

/// A 3 × 3 matrix, for colours.
struct ColourMatrix: Sendable {
    let columns: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

    static func * (matrix: ColourMatrix, vector: SIMD3<Double>) -> SIMD3<Double> {
        matrix.columns.0 * vector.x + matrix.columns.1 * vector.y + matrix.columns.2 * vector.z
    }

    static func * (left: ColourMatrix, right: ColourMatrix) -> ColourMatrix {
        let columns = right.columns
        return ColourMatrix(columns: (left * columns.0, left * columns.1, left * columns.2))
    }

    /// The inverse; `nil` if the matrix is singular.
    var inverse: ColourMatrix? {
        let (first, second, third) = columns
        let rows = (
            Self.cross(second, third), Self.cross(third, first), Self.cross(first, second)
        )
        let determinant = (first * rows.0).sum()
        guard determinant.isFinite, abs(determinant) > 1e-6 else { return nil }
        return ColourMatrix(
            columns: (
                SIMD3(rows.0.x, rows.1.x, rows.2.x) / determinant,
                SIMD3(rows.0.y, rows.1.y, rows.2.y) / determinant,
                SIMD3(rows.0.z, rows.1.z, rows.2.z) / determinant
            ))
    }

    private static func cross(_ left: SIMD3<Double>, _ right: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(
            left.y * right.z - left.z * right.y, left.z * right.x - left.x * right.z,
            left.x * right.y - left.y * right.x)
    }

    /// Returns the matrix that adapts one white to another (Bradford, ICC.1:2022, annex E).
    ///
    /// The result is `nil` if a white is impossible.
    static func adaptation(from white: SIMD2<Double>, to other: SIMD2<Double>) -> ColourMatrix? {
        let cones = bradford * ColourPrimaries.xyz(white)
        let others = bradford * ColourPrimaries.xyz(other)
        guard let back = bradford.inverse, cones.min() > 0 else { return nil }
        let ratio = others / cones
        let scale = ColourMatrix(
            columns: (SIMD3(ratio.x, 0, 0), SIMD3(0, ratio.y, 0), SIMD3(0, 0, ratio.z)))
        return back * (scale * bradford)
    }

    private static let bradford = ColourMatrix(
        columns: (
            SIMD3(0.8951, -0.7502, 0.0389), SIMD3(0.2664, 1.7135, -0.0685),
            SIMD3(-0.1614, 0.0367, 1.0296)
        ))
}
