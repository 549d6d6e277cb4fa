import Imaging
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// Where lines begin on the right, left and right change places: on pages, for arrows and pointer.
@Suite struct MirroringTests {
    private static let cells = CellSize(columns: 80, rows: 24)

    @Test func arrowsGoWhereTheyPoint() {
        var story = Self.grid
        ReadingDirection.$current.withValue(.rightToLeft) {
            story.press(.left)
            #expect(story.chosen == "id-2")
            story.press(.right)
            #expect(story.chosen == "id-1")
        }
    }

    @Test func thePhotoUnderThePointerIsChosen() {
        var story = Self.grid
        story.click(.clicked, row: 2, column: 75)
        #expect(story.chosen == "id-3")
        ReadingDirection.$current.withValue(.rightToLeft) {
            story.click(.clicked, row: 2, column: 75)
        }
        #expect(story.chosen == "id-1")
    }

    @Test func mirroredTwiceAPageIsItself() {
        for story in [Self.grid, Self.detail] {
            let view = story.screens.view
            #expect(view.mirrored != view)
            #expect(view.mirrored.mirrored == view)
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
        let line = ReadingDirection.$current.withValue(.rightToLeft) {
            Story.viewing("4000x3000", cells: Self.cells).status
        }
        #expect(line?.hasPrefix(" 4000x3000") == true)
        #expect(line?.hasSuffix("moon.jpg ") == true)
        #expect(line.map { SafeText($0).width } == 80)
    }

    private static var grid: LibraryStory {
        .listing(LibraryPages.photos(1...9), .grid(columns: 3), cells: cells)
    }

    private static var detail: LibraryStory {
        var story = grid
        story.press(.enter)
        return story
    }
}
