import Imaging
import Localization
import PhotoCatalog
import PhotoPipeline
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// The screens of the library in other languages, and mirrored for right-to-left languages.
@Suite struct OtherLanguagePageTests {
    private static let cells = CellSize(columns: 80, rows: 24)

    private static func listing(_ preferences: Preferences) -> LibraryStory {
        .listing(photos, of: 24_977, cells: cells, preferences: preferences)
    }

    private static let stories: [(name: String, story: @Sendable (Preferences) -> LibraryStory)] = [
        ("list", { listing($0) }),
        (
            "grid",
            {
                .listing(
                    photos, of: 24_977, .grid(columns: 3), cells: cells, preferences: $0)
            }
        ),
        (
            "detail",
            { preferences in
                var story = listing(preferences)
                story.press("i")
                return story
            }
        ),
        (
            "search",
            { preferences in
                var story = listing(preferences)
                story.press("/")
                story.receive(.recalled([Query(text: "moonrise over the bay")]))
                story.press(.end)
                story.press("ri")
                return story
            }
        ),
        (
            "search-narrowed",
            { preferences in
                var story = listing(preferences)
                story.press("/")
                story.press(.tab, .tab)
                story.press("1969")
                story.press(.left)
                return story
            }
        ),
        (
            "help",
            { preferences in
                var story = listing(preferences)
                story.press("?")
                return story
            }
        ),
        (
            "failure",
            { preferences in
                var story = LibraryStory(cells: cells, preferences: preferences)
                story.answer(.fetching(.timedOut(afterSeconds: 25)))
                return story
            }
        ),
        (
            "nothing",
            { preferences in
                var story = LibraryStory(cells: cells, preferences: preferences)
                story.answer(LibraryPages.page([], of: 0))
                return story
            }
        ),
    ]

    @Test(arguments: stories.map(\.name)) func speakGerman(screen: String) throws {
        let page = try Self.page(of: screen, Preferences(.german))
        try Golden.expect(page, in: "de/\(screen)-80x24.txt", of: "ScreensTests")
    }

    /// Hebrew in the order of the terminal's cells, from the left.
    @Test(arguments: [Language.spanish, .hebrew, .japanese], stories.map(\.name))
    func speakTheOthers(language: Language, screen: String) throws {
        let page = try Self.page(of: screen, Preferences(language))
        try Golden.expect(
            page, in: "\(language.rawValue)/\(screen)-80x24.txt", of: "ScreensTests")
    }

    /// The line below a photo at first and later, a notice, the name of a bookmark, and a failure.
    @Test(arguments: Language.allCases.dropFirst()) func speakItInTheViewer(
        language: Language
    ) throws {
        var story = Self.listing(Preferences(language))
        story.press(.character("i"), .enter)
        var text = "──────── opening\n\(story.page)\n"
        let caption = PhotoCaption(
            title: "Buzz Aldrin salutes the flag", credit: "NASA/Neil Armstrong", date: "1969-07-20"
        )
        let opened = OpenedPhoto(caption: caption, source: SizedPhoto(size: "4000x3000"))
        story.receive(.opened(.library(PhotoID("as11-40-5874")), opened))
        text += "──────── first seconds\n\(story.page)\n"
        story.receive(.woke(TimerRequest(.firstKeys, 1)))
        text += "──────── later\n\(story.page)\n"
        story.press(".")
        text += "──────── a notice\n\(story.page)\n"
        story.press("n")
        let next = PhotoReference.library(PhotoID("PIA00342"))
        story.receive(.failed(next, .fetching(.timedOut(afterSeconds: 25))))
        text += "──────── failure\n\(story.page)\n"
        try Golden.expect(
            text, in: "\(language.rawValue)/viewer-80x24.txt", of: "ScreensTests")
    }

    @Test(arguments: stories.map(\.name)) func areMirrored(screen: String) throws {
        let page = try Self.page(of: screen, .mirrored)
        try Golden.expect(page, in: "mirrored/\(screen)-80x24.txt", of: "ScreensTests")
    }

    private static func page(
        of screen: String, _ preferences: Preferences
    ) throws -> String {
        try #require(stories.first { $0.name == screen }).story(preferences).page + "\n"
    }

    private static let photos = [
        LibraryPages.photo(
            "as11-40-5874", "Buzz Aldrin salutes the flag",
            about: "Astronaut Edwin E. Aldrin Jr., lunar module pilot, poses for a photograph.",
            albums: ["Apollo"], keywords: ["MOON", "FLAG", "APOLLO 11"]),
        LibraryPages.photo(
            "PIA00342", "The Moon from Galileo", by: nil, on: "1998-06-04T00:00:00Z"),
        LibraryPages.photo("wide", "月の裏側 🚀 から見た地球", by: "宇宙飛行士"),
    ]
}

/// In right-to-left languages, left and right are exchanged: on pages, for arrows and pointer.
@Suite struct MirroringTests {
    private static let cells = CellSize(columns: 80, rows: 24)

    @Test func arrowsGoWhereTheyPoint() {
        var story = Self.grid(.mirrored)
        story.press(.left)
        #expect(story.chosen == "id-2")
        story.press(.right)
        #expect(story.chosen == "id-1")
    }

    @Test func thePhotoUnderThePointerIsChosen() {
        for (preferences, chosen) in [(Preferences(), "id-3"), (.mirrored, "id-1")] {
            var story = Self.grid(preferences)
            story.press(.right)
            story.click(.clicked, row: 2, column: 75)
            #expect(story.chosen == chosen)
        }
    }

    @Test func mirroredTwiceAPageIsItself() {
        for story in [Self.grid(), Self.detail] {
            let view = story.screens.view
            #expect(view.laidOut(isMirrored: true) != view)
            #expect(view.laidOut(isMirrored: true).laidOut(isMirrored: true) == view)
        }
    }

    @Test func thePiecesOfALineStayInOrder() {
        var page = TextPage(size: CellSize(columns: 20, rows: 1))
        page.put("search: ", row: 0, column: 1)
        page.put("moon", row: 0, column: 9, of: 9..<14)
        page.put(" ", row: 0, column: 13, style: .reversed, of: 9..<14)
        #expect(PaintedPage(page.mirrored).lines == ["      moon  search:"])
        #expect(page.mirrored.runs.last?.position.column == 10)
    }

    @Test func theStatusLineBeginsOnTheRight() {
        let line = Story.viewing("4000x3000", cells: Self.cells, preferences: .mirrored).status
        #expect(line?.hasPrefix(" 4000x3000") == true)
        #expect(line?.hasSuffix("moon.jpg ") == true)
        #expect(line.map { SafeText($0).width } == 80)
    }

    /// Pieces of a right-to-left line follow each other from the right, like key hints.
    @Test func aLineThatReadsFromTheRightBeginsThere() {
        var page = TextPage(size: CellSize(columns: 20, rows: 2))
        page.put("Esc", row: 0, column: 1, of: 1..<12)
        page.put(": ביטול ", row: 0, column: 4, of: 1..<12)
        page.put("שם", row: 1, column: 1, of: 1..<9)
        page.put(": EXIF", row: 1, column: 3, of: 1..<9)
        let shown = page.mirrored.ordered(for: .none)
        #expect(PaintedPage(shown).lines == ["         לוטיב :Esc", "           EXIF :םש"])
    }

    @Test func thePartsOfAStatusLineFollowEachOtherFromTheRight() {
        let line = Story.viewing("4000x3000", cells: Self.cells, preferences: Preferences(.hebrew))
            .status
        #expect(line?.hasSuffix("moon.jpg ") == true)
        #expect(line?.hasPrefix(" ?: מקשים") == true, "\(line ?? "")")
        #expect(line.map { SafeText($0).width } == 80)
    }

    private static func grid(_ preferences: Preferences = Preferences()) -> LibraryStory {
        .listing(
            LibraryPages.photos(1...9), .grid(columns: 3), cells: cells, preferences: preferences)
    }

    private static var detail: LibraryStory {
        var story = grid()
        story.press("i")
        return story
    }
}

extension Preferences {
    /// The settings of a right-to-left language.
    static var mirrored: Preferences {
        var preferences = Preferences()
        preferences.direction = .rightToLeft
        return preferences
    }
}
