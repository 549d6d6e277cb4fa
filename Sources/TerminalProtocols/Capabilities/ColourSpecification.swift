internal import Imaging

/// Reads a colour as X11 spells it: `rgb:ffff/0/80`, one to four hexadecimal digits a part.
enum ColourSpecification {
    static func colour(_ text: Substring) -> RGBColour? {
        guard text.hasPrefix("rgb:") || text.hasPrefix("rgba:") else { return nil }
        let parts = text.drop { $0 != ":" }.dropFirst().split(separator: "/").prefix(3)
        let values = parts.compactMap(value)
        guard values.count == 3 else { return nil }
        return RGBColour(red: values[0], green: values[1], blue: values[2])
    }

    /// A part scaled to eight bits: `f` is as full as `ffff`.
    private static func value(_ digits: Substring) -> UInt8? {
        // A number of Swift's may have a sign: with that one a part was below zero, and trapped.
        guard (1...4).contains(digits.count), digits.allSatisfy(\.isHexDigit),
            let number = Int(digits, radix: 16)
        else { return nil }
        let full = (1 << (4 * digits.count)) - 1
        return UInt8((number * 255 + full / 2) / full)
    }
}
