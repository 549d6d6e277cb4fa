/// Björn Ottosson's OKLab ("A perceptual color space for image processing", 2020).
///
/// Equal distances in OKLab look about equally large, except near black: the cube root is
/// infinitely steep there, and codes 0 to 4 would get half the registers of a dark photo.
/// Therefore, a little light (`veil`) is added before the root. Vectors contain L, a, b and an
/// unused component.
enum OKLab {
    // The light added to the cones' responses. 0.000 5, 0.003, 0.006 and 0.01 were tried: colour
    // error dE .434 .432 .433 .436, and 1.94 1.88 1.83 1.77 MB (five photos at 1280x720; without a
    // veil .462 and 1.96 MB).
    private static let veil: Float = 0.006

    /// The cones' responses (L, M, S) to a red light of intensity 1.
    static let redCones = SIMD4<Float>(0.412_221_470_8, 0.211_903_498_2, 0.088_302_461_9, 0)
    /// The cones' responses to a green light of intensity 1.
    static let greenCones = SIMD4<Float>(0.536_332_536_3, 0.680_699_545_1, 0.281_718_837_6, 0)
    /// The cones' responses to a blue light of intensity 1.
    static let blueCones = SIMD4<Float>(0.051_445_992_9, 0.107_396_956_6, 0.629_978_700_5, 0)

    static func position(of colour: RGBColour) -> SIMD4<Float> { position(ofLight: colour.light) }

    static func position(ofLight light: SIMD4<Float>) -> SIMD4<Float> {
        let four = colours(
            ofCones: LMS(redCones * light.x + greenCones * light.y + blueCones * light.z))
        return SIMD4(four.lightness.x, four.a.x, four.b.x, 0)
    }

    /// Returns the position of a light whose components may be negative.
    ///
    /// A response of the cones below minus half the veil is raised to this value.
    static func position(ofAnyLight light: SIMD4<Float>) -> SIMD4<Float> {
        let cones = redCones * light.x + greenCones * light.y + blueCones * light.z
        let roots = response(pointwiseMax(cones, SIMD4(repeating: -veil / 2)))
        return longColumn * roots.x + mediumColumn * roots.y + shortColumn * roots.z
    }

    // The columns of the matrix that `colours(ofCones:)` applies.
    private static let longColumn = SIMD4<Float>(
        0.210_454_255_3, 1.977_998_495_1, 0.025_904_037_1, 0)
    private static let mediumColumn = SIMD4<Float>(
        0.793_617_785_0, -2.428_592_205_0, 0.782_771_766_2, 0)
    private static let shortColumn = SIMD4<Float>(
        -0.004_072_046_8, 0.450_593_709_9, -0.808_675_766_0, 0)

    /// The responses of the L, M and S cones to four colours.
    struct LMS {
        var long: SIMD4<Float>
        var medium: SIMD4<Float>
        var short: SIMD4<Float>

        init(_ cones: SIMD4<Float>) {
            long = SIMD4(repeating: cones.x)
            medium = SIMD4(repeating: cones.y)
            short = SIMD4(repeating: cones.z)
        }
    }

    /// Four colours, as one vector per coordinate.
    struct Colours4 {
        var lightness: SIMD4<Float>
        var a: SIMD4<Float>
        var b: SIMD4<Float>
    }

    /// Eight palette colours, as one vector per coordinate; unused lanes are far from all colours.
    struct Colours8 {
        var lightness = SIMD8<Float>(repeating: 1e9)
        var a = SIMD8<Float>.zero
        var b = SIMD8<Float>.zero

        static func groups(of positions: [SIMD4<Float>]) -> [Colours8] {
            var groups = [Colours8](repeating: Colours8(), count: (positions.count + 7) / 8)
            for (index, position) in positions.enumerated() {
                groups[index / 8].lightness[index % 8] = position.x
                groups[index / 8].a[index % 8] = position.y
                groups[index / 8].b[index % 8] = position.z
            }
            return groups
        }
    }

    @inline(__always)
    static func colours(ofCones cones: LMS) -> Colours4 {
        let long = response(cones.long)
        let medium = response(cones.medium)
        let short = response(cones.short)
        return Colours4(
            lightness: long * 0.210_454_255_3 + medium * 0.793_617_785_0 - short * 0.004_072_046_8,
            a: long * 1.977_998_495_1 - medium * 2.428_592_205_0 + short * 0.450_593_709_9,
            b: long * 0.025_904_037_1 + medium * 0.782_771_766_2 - short * 0.808_675_766_0)
    }

    /// Returns the linear light of a position, which may be outside the range of a screen.
    static func light(at position: SIMD4<Float>) -> SIMD4<Float> {
        let root = SIMD4<Float>(
            position.x + 0.396_337_777_4 * position.y + 0.215_803_757_3 * position.z,
            position.x - 0.105_561_345_8 * position.y - 0.063_854_172_8 * position.z,
            position.x - 0.089_484_177_5 * position.y - 1.291_485_548_0 * position.z, 0)
        let cones = root * root * root - veil
        return SIMD4(
            4.076_741_662_1 * cones.x - 3.307_711_591_3 * cones.y + 0.230_969_929_2 * cones.z,
            -1.268_438_004_6 * cones.x + 2.609_757_401_1 * cones.y - 0.341_319_396_5 * cones.z,
            -0.004_196_086_3 * cones.x - 0.703_418_614_7 * cones.y + 1.707_614_701_0 * cones.z, 0)
    }

    /// Returns the cube roots of the sums of four numbers and the veil.
    ///
    /// An estimate from the exponent is within 5 %; two Newton steps make the result exact to 1e-5,
    /// without a C library.
    @inline(__always)
    private static func response(_ cones: SIMD4<Float>) -> SIMD4<Float> {
        let raised = cones + veil
        let bits = unsafeBitCast(raised, to: SIMD4<UInt32>.self)
        // A third is computed as 1/4 + 1/16 + …, because vectors have no integer division.
        let third = (bits &>> 2) &+ (bits &>> 4) &+ (bits &>> 6) &+ (bits &>> 8)
        var root = unsafeBitCast(third &+ 711_621_875, to: SIMD4<Float>.self)
        for _ in 0..<2 { root = (root * 2 + raised / (root * root)) * (1.0 / 3) }
        return root
    }
}
