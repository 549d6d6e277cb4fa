/// The sRGB transfer curve (IEC 61966-2-1) as tables, both ways.
///
/// Light adds up, sRGB codes do not: pixels are always averaged in linear light, 0…1.
package enum LinearLight {
    /// The light of each of the 256 codes.
    package static let ofCode: [Float] = (0..<256).map { Float(decoded(Double($0) / 255)) }

    /// The number of steps of linear light in `codeOfStep`; the darkest code is ten steps wide.
    package static let steps = 32767

    /// The nearest code, by the curve, for each step of light from 0 to `steps`.
    package static let codeOfStep: [UInt8] = {
        var codes = [UInt8](repeating: 255, count: steps + 1)
        var code = 0
        var upper = decoded(0.5 / 255)
        for step in 0...steps {
            let light = Double(step) / Double(steps)
            while code < 255 && light >= upper {
                code += 1
                upper = decoded((Double(code) + 0.5) / 255)
            }
            codes[step] = UInt8(code)
        }
        return codes
    }()

    private static func decoded(_ code: Double) -> Double {
        guard code > 0.04045 else { return code / 12.92 }
        let base = (code + 0.055) / 1.055
        return base * base * fifthRoot(base * base)
    }

    /// Returns the fifth root of a number from 0.001 to 1, by Newton's method: exact to 1e-15,
    /// without a C library.
    private static func fifthRoot(_ number: Double) -> Double {
        var root = 1.0
        for _ in 0..<24 {
            let fourth = root * root * root * root
            root = (4 * root + number / fourth) / 5
        }
        return root
    }
}

/// Blends straight-alpha pixels over a colour, in linear light.
struct AlphaBlend {
    private let background: SIMD4<Float>

    init(over background: RGBColour) { self.background = background.light }

    /// Returns the blended light of a pixel with this light and an opacity of `alpha` / 255.
    @inline(__always)
    func callAsFunction(_ light: SIMD4<Float>, alpha: UInt8) -> SIMD4<Float> {
        let share = Float(alpha) / 255
        return light * share + background * (1 - share)
    }
}

extension RGBColour {
    /// Linear red, green and blue; the fourth number is 0.
    var light: SIMD4<Float> {
        SIMD4(
            LinearLight.ofCode[Int(red)], LinearLight.ofCode[Int(green)],
            LinearLight.ofCode[Int(blue)], 0)
    }
}
