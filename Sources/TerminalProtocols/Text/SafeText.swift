/// Text that is safe to draw: the only text the drawing functions take.
///
/// Whatever comes from outside (titles, ids, file names, library messages, the environment) can hold
/// escape sequences, right-to-left overrides and floods of combining marks (facts/safety.md, rows T).
/// Here each becomes a visible mark or goes, and the columns that are left are counted.
package struct SafeText: Hashable, Sendable {
    /// Nothing longer is shown anywhere: NASA's longest description has 52,000 characters.
    package static let limitScalars = 65_536
    /// More is never on one line: 8K in a font four pixels wide has 1,920 columns.
    package static let lineScalars = 2000
    /// Real scripts stack two or three marks on a letter; zalgo stacks hundreds.
    static let marksPerCharacter = 4

    package let string: String
    /// The columns it takes on the screen.
    package let width: Int

    /// Makes `untrusted` safe, on one line: control characters show as their pictures (␛, ␇ …),
    /// line breaks as spaces, and what would reorder or hide text is left out.
    package init(_ untrusted: some StringProtocol) {
        self.init(scalars: untrusted.unicodeScalars.prefix(Self.limitScalars))
    }

    /// As `init(_:)`, but no more of it than fits on one line: what is drawn with each key must be
    /// short.
    package static func line(_ untrusted: some StringProtocol) -> SafeText {
        let scalars = untrusted.unicodeScalars
        let beginning = scalars.prefix(lineScalars)
        let text = SafeText(scalars: beginning)
        return beginning.endIndex == scalars.endIndex ? text : text + "…"
    }

    private init(scalars: some Sequence<Unicode.Scalar>) {
        var sanitizer = TextSanitizer()
        for scalar in scalars { sanitizer.take(scalar) }
        self.init(string: sanitizer.text, width: sanitizer.width)
    }

    /// As `init(_:)`, from bytes that should be UTF-8; what is not becomes U+FFFD.
    package init(bytes: some Sequence<UInt8>) {
        self.init(String(decoding: Array(bytes.prefix(Self.limitScalars * 4)), as: UTF8.self))
    }

    private init(string: String, width: Int) {
        self.string = string
        self.width = width
    }

    package var isEmpty: Bool { string.isEmpty }

    /// This text in at most so many columns, with an ellipsis where something is cut.
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

    /// This text in exactly so many columns: cut, or followed by spaces.
    package func padded(to columns: Int) -> SafeText {
        let cut = truncated(to: columns)
        let missing = max(0, columns - cut.width)
        return SafeText(
            string: cut.string + String(repeating: " ", count: missing), width: cut.width + missing)
    }

    /// What must be written over `other` to make it this text: a part of it, and where that begins.
    ///
    /// Nil where nothing must be. Both are taken to stand at the same place.
    package func change(from other: SafeText) -> (column: Int, text: SafeText)? {
        guard string != other.string else { return nil }
        let kept = zip(string, other.string).prefix { $0 == $1 }.map(\.0)
        let new = string.dropFirst(kept.count)
        let old = other.string.dropFirst(kept.count)
        let end = zip(new.reversed(), old.reversed()).prefix { $0 == $1 }.count
        let middle = SafeText(new.dropLast(end))
        // Characters behind the change stay where they are only if it is as wide as what it replaces.
        let isInPlace = middle.width == SafeText(old.dropLast(end)).width
        return (SafeText(String(kept)).width, isInPlace ? middle : SafeText(new))
    }

    /// Texts with tabs between them, for other programs to read.
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
