package import Imaging

extension RGBColour {
    /// The colour of a number in xterm's table, as its defaults are.
    ///
    /// - Precondition: the number is from 0 to 255.
    package init(numberInTable number: Int) {
        let code = TerminalColours.table[number]
        self.init(
            red: UInt8(code >> 16), green: UInt8(code >> 8 & 0xFF), blue: UInt8(code & 0xFF))
    }

    /// The number of the nearest colour that no theme changes: 16 to 255.
    package var numberInTable: Int {
        Int(TerminalColours.nearestOf240(SIMD4(UInt32(red), UInt32(green), UInt32(blue), 0)))
    }

    /// How well one is read on the other, from 1 to 21 (WCAG 2.1, contrast ratio).
    package func contrast(to other: RGBColour) -> Double {
        let lights = [luminance, other.luminance].sorted()
        return (lights[1] + 0.05) / (lights[0] + 0.05)
    }

    private var luminance: Double {
        let light = LinearLight.ofCode
        return Double(
            light[Int(red)] * 0.2126 + light[Int(green)] * 0.7152 + light[Int(blue)] * 0.0722)
    }
}
