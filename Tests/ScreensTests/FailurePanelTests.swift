import Imaging
import PhotoCatalog
import PhotoPipeline
import Screens
import TerminalProtocols
import TestSupport
import Testing

/// A photo that cannot be shown: a sentence, and the keys that help.
@Suite struct FailurePanelTests {
    private static let size = CellSize(columns: 60, rows: 11)

    @Test func itSaysWhatHappenedAndWhatToDo() {
        var story = Story(cells: Self.size)
        story.receive("moon.jpg", .fetching(.timedOut(afterSeconds: 20)))
        #expect(!story.isWaiting)
        #expect(
            story.page == """



                                          moon.jpg

                  The server did not answer within 20 seconds. Try again.

                                     r: retry  q: quit
                """)
    }

    @Test func aLongSentenceIsBrokenAtItsSpaces() {
        var story = Story(["moon.jpg", "mars.jpg"], cells: CellSize(columns: 40, rows: 12))
        story.receive("moon.jpg", .fetching(.webPageInstead))
        #expect(
            story.page == """


                                moon.jpg

                  The network sent a web page instead
                  of a picture. Do you need to sign in
                                 to it?

                  r: retry  n p: other photos  q: quit
                """)
    }

    @Test func rOpensThePhotoAnew() {
        var story = Story()
        story.receive("moon.jpg", .fetching(.timedOut(afterSeconds: 20)))
        #expect(story.press("r") == [.photo(.reopen(.file(path: "moon.jpg"), covering: 800))])
        #expect(story.isWaiting)
        story.receive("moon.jpg", SizedPhoto(size: "100x100"))
        #expect(story.photo == .file(path: "moon.jpg"))
    }

    @Test func nLeavesAPhotoThatFailed() {
        var story = Story(["moon.jpg", "mars.jpg"])
        story.receive("moon.jpg", .reading(.notFound))
        #expect(
            story.press("n") == [
                .photo(.abandon(.file(path: "moon.jpg"))),
                .photo(.open(.file(path: "mars.jpg"), covering: 800)),
            ])
    }

    @Test func neitherMovesNorLateProgressChangeIt() {
        var story = Story()
        story.receive("moon.jpg", .reading(.isDirectory))
        let page = story.page
        #expect(story.press("zljG").isEmpty)
        #expect(story.receive("moon.jpg", .decoding).isEmpty)
        #expect(story.page == page)
        #expect(!story.isWaiting)
    }

    @Test(arguments: [(1, 1), (3, 2), (10, 4), (20, 5), (0, 0)])
    func itFitsAnyScreen(columns: Int, rows: Int) {
        var story = Story(cells: CellSize(columns: columns, rows: rows))
        story.receive("moon.jpg", .fetching(.webPageInstead))
        guard case .page(let page, _) = story.screens.view else { return #expect(Bool(false)) }
        for run in page.runs {
            #expect(run.position.row < rows)
            #expect(run.position.column + run.text.width <= columns)
        }
    }
}
