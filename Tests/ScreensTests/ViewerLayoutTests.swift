import Imaging
import Localization
import PhotoCatalog
import PhotoPipeline
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// The page that waits for a photo, and the progress it reports.
@Suite struct OpeningPageTests {
    private static let size = CellSize(columns: 40, rows: 7)

    @Test(
        arguments: [
            (nil, "Opening …"), (.lookingUp, "Looking up the photo …"), (.decoding, "Decoding …"),
            (.waiting(seconds: 49), "retrying in 49 s"),
            (.fetching(bytes: 0, total: 4_000_000), "Loading: 0% of 4.0 MB"),
            (.fetching(bytes: 1_000_000, total: 4_000_000), "Loading: 25% of 4.0 MB"),
            (
                .fetching(bytes: 1_000_000, total: 4_000_000, bytesPerSecond: 250_000),
                "Loading: 25% of 4.0 MB, 250 kB/s"
            ),
            (.fetching(bytes: 3_999_999, total: 4_000_000), "Loading: 99% of 4.0 MB"),
            (.fetching(bytes: 4_000_000, total: 4_000_000), "Loading: 100% of 4.0 MB"),
            // A server that sends more than announced.
            (.fetching(bytes: 9_000_000, total: 4_000_000), "Loading: 100% of 4.0 MB"),
            (.fetching(bytes: 134_217_728, total: nil), "Loading: 134.2 MB so far"),
            (.fetching(bytes: 12_345, total: nil), "Loading: 12 kB so far"),
            (.fetching(bytes: 999, total: 0), "Loading: 999 B so far"),
        ] as [(PhotoProgress?, String)])
    func itSaysHowFarThePhotoIs(progress: PhotoProgress?, words: String) {
        var story = Story(cells: Self.size)
        if let progress { #expect(story.receive("moon.jpg", progress).isEmpty) }
        #expect(story.isWaiting)
        #expect(story.page?.contains(words) == true, "\(story.page ?? "")")
    }

    @Test func theNameAndTheProgressStandInTheMiddle() {
        var story = Story(cells: Self.size)
        story.receive("moon.jpg", .fetching(bytes: 1_000_000, total: 4_000_000))
        #expect(
            story.page == """


                                moon.jpg
                         Loading: 25% of 4.0 MB
                """)
    }

    @Test(
        arguments: [
            (.file(path: "a/moon.jpg"), "a/moon.jpg"), (.standardInput, "standard input"),
            (.library(PhotoID("PIA00342")), "PIA00342"),
            (
                .address("https://images-assets.nasa.gov/a.jpg"),
                "https://images-assets.nasa.gov/a.jpg"
            ),
            (.file(path: "\u{1B}[2Jmoon\n\u{202E}gpj."), "␛[2Jmoon gpj."),
        ] as [(PhotoReference, String)])
    func itNamesWhatWasTyped(photo: PhotoReference, name: String) {
        let screens = ScreenCoordinator(
            photos: [photo], size: ScreenSize(cells: Self.size, picture: nil), Preferences())
        guard case .waiting(let page, _) = screens.view else { return #expect(Bool(false)) }
        #expect(page.text.contains(name))
    }

    @Test(arguments: [(1, 1), (2, 1), (1, 3), (5, 2), (0, 0)])
    func itFitsAnyScreen(columns: Int, rows: Int) {
        let story = Story(cells: CellSize(columns: columns, rows: rows))
        guard case .waiting(let page, _) = story.screens.view else { return #expect(Bool(false)) }
        for run in page.runs {
            #expect(run.position.row < rows)
            #expect(run.position.column + run.text.width <= columns)
        }
    }
}

/// A photo that cannot be shown: a sentence, and the useful keys.
@Suite struct FailurePanelTests {
    private static let size = CellSize(columns: 60, rows: 11)

    @Test func itSaysWhatHappenedAndWhatToDo() {
        var story = Story(cells: Self.size)
        story.receive("moon.jpg", .fetching(.timedOut(afterSeconds: 20)))
        #expect(!story.isWaiting)
        #expect(
            story.page == """



                                          moon.jpg

                  The server did not answer within 20 seconds. Try again.

                                     r: retry  q: quit
                """)
    }

    @Test func aLongSentenceIsBrokenAtItsSpaces() {
        var story = Story(["moon.jpg", "mars.jpg"], cells: CellSize(columns: 40, rows: 12))
        story.receive("moon.jpg", .fetching(.webPageInstead))
        #expect(
            story.page == """


                                moon.jpg

                  The network sent a web page instead
                  of a picture. Do you need to sign in
                            to the network?

                   r: retry  n: other photos  q: quit
                """)
    }

    @Test func rOpensThePhotoAnew() {
        var story = Story()
        story.receive("moon.jpg", .fetching(.timedOut(afterSeconds: 20)))
        #expect(story.press("r") == [.photo(.reopen(.file(path: "moon.jpg"), covering: 800))])
        #expect(story.isWaiting)
        story.receive("moon.jpg", SizedPhoto(size: "100x100"))
        #expect(story.photo == .file(path: "moon.jpg"))
    }

    @Test func nLeavesAPhotoThatFailed() {
        var story = Story(["moon.jpg", "mars.jpg"])
        story.receive("moon.jpg", .reading(.notFound))
        #expect(
            story.press("n") == [
                .photo(.abandon(.file(path: "moon.jpg"))),
                .photo(.open(.file(path: "mars.jpg"), covering: 800)),
            ])
    }

    @Test func neitherMovesNorLateProgressChangeIt() {
        var story = Story()
        story.receive("moon.jpg", .reading(.isDirectory))
        let page = story.page
        #expect(story.press("zljG").isEmpty)
        #expect(story.receive("moon.jpg", .decoding).isEmpty)
        #expect(story.page == page)
        #expect(!story.isWaiting)
    }

    @Test(arguments: [(1, 1), (3, 2), (10, 4), (20, 5), (0, 0)])
    func itFitsAnyScreen(columns: Int, rows: Int) {
        var story = Story(cells: CellSize(columns: columns, rows: rows))
        story.receive("moon.jpg", .fetching(.webPageInstead))
        guard case .page(let page, _) = story.screens.view else { return #expect(Bool(false)) }
        for run in page.runs {
            #expect(run.position.row < rows)
            #expect(run.position.column + run.text.width <= columns)
        }
    }
}

/// Windows of all sizes, and windows that change during a visit.
@Suite struct ScreenSizeTests {
    @Test func aScreenWithoutRoomSaysSo() {
        var story = Story.viewing("4000x3000")
        #expect(story.resize(columns: 80, rows: 1).isEmpty)
        #expect(story.page == "too small")
        story.resize(columns: 4, rows: 1)
        #expect(story.page == "too…")
    }

    @Test func thePhotoComesBackWithTheRoom() {
        var story = Story.viewing("4000x3000")
        story.press("z")
        story.resize(columns: 1, rows: 1)
        story.resize(columns: 80, rows: 24)
        #expect(story.viewport?.zoom == .original)
        #expect(story.viewport?.screen == "800x456")
    }

    @Test func keysWorkWhereNothingCanBeShown() {
        var story = Story.viewing("4000x3000", of: ["moon.jpg", "mars.jpg"])
        story.resize(columns: 80, rows: 1)
        #expect(story.press("zlj").isEmpty)
        #expect(
            story.press("n") == [
                .photo(.abandon(.file(path: "moon.jpg"))),
                .photo(.open(.file(path: "mars.jpg"), covering: 1)),
            ])
        #expect(story.press("q") == [.quit])
    }

    @Test(arguments: [("", Zoom.fit), ("z", .original), ("zG$", .original)])
    func theKindOfZoomStays(keys: String, zoom: Zoom) {
        var story = Story.viewing("4000x3000")
        story.press(keys)
        #expect(story.resize(columns: 120, rows: 40).isEmpty)
        #expect(story.viewport?.zoom == zoom)
        #expect(story.viewport?.screen == "1200x780")
    }

    @Test func thePlaceThatIsLookedAtStays() {
        var story = Story.viewing("4000x3000")
        story.press("z5l")
        // The view of 800x456 from 2000,1272 has its centre at 2400,1500.
        story.resize(columns: 60, rows: 16)
        #expect(story.viewport?.origin == "2100,1350")
        story.resize(columns: 80, rows: 24)
        #expect(story.viewport?.origin == "2000,1272")
    }

    @Test func pagesAreLaidOutAnew() {
        var story = Story()
        story.resize(columns: 20, rows: 3)
        #expect(story.page == "      moon.jpg\n     Opening …")
        story.receive("moon.jpg", .reading(.empty))
        story.resize(columns: 30, rows: 7)
        #expect(story.page?.contains("moon.jpg is an empty file.") == true)
    }
}

/// Texts broken into lines.
@Suite struct TextLinesTests {
    @Test(
        arguments: [
            ("", 10, []), ("one", 10, ["one"]), ("one two", 7, ["one two"]),
            ("one two", 6, ["one", "two"]), ("  one   two  ", 7, ["one two"]),
            ("one abcdefghij two", 6, ["one", "abcdef", "ghij", "two"]), ("a b", 0, ["a", "b"]),
            // A wide character takes two columns, a mark takes 0.
            ("月面 月", 6, ["月面", "月"]), ("月面 月", 7, ["月面 月"]),
            ("e\u{301}e\u{301} a", 4, ["e\u{301}e\u{301} a"]),
        ] as [(SafeText, Int, [String])])
    func breakAtSpaces(text: SafeText, columns: Int, lines: [String]) {
        #expect(WordWrapper.wrap(text, columns: columns).map(\.string) == lines)
    }

    @Test(
        arguments: [(-1, []), (0, []), (1, ["one …"]), (2, ["one", "two"])] as [(Int, [String])])
    func fillAtMostTheRows(rows: Int, lines: [String]) {
        let room = CellSize(columns: 5, rows: rows)
        #expect(WordWrapper.wrap("one two", in: room).map(\.string) == lines)
    }
}
