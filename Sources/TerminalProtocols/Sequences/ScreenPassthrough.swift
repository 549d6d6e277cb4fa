/// Hands bytes through GNU screen to the terminal outside, in DCS strings.
///
/// screen's own strings end at the first ST; so an ST in the bytes is cut in two: the escape ends one
/// string, the backslash begins the next.
package enum ScreenPassthrough {
    package static func wrap(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + bytes.count / 128 + 64)
        var room = 0
        for (place, byte) in bytes.enumerated() {
            let splitsTerminator =
                byte == Ascii.backslash && place > 0 && bytes[place - 1] == Ascii.escape
            if room == 0 || splitsTerminator {
                if place > 0 { output += [Ascii.escape, Ascii.backslash] }
                output += [Ascii.escape, UInt8(ascii: "P")]
                room = contentLimit
            }
            output.append(byte)
            room -= 1
        }
        return bytes.isEmpty ? [] : output + [Ascii.escape, Ascii.backslash]
    }

    // MAXSTR in screen.h: 768 bytes since 4.2.1 (2014), one of them for the end. What is longer spills
    // onto the screen as text.
    private static let contentLimit = 764
}
