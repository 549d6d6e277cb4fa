/// A straight-alpha pixel laid over a colour, in linear light.
struct AlphaBlend {
    private let red: Float
    private let green: Float
    private let blue: Float

    init(over background: RGBColour) {
        red = LinearLight.ofCode[Int(background.red)]
        green = LinearLight.ofCode[Int(background.green)]
        blue = LinearLight.ofCode[Int(background.blue)]
    }

    /// The light of a pixel whose own light is `light` where it covers `alpha` of 255.
    @inline(__always)
    func callAsFunction(_ light: SIMD4<Float>, alpha: UInt8) -> SIMD4<Float> {
        let share = Float(alpha) / 255
        return light * share + SIMD4(red, green, blue, 0) * (1 - share)
    }
}
