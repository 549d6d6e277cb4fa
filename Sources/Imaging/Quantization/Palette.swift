/// The colours of a photo for a terminal with colour registers.
package struct Palette: Hashable, Sendable {
    /// The definition of each register's colour, starting with register 0.
    package let percents: [PercentColour]
    /// The colours that the terminal shows for `percents`, in the same order.
    package let colours: [RGBColour]
    /// True if every colour of the photo has its own register, so that no dithering is needed.
    package let isExact: Bool
    /// The register of the area beside the photo, which reduced palettes keep; `nil` without such a
    /// register.
    package let reserved: Int?
    /// The photo's colours for the number of registers that every terminal has; `nil` if the
    /// palette was built for no more registers, is exact, or is gray.
    let usual: [PercentColour]?

    /// The maximum number of colours in a palette; no known terminal has more registers.
    package static let limit = 1024
    /// The number of registers that every terminal with sixel graphics has.
    package static let usualLimit = 256

    package init(
        _ percents: [PercentColour], isExact: Bool = false, reserving colour: PercentColour? = nil,
        usual: [PercentColour]? = nil
    ) {
        precondition(!percents.isEmpty, "a palette has a colour")
        reserved = colour.flatMap { percents.firstIndex(of: $0) }
        self.percents = percents
        self.usual = usual
        self.isExact = isExact
        colours = percents.map(\.shown)
    }
}

/// A colour on the screen: sRGB, eight bits per channel.
package struct RGBColour: Hashable, Sendable {
    package let red: UInt8
    package let green: UInt8
    package let blue: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    package static let black = RGBColour(red: 0, green: 0, blue: 0)
    package static let white = RGBColour(red: 255, green: 255, blue: 255)
}

/// A colour as sixel defines it: red, green and blue in whole per cent.
package struct PercentColour: Hashable, Sendable {
    package let red: UInt8
    package let green: UInt8
    package let blue: UInt8

    /// Creates a colour from its channels in per cent.
    ///
    /// - Precondition: no channel exceeds 100.
    package init(red: UInt8, green: UInt8, blue: UInt8) {
        precondition(max(red, green, blue) <= 100, "a percentage")
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Creates the nearest colour in whole per cent.
    package init(nearest colour: RGBColour) {
        self.init(
            red: Self.percent(colour.red), green: Self.percent(colour.green),
            blue: Self.percent(colour.blue))
    }

    /// The colour that xterm, mlterm, foot and Konsole show: each channel as a percentage of 255,
    /// rounded.
    package var shown: RGBColour {
        RGBColour(red: Self.code(red), green: Self.code(green), blue: Self.code(blue))
    }

    private static func percent(_ code: UInt8) -> UInt8 { UInt8((Int(code) * 100 + 127) / 255) }

    private static func code(_ percent: UInt8) -> UInt8 { UInt8((Int(percent) * 255 + 50) / 100) }
}

/// The layout of the registers of up to six rows of a raster: one group of eight registers per
/// column.
///
/// A group begins with the topmost row, and a reader can load a group as one vector.
package enum RegisterColumns {
    package typealias Register = UInt16

    package static let rows = 6
    package static let stride = 8
}
