import Fuzzing
import TerminalProtocols

/// Foreign text on its way to the screen.
enum TextTarget: FuzzTarget {
    static let name = "text"

    static func take(_ bytes: [UInt8]) throws {
        var input = FuzzInput(bytes)
        let columns = input.number(in: 0...120)
        let text = SafeText(bytes: input.rest)
        try expectHarmless(text)
        try expectHarmless(text.truncated(to: columns))
        try expect(text.truncated(to: columns).width <= columns, "cut to \(columns)")
        let padded = text.padded(to: columns)
        try expectHarmless(padded)
        try expect(padded.width == columns, "padded to \(padded.width), not \(columns)")
        try expect(SafeText(text.string) == text, "what is safe stays as it is")
    }

    private static func expectHarmless(_ text: SafeText) throws {
        var marks = 0
        for (index, scalar) in text.string.unicodeScalars.enumerated() {
            try expect(!isHidden(scalar), "U+\(String(scalar.value, radix: 16)) is left")
            marks = isMark(scalar) ? marks + 1 : 0
            try expect(marks <= 4, "a flood of marks")
            try expect(index > 0 || marks == 0, "a mark stands alone")
        }
        try expect(SafeText(text.string).width == text.width, "the width is wrong")
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: true
        default: false
        }
    }

    /// True for characters that act on a terminal or are invisible.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .format, .control, .surrogate, .privateUse, .unassigned, .lineSeparator,
            .paragraphSeparator:
            true
        default: scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
        }
    }
}
