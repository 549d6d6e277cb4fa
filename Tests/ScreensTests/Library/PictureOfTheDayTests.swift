import Imaging
import Localization
import PhotoCatalog
import PhotoPipeline
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// The first, larger photo of the start page.
@Suite struct PictureOfTheDayTests {
    private static let today = ServicePhotos.apod(
        "2026-10-02", "The Shrimp Nebula",
        about: """
            What makes the swirl in the Shrimp Nebula? A star at its centre blows a wind that pushes \
            the gas around it into a shell, which glows in red and blue light far across the sky.
            """)

    private static func start(
        _ arrangement: LibraryArrangement = .list,
        cells: CellSize = CellSize(columns: 80, rows: 24),
        photos: ClosedRange<Int> = 1...40
    ) -> LibraryStory {
        var story = LibraryStory(.start, arrangement, cells: cells)
        story.answer(LibraryPages.page(LibraryPages.photos(photos), of: photos.count))
        return story
    }

    @Test(
        arguments: [
            ("list", .list), ("wall", .automaticGrid),
        ] as [(String, LibraryArrangement)],
        [
            CellSize(columns: 40, rows: 12), CellSize(columns: 80, rows: 24),
            CellSize(columns: 160, rows: 42),
        ])
    func itLeadsThePage(kind: (String, LibraryArrangement), size: CellSize) throws {
        var story = Self.start(kind.1, cells: size)
        story.lead(Self.today)
        let name = "start-\(kind.0)-\(size.columns)x\(size.rows).txt"
        try Golden.expect(story.page + "\n", in: name, of: "ScreensTests")
    }

    @Test func itIsAskedForWithTheListAndWithAnother() {
        var story = LibraryStory(.start)
        let asked = story.asked
        #expect(asked.contains { $0.looksForToday })
        #expect(asked.contains { if case .library(.load) = $0 { true } else { false } })
        story.answer(LibraryPages.page(LibraryPages.photos(1...9), of: 9))
        #expect(story.press("r").contains { $0.looksForToday })
    }

    @Test(arguments: [
        ResultsSource.search(Query(text: "moon")), .favourites(of: nil), .demo, .album("Apollo"),
        .popular,
    ])
    func noOtherListHasIt(source: ResultsSource) {
        #expect(!LibraryStory(source).asked.contains { $0.looksForToday })
    }

    @Test(arguments: [LibraryArrangement.list, .automaticGrid])
    func withoutItThePageIsAsEver(arrangement: LibraryArrangement) {
        let page = Self.start(arrangement).page
        #expect(!page.contains("Astronomy"))
        #expect(page.contains("Photo 1"))
    }

    /// It may arrive first: the list is still awaited, and appears below it.
    @Test func theListComesBelowIt() {
        var story = LibraryStory(.start)
        story.lead(Self.today)
        #expect(story.page.contains("The Shrimp Nebula"))
        #expect(story.chosen == "apod:2026-10-02")
        story.answer(LibraryPages.page(LibraryPages.photos(1...9), of: 9))
        #expect(story.page.contains("Photo 1"))
        #expect(story.chosen == "apod:2026-10-02")
        story.press(.down)
        #expect(story.chosen == "id-1")
    }

    /// A failed list is reported, although the picture of the day has arrived.
    @Test func theFailureOfTheListIsSaid() {
        var story = LibraryStory(.start)
        story.lead(Self.today)
        for _ in 0..<3 { story.answer(.fetching(.timedOut(afterSeconds: 25))) }
        #expect(story.page.contains("Can't reach NASA"))
        story.press("r")
        #expect(story.asked.last.map { !$0.looksForToday } == true)
    }

    @Test(arguments: [LibraryArrangement.list, .automaticGrid])
    func whatAPersonHasGoneToStaysSelected(arrangement: LibraryArrangement) {
        var story = Self.start(arrangement)
        story.press("nnn")
        #expect(story.chosen == "id-4")
        story.lead(Self.today)
        #expect(story.chosen == "id-4")
        #expect(story.page.contains("5 of 41"))
        story.press("g")
        #expect(story.chosen == "apod:2026-10-02")
    }

    @Test(
        arguments: [
            // keys in a grid of five columns and four rows: 0 0 1 2 3 / 0 0 4 5 6 / 7 8 9 10 11
            (["down"], "id-7"), (["right"], "id-1"), (["right", "down"], "id-4"),
            (["right", "down", "down"], "id-9"), (["right", "down", "down", "up", "up"], "id-1"),
            (["down", "up"], "apod:2026-10-02"), (["down", "right", "up"], "apod:2026-10-02"),
            (["down", "down", "down", "up", "up", "up"], "apod:2026-10-02"),
        ] as [([String], String)])
    func keysGoAroundIt(keys: [String], id: String) {
        var story = Self.start(.grid(columns: 5), cells: CellSize(columns: 160, rows: 42))
        story.lead(Self.today)
        story.press("g")
        for key in keys {
            switch key {
            case "down": story.press(.down)
            case "up": story.press(.up)
            default: story.press(.right)
            }
        }
        #expect(story.chosen == id)
    }

    /// Down to the last photo and up again, key by key: the selection is always on the page.
    @Test(arguments: [LibraryArrangement.list, .automaticGrid, .grid(columns: 2)])
    func theSelectedPhotoIsAlwaysSeen(arrangement: LibraryArrangement) {
        for size in [CellSize(columns: 80, rows: 24), CellSize(columns: 160, rows: 42)] {
            var story = Self.start(arrangement, cells: size)
            story.lead(Self.today)
            story.press("g")
            for key in Array(repeating: "j", count: 45) + Array(repeating: "k", count: 45) {
                story.press(key)
                let page = story.library?.page
                #expect(page?.items.filter(\.isSelected).count == 1)
                #expect(page?.items.allSatisfy { $0.cells.fits(in: size) } == true)
            }
            #expect(story.chosen == "apod:2026-10-02")
        }
    }

    @Test func aClickSelectsIt() {
        var story = Self.start(.grid(columns: 5), cells: CellSize(columns: 160, rows: 42))
        story.press("n")
        story.lead(Self.today)
        story.click(.clicked, row: 15, column: 40)
        #expect(story.chosen == "apod:2026-10-02")
        story.click(.clicked, row: 15, column: 70)
        #expect(story.chosen == "id-4")
    }

    /// It opens like any other photo, and the next one is the first of the list.
    @Test func itIsViewedLikeAnyOther() {
        var story = Self.start()
        story.lead(Self.today)
        story.press("g")
        story.press(.enter)
        #expect(story.viewed == .library(PhotoID("apod:2026-10-02")))
        story.press("n")
        #expect(story.viewed == .library(PhotoID("id-1")))
    }
}

extension Effect {
    fileprivate var looksForToday: Bool {
        if case .library(.findPictureOfTheDay) = self { true } else { false }
    }
}

extension CellRect {
    fileprivate func fits(in size: CellSize) -> Bool {
        origin.row >= 1 && origin.row + self.size.rows <= size.rows
            && origin.column + min(self.size.columns, size.columns - origin.column) <= size.columns
    }
}

extension LibraryStory {
    var library: LibraryScreen? { screens.stack.library }
}
