import Foundation
import PhotoCatalog
import TestSupport
import Testing

/// Captions of videos, in NASA's two kinds of files, with typical mistakes.
@Suite struct CaptionTests {
    private static func read(_ text: String) -> [String] {
        CaptionFile.captions(in: Array(text.utf8)).map { "\($0.seconds) \($0.text)" }
    }

    @Test func subRipIsRead() {
        let text = """
            1
            00:00:01,000 --> 00:00:03,500
            Ten, nine, eight,

            2
            00:01:02,250 --> 00:01:04,000
            ignition sequence
            starts.

            3
            01:00:00,000 --> 01:00:01,000
            Liftoff!
            """
        #expect(
            Self.read(text)
                == ["1 Ten, nine, eight,", "62 ignition sequence starts.", "3600 Liftoff!"])
    }

    @Test func webVTTIsRead() {
        let text = """
            WEBVTT - Apollo 11
            Kind: captions

            STYLE
            ::cue { color: lime }

            NOTE This is
            a note.

            intro
            00:01.000 --> 00:03.500 align:start position:0%
            <v Neil Armstrong>That's one <i>small</i> step

            01:02:03.400 --> 01:02:05.000
            <00:01:02.500><c>for</c> man &amp; &lt;mankind&gt;
            """
        #expect(
            Self.read(text)
                == ["1 That's one small step", "3723 for man & <mankind>"])
    }

    @Test(
        arguments: [
            // No blank line before the next number.
            ("1\n00:01 --> 00:02\nOne\n2\n00:03 --> 00:04\nTwo", ["1 One", "3 Two"]),
            // A spoken number stays.
            ("00:01 --> 00:02\n11\n\n00:03 --> 00:04\nTwo", ["1 11", "3 Two"]),
            // Line ends of Windows and of old Macs; a byte order mark.
            ("\u{FEFF}1\r\n00:01,5 --> 00:02\r\nOne\r\n\r\n", ["1 One"]),
            ("1\r00:01,5 --> 00:02\rOne\r\r2\r00:03 --> 00:04\rTwo", ["1 One", "3 Two"]),
            ("00:01 --> 00:02\n{\\an8}Up {here}\n", ["1 Up {here}"]),
            ("00:01 --> 00:02\n1 < 2 > 0 <3\n", ["1 1 < 2 > 0 <3"]),
            // Each text of roll-up captions appears twice.
            (
                "00:01 --> 00:02\nOne\n\n00:02 --> 00:03\nOne\n\n00:03 --> 00:04\nTwo",
                ["1 One", "3 Two"]
            ),
            // Times run backwards, or overlap.
            ("00:09 --> 00:02\nOne\n\n00:03 --> 00:01\nTwo", ["9 One", "3 Two"]),
            ("00:01 --> 00:02\n\n00:03 --> 00:04\n<i></i>\n", []),
            ("00:01-->00:02\nOne", ["1 One"]), ("\t 00:01 --> x\nOne", ["1 One"]),
            // No times.
            ("--> 00:02\nOne", []), ("1:2:3:4 --> 5\nOne", []), ("12345678901:00 --> 1\nOne", []),
            ("-1:00 --> 1\nOne", []), ("١:٠٠ --> 1\nOne", []), ("99999:00 --> 1\nOne", []),
            ("", []), ("WEBVTT", []), ("A photo has no captions.", []), ("\n\n\n", []),
        ] as [(String, [String])])
    func filesHaveMistakes(text: String, captions: [String]) {
        #expect(Self.read(text) == captions)
    }

    @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian])
    func sixteenBitsALetterAreReadWhereAMarkSaysSo(encoding: String.Encoding) throws {
        let text = "\u{FEFF}00:01 --> 00:02\nDie Erde – groß\n"
        let bytes = try Array(#require(text.data(using: encoding)))
        #expect(CaptionFile.captions(in: bytes).map(\.text) == ["Die Erde – groß"])
        #expect(CaptionFile.captions(in: bytes.dropLast()).count == 1)
    }

    @Test func whatIsNotUTF8IsOfWindows() {
        let bytes = Array("00:01 --> 00:02\nMontr".utf8) + [0xE9] + Array("al\n".utf8)
        #expect(CaptionFile.captions(in: bytes).map(\.text) == ["Montréal"])
    }

    @Test func signsOfWindowsAreNoControlCharacters() {
        let bytes =
            Array("00:01 --> 00:02\n".utf8) + [0x93] + Array("Go".utf8) + [0x94, 0x97, 0x80, 0x81]
            + Array("\n".utf8)
        #expect(CaptionFile.captions(in: bytes).map(\.text) == ["“Go”—€\u{FFFD}"])
    }

    @Test func aFileHasNoMoreCaptionsThanAreRead() {
        let text = (0..<30_000).map { "00:01 --> 00:02\nLine \($0)\n\n" }.joined()
        #expect(CaptionFile.captions(in: Array(text.utf8)).count == 20_000)
    }

    @Test func aCaptionHasNoMoreTextThanIsShown() {
        let text = "00:01 --> 00:02\n" + String(repeating: "word ", count: 100_000)
        let captions = CaptionFile.captions(in: Array(text.utf8))
        #expect(captions.count == 1 && captions[0].text.utf8.count <= 1000)
    }

    /// The search for the end of a tag is limited: otherwise this would take minutes.
    @Test func whatNeverEndsTakesNoTime() {
        for piece in ["<a ", "{\\", "&am", "<", "-->", "00:01 --> ", "\n1\n"] {
            let text = "00:01 --> 00:02\n" + String(repeating: piece, count: 100_000)
            #expect(CaptionFile.captions(in: Array(text.utf8)).count <= 20_000)
        }
    }
}
