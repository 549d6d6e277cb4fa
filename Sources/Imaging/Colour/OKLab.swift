/// Björn Ottosson's OKLab ("A perceptual color space for image processing", 2020): a space in
/// which equal distances look about equal.
///
/// Its cube root is infinitely steep at black, where the eye is not: it would spend half the
/// registers of a dark photo on codes 0 to 4. A little light is added before the root (`veil`).
/// Vectors hold L, a, b and a number that is not used.
enum OKLab {
    // 0.000 5, 0.003, 0.006, 0.01 tried: dE .434 .432 .433 .436, bytes 1.94 1.88 1.83 1.77 MB (five
    // photos at 1280x720; without it .462 and 1.96 MB).
    private static let veil: Float = 0.006

    /// What the three kinds of cones take in of a red, a green and a blue light of 1.
    static let redCones = SIMD4<Float>(0.412_221_470_8, 0.211_903_498_2, 0.088_302_461_9, 0)
    static let greenCones = SIMD4<Float>(0.536_332_536_3, 0.680_699_545_1, 0.281_718_837_6, 0)
    static let blueCones = SIMD4<Float>(0.051_445_992_9, 0.107_396_956_6, 0.629_978_700_5, 0)

    static func place(of colour: RGBColour) -> SIMD4<Float> {
        place(
            ofLight: SIMD4(
                LinearLight.ofCode[Int(colour.red)], LinearLight.ofCode[Int(colour.green)],
                LinearLight.ofCode[Int(colour.blue)], 0))
    }

    static func place(ofLight light: SIMD4<Float>) -> SIMD4<Float> {
        let places = places(
            ofCones: LMS(redCones * light.x + greenCones * light.y + blueCones * light.z))
        return SIMD4(places.lightness.x, places.a.x, places.b.x, 0)
    }

    /// The place of a light that may be less than none: as far below black as the veil carries.
    static func place(ofAnyLight light: SIMD4<Float>) -> SIMD4<Float> {
        let cones = redCones * light.x + greenCones * light.y + blueCones * light.z
        let roots = response(pointwiseMax(cones, SIMD4(repeating: -veil / 2)))
        return longPlace * roots.x + mediumPlace * roots.y + shortPlace * roots.z
    }

    // What the roots of the three kinds of cones add to a place: the columns of `places(ofCones:)`.
    private static let longPlace = SIMD4<Float>(
        0.210_454_255_3, 1.977_998_495_1, 0.025_904_037_1, 0)
    private static let mediumPlace = SIMD4<Float>(
        0.793_617_785_0, -2.428_592_205_0, 0.782_771_766_2, 0)
    private static let shortPlace = SIMD4<Float>(
        -0.004_072_046_8, 0.450_593_709_9, -0.808_675_766_0, 0)

    /// What the cones take in of four colours.
    struct LMS {
        var long: SIMD4<Float>
        var medium: SIMD4<Float>
        var short: SIMD4<Float>

        /// Four times the same colour.
        init(_ cones: SIMD4<Float>) {
            long = SIMD4(repeating: cones.x)
            medium = SIMD4(repeating: cones.y)
            short = SIMD4(repeating: cones.z)
        }
    }

    /// Four colours' places, by coordinates.
    struct Places {
        var lightness: SIMD4<Float>
        var a: SIMD4<Float>
        var b: SIMD4<Float>
    }

    @inline(__always)
    static func places(ofCones cones: LMS) -> Places {
        let long = response(cones.long)
        let medium = response(cones.medium)
        let short = response(cones.short)
        return Places(
            lightness: long * 0.210_454_255_3 + medium * 0.793_617_785_0 - short * 0.004_072_046_8,
            a: long * 1.977_998_495_1 - medium * 2.428_592_205_0 + short * 0.450_593_709_9,
            b: long * 0.025_904_037_1 + medium * 0.782_771_766_2 - short * 0.808_675_766_0)
    }

    /// The linear light of a place, not cut to what a screen can show.
    static func light(at place: SIMD4<Float>) -> SIMD4<Float> {
        let root = SIMD4<Float>(
            place.x + 0.396_337_777_4 * place.y + 0.215_803_757_3 * place.z,
            place.x - 0.105_561_345_8 * place.y - 0.063_854_172_8 * place.z,
            place.x - 0.089_484_177_5 * place.y - 1.291_485_548_0 * place.z, 0)
        let cones = root * root * root - veil
        return SIMD4(
            4.076_741_662_1 * cones.x - 3.307_711_591_3 * cones.y + 0.230_969_929_2 * cones.z,
            -1.268_438_004_6 * cones.x + 2.609_757_401_1 * cones.y - 0.341_319_396_5 * cones.z,
            -0.004_196_086_3 * cones.x - 0.703_418_614_7 * cones.y + 1.707_614_701_0 * cones.z, 0)
    }

    /// The cube root of four numbers from 0 to 1 and the veil: a guess from the exponent, at most 5 %
    /// wrong, and two steps of Newton; exact to 1e-5, no C library.
    @inline(__always)
    private static func response(_ cones: SIMD4<Float>) -> SIMD4<Float> {
        let raised = cones + veil
        let bits = unsafeBitCast(raised, to: SIMD4<UInt32>.self)
        // A third of the exponent: a quarter, a sixteenth, … as vectors have no division of integers.
        let third = (bits &>> 2) &+ (bits &>> 4) &+ (bits &>> 6) &+ (bits &>> 8)
        var root = unsafeBitCast(third &+ 711_621_875, to: SIMD4<Float>.self)
        for _ in 0..<2 { root = (root * 2 + raised / (root * root)) * (1.0 / 3) }
        return root
    }
}
