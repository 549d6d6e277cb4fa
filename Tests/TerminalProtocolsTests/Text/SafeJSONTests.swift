import Foundation
import TerminalProtocols
import Testing

/// JSON that a person may look at in a terminal, and a program reads as it was meant.
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

    /// All up to the private ones, and every 61st of those behind: all take ten seconds.
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
