import Imaging
import Localization
import PhotoCatalog
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// Lists and searches as text, from narrow windows to very wide ones, in all languages and mirrored.
@Suite struct ListPageTests {
    private static let variants: [(name: String, preferences: Preferences)] = [
        ("en", Preferences()), ("de", Preferences(.german)), ("mirrored", .mirrored),
    ]
    private static let sizes = [
        CellSize(columns: 40, rows: 16), CellSize(columns: 80, rows: 24),
        CellSize(columns: 120, rows: 36), CellSize(columns: 300, rows: 40),
    ]

    @Test(arguments: variants.map(\.name), sizes) func lists(
        variant: String, size: CellSize
    ) throws {
        let preferences = try #require(Self.variants.first { $0.name == variant }).preferences
        let text = Self.stories.map { name, tell in
            var story = LibraryStory(
                .search(Self.query), .list, cells: size, preferences: preferences)
            tell(&story)
            return "──────── \(name)\n\(story.page)\n"
        }
        try Golden.expect(
            text.joined(), in: "lists/\(size.columns)x\(size.rows)-\(variant).txt",
            of: "ScreensTests")
    }

    private static let stories: [(name: String, tell: @Sendable (inout LibraryStory) -> Void)] = [
        ("loading", { _ in }),
        ("list", { $0.answer(page) }),
        (
            "filters",
            { story in
                story.answer(page)
                story.press("xj")
                story.press("x")
            }
        ),
        (
            "history",
            { story in
                story.answer(page)
                story.press("/")
                story.receive(.recalled([Query(text: "apollo 11"), query]))
                story.press(.down, .down)
            }
        ),
        (
            "search",
            { story in
                story.answer(page)
                story.press("/sat")
                story.wait()
                story.answer(page)
            }
        ),
        (
            "fields",
            { story in
                story.answer(page)
                story.press("/")
                story.press(.tab, .tab, .tab, .tab)
                story.press("rov")
            }
        ),
        ("nothing", { $0.answer(LibraryPages.page([], of: 0)) }),
        ("failure", { $0.answer(.fetching(.timedOut(afterSeconds: 25))) }),
        (
            "dismissed",
            { story in
                story.offerDemo()
                story.answer(.fetching(.timedOut(afterSeconds: 25)))
                story.press(.escape)
            }
        ),
        (
            "failure over a list",
            { story in
                story.answer(LibraryPages.page(LibraryPages.photos(1...100), of: 250))
                story.press("60j")
                story.answer(.fetching(.serverFailed(status: 503)))
            }
        ),
        (
            "offline",
            { story in
                story.answer(.fetching(.nameNotFound(host: "images-api.nasa.gov")))
                guard let list = story.pageRequest?.1 else { return }
                story.receive(.collected(photos, from: .seen("mars", of: nil), for: list))
            }
        ),
    ]

    private static var query: Query {
        var query = Query(text: "mars")
        query.center = "JPL"
        query.firstYear = 2010
        query.lastYear = 2014
        return query
    }

    private static var page: Page { LibraryPages.page(photos, of: 24_977) }

    private static let photos = [
        LibraryPages.photo(
            "PIA16239", "High-Resolution Self-Portrait by Curiosity Rover Arm Camera",
            by: "NASA/JPL-Caltech/Malin Space Science Systems", on: "2012-11-01T00:00:00Z",
            about: """
                On Sol 84 (Oct. 31, 2012), NASA's Curiosity rover used the Mars Hand Lens Imager \
                (MAHLI) to capture this set of 55 high-resolution images, which were stitched \
                together to create this full-color self-portrait.
                """, keywords: ["ROVER", "MARS"]),
        LibraryPages.photo("PIA00342", "The Moon", by: nil, on: "1998-06-04T00:00:00Z"),
        LibraryPages.photo(
            "wide", "月の裏側 🚀 から見た地球", by: "宇宙飛行士", about: "日本語の説明 &amp; <b>HTML</b>"),
        LibraryPages.photo(
            "x", "Without a date", by: "Neil Armstrong", on: nil, about: "A few words."),
    ]
}

/// The rows and columns of a list's entries.
@Suite struct ListShapeTests {
    @Test(
        arguments: [
            // the window, the rows of a picture and of an entry, the number of entries, the first
            // row
            ("20x6", "5x2", 2, 2, 1), ("40x12", "9x3", 4, 2, 2), ("40x24", "9x3", 4, 5, 2),
            ("59x24", "9x3", 4, 5, 2), ("60x24", "12x4", 5, 4, 2), ("80x20", "9x3", 4, 4, 2),
            ("80x21", "15x5", 6, 3, 2), ("80x24", "12x4", 5, 4, 2), ("120x36", "15x5", 6, 5, 2),
            ("200x50", "15x5", 6, 8, 2), ("300x40", "15x5", 6, 6, 2), ("2x2", "0x1", 1, 1, 1),
        ] as [(PixelSize, PixelSize, Int, Int, Int)])
    func suitTheWindow(
        window: PixelSize, picture: PixelSize, rows: Int, entries: Int, top: Int
    ) {
        let cells = CellSize(columns: window.width, rows: window.height)
        let shape = LibraryShape(.list, cells, headRows: 1)
        #expect(shape.picture == CellSize(columns: picture.width, rows: picture.height))
        #expect(shape.itemRows == rows && shape.fullRows == entries && shape.top == top)
        #expect(shape.cells(of: 0).origin.column == 1)
    }
}
