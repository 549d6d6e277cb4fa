/// The library's words without the HTML that some of them hold.
///
/// 17 of 1,411 recorded descriptions have tags, 5 have entities (facts/nasa-api.md §2.6). What is
/// made here is still untrusted text: it is only easier to read.
package enum PlainText {
    /// - Returns: the text with line breaks for `<br>` and paragraphs, runs of spaces as one.
    package static func cleaned(_ text: String) -> String {
        guard text.contains(where: { "<&\n\t ".contains($0) }) else { return text }
        return joined(withoutEntities(withoutTags(text)))
    }

    private static func withoutTags(_ text: String) -> String {
        var output = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "<") {
            output += rest[..<start]
            guard let tag = Self.tag(in: rest[start...]) else {
                output.append("<")
                rest = rest[start...].dropFirst()
                continue
            }
            output += Self.breaks.contains(tag.name) ? "\n" : ""
            rest = rest[tag.end...]
        }
        return output + rest
    }

    private static let breaks: Set<String> = ["br", "p", "div", "li", "tr", "h1", "h2", "h3"]

    /// The longest tag believed to be one: links with long addresses are.
    private static let tagLimit = 2000

    /// A tag at the start: `<` with a letter or a slash behind it, up to the next `>`.
    private static func tag(in text: Substring) -> (name: String, end: Substring.Index)? {
        let inside = text.dropFirst()
        guard let first = inside.first, first.isLetter || first == "/" || first == "!",
            let end = inside.prefix(tagLimit).firstIndex(of: ">")
        else { return nil }
        let name = inside[..<end].drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }
        return (name.lowercased(), text.index(after: end))
    }

    private static func withoutEntities(_ text: String) -> String {
        var output = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "&") {
            output += rest[..<start]
            let inside = rest[start...].dropFirst().prefix(10)
            guard let end = inside.firstIndex(of: ";"), let character = entity(inside[..<end])
            else {
                output.append("&")
                rest = rest[start...].dropFirst()
                continue
            }
            output.append(character)
            rest = rest[end...].dropFirst()
        }
        return output + rest
    }

    private static func entity(_ name: Substring) -> Character? {
        guard name.first == "#" else { return named[String(name)] }
        let digits = name.dropFirst()
        let value =
            digits.first.map { "xX".contains($0) } == true
            ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let value else { return nil }
        return (windows[value] ?? Unicode.Scalar(value)).map { Character($0) }
    }

    private static let named: [String: Character] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "ndash": "–",
        "mdash": "—", "hellip": "…", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”",
        "deg": "°", "copy": "©", "micro": "µ", "times": "×", "eacute": "é",
    ]

    /// Numbers that mean characters of Windows-1252, as browsers read them: `&#0146;` is ’.
    private static let windows: [UInt32: Unicode.Scalar] = [
        0x85: "…", 0x91: "‘", 0x92: "’", 0x93: "“", 0x94: "”", 0x95: "•", 0x96: "–", 0x97: "—",
        0x99: "™",
    ]

    private static func joined(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: true).map { line in
            line.split { $0 == " " || $0 == "\t" || $0 == "\r" }.joined(separator: " ")
        }
        return lines.filter { !$0.isEmpty }.joined(separator: "\n")
    }
}
