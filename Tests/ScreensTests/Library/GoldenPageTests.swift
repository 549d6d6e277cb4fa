import Imaging
import PhotoCatalog
import PhotoPipeline
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// The look of each screen of the library, in four sizes and five states, as text.
///
/// Grey boxes are pictures; `>` precedes rows with reversed text.
@Suite struct GoldenPageTests {
    private static let sizes = [
        CellSize(columns: 20, rows: 6),
        CellSize(columns: 40, rows: 12), CellSize(columns: 80, rows: 24),
        CellSize(columns: 200, rows: 50),
    ]

    @Test(arguments: sizes) func lists(size: CellSize) throws {
        try expect("list", size) { LibraryStory(.search(Query(text: "moon")), .list, cells: $0) }
    }

    @Test(arguments: sizes) func grids(size: CellSize) throws {
        try expect("grid", size) {
            LibraryStory(.search(Query(text: "moon")), .grid(columns: 4), cells: $0)
        }
    }

    @Test(arguments: sizes) func largeGrids(size: CellSize) throws {
        try expect("grid-of-one", size) {
            LibraryStory(.search(Query(text: "moon")), .grid(columns: 1), cells: $0)
        }
    }

    @Test(arguments: sizes) func searchForms(size: CellSize) throws {
        try expect("search", size) { cells in
            var story = LibraryStory(.favourites(of: nil), .list, cells: cells)
            story.press("/moon")
            story.press(.tab)
            story.press("1969")
            story.wait()
            return story
        }
    }

    @Test(arguments: sizes) func details(size: CellSize) throws {
        var text = ""
        for (name, photos) in [("three", Self.three), ("long and wide", Self.odd)] {
            var story = LibraryStory.listing(photos, cells: size)
            story.press("i")
            text += Self.section(name, story.page)
        }
        var story = LibraryStory.listing(Self.three, cells: size)
        story.press("i")
        let id = PhotoID("as11-40-5874")
        story.receive(.descriptionFailed(id, .fetching(.serverFailed(status: 503))))
        text += Self.section("failure", story.page)
        story.press("i")
        text += Self.section("loading", story.page)
        story.receive(.metadata(.library(id), []))
        text += Self.section("empty", story.page)
        try Golden.expect(text, in: "detail-\(Self.name(of: size)).txt", of: "ScreensTests")
    }

    /// The line below the photo, first with the key that zooms; and the page before the photo is
    /// loaded.
    @Test(arguments: sizes) func viewers(size: CellSize) throws {
        var story = LibraryStory.listing(Self.three, of: 24_977, cells: size)
        story.press(.character("i"), .enter)
        var text = Self.section("opening", story.page)
        let caption = PhotoCaption(
            title: "Buzz Aldrin salutes the flag", credit: "NASA/Neil Armstrong", date: "1969-07-20"
        )
        let opened = OpenedPhoto(caption: caption, source: SizedPhoto(size: "4000x3000"))
        let photo = PhotoReference.library(PhotoID("as11-40-5874"))
        story.receive(.opened(photo, opened))
        text += Self.section("first seconds", story.page)
        story.receive(.woke(TimerRequest(.firstKeys, 1)))
        text += Self.section("later", story.page)
        story.press("zg^")
        text += Self.section("original", story.page)
        story.press("n")
        let next = PhotoReference.library(PhotoID("PIA00342"))
        story.receive(.failed(next, .fetching(.timedOut(afterSeconds: 25))))
        text += Self.section("failure", story.page)
        try Golden.expect(text, in: "viewer-\(Self.name(of: size)).txt", of: "ScreensTests")
    }

    @Test(arguments: sizes) func helps(size: CellSize) throws {
        var story = LibraryStory.listing(Self.three, cells: size)
        story.press("?")
        var text = Self.section("list", story.page)
        story.press("?")
        story.press(.character("i"), .enter)
        story.press("?")
        text += Self.section("viewer", story.page)
        story.press(.pageDown)
        text += Self.section("a page on", story.page)
        story.press(.end)
        text += Self.section("end", story.page)
        story.press("zoom")
        text += Self.section("zoom", story.page)
        try Golden.expect(text, in: "help-\(Self.name(of: size)).txt", of: "ScreensTests")
    }

    private func expect(
        _ screen: String, _ size: CellSize, _ start: (CellSize) -> LibraryStory
    ) throws {
        let loading = start(size)
        var text = Self.section("loading", loading.page)
        for (name, photos) in [("empty", []), ("three", Self.three), ("long and wide", Self.odd)] {
            var story = loading
            story.answer(LibraryPages.page(photos, of: photos.count))
            text += Self.section(name, story.page)
        }
        var failed = loading
        failed.answer(.fetching(.timedOut(afterSeconds: 25)))
        text += Self.section("failure", failed.page)
        try Golden.expect(text, in: "\(screen)-\(Self.name(of: size)).txt", of: "ScreensTests")
    }

    private static func section(_ name: String, _ page: String) -> String {
        "──────── \(name)\n\(page)\n"
    }

    private static func name(of size: CellSize) -> String { "\(size.columns)x\(size.rows)" }

    private static let three = [
        LibraryPages.photo(
            "as11-40-5874", "Buzz Aldrin salutes the flag",
            about: "Astronaut Edwin E. Aldrin Jr., lunar module pilot, poses for a photograph.",
            albums: ["Apollo"], keywords: ["MOON", "FLAG", "APOLLO 11"]),
        LibraryPages.photo(
            "PIA00342", "The Moon from Galileo", by: nil, on: "1998-06-04T00:00:00Z"),
        LibraryPages.photo("x", "Without a date", on: nil),
    ]

    private static let odd = [
        LibraryPages.photo(
            "long", String(repeating: "A title that goes on and on ", count: 12),
            by: String(repeating: "Many photographers ", count: 8),
            about: String(repeating: "Words of a transcript without an end. ", count: 200),
            keywords: (1...40).map { "KEYWORD \($0)" }),
        LibraryPages.photo("wide", "月の裏側 🚀 から見た地球", by: "宇宙飛行士", about: "日本語の説明 &amp; <b>HTML</b>"),
        LibraryPages.photo(
            "id\u{1B}[31m", "Esc\u{1B}[2J\u{202E}ape", by: "a\u{0301}\u{0301}\u{0301}"),
    ]
}

/// Texts of megabytes, which a hostile library may send: no key waits for them.
@Suite(.timeLimit(.minutes(10)))
struct LongTextTests {
    private static let long = String(repeating: "<a", count: 1 << 16)

    private static var photo: Photo {
        LibraryPages.photo(
            "long", long, by: long, on: long, about: "About " + long, albums: [long],
            keywords: Array(repeating: "MOON", count: 20_000))
    }

    /// Each of the views took seconds: all of a text was read for the few visible columns.
    @Test(arguments: [LibraryArrangement.list, .grid(columns: 1), .grid(columns: 4)])
    func aListShowsTheirBeginning(arrangement: LibraryArrangement) {
        let photos = Array(repeating: Self.photo, count: 20)
        var story = LibraryStory.listing(photos, arrangement)
        for _ in 0..<20 {
            #expect(story.page.contains("<a<a<a"))
            story.press("j")
        }
    }

    @Test func aPhotosPageShowsAsMuchAsATextMayHave() {
        var story = LibraryStory.listing([Self.photo])
        story.press("i")
        story.press("G")
        for _ in 0..<100 {
            #expect(story.page.contains("MOON"))
            story.press("k")
        }
        #expect(story.lines.count < SafeText.limitScalars)
    }

    /// Arrays with the same storage: nothing was computed in between.
    @Test func aPageIsLaidOutOnceForWhatItTells() {
        var story = LibraryStory.listing([LibraryPages.photo("a", "A", keywords: ["MOON"])])
        story.press("i")
        let first = story.lines
        for key in "jkG ?q" { story.press(String(key)) }
        story.press(.tab)
        story.resize(columns: 80, rows: 22)
        #expect(story.lines.isSame(as: first))
        story.resize(columns: 70, rows: 12)
        #expect(!story.lines.isSame(as: first))
    }
}

extension LibraryStory {
    /// The lines of the photo's page on top.
    fileprivate var lines: [DetailLine] {
        screens.stack.top.detail?.page.lines ?? []
    }
}

extension [DetailLine] {
    fileprivate func isSame(as other: [DetailLine]) -> Bool {
        withUnsafeBufferPointer { own in
            other.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress }
        }
    }
}
