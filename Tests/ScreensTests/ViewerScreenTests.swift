import Imaging
import PhotoPipeline
import Screens
import TerminalProtocols
import TestSupport
import Testing

/// One photo on the screen: what keys do to it, what is asked for, what is shown.
@Suite struct ViewerScreenTests {
    private static let moon = PhotoReference.file(path: "moon.jpg")

    @Test func itBeginsByAskingForAPhotoAsWideAsTheScreen() {
        var story = Story(["moon.jpg", "mars.jpg"])
        #expect(story.start() == [.open(Self.moon, covering: 800)])
        #expect(story.isWaiting)
    }

    @Test func thePhotoAppearsAsWideAsTheScreen() {
        let story = Story.viewing("4000x3000")
        #expect(story.photo == Self.moon)
        #expect(story.viewport == Viewport(photo: "4000x3000", screen: "800x456"))
    }

    @Test func zGoesToTheOriginalSizeAndBack() {
        var story = Story.viewing("4000x3000")
        #expect(story.press("z").isEmpty)
        #expect(story.viewport?.zoom == .original)
        #expect(story.viewport?.origin == "1600,912")
        #expect(story.press("z").isEmpty)
        #expect(story.viewport?.zoom == .fit)
    }

    @Test(
        arguments: [
            // keys after z, where the view of 4000x3000 on 800x456 begins then
            ("", "1600,912"), ("l", "1680,912"), ("h", "1520,912"), ("j", "1600,954"),
            ("k", "1600,870"), ("L", "2320,912"), ("J", "1600,1320"), ("H", "880,912"),
            ("K", "1600,504"), ("^", "0,912"), ("$", "3200,912"), ("g", "1600,0"),
            ("G", "1600,2544"),
            ("^gc", "1600,1272"), ("5l", "2000,912"), ("10l", "2400,912"), ("5l5h", "1600,912"),
            ("5xl", "1680,912"), ("3j", "1600,1038"), ("99999999999999999999l", "3200,912"),
            ("2L", "3040,912"), ("5?ql", "1680,912"),
        ] as [(String, PixelPoint)])
    func keysPanOverTheOriginal(keys: String, origin: PixelPoint) {
        var story = Story.viewing("4000x3000")
        #expect(story.press("z" + keys).isEmpty)
        #expect(story.viewport?.origin == origin)
        #expect(story.viewport?.zoom == .original)
    }

    @Test(arguments: [
        ("w", 0.2), ("0", 0.2), ("*", 1), ("z", 1), ("zz", 0.2), ("++++", 0.4), ("====", 0.4),
        ("*----", 0.5), ("+-", 0.2), ("-", 0.2), ("*+", 1), ("+z", 0.2), ("10w", 0.2), ("z0", 0.2),
    ])
    func keysZoomBetweenTheScreensWidthAndTheOriginal(keys: String, scale: Double) {
        var story = Story.viewing("4000x3000")
        story.press(keys)
        #expect(abs((story.viewport?.scale ?? 0) - scale) < 1e-9)
    }

    @Test func arrowsPanAndShiftMakesThemPages() {
        var story = Story.viewing("4000x3000")
        story.press("z")
        story.press(KeyPress(.right))
        story.press(KeyPress(.down, .shift))
        #expect(story.viewport?.origin == "1680,1320")
        story.press(KeyPress(.pageUp))
        story.press(KeyPress(.home))
        #expect(story.viewport?.origin == "0,912")
    }

    @Test(
        arguments: [
            // what the pointer did over the original of 4000x3000; where the view begins then
            (.dragged(x: 100, y: -50), "1500,962"),
            (.wheeled(steps: 3, sideways: false), "1600,1047"),
            (.wheeled(steps: -1, sideways: true), "1520,912"),
        ] as [(PointerAction, PixelPoint)])
    func thePointerMovesThePhoto(action: PointerAction, origin: PixelPoint) {
        var story = Story.viewing("4000x3000")
        story.press("z")
        #expect(story.click(action).isEmpty)
        #expect(story.viewport?.origin == origin)
    }

    @Test func aDoubleClickGoesToTheOriginalUnderThePointerAndBack() {
        var story = Story.viewing("4000x3000")
        story.click(.doubleClicked("0,0"))
        #expect(story.viewport?.zoom == .original)
        #expect(story.viewport?.origin == "0,0")
        story.click(.doubleClicked("0,0"))
        #expect(story.viewport?.zoom == .fit)
    }

    @Test func keysThatNeedAPhotoDoNothingWhileThereIsNone() {
        var story = Story()
        for key in "zhjklHJKL^$gGc+-*w0x" { #expect(story.press(String(key)).isEmpty) }
        #expect(story.click(.dragged(x: 5, y: 5)).isEmpty)
        #expect(story.isWaiting)
    }

    @Test(
        arguments: [
            (KeyPress(.character("q")), .quit), (KeyPress(.escape), .quit),
            (KeyPress(.character("c"), .control), .interrupt),
            (KeyPress(.character("z"), .control), .suspend),
            (KeyPress(.character("l"), .control), .redraw), (KeyPress(.character("r")), .redraw),
            (KeyPress(.character("d")), .toggleOverlay),
        ] as [(KeyPress, Effect)])
    func someKeysAskTheWorld(key: KeyPress, effect: Effect) {
        var story = Story.viewing("4000x3000")
        #expect(story.press(key) == [effect])
        #expect(story.photo == Self.moon)
    }

    @Test func anAnswerAboutAnotherPhotoChangesNothing() {
        var story = Story(["moon.jpg", "mars.jpg"])
        story.receive("mars.jpg", SizedPhoto(size: "100x100"))
        story.receive("mars.jpg", .reading(.notFound))
        story.receive("mars.jpg", .decoding)
        #expect(story.isWaiting)
        #expect(story.page?.contains("Opening …") == true)
    }
}
