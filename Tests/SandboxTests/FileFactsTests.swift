import Imaging
import Testing

@testable import Sandbox

/// What a file says about itself, between a worker and the session.
@Suite struct FileFactsTests {
    @Test func factsArriveAsTheyWereSent() {
        let facts = [
            FileFact("EXIF", "Model", "NIKON D5"), FileFact("File", "FileType", "JPEG"),
        ]
        #expect(FileFacts.facts(in: FileFacts.bytes(of: facts)) == facts)
    }

    @Test func aValueOfSeveralLinesIsOneFact() {
        let facts = [FileFact("EXIF", "ImageDescription", "one\ntwo\tthree\u{0}four")]
        #expect(
            FileFacts.facts(in: FileFacts.bytes(of: facts))
                == [FileFact("EXIF", "ImageDescription", "one two three four")])
    }

    /// A hostile file may have its worker send anything.
    @Test(arguments: [
        ("", 0), ("no tabs\n", 0), ("a\tb\n", 0), ("a\tb\tc\td\n", 0), ("\u{0}a\tb\tc\n", 0),
        ("a\tb\tc", 1), ("a\tb\t\u{1B}[2J\n", 1),
    ])
    func whatIsNoFactIsLeftOut(sent: String, count: Int) {
        #expect(FileFacts.facts(in: Array(sent.utf8)).count == count)
    }

    @Test func noMoreIsSentThanThereIsRoomFor() {
        let long = FileFact("EXIF", "Artist", String(repeating: "a", count: 1000))
        let bytes = FileFacts.bytes(of: Array(repeating: long, count: 100))
        #expect(bytes.count == FileFacts.limitBytes)
    }
}
