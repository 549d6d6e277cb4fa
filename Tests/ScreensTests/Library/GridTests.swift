import Imaging
import Localization
import PhotoCatalog
import PhotoPipeline
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// The tiles of a grid: their positions, and the text of the selected one.
@Suite struct GridShapeTests {
    struct Row: CustomStringConvertible, Sendable {
        let window: CellSize
        let columns: Int?
        let tiles: CellSize
        /// The widths of the tiles of a row.
        let widths: [Int]
        let height: Int

        var description: String { "\(window.columns)x\(window.rows)" }
    }

    private static func row(
        _ window: (Int, Int), _ columns: Int? = nil, widths: [Int], rows: Int, of height: Int
    ) -> Row {
        Row(
            window: CellSize(columns: window.0, rows: window.1), columns: columns,
            tiles: CellSize(columns: widths.count, rows: rows), widths: widths, height: height)
    }

    /// One row is the head's, one the last line's.
    private static let rows = [
        row((20, 6), widths: [20], rows: 1, of: 4),
        row((40, 12), widths: [20, 20], rows: 2, of: 5),
        row((80, 24), widths: [26, 27, 27], rows: 3, of: 7),
        row((120, 36), widths: [30, 30, 30, 30], rows: 3, of: 11),
        row((160, 45), widths: [26, 27, 27, 26, 27, 27], rows: 6, of: 7),
        row((200, 58), widths: [28, 29, 28, 29, 28, 29, 29], rows: 7, of: 8),
        row((300, 80), widths: Array(repeating: 30, count: 10), rows: 7, of: 11),
        row((80, 24), 2, widths: [40, 40], rows: 2, of: 11),
        row((80, 24), 1, widths: [80], rows: 1, of: 22),
        row((20, 6), 8, widths: [10, 10], rows: 1, of: 3),
        row((5, 3), widths: [5], rows: 1, of: 1),
    ]

    private func shape(_ row: Row) -> LibraryShape {
        LibraryShape(.grid(columns: row.columns), row.window, headRows: 1)
    }

    @Test(arguments: rows) func tilesFillThePage(row: Row) {
        let shape = shape(row)
        #expect(CellSize(columns: shape.across, rows: shape.fullRows) == row.tiles)
        let first = (0..<shape.across).map { shape.cells(of: $0) }
        #expect(first.map(\.size.columns) == row.widths)
        #expect(first.allSatisfy { $0.size.rows == row.height && $0.origin.row == 1 })
    }

    /// From the first column to the last, without a gap or an overlap.
    @Test(arguments: rows) func eachCellOfARowBelongsToOneTile(row: Row) {
        let shape = shape(row)
        let count = shape.across * shape.fullRows
        for line in 1..<1 + shape.fullRows * shape.itemRows {
            for column in 0..<row.window.columns {
                let owners = (0..<count).filter { place in
                    let tile = shape.cells(of: place)
                    let rows = tile.origin.row..<tile.origin.row + tile.size.rows
                    let columns = tile.origin.column..<tile.origin.column + tile.size.columns
                    return rows.contains(line) && columns.contains(column)
                }
                #expect(owners == [shape.index(at: CellPosition(row: line, column: column))])
            }
        }
        #expect(shape.index(at: CellPosition(row: 0, column: 0)) == nil)
        #expect(shape.index(at: CellPosition(row: row.window.rows - 1, column: 0)) == nil)
    }
}

/// A user's actions in a grid.
@Suite struct GridTests {
    private static func story(
        _ count: Int = 90, _ columns: Int? = nil,
        cells: CellSize = CellSize(columns: 120, rows: 36),
        _ preferences: Preferences = Preferences()
    ) -> LibraryStory {
        .listing(
            LibraryPages.photos(1...count), .grid(columns: columns), cells: cells,
            preferences: preferences)
    }

    private static func framed(_ story: LibraryStory) -> [PagePicture] {
        story.pictures.filter { $0.mat == .frame }
    }

    @Test func onlyTheChosenTileHasAFrame() {
        var story = Self.story()
        for keys in ["", "l", "jjj", "G", "g"] {
            story.press(keys)
            #expect(Self.framed(story).count == 1, "\(keys)")
            #expect(
                Self.framed(story).first?.source
                    == story.chosen.flatMap { LibraryPages.photo($0, "").preview }
                    .map { .file($0.address) })
        }
        #expect(story.pictures.allSatisfy { $0.mat != .none && $0.fitting == .cover })
    }

    @Test func theNextRowsAreMadeBeforeTheyAreSeen() {
        var story = Self.story()
        #expect(story.pictures.filter(\.isAhead).map(\.origin.row) == [23, 23, 23, 23])
        story.press("jjj")
        #expect(story.pictures.filter(\.isAhead).map(\.origin.row) == [23, 23, 23, 23, 1, 1, 1, 1])
        let ahead = story.pictures.filter(\.isAhead).prefix(4)
        story.press("j")
        let last = story.pictures.filter { !$0.isAhead }.suffix(4)
        #expect(
            ahead.map(\.cells) == last.map(\.cells) && ahead.map(\.source) == last.map(\.source))
    }

    /// As near as the rows of the new size allow.
    @Test func theChosenTileStaysAtItsHeightWhenTilesGrow() {
        for start in [0, 20, 47, 89] {
            var story = Self.story()
            story.press("\(start)n")
            for keys in ["+", "+", "-", "-", "-"] {
                let before = Self.framed(story).first?.middle ?? 0
                story.press(keys)
                let tile = Self.framed(story).first
                let isAtAnEnd = start < 8 || start > 80
                #expect(
                    isAtAnEnd || abs((tile?.middle ?? 99) - before) <= tile?.size.rows ?? 0,
                    "\(start) \(keys)")
            }
        }
    }

    @Test func plusAndMinusGoThroughSizes() {
        var story = Self.story(cells: CellSize(columns: 300, rows: 80))
        var seen: [Int] = []
        for key in ["", "+", "+", "+", "+", "+", "+", "-", "-"] {
            story.press(key)
            seen.append(story.pictures.count { !$0.isAhead && $0.origin.row == 1 })
        }
        #expect(seen == [10, 8, 6, 4, 3, 2, 1, 2, 3])
    }

    @Test func tabGoesToTheListAndBack() {
        var story = Self.story()
        story.press("7n")
        story.press(.tab)
        #expect(story.page.contains("Tab: grid") && story.chosen == "id-8")
        story.press(.tab)
        #expect(story.page.contains("Tab: list") && story.chosen == "id-8")
        #expect(Self.framed(story).count == 1)
    }

    @Test func returnShowsThePhotoAndQGoesBack() {
        var story = Self.story()
        story.press("l")
        #expect(
            story.press(.enter) == [.photo(.open(.library(PhotoID("id-2")), covering: 1200))])
        story.press("n")
        story.press("q")
        #expect(story.chosen == "id-3" && Self.framed(story).count == 1)
        #expect(story.press("i") == [.library(.describe(PhotoID("id-3")))])
    }

    @Test func theSettingTurnsReturnAndIRound() {
        var preferences = Preferences()
        preferences.enter = .page
        var story = Self.story(preferences)
        #expect(story.page.contains("i: view") && story.page.contains("Enter: details"))
        #expect(story.press(.enter) == [.library(.describe(PhotoID("id-1")))])
        #expect(
            story.press(.enter).contains(.photo(.open(.library(PhotoID("id-1")), covering: 1200))))
        story.press("qq")
        #expect(story.press("i").contains(.photo(.open(.library(PhotoID("id-1")), covering: 1200))))
        story.press("q?")
        let line = story.page.split(separator: "\n").first { $0.contains("view the photo") }
        #expect(line?.contains("i     ") == true && line?.contains("Enter") == false)
    }

    @Test func twoClicksOnATileShowItsPhotoWhateverReturnDoes() {
        for enter in EnterKey.allCases {
            var preferences = Preferences()
            preferences.enter = enter
            var story = Self.story(preferences)
            story.click(.clicked, row: 13, column: 119)
            #expect(story.chosen == "id-8")
            story.click(.doubleClicked(.origin), row: 13, column: 119)
            #expect(story.viewed == .library(PhotoID("id-8")))
        }
    }

    private static func story(_ preferences: Preferences) -> LibraryStory {
        story(90, nil, cells: CellSize(columns: 120, rows: 36), preferences)
    }
}

/// The last line of a grid: title, date and credit of the selected photo, and keys.
@Suite struct GridFootTests {
    private static let photo = LibraryPages.photo(
        "as11", "Buzz Aldrin salutes the flag", by: "NASA/Neil Armstrong")

    private static func foot(_ photos: [Photo], columns: Int) -> String {
        let story = LibraryStory.listing(
            photos, .grid(columns: nil), cells: CellSize(columns: columns, rows: 24))
        return String(
            story.page.split(separator: "\n", omittingEmptySubsequences: false).last ?? "")
    }

    @Test(arguments: [
        (20, " Buzz Aldrin salut…"),
        (40, " Buzz Aldrin salutes the flag   ?: keys"),
        (
            80,
            " Buzz Aldrin salutes the flag          Enter: view  /: search  q: quit  ?: keys"
        ),
        (
            120,
            " Buzz Aldrin salutes the flag  20 Jul 1969 · NASA/Neil Armstrong     "
                + "  Enter: view  /: search  q: quit  i: details  ?: keys"
        ),
    ])
    func saysWhatThereIsRoomFor(columns: Int, line: String) {
        #expect(Self.foot([Self.photo], columns: columns).trimmed == line.trimmed)
    }

    /// By the day, or by the ID if the day is the same.
    @Test func titlesThatRepeatAreToldApart() {
        let days = ["2026-04-01", "2026-04-02"].enumerated().map { index, day in
            LibraryPages.photo("day-\(index)", "Artemis II Rollout", on: day + "T00:00:00Z")
        }
        let series = (1...2).map { LibraryPages.photo("art002e00\($0)", "Crew Training") }
        #expect(Self.foot(days, columns: 60).contains("Artemis II Rollout  1 Apr 2026"))
        #expect(Self.foot(series, columns: 60).contains("Crew Training  art002e001"))
        #expect(!Self.foot([series[0], Self.photo], columns: 60).contains("art002e001"))
    }
}

extension PagePicture {
    /// Its middle row.
    fileprivate var middle: Int { origin.row + size.rows / 2 }
}

extension String {
    fileprivate var trimmed: String {
        split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    }
}
