import Foundation
import Testing

@testable import TerminalProtocols

@Suite struct SafeTextTests {
    @Test(arguments: [("[⣿⣿⠀⠀]", "[::  ]"), ("a⠛⣤é", "a'.é"), ("⠁⡀", "'."), ("no dots", "no dots")])
    func withoutBrailleDotsArePointsOfTheSameWidth(text: String, shown: String) {
        #expect(SafeText(text).withoutBraille == SafeText(shown))
    }

    @Test(arguments: [
        (["TERM": "xterm", "LANG": "de_DE.ISO-8859-1"], false), (["TERM": "vt220"], false),
        (["TERM": "xterm", "LANG": "C"], true), (["TERM": "xterm", "LC_ALL": "C.utf8"], true),
        (["TERM": "vte-256color"], true),
        (["TERM": "xterm", "LC_ALL": "", "LANG": "en_US.UTF-8"], true),
    ])
    func aLocaleOfAnotherEncodingHasNoBraille(variables: [String: String], isUnicode: Bool) {
        #expect(TerminalEnvironment(variables).isUnicode == isUnicode)
    }

    @Test(
        "T3: controls, bidi, zero width, tags and floods of marks are gone and the width is kept",
        arguments: [
            ("Earthrise", "Earthrise", 9),
            ("a\u{1B}[2Jb", "a␛[2Jb", 6),
            ("bell\u{7}", "bell␇", 5),
            ("C1 \u{9B}31m\u{90}q", "C1 \u{FFFD}31m\u{FFFD}q", 9),
            ("next\u{85}line\r\nend", "next line  end", 14),
            ("right\u{202E}left", "rightleft", 9),
            ("zero\u{200B}width\u{FEFF}", "zerowidth", 9),
            ("tag\u{E0041}", "tag", 3),
            ("é", "é", 1),
            ("火星", "火星", 4),
            ("🇯🇵 🚀", "🇯🇵 🚀", 5),
            ("A\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}", "A\u{300}\u{301}\u{302}\u{303}", 1),
            ("\u{301}alone", "alone", 5),
            ("delete\u{7F}", "delete␡", 7),
            ("\u{E000}", "\u{FFFD}", 1),
        ])
    func makesForeignTextHarmless(text: String, safe: String, width: Int) {
        let result = SafeText(text)
        #expect(result.string == safe)
        #expect(result.width == width)
    }

    @Test func rawBytesThatAreNoUTF8CarryNoControl() {
        let text = SafeText(bytes: [0x41, 0x9B, 0x33, 0x31, 0x6D, 0xFF, 0x42])
        #expect(text.string == "A\u{FFFD}31m\u{FFFD}B")
    }

    @Test(arguments: [
        ("Earthrise", 20, "Earthrise"), ("Earthrise", 9, "Earthrise"), ("Earthrise", 6, "Earth…"),
        ("Earthrise", 1, "…"), ("Earthrise", 0, ""), ("火星火星", 5, "火星…"), ("火星火星", 4, "火…"),
    ])
    func isCutToColumns(text: String, columns: Int, cut: String) {
        let result = SafeText(text).truncated(to: columns)
        #expect(result.string == cut)
        #expect(result.width <= columns)
    }

    @Test func everyScalarIsHarmlessAndCountsItsColumns() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = SafeText("a" + String(Character(scalar)))
            let isControl = text.string.unicodeScalars.contains {
                $0.value < 0x20 || (0x7F...0x9F).contains($0.value)
            }
            guard isControl || !(1...3).contains(text.width) else { continue }
            Issue.record("U+\(String(value, radix: 16)) gives \(text)")
        }
    }

    @Test(arguments: [
        (String(repeating: "x", count: SafeText.lineScalars), ""),
        (String(repeating: "x", count: SafeText.lineScalars + 1), "…"), ("a\nb", ""), ("", ""),
    ])
    func aLineIsAsLongAsALineCanBe(text: String, end: String) {
        let line = SafeText.line(text)
        #expect(line == SafeText(text.prefix(SafeText.lineScalars)) + SafeText(end))
    }

    @Test func aLongTextIsCutBeforeItCosts() {
        let text = SafeText(String(repeating: "x", count: 1_000_000))
        #expect(text.width == SafeText.limitScalars)
    }
}

/// JSON that is safe in a terminal, and that programs read unchanged.
@Suite struct SafeJSONTests {
    private static func written(_ texts: [String]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .prettyPrinted
        return String(decoding: SafeJSON.bytes(of: try encoder.encode(texts)), as: UTF8.self)
    }

    @Test(arguments: [
        ("plain", #""plain""#), ("é 火星 🚀", #""é 火星 🚀""#), ("e\u{301}", "\"e\u{301}\""),
        ("\u{9B}31m", #""\u009b31m""#), ("\u{7F}", #""\u007f""#), ("a\u{202E}b", #""a\u202eb""#),
        ("\u{200B}\u{FEFF}", #""\u200b\ufeff""#), ("\u{2028}", #""\u2028""#),
        ("tag\u{E0041}", #""tag\udb40\udc41""#), ("own\u{E000}", #""own\ue000""#),
        ("\u{1B}[2J", #""\u001b[2J""#), ("\\u009b", #""\\u009b""#),
    ])
    func whatActsOrMisleadsIsANumber(text: String, json: String) throws {
        #expect(try Self.written([text]) == "[\n  \(json)\n]")
    }

    /// All up to the private ones, then every 61st: all would take ten seconds.
    @Test func everyScalarIsHarmlessAndReadAsItWas() throws {
        let numbers = Array(UInt32(0)...0xFFFF) + stride(from: 0x10000, through: 0x10FFFF, by: 61)
        let scalars = numbers.compactMap { Unicode.Scalar($0) }
        let texts = scalars.map { "a" + String($0) }
        let json = try Self.written(texts)
        let harmful = json.unicodeScalars.filter { scalar in
            scalar.value != 0x0A && SafeText("a" + String(scalar)).string != "a" + String(scalar)
        }
        #expect(harmful.isEmpty, "\(harmful.prefix(9).map(\.value))")
        let read = try JSONDecoder().decode([String].self, from: Data(json.utf8))
        #expect(read.elementsEqual(texts) { $0.utf8.elementsEqual($1.utf8) })
    }
}
