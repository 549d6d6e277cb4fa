import TerminalProtocols
import Testing

@testable import Screens

/// Texts in lines.
@Suite struct TextLinesTests {
    @Test(
        arguments: [
            ("", 10, []), ("one", 10, ["one"]), ("one two", 7, ["one two"]),
            ("one two", 6, ["one", "two"]), ("  one   two  ", 7, ["one two"]),
            ("one abcdefghij two", 6, ["one", "abcde…", "two"]), ("a b", 0, ["a", "b"]),
            // A wide character takes two columns, a mark none.
            ("月面 月", 6, ["月面", "月"]), ("月面 月", 7, ["月面 月"]),
            ("e\u{301}e\u{301} a", 4, ["e\u{301}e\u{301} a"]),
        ] as [(SafeText, Int, [String])])
    func breakAtSpaces(text: SafeText, columns: Int, lines: [String]) {
        #expect(WordWrapper.wrap(text, columns: columns).map(\.string) == lines)
    }
}
