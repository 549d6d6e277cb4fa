/// Text with the man(7) macros, which groff, mandoc and macOS understand alike.
struct Roff {
    private(set) var text: String

    /// Begins a page of section 1.
    init(title: String, version: String, section: String) {
        text =
            ".TH \(title) 1 \"\" \"\(Self.escaped(version))\" "
            + "\"\(Self.escaped(section))\"\n"
    }

    mutating func heading(_ name: String) { add(".SH \(Self.escaped(name))") }

    mutating func subheading(_ name: String) { add(".SS \(Self.escaped(name))") }

    /// Paragraphs, separated by empty lines; those that begin with two spaces stay as they are.
    mutating func paragraphs(_ words: String) {
        let lines = words.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, block) in lines.split(separator: "").enumerated() {
            if index > 0 { add(".PP") }
            let isExample = block.first?.hasPrefix("  ") ?? false
            if isExample { add(".EX") }
            for line in block { add(Self.line(line)) }
            if isExample { add(".EE") }
        }
    }

    /// Begins another paragraph under the same heading.
    mutating func paragraphBreak() { add(".PP") }

    /// A term and what it means.
    mutating func item(_ term: String, _ meaning: String) {
        add(".TP\n\\fB\(Self.escaped(term))\\fR\n\(Self.line(meaning))")
    }

    private mutating func add(_ lines: String) { text += lines + "\n" }

    /// A dot or an apostrophe at its beginning would be a macro.
    private static func line(_ words: some StringProtocol) -> String {
        let words = escaped(words)
        return words.hasPrefix(".") || words.hasPrefix("'") ? "\\&" + words : words
    }

    /// A plain hyphen would be set as a typographic one, which cannot be pasted into a shell;
    /// troff reads Latin-1.
    private static func escaped(_ words: some StringProtocol) -> String {
        words.unicodeScalars.map { scalar in
            switch scalar {
            case "\\": "\\e"
            case "-": "\\-"
            case _ where scalar.isASCII: String(scalar)
            default: "\\[u\(hexadecimal(scalar))]"
            }
        }.joined()
    }

    /// As troff names characters: at least four digits.
    private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
