/// Text that is safe to draw; drawing functions accept no other type of text.
///
/// Text from outside (titles, IDs, file names, library messages, the environment) can contain
/// escape sequences, right-to-left overrides and large numbers of combining marks. This type makes
/// such characters visible or removes them, and counts the columns.
package struct SafeText: Hashable, Sendable {
    /// The maximum number of scalars in a text; NASA's longest description has 52,000 characters.
    package static let limitScalars = 65_536
    /// The maximum number of scalars in a line: an 8K screen in a font four pixels wide has 1,920
    /// columns.
    package static let lineScalars = 2000
    /// The maximum number of combining marks on a character: real scripts stack two or three on a
    /// letter, "zalgo" text stacks hundreds.
    static let marksPerCharacter = 4

    package let string: String
    package let width: Int

    /// Sanitises `untrusted` to one line.
    ///
    /// Control characters become pictures (␛, ␇ …), line breaks become spaces, and characters that
    /// would reorder or hide text are removed.
    package init(_ untrusted: some StringProtocol) {
        let bytes = untrusted.utf8
        if bytes.count <= Self.limitScalars, bytes.allSatisfy({ (0x20...0x7E).contains($0) }) {
            // Each scalar of printable ASCII is kept and takes one column.
            self.init(string: String(untrusted), width: bytes.count)
        } else {
            self.init(scalars: untrusted.unicodeScalars.prefix(Self.limitScalars))
        }
    }

    /// Returns the first `lineScalars` scalars, sanitised, with an ellipsis if others follow.
    ///
    /// This method suits text that is drawn at each key press.
    package static func line(_ untrusted: some StringProtocol) -> SafeText {
        let scalars = untrusted.unicodeScalars
        let beginning = scalars.prefix(lineScalars)
        let text = SafeText(scalars: beginning)
        return beginning.endIndex == scalars.endIndex ? text : text + "…"
    }

    private init(scalars: some Sequence<Unicode.Scalar>) {
        var sanitizer = TextSanitizer()
        for scalar in scalars { sanitizer.append(scalar) }
        self.init(string: sanitizer.text, width: sanitizer.width)
    }

    /// Creates the text from bytes; invalid UTF-8 becomes U+FFFD.
    package init(bytes: some Sequence<UInt8>) {
        self.init(String(decoding: Array(bytes.prefix(Self.limitScalars * 4)), as: UTF8.self))
    }

    private init(string: String, width: Int) {
        self.string = string
        self.width = width
    }

    /// Creates a safe text of this width from a string that is derived from safe text.
    init(safe string: String, width: Int) { self.init(string: string, width: width) }

    /// Creates a safe text from a substring of a safe text.
    init(safe part: Substring) {
        let width = part.reduce(0) { $0 + CharacterWidth.columns(of: $1) }
        self.init(string: String(part), width: width)
    }

    package var isEmpty: Bool { string.isEmpty }

    /// Returns the text, truncated with an ellipsis if it has more than `columns` columns.
    package func truncated(to columns: Int) -> SafeText {
        guard width > columns else { return self }
        guard columns > 0 else { return SafeText("") }
        var kept = ""
        var used = 0
        for character in string {
            let wide = CharacterWidth.columns(of: character)
            guard used + wide <= columns - 1 else { break }
            kept.append(character)
            used += wide
        }
        return SafeText(string: kept + "…", width: used + 1)
    }

    /// Returns the whole text, divided into pieces of at most `columns` columns.
    ///
    /// A piece ends after a slash or a hyphen if the second half of the piece contains one. A piece
    /// of one wide character may exceed `columns`. The text is not divided if `columns` is not
    /// positive.
    package func broken(to columns: Int) -> [SafeText] {
        guard width > columns, columns > 0 else { return [self] }
        var parts: [SafeText] = []
        var rest = string[...]
        while !rest.isEmpty {
            let part = Self.beginning(of: rest, columns: columns)
            parts.append(SafeText(safe: part))
            rest = rest[part.endIndex...]
        }
        return parts
    }

    /// Returns the first piece: at least one character, so that a wide character in a narrow column
    /// does not cause an endless loop.
    private static func beginning(of text: Substring, columns: Int) -> Substring {
        var (used, end, breakEnd) = (0, text.startIndex, text.startIndex)
        while end < text.endIndex {
            let wide = CharacterWidth.columns(of: text[end])
            guard used + wide <= columns || end == text.startIndex else { break }
            used += wide
            let character = text[end]
            end = text.index(after: end)
            if character == "/" || character == "-", 2 * used > columns { breakEnd = end }
        }
        let isWhole = end == text.endIndex || breakEnd == text.startIndex
        return text[..<(isWhole ? end : breakEnd)]
    }

    /// Returns the text exactly `columns` columns wide: truncated, or padded with spaces.
    package func padded(to columns: Int) -> SafeText {
        let cut = truncated(to: columns)
        let missing = max(0, columns - cut.width)
        return SafeText(
            string: cut.string + String(repeating: " ", count: missing), width: cut.width + missing)
    }

    /// Returns texts joined by tabs, for other programs.
    package static func tabbed(_ parts: [SafeText]) -> SafeText {
        SafeText(
            string: parts.map(\.string).joined(separator: "\t"),
            width: parts.reduce(0) { $0 + $1.width })
    }

    package static func + (left: SafeText, right: SafeText) -> SafeText {
        SafeText(string: left.string + right.string, width: left.width + right.width)
    }

    package func append(to output: inout [UInt8]) { output.append(contentsOf: string.utf8) }
}

extension SafeText: ExpressibleByStringInterpolation {
    package init(stringLiteral value: String) { self.init(value) }
}

/// A builder that assembles safe text one scalar at a time.
struct TextSanitizer {
    private(set) var text = ""
    private(set) var width = 0
    private var marks = 0

    mutating func append(_ scalar: Unicode.Scalar) {
        switch Self.treatment(of: scalar) {
        case .keep: appendKept(scalar)
        case .mark: appendMark(scalar)
        case .replace(let other): appendKept(other)
        case .drop: break
        }
    }

    /// Returns true if a scalar is drawn unchanged.
    static func keeps(_ scalar: Unicode.Scalar) -> Bool {
        switch treatment(of: scalar) {
        case .keep, .mark: true
        case .replace, .drop: false
        }
    }

    private enum Treatment { case keep, mark, replace(Unicode.Scalar), drop }

    private mutating func appendKept(_ scalar: Unicode.Scalar) {
        text.unicodeScalars.append(scalar)
        width += CharacterWidth.columns(of: scalar)
        marks = 0
    }

    /// Appends a combining mark to the preceding character.
    ///
    /// Marks beyond the limit, and marks without a base character, are dropped.
    private mutating func appendMark(_ scalar: Unicode.Scalar) {
        guard !text.isEmpty, marks < SafeText.marksPerCharacter else { return }
        text.unicodeScalars.append(scalar)
        marks += 1
    }

    private static func treatment(of scalar: Unicode.Scalar) -> Treatment {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x85, 0x2028, 0x2029: .replace(" ")
        case 0x00...0x1F: replacement(0x2400 + scalar.value)
        case 0x20...0x7E: .keep
        case 0x7F: .replace("␡")
        // C1 controls are single bytes that control 8-bit terminals.
        case 0x80...0x9F: .replace("\u{FFFD}")
        // Variation selectors change a character's width, but only in some terminals.
        case 0xFE00...0xFE0F: .drop
        default: treatmentByCategory(of: scalar)
        }
    }

    private static func treatmentByCategory(of scalar: Unicode.Scalar) -> Treatment {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: .mark
        // Bidi controls, zero-width characters and tags reorder, hide or join text.
        case .format: .drop
        case .control, .surrogate, .privateUse, .unassigned: .replace("\u{FFFD}")
        case .lineSeparator, .paragraphSeparator, .spaceSeparator: .replace(" ")
        default: .keep
        }
    }

    private static func replacement(_ value: UInt32) -> Treatment {
        .replace(Unicode.Scalar(value) ?? "\u{FFFD}")
    }
}

/// The number of columns of a scalar, which is 0, 1 or 2, and of a character, which is the sum for
/// its scalars.
///
/// The wide ranges are the classes W and F of Unicode 15.1's EastAsianWidth, joined across
/// unassigned characters as in wcwidth; emoji with default presentation are wide, too.
enum CharacterWidth {
    static func columns(of character: Character) -> Int {
        character.unicodeScalars.reduce(0) { $0 + columns(of: $1) }
    }

    static func columns(of scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark, .format: return 0
        default: return isWide(scalar) ? 2 : 1
        }
    }

    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x1100, !regionalIndicators.contains(scalar.value) else {
            return false
        }
        return scalar.properties.isEmojiPresentation
            || wideRanges.contains { $0.contains(scalar.value) }
    }

    /// The letters of flags: two letters are one flag, which takes two columns.
    private static let regionalIndicators: ClosedRange<UInt32> = 0x1F1E6...0x1F1FF

    private static let wideRanges: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF,
        0x4E00...0x9FFF, 0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
        0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF,
        0x1AFF0...0x1B2FF, 0x1F200...0x1F202, 0x1F210...0x1F23B, 0x1F240...0x1F248,
        0x1F250...0x1F251, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
    ]
}

/// A filter of JSON that makes the text safe to print.
///
/// Characters that control a terminal or mislead a reader become `\uXXXX`. JSON requires escapes
/// only for U+0000 to U+001F (RFC 8259, section 7). Encoders escape only these characters, so C1
/// controls, DEL and bidi controls would be printed. JSON parsers read the same texts with and
/// without these escapes.
package enum SafeJSON {
    package static func bytes(of document: some Sequence<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        for scalar in String(decoding: Array(document), as: UTF8.self).unicodeScalars {
            let text = String(scalar)
            if isPlain(scalar) {
                output += text.utf8
            } else {
                for unit in text.utf16 { output += escape(unit) }
            }
        }
        return output
    }

    /// Returns true if a scalar needs no escape.
    ///
    /// Line feeds occur only between tokens, because the encoder has escaped line feeds in strings.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x7F || TextSanitizer.keeps(scalar)
    }

    private static func escape(_ unit: UInt16) -> [UInt8] {
        let digits = String(unit, radix: 16)
        return Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
    }
}
