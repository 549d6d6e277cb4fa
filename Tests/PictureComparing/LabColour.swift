internal import Foundation

/// A colour in CIELAB under D65, and the difference of two (CIEDE2000, CIE 142:2001).
package struct LabColour: Sendable {
    package let lightness: Double
    package let a: Double
    package let b: Double

    /// Creates a colour from linear sRGB light.
    package init(red: Double, green: Double, blue: Double) {
        let x = Self.root((0.412_453 * red + 0.357_580 * green + 0.180_423 * blue) / 0.950_47)
        let y = Self.root(0.212_671 * red + 0.715_160 * green + 0.072_169 * blue)
        let z = Self.root((0.019_334 * red + 0.119_193 * green + 0.950_227 * blue) / 1.088_83)
        lightness = 116 * y - 16
        a = 500 * (x - y)
        b = 200 * (y - z)
    }

    package init(lightness: Double, a: Double, b: Double) {
        (self.lightness, self.a, self.b) = (lightness, a, b)
    }

    package var chroma: Double { hypot(a, b) }

    /// Returns the difference; about 1 is just noticeable.
    package func difference(from other: LabColour) -> Double {
        let chroma = (hypot(a, b) + hypot(other.a, other.b)) / 2
        let stretch = 1.5 - 0.5 * Self.saturation(chroma)
        let first = Polar(a: a * stretch, b: b)
        let second = Polar(a: other.a * stretch, b: other.b)
        return Self.combined(
            lightness: (lightness, other.lightness), chroma: (first.chroma, second.chroma),
            hue: (first.hue, second.hue))
    }

    /// Chroma, and hue in radians from 0 to a full turn.
    private struct Polar {
        let chroma: Double
        let hue: Double

        init(a: Double, b: Double) {
            chroma = hypot(a, b)
            let angle = chroma == 0 ? 0 : atan2(b, a)
            hue = angle < 0 ? angle + 2 * .pi : angle
        }
    }

    private typealias Two = (Double, Double)

    private static func combined(lightness: Two, chroma: Two, hue: Two) -> Double {
        let meanLightness = (lightness.0 + lightness.1) / 2 - 50
        let meanChroma = (chroma.0 + chroma.1) / 2
        let (turn, meanHue) = hues(hue, isGray: chroma.0 * chroma.1 == 0)
        let squared = meanLightness * meanLightness
        let lightnessScale = 1 + 0.015 * squared / (20 + squared).squareRoot()
        let chromaScale = 1 + 0.045 * meanChroma
        let hueScale = 1 + 0.015 * meanChroma * hueWeight(meanHue)
        let l = (lightness.1 - lightness.0) / lightnessScale
        let c = (chroma.1 - chroma.0) / chromaScale
        let h = 2 * (chroma.0 * chroma.1).squareRoot() * sin(turn / 2) / hueScale
        let rotation = rotation(meanChroma, meanHue)
        return max(0, l * l + c * c + h * h + rotation * c * h).squareRoot()
    }

    /// Returns the angle from one hue to the other, and their mean.
    private static func hues(_ hue: Two, isGray: Bool) -> (turn: Double, mean: Double) {
        let difference = hue.1 - hue.0
        let sum = hue.0 + hue.1
        if isGray { return (0, sum) }
        if abs(difference) <= .pi { return (difference, sum / 2) }
        let turn = difference > 0 ? difference - 2 * .pi : difference + 2 * .pi
        return (turn, sum < 2 * .pi ? sum / 2 + .pi : sum / 2 - .pi)
    }

    private static func hueWeight(_ hue: Double) -> Double {
        let degree = Double.pi / 180
        return 1 - 0.17 * cos(hue - 30 * degree) + 0.24 * cos(2 * hue)
            + 0.32 * cos(3 * hue + 6 * degree) - 0.2 * cos(4 * hue - 63 * degree)
    }

    private static func rotation(_ chroma: Double, _ hue: Double) -> Double {
        let degrees = hue * 180 / .pi
        let bend = exp(-((degrees - 275) / 25) * ((degrees - 275) / 25))
        return -2 * saturation(chroma) * sin(Double.pi / 3 * bend)
    }

    private static func saturation(_ chroma: Double) -> Double {
        let seventh = pow(chroma, 7)
        return (seventh / (seventh + 6_103_515_625)).squareRoot()
    }

    private static func root(_ light: Double) -> Double {
        light > 0.008_856 ? cbrt(light) : 7.787 * light + 16.0 / 116
    }
}
