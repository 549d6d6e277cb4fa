/// The replacement of braille, which the map in the bar uses, by characters that every font has.
extension TextPage {
    package var withoutBraille: TextPage { mappingTexts(\.withoutBraille) }
}

extension SafeText {
    /// The text with braille replaced by a point, an apostrophe, a colon or a space, for dots in
    /// the lower half, the upper half, both or neither.
    package var withoutBraille: SafeText {
        guard string.unicodeScalars.contains(where: Self.braille.contains) else { return self }
        let scalars = string.unicodeScalars.map {
            Self.braille.contains($0) ? Self.dots($0.value - Self.braille.lowerBound.value) : $0
        }
        return SafeText(safe: String(String.UnicodeScalarView(scalars)), width: width)
    }

    private static let braille: ClosedRange<Unicode.Scalar> = "\u{2800}"..."\u{28FF}"

    private static func dots(_ pattern: UInt32) -> Unicode.Scalar {
        // Unicode's order of dots is 1 2 3 7 on the left and 4 5 6 8 on the right.
        switch (pattern & 0x1B != 0, pattern & 0xE4 != 0) {
        case (true, true): ":"
        case (true, false): "'"
        case (false, true): "."
        case (false, false): " "
        }
    }
}
