import Settings
import Testing

/// The name that was meant by one that does not exist.
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
