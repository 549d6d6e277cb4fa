import Imaging
import Localization
import PhotoPipeline
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// The keys, read from the table that they are read from.
@Suite struct HelpScreenTests {
    private static let small = CellSize(columns: 60, rows: 6)

    @Test func itListsTheKeys() {
        var story = Story.viewing("400x300", cells: Self.small)
        #expect(story.press("?").isEmpty)
        #expect(
            story.page == """
                 Keys (? or q to close; a number before a key repeats it)
                 Photos
                 n  Space  ]       next photo
                 p  Backspace  [   previous photo
                 v                 keep zoom and position when changing
                 q: back                                        ↓ 1–4 of 50
                """)
    }

    @Test func everyBindingOfTheViewerHasALineOfItsOwn() {
        var story = Story.viewing("400x300", cells: CellSize(columns: 200, rows: 80))
        story.press("?")
        let rows = HelpScreen.rows(Preferences(), on: .viewer)
        // Return does nothing in the viewer, which has no filters either.
        #expect(rows.count == KeyMap.standard.count - 2)
        #expect(Set(rows.map(\.meaning)).count == rows.count)
        for row in rows { #expect(story.page?.contains(row.keys.string) == true) }
    }

    @Test(arguments: [
        ("j", " n  Space"), ("jk", " Photos"), ("2j", " p  Back"), ("J", "              "),
        ("k", " Photos"), ("JK", " Photos"), ("9999j", " Esc"), ("Gg", " Photos"),
    ])
    func itScrollsWithinItsLines(keys: String, first: String) {
        var story = Story.viewing("400x300", cells: Self.small)
        story.press("?" + keys)
        let lines = story.page?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
        #expect(lines.count == 6)
        #expect(lines.count > 1 && lines[1].hasPrefix(first), "\(lines)")
    }

    @Test(arguments: [
        KeyPress(.character("?")), KeyPress(.character("q")), KeyPress(.escape),
        KeyPress(.function(1)),
    ])
    func itCloses(key: KeyPress) {
        var story = Story.viewing("400x300")
        story.press("?")
        #expect(story.press(key).isEmpty)
        #expect(story.photo == .file(path: "moon.jpg"))
    }

    @Test func thePhotoBehindItStaysAsItIs() {
        var story = Story.viewing("4000x3000", of: ["moon.jpg", "mars.jpg"])
        let before = story.viewport
        story.press("?")
        #expect(story.press("zlnr+").isEmpty)
        #expect(story.click(.dragged(x: 9, y: 9)).isEmpty)
        story.press("q")
        #expect(story.viewport == before)
    }

    @Test func aPhotoThatArrivesWaitsBehindIt() {
        var story = Story()
        story.press("?")
        story.receive("moon.jpg", SizedPhoto(size: "400x300"))
        #expect(story.page?.contains("Keys") == true)
        #expect(!story.isWaiting)
        story.press("q")
        #expect(story.photo == .file(path: "moon.jpg"))
    }

    @Test func theWorldCanStillBeAsked() {
        var story = Story.viewing("400x300")
        story.press("?")
        #expect(story.press(KeyPress(.character("c"), .control)) == [.interrupt])
        #expect(story.press(KeyPress(.character("z"), .control)) == [.suspend])
        #expect(story.press(KeyPress(.character("l"), .control)) == [.redraw])
    }

    @Test(arguments: [(1, 1), (3, 2), (10, 3), (0, 0)])
    func itFitsAnyScreen(columns: Int, rows: Int) {
        var story = Story.viewing("400x300", cells: CellSize(columns: columns, rows: rows))
        story.press("?jJKk")
        guard case .page(let page, _) = story.screens.view else { return #expect(Bool(false)) }
        for run in page.runs {
            #expect(run.position.row < rows)
            #expect(run.position.column + run.text.width <= columns)
        }
    }
}
