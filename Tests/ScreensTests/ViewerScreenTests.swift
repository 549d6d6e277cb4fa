import Imaging
import Localization
import PhotoPipeline
import Screens
import TerminalProtocols
import TestSupport
import Testing

/// One photo on the screen: the effects of keys, the requests, the display.
@Suite struct ViewerScreenTests {
    private static let moon = PhotoReference.file(path: "moon.jpg")

    @Test func itBeginsByAskingForAPhotoAsWideAsTheScreen() {
        var story = Story(["moon.jpg", "mars.jpg"])
        #expect(story.start() == [.photo(.open(Self.moon, covering: 800))])
        #expect(story.isWaiting)
    }

    @Test func thePhotoAppearsAsWideAsTheScreen() {
        let story = Story.viewing("4000x3000")
        #expect(story.photo == Self.moon)
        #expect(story.viewport == Viewport(photo: "4000x3000", screen: "800x456"))
    }

    @Test func theNextPhotoIsAheadAsItWillBeShown() throws {
        var story = Story.viewing("4000x3000", of: ["moon.jpg", "mars.jpg"])
        #expect(story.photoView?.compared == nil)
        let mars = PhotoVersion(.file(path: "mars.jpg"), size: "3000x4000")
        _ = story.screens.receive(.prepared(mars))
        let ahead = try #require(story.photoView?.compared)
        #expect(ahead.position == .ahead && ahead.view.photo == mars)
        story.press("z")
        #expect(story.photoView?.compared == nil, "a part of the photo is shown")
        story.press("zn")
        story.receive("mars.jpg", SizedPhoto(size: mars.size))
        #expect(story.viewport == ahead.view.viewport && story.photoView?.photo == mars)
    }

    @Test func onlyANeighbourIsAhead() {
        var story = Story.viewing("4000x3000", of: ["moon.jpg", "mars.jpg"])
        _ = story.screens.receive(.prepared(PhotoVersion(.file(path: "sun.jpg"), size: "30x40")))
        #expect(story.photoView?.compared == nil)
    }

    @Test func zGoesToTheOriginalSizeAndBack() {
        var story = Story.viewing("4000x3000")
        #expect(story.press("z").isEmpty)
        #expect(story.viewport?.zoom == .original)
        #expect(story.viewport?.origin == "1600,1272")
        #expect(story.press("z").isEmpty)
        #expect(story.viewport?.zoom == .fit)
    }

    @Test(
        arguments: [
            // keys after z, then the origin of the view of 4000x3000 on 800x456
            ("", "1600,1272"), ("l", "1680,1272"), ("h", "1520,1272"), ("j", "1600,1314"),
            ("k", "1600,1230"), ("L", "2320,1272"), ("J", "1600,1680"), ("H", "880,1272"),
            ("K", "1600,864"), ("^", "0,1272"), ("$", "3200,1272"), ("g", "1600,0"),
            ("G", "1600,2544"),
            ("^gc", "1600,1272"), ("5l", "2000,1272"), ("10l", "2400,1272"), ("5l5h", "1600,1272"),
            ("5xl", "1680,1272"), ("3j", "1600,1398"), ("99999999999999999999l", "3200,1272"),
            ("2L", "3040,1272"), ("5?ql", "1680,1272"),
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
        #expect(story.viewport?.origin == "1680,1680")
        story.press(KeyPress(.pageUp))
        story.press(KeyPress(.home))
        #expect(story.viewport?.origin == "0,1272")
    }

    @Test(
        arguments: [
            // the pointer's action over the original of 4000x3000, then the origin of the view
            (.dragged(x: 100, y: -50), "1500,1322"),
            (.wheeled(steps: 3, sideways: false), "1600,1398"),
            (.wheeled(steps: -1, sideways: true), "1520,1272"),
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
        // The screen's corner showed the photo's pixel 0,360.
        #expect(story.viewport?.origin == "0,360")
        story.click(.doubleClicked("0,0"))
        #expect(story.viewport?.zoom == .fit)
    }

    @Test func keysThatNeedAPhotoDoNothingWhileThereIsNone() {
        var story = Story()
        for key in "zZhjklHJKL^$gGc+-*w0x" { #expect(story.press(String(key)).isEmpty) }
        #expect(story.click(.dragged(x: 5, y: 5)).isEmpty)
        #expect(story.isWaiting)
    }

    @Test(
        arguments: [
            (KeyPress(.character("q")), .quit),
            (KeyPress(.character("c"), .control), .app(.interrupt)),
            (KeyPress(.character("z"), .control), .app(.suspend)),
            (KeyPress(.character("l"), .control), .app(.redraw)),
            (KeyPress(.character("r")), .app(.redraw)),
            (KeyPress(.character("d")), .app(.overlay)),
        ] as [(KeyPress, Effect)])
    func someKeysAskTheWorld(key: KeyPress, effect: Effect) {
        var story = Story.viewing("4000x3000")
        #expect(story.press(key) == [effect])
        #expect(story.photo == Self.moon)
    }

    @Test func escNeverLeavesTheProgramAndSaysWhatDoes() {
        var story = Story.viewing("4000x3000")
        #expect(
            story.press(KeyPress(.escape)) == [.wake(TimerRequest(.notice, 1), after: .seconds(2))])
        #expect(story.status?.contains("Press q to quit.") == true)
        #expect(story.press(KeyPress(.escape)).isEmpty)
        #expect(story.status?.contains("Press q") == false)
    }

    @Test func aNoticeEndsWithTheNextKey() {
        var story = Story.viewing("4000x3000", of: ["moon.jpg", "mars.jpg"])
        let words = "Zoom and position stay"
        for key in ["l", "z", "?", "n"] {
            story.press("v")
            if story.status?.contains(words) == false { story.press("v") }
            #expect(story.status?.contains(words) == true)
            story.press(key)
            story.receive("mars.jpg", SizedPhoto(size: "400x300"))
            if key == "?" { story.press("?") }
            #expect(story.status?.contains(words) == false)
        }
    }

    @Test(
        arguments: [
            // keys after the whole photo is shown, then the position of the view of 4000x3000
            ("z", Zoom.original), ("l", .fit), ("d", .whole), ("Z", .whole), ("ZZZ", .whole),
            ("9", .whole), ("?", .fit), ("v", .fit),
        ])
    func theWholePhotoIsShownUntilTheNextKey(keys: String, zoom: Zoom) {
        var story = Story.viewing("4000x3000")
        story.press("Z")
        #expect(story.viewport?.target == PixelRect(x: 96, y: 0, width: 608, height: 456))
        story.press(keys)
        if keys == "?" { story.press("?") }
        #expect(story.viewport?.zoom == zoom)
    }

    @Test func escEndsAGlanceAndNothingElse() {
        var story = Story.viewing("4000x3000")
        story.press("zll")
        let before = story.viewport
        story.press("Z")
        #expect(story.press(KeyPress(.escape)).isEmpty)
        #expect(story.viewport == before)
        story.press("Z")
        story.resize(columns: 120, rows: 40)
        #expect(story.viewport?.zoom == .whole)
        #expect(story.click(.dragged(x: 0, y: 0)).isEmpty)
        #expect(story.viewport?.zoom == .original)
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

/// The distance of a key's pan, as configured by the user.
@Suite struct PanStepTests {
    @Test(arguments: [(10, 80), (25, 200), (100, 800), (1, 8)])
    func aStepIsThatShareOfTheScreen(percent: Int, pixels: Int) {
        var preferences = Preferences()
        preferences.panPercent = percent
        var story = Story.viewing("4000x3000", preferences: preferences)
        story.press("*g^")
        story.press("l")
        #expect(story.viewport?.origin.x == pixels)
    }

    @Test(arguments: [
        (10, Language.english, "move by 10%"), (25, .english, "move by 25%"),
        (25, .german, "um 25 % bewegen"),
    ])
    func theHelpSaysHowFar(percent: Int, language: Language, words: String) {
        var preferences = Preferences(language)
        preferences.panPercent = percent
        var story = Story.viewing(
            "400x300", cells: CellSize(columns: 200, rows: 80), preferences: preferences)
        story.press("?")
        #expect(story.page?.contains(words) == true)
    }
}

/// Keys typed before the photo has arrived.
@Suite struct TypedAheadTests {
    private static let cells = CellSize(columns: 80, rows: 24)

    @Test(arguments: ["*", "*l", "*G$", "++jl", "*lllhz"])
    func theyAreDoneWhenItHas(keys: String) {
        var early = Story(["moon.jpg"], cells: Self.cells)
        early.press(keys)
        early.receive("moon.jpg", SizedPhoto(size: "4000x3000"))
        var late = Story.viewing("4000x3000", cells: Self.cells)
        late.press(keys)
        #expect(early.viewport == late.viewport)
    }

    @Test func thoseForAPhotoThatWasLeftAreNotForTheNext() {
        var story = Story(["moon.jpg", "mars.jpg"], cells: Self.cells)
        story.press("*Gn")
        story.receive("mars.jpg", SizedPhoto(size: "4000x3000"))
        #expect(
            story.viewport == Viewport(photo: "4000x3000", screen: story.viewport?.screen ?? "1x1"))
    }

    @Test func aKeyThatIsHeldDownForLongIsNotDoneForEver() {
        var story = Story(["moon.jpg"], cells: Self.cells)
        story.press("*" + String(repeating: "l", count: 500))
        story.receive("moon.jpg", SizedPhoto(size: "100000x3000"))
        var hundred = Story.viewing("100000x3000", cells: Self.cells)
        hundred.press("*" + String(repeating: "l", count: 99))
        #expect(story.viewport == hundred.viewport)
    }
}
