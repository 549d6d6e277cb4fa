import PhotoCatalog
import Testing

/// The names of files that terminals paste when files are dropped on them.
@Suite struct DroppedPathsTests {
    private static func readings(_ paste: String) -> [[String]] {
        DroppedPaths.readings(of: Array(paste.utf8)).map { paths in
            paths.map { String(decoding: $0, as: UTF8.self) }
        }
    }

    @Test(arguments: [
        ("/a/b.jpg", ["/a/b.jpg"]), ("'/a/b c.jpg' ", ["/a/b c.jpg"]),
        (#"/a/b\ c\'d.jpg"#, ["/a/b c'd.jpg"]), (#"'/a/it'\''s.jpg'"#, ["/a/it's.jpg"]),
        (#""/a/b c\"\$\x.jpg""#, [#"/a/b c"$\x.jpg"#]),
        ("/a '/b' \"/c\"\n/d\r", ["/a", "/b", "/c", "/d"]),
        ("file:///a/b%20c%25.jpg", ["/a/b c%.jpg"]),
        ("file://localhost/a\r\nfile:///b", ["/a", "/b"]),
        ("FILE:///a%", ["/a%"]), ("/日 /é", ["/日", "/é"]),
    ])
    func quotedAndEscapedPathsAndAddressesAreRead(paste: String, paths: [String]) {
        #expect(Self.readings(paste).first == paths)
    }

    @Test(arguments: [
        "", " \n", "moon", "a/b.jpg", "'/a", "file://elsewhere/a", "file:/a",
        "https://nasa.gov/a.jpg", "/a\u{0}b", "'' ", "apollo 11 /a",
    ])
    func otherTextIsNoPath(paste: String) {
        #expect(Self.readings(paste) == [])
    }

    @Test func plainPathsALineEachMayHaveBlanksAndQuotes() {
        #expect(Self.readings("/a b.jpg\n/c's.jpg") == [["/a b.jpg", "/c's.jpg"]])
        // A shell reads two files here, a line names one.
        #expect(Self.readings("/a /b") == [["/a", "/b"], ["/a /b"]])
        #expect(Self.readings("/a moon") == [["/a moon"]])
    }

    @Test func aNameNeedNotBeText() {
        let paste: [UInt8] = Array("'/a/".utf8) + [0xE9, 0xFF] + Array("'".utf8)
        #expect(DroppedPaths.readings(of: paste).first == [Array("/a/".utf8) + [0xE9, 0xFF]])
        let address = Array("file:///a/%E9%FF".utf8)
        #expect(DroppedPaths.readings(of: address).first == [Array("/a/".utf8) + [0xE9, 0xFF]])
    }

    @Test func moreFilesThanAreDroppedByHandAreText() {
        let line = "/a.jpg\n"
        #expect(Self.readings(String(repeating: line, count: 1000)).first?.count == 1000)
        #expect(Self.readings(String(repeating: line, count: 1001)) == [])
    }
}
