/// Björn Ottosson's OKLab ("A perceptual color space for image processing", 2020): a space in
/// which equal distances look about equal.
///
/// Vectors hold L, a, b and a number that is not used.
enum OKLab {
    static func place(of colour: RGBColour) -> SIMD4<Float> {
        place(
            ofLight: SIMD4(
                LinearLight.ofCode[Int(colour.red)], LinearLight.ofCode[Int(colour.green)],
                LinearLight.ofCode[Int(colour.blue)], 0))
    }

    @inline(__always)
    static func place(ofLight light: SIMD4<Float>) -> SIMD4<Float> {
        let cones = response(
            redCones * light.x + greenCones * light.y + blueCones * light.z)
        return first * cones.x + second * cones.y + third * cones.z
    }

    /// The linear light of a place, not cut to what a screen can show.
    static func light(at place: SIMD4<Float>) -> SIMD4<Float> {
        let root = SIMD4<Float>(
            place.x + 0.396_337_777_4 * place.y + 0.215_803_757_3 * place.z,
            place.x - 0.105_561_345_8 * place.y - 0.063_854_172_8 * place.z,
            place.x - 0.089_484_177_5 * place.y - 1.291_485_548_0 * place.z, 0)
        let cones = root * root * root
        return SIMD4(
            4.076_741_662_1 * cones.x - 3.307_711_591_3 * cones.y + 0.230_969_929_2 * cones.z,
            -1.268_438_004_6 * cones.x + 2.609_757_401_1 * cones.y - 0.341_319_396_5 * cones.z,
            -0.004_196_086_3 * cones.x - 0.703_418_614_7 * cones.y + 1.707_614_701_0 * cones.z, 0)
    }

    private static let redCones = SIMD4<Float>(0.412_221_470_8, 0.211_903_498_2, 0.088_302_461_9, 0)
    private static let greenCones = SIMD4<Float>(
        0.536_332_536_3, 0.680_699_545_1, 0.281_718_837_6, 0)
    private static let blueCones = SIMD4<Float>(
        0.051_445_992_9, 0.107_396_956_6, 0.629_978_700_5, 0)
    private static let first = SIMD4<Float>(0.210_454_255_3, 1.977_998_495_1, 0.025_904_037_1, 0)
    private static let second = SIMD4<Float>(
        0.793_617_785_0, -2.428_592_205_0, 0.782_771_766_2, 0)
    private static let third = SIMD4<Float>(
        -0.004_072_046_8, 0.450_593_709_9, -0.808_675_766_0, 0)

    /// The cube root of four numbers from 0 to 1: a guess from the exponent, then three steps of
    /// Newton; exact to 1e-6, no C library.
    @inline(__always)
    private static func response(_ cones: SIMD4<Float>) -> SIMD4<Float> {
        let raised = cones + 1e-9
        let bits = unsafeBitCast(raised, to: SIMD4<Int32>.self)
        // A third of the exponent: through Float, as a vector of integers has no division.
        let third =
            SIMD4<Float>(
                Float(bits.x), Float(bits.y), Float(bits.z), 0) * (1.0 / 3) + 709_921_088
        var root = unsafeBitCast(
            SIMD4<Int32>(Int32(third.x), Int32(third.y), Int32(third.z), 0), to: SIMD4<Float>.self)
        root.w = 1
        for _ in 0..<3 { root = (root * 2 + raised / (root * root)) * (1.0 / 3) }
        return root
    }
}
