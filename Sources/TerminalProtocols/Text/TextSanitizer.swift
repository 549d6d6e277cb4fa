/// Builds safe text scalar by scalar; see `SafeText` for what it promises.
struct TextSanitizer {
    private(set) var text = ""
    private(set) var width = 0
    private var marks = 0

    mutating func take(_ scalar: Unicode.Scalar) {
        switch Self.treatment(of: scalar) {
        case .keep: append(scalar)
        case .mark: appendMark(scalar)
        case .replace(let other): append(other)
        case .drop: break
        }
    }

    /// Whether a scalar is what it seems: drawn where it stands, and as it is.
    static func keeps(_ scalar: Unicode.Scalar) -> Bool {
        switch treatment(of: scalar) {
        case .keep, .mark: true
        case .replace, .drop: false
        }
    }

    private enum Treatment { case keep, mark, replace(Unicode.Scalar), drop }

    private mutating func append(_ scalar: Unicode.Scalar) {
        text.unicodeScalars.append(scalar)
        width += CharacterWidth.columns(of: scalar)
        marks = 0
    }

    /// A combining mark joins the character before it, a few of them, and never stands alone.
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
        // C1: ESC in one byte for terminals that take 8-bit controls.
        case 0x80...0x9F: .replace("\u{FFFD}")
        // Variation selectors change a character's width in some terminals and not in others.
        case 0xFE00...0xFE0F: .drop
        default: treatmentByCategory(of: scalar)
        }
    }

    private static func treatmentByCategory(of scalar: Unicode.Scalar) -> Treatment {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: .mark
        // Bidi controls, zero-width characters, tags: they reorder, hide or join what is read.
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
