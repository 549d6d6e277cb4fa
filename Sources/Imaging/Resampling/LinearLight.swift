/// The sRGB transfer curve (IEC 61966-2-1) as tables for both directions.
///
/// Pixels are averaged in linear light, from 0 to 1, because averages of sRGB codes are too dark.
package enum LinearLight {
    /// The linear light of each of the 256 codes.
    package static let ofCode: [Float] = (0..<256).map { Float(decoded(Double($0) / 255)) }

    /// The number of steps of linear light in `codeOfStep`; code 1 covers about ten steps.
    package static let steps = 32767

    /// The code nearest to each step of linear light from 0 to `steps`.
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

    /// Returns the fifth root of a number from 0.001 to 1, exact to 1e-15.
    ///
    /// Newton's method needs no C library.
    private static func fifthRoot(_ number: Double) -> Double {
        var root = 1.0
        for _ in 0..<24 {
            let fourth = root * root * root * root
            root = (4 * root + number / fourth) / 5
        }
        return root
    }
}

/// A blend of straight-alpha pixels over a colour, computed with sRGB codes.
///
/// Blending linear light would be physically correct and is recommended by the PNG specification
/// (third edition, 13.16). However, files are made in editors and for browsers, which blend codes
/// (W3C, Compositing and Blending Level 1): white at half opacity over black has code 128 there and
/// in every tested viewer. Blending light gave code 188, which made soft shadows too weak and soft
/// edges too wide.
struct AlphaBlend {
    private let background: RGBColour

    init(over background: RGBColour) { self.background = background }

    /// Returns a pixel (red, green, blue, alpha) blended over the background, as codes.
    @inline(__always)
    func callAsFunction(_ pixel: UnsafePointer<UInt8>) -> (red: UInt8, green: UInt8, blue: UInt8) {
        let alpha = UInt32(pixel[3])
        return (
            Self.mean(pixel[0], background.red, alpha),
            Self.mean(pixel[1], background.green, alpha),
            Self.mean(pixel[2], background.blue, alpha)
        )
    }

    @inline(__always)
    private static func mean(_ upper: UInt8, _ lower: UInt8, _ alpha: UInt32) -> UInt8 {
        let sum = UInt32(upper) &* alpha &+ UInt32(lower) &* (255 &- alpha)
        return UInt8(truncatingIfNeeded: (sum &+ 127) / 255)
    }
}

extension RGBColour {
    /// The colour in linear light: red, green, blue and an unused 0.
    var light: SIMD4<Float> {
        SIMD4(
            LinearLight.ofCode[Int(red)], LinearLight.ofCode[Int(green)],
            LinearLight.ofCode[Int(blue)], 0)
    }
}
