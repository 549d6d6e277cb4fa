import Imaging
import Localization
import PhotoCatalog
import PhotoPipeline
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// Tiles and entries: all are shown, each with its name.
@Suite struct TilesTests {
    private static let sizes = [
        CellSize(columns: 40, rows: 12), CellSize(columns: 80, rows: 24),
        CellSize(columns: 160, rows: 42),
    ]

    /// The earlier searches cover the tiles: the rest stays visible.
    @Test(arguments: sizes, [1, 4]) func earlierSearchesLeaveNoHole(cells: CellSize, count: Int) {
        var story = LibraryStory.listing(
            LibraryPages.photos(1...40), of: 40, .automaticGrid, cells: cells)
        story.press("/")
        story.receive(.recalled((1...count).map { Query(text: "search \($0)") }))
        story.press(.down)
        #expect(story.page.contains("search 1"))
        let pictures = story.pictures.filter { !$0.isAhead }
        for row in count + 1..<cells.rows - 1 where row < 1 + cells.rows / 3 {
            let covered = pictures.filter {
                ($0.origin.row..<$0.origin.row + $0.size.rows).contains(row)
            }.map(\.size.columns).reduce(0, +)
            #expect(covered >= cells.columns - 2, "row \(row)\n\(story.page)")
        }
    }

    @Test(arguments: sizes) func theNameOfAViewStandsOnItsTile(cells: CellSize) {
        var story = LibraryStory.listing([], of: 0, .automaticGrid, cells: cells)
        story.press("'")
        guard let list = story.library?.results?.id else { return }
        let views = ["rim", "the lake"].map {
            Bookmark(photo: "/in/mars.jpg", view: "1,2,100", name: $0)
        }
        story.receive(.collectedPlaces(views, for: list))
        let lines = story.page.split(separator: "\n").dropLast()
        #expect(lines.contains { $0.contains("rim") && $0.contains("the lake") }, "\(story.page)")
    }

    /// Photos with one title are distinguished by the day, else the hour, else the description.
    @Test func repeatedTitlesAreToldApartByWhatAPersonReads() {
        let photos = [
            LibraryPages.photo("raw_1_o", "Launch", on: "2024-01-26T09:27:00Z", about: "The crowd"),
            LibraryPages.photo("raw_2_o", "Launch", on: "2024-01-26T11:05:00Z", about: "The crowd"),
            LibraryPages.photo("raw_3_o", "Launch", on: "2024-01-28T00:00:00Z", about: "The crowd"),
            LibraryPages.photo("raw_4_o", "Launch", on: "2024-01-29T00:00:00Z", about: "The pad"),
            LibraryPages.photo("raw_5_o", "Launch", on: "2024-01-29T00:00:00Z", about: "A bird"),
        ]
        var story = LibraryStory.listing(photos, of: 5, .automaticGrid)
        for words in ["09:27", "11:05", "28 Jan 2024", "The pad", "A bird"] {
            let foot = story.page.split(separator: "\n").last ?? ""
            #expect(foot.contains(words) && !foot.contains("raw_"), "\(foot)")
            story.press("n")
        }
    }

    /// A loading grid has the layout of a grid.
    @Test(arguments: sizes) func aWallThatLoadsShowsItsTiles(cells: CellSize) {
        let story = LibraryStory(.start, .automaticGrid, cells: cells)
        let marks = story.page.filter { $0 == "·" }.count
        #expect(marks >= 3, "\(story.page)")
        #expect(story.page.contains("Loading"))
    }

    /// Entries fill the page: at most the rows of an entry stay free at the bottom.
    @Test(arguments: [(80, 24, 4), (80, 30, 5), (120, 36, 5), (100, 50, 8)])
    func aListFillsItsPage(columns: Int, rows: Int, count: Int) {
        let cells = CellSize(columns: columns, rows: rows)
        let story = LibraryStory.listing(LibraryPages.photos(1...40), of: 40, cells: cells)
        #expect(story.library?.page.items.count == count)
        let last = story.pictures.map { $0.origin.row + $0.size.rows }.max() ?? 0
        #expect(rows - 1 - last <= 4, "\(story.page)")
    }
}
