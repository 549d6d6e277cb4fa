internal import ArgumentParser
internal import Imaging
internal import Settings
internal import TerminalProtocols

/// A colour for text: a number in xterm's table, or `#5fafff`, for which the nearest there stands.
struct TextColour: SettingValue, Hashable {
    let number: Int
    /// As it was written.
    let text: String

    init?(argument: String) {
        guard let number = Self.number(argument) else { return nil }
        self.number = number
        text = argument
    }

    static var choices: SettingChoices { .examples(["114", "#5fafff"]) }

    private static func number(_ text: String) -> Int? {
        guard text.hasPrefix("#") else {
            return Int(text).flatMap { (0...255).contains($0) ? $0 : nil }
        }
        let digits = text.dropFirst()
        guard digits.count == 6, digits.allSatisfy(\.isHexDigit), let code = Int(digits, radix: 16)
        else { return nil }
        return RGBColour(
            red: UInt8(code >> 16), green: UInt8(code >> 8 & 0xFF), blue: UInt8(code & 0xFF)
        ).numberInTable
    }
}
