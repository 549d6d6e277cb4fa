import Imaging
import Localization
import PhotoCatalog
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// The screens of the library in the second language, and mirrored, as a language with lines from
/// right to left has them.
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
                story.press(.enter)
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
