import Imaging
import Localization
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// Where lines begin on the right, left and right change places: on pages, for arrows and pointer.
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
        let line = Story.viewing("4000x3000", cells: Self.cells, preferences: .mirrored).status
        #expect(line?.hasPrefix(" 4000x3000") == true)
        #expect(line?.hasSuffix("moon.jpg ") == true)
        #expect(line.map { SafeText($0).width } == 80)
    }

    private static func grid(_ preferences: Preferences = Preferences()) -> LibraryStory {
        .listing(
            LibraryPages.photos(1...9), .grid(columns: 3), cells: cells, preferences: preferences)
    }

    private static var detail: LibraryStory {
        var story = grid()
        story.press(.enter)
        return story
    }
}

extension Preferences {
    /// Those of a language whose lines begin on the right.
    static var mirrored: Preferences {
        var preferences = Preferences()
        preferences.direction = .rightToLeft
        return preferences
    }
}
