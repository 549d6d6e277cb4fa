import Settings
import Testing

/// Texts of settings: the parsed entries, and the positions of errors.
@Suite struct SettingsTextTests {
    @Test(
        arguments: [
            ("protocol = \"kitty\"", ["protocol": "kitty"]),
            ("  cell-size='10x20' # cells", ["cell-size": "10x20"]),
            ("grid = 4\r\ncolours = 256\r\n", ["grid": "4", "colours": "256"]),
            (
                "seconds = 1_000\nwarm = -2.5\nis = true",
                [
                    "seconds": "1000", "warm": "-2.5", "is": "true",
                ]
            ),
            ("start = \"a \\\"moon\\\" \\u00e9 \\\\\"", ["start": "a \"moon\" é \\"]),
            ("raw = 'C:\\n'", ["raw": "C:\\n"]), ("empty = \"\"", ["empty": ""]),
            ("[keys]\nsearch = [\"/\", \"s\"]", ["keys.search": "/, s"]),
            ("keys.search = [\n \"/\", # slash\n \"s\",\n]", ["keys.search": "/, s"]),
            ("[ \"keys\" ]\n\"zoom-in\" = []", ["keys.zoom-in": ""]), ("# nothing", [:]), ("", [:]),
        ] as [(String, [String: String])])
    func areRead(text: String, entries: [String: String]) {
        let read = SettingsDocument(Array(text.utf8))
        #expect(read.faults.isEmpty)
        #expect(
            Dictionary(uniqueKeysWithValues: read.entries.map { ($0.name, $0.text) }) == entries)
    }

    @Test(
        arguments: [
            ("protocol", 1, 9, .noEquals), ("= 3", 1, 1, .noName), ("grid =", 1, 7, .noValue),
            ("grid = four", 1, 8, .noValue), ("\n grid = 4 5", 2, 11, .leftover),
            ("start = \"moon", 1, 9, .openText), ("start = \"\\q\"", 1, 10, .unknownEscape),
            ("start = \"\\uD800\"", 1, 10, .unknownEscape), ("[keys", 1, 6, .openTable),
            ("a = [\"x\"\nb = 3", 1, 5, .openList), ("day = 1969-07-20", 1, 7, .unsupported),
            ("t = { a = 1 }", 1, 5, .unsupported), ("t = \"\"\"\nx\"\"\"", 1, 5, .unsupported),
            ("[[keys]]", 1, 2, .unsupported), ("a = 1\na = 2", 2, 1, .twice("a")),
            ("é = 1", 1, 1, .noName),
        ] as [(String, Int, Int, SettingsError.Kind)])
    func areFaultyWhere(text: String, line: Int, column: Int, kind: SettingsError.Kind) {
        let read = SettingsDocument(Array(text.utf8))
        let fault = SettingsError(kind, at: SettingsPosition(line: line, column: column))
        #expect(read.faults.first == fault)
    }

    @Test func whatIsNotFaultyCounts() {
        let text =
            "grid = 4\ncolours = \"256\nstart = 'moon'\n[keys\nsearch = '/'\n[keys]\nopen = 'o'"
        let read = SettingsDocument(Array(text.utf8))
        #expect(read.faults.map(\.position.line) == [2, 4])
        // After an unreadable heading the table of the names is unknown.
        #expect(read.entries.map(\.name) == ["grid", "start", "keys.open"])
    }

    @Test func whatIsTooLongIsNotRead() {
        let read = SettingsDocument(Array(repeating: 0x20, count: SettingsDocument.limitBytes + 1))
        #expect(read.faults.map(\.kind) == [.tooLong])
    }

    @Test func noBytesAreTooStrange() {
        var state: UInt32 = 1
        for _ in 0..<2000 {
            let bytes = (0..<40).map { _ -> UInt8 in
                state = state &* 1_664_525 &+ 1_013_904_223
                let alphabet = Array("[]=\"'#\\\n\r., a1\u{e9}{}+-_tu".utf8)
                return alphabet[Int(state >> 16) % alphabet.count]
            }
            let read = SettingsDocument(bytes)
            let lines = bytes.filter { $0 == 10 || $0 == 13 }.count + 1
            #expect(read.faults.allSatisfy { (1...lines).contains($0.position.line) })
        }
    }
}

/// The name probably meant by one that does not exist.
@Suite struct NearestNameTests {
    private static let names = ["search", "info", "download", "favourites", "cache", "config"]

    @Test(
        arguments: [
            ("serach", "search"), ("seach", "search"), ("searcch", "search"), ("saerhc", "search"),
            ("inof", "info"), ("inf", "info"), ("chache", "cache"), ("favorites", "favourites"),
            // Too far, too short to tell, or already a name.
            ("mars", nil), ("ino x", nil), ("search", nil), ("", nil), ("x", nil),
            ("downlaods", "download"), ("dlownaods", nil),
        ] as [(String, String?)])
    func itIsTheNearestWithinTwoSlips(word: String, meant: String?) {
        #expect(NearestName.of(word, among: Self.names) == meant)
    }
}
