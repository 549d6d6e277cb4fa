/// A colour as sixel defines one: red, green and blue in whole percents.
package struct PercentColour: Hashable, Sendable {
    package let red: UInt8
    package let green: UInt8
    package let blue: UInt8

    /// - Precondition: none is over 100.
    package init(red: UInt8, green: UInt8, blue: UInt8) {
        precondition(max(red, green, blue) <= 100, "a percentage")
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// The place on the grid that is nearest to a colour: rounded, not cut.
    package init(nearest colour: RGBColour) {
        self.init(
            red: Self.percent(colour.red), green: Self.percent(colour.green),
            blue: Self.percent(colour.blue))
    }

    /// What xterm, mlterm, foot and konsole show for it: percents of 255, rounded.
    package var shown: RGBColour {
        RGBColour(red: Self.code(red), green: Self.code(green), blue: Self.code(blue))
    }

    private static func percent(_ code: UInt8) -> UInt8 { UInt8((Int(code) * 100 + 127) / 255) }

    private static func code(_ percent: UInt8) -> UInt8 { UInt8((Int(percent) * 255 + 50) / 100) }
}
