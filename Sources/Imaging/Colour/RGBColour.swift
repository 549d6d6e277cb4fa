/// A colour of a screen: sRGB, eight bits a channel.
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

    package var isGray: Bool { red == green && green == blue }
}
