import Imaging
import Localization
import PhotoCatalog
import PhotoPipeline
import Screens
import TerminalProtocols
import TestSupport
import Testing

/// A smaller version is shown first; the larger one is fetched when the zoom needs it.
@Suite struct LargerVersionTests {
    private static let name = "moon.jpg"
    private static let larger: [Effect] = [.photo(.open(.file(path: name), covering: nil))]

    private static func viewing(_ size: PixelSize, of original: PixelSize) -> Story {
        var story = Story([name])
        story.receive(name, .smaller(size, of: original))
        return story
    }

    @Test func aSmallerVersionThatCoversTheScreenIsEnough() {
        var story = Story([Self.name])
        #expect(story.receive(Self.name, .smaller("1280x960", of: "4000x3000")).isEmpty)
        #expect(story.viewport == Viewport(photo: "4000x3000", screen: "800x456"))
    }

    @Test func oneThatIsNarrowerThanTheScreenIsShownWhileTheLargerIsFetched() {
        var story = Story([Self.name])
        #expect(story.receive(Self.name, .smaller("640x480", of: "4000x3000")) == Self.larger)
        #expect(story.photo == .file(path: Self.name))
    }

    @Test func theZoomAsksForTheLargerVersionOnce() {
        var story = Self.viewing("1280x960", of: "4000x3000")
        #expect(story.press("+").isEmpty)
        #expect(story.press("z").isEmpty)
        #expect(story.press("z") == Self.larger)
        #expect(story.press("z").isEmpty)
        #expect(story.press("zlll").isEmpty)
        #expect(story.receive(Self.name, .fetching(bytes: 1, total: 4)).isEmpty)
        #expect(story.press("L").isEmpty)
    }

    @Test func theLargerVersionTakesItsPlaceWithoutAMove() {
        var story = Self.viewing("1280x960", of: "4000x3000")
        story.press("z5l")
        let before = story.viewport
        #expect(story.receive(Self.name, .whole("4000x3000")).isEmpty)
        #expect(story.viewport == before)
        #expect(story.press("zz").isEmpty)
    }

    @Test func aVersionOfAnotherSizeThanPromisedIsSeenAtTheSamePlace() {
        var story = Self.viewing("1280x960", of: "4000x3000")
        story.press("z")
        story.receive(Self.name, .whole("8000x6000"))
        #expect(story.viewport?.photo == "8000x6000")
        #expect(story.viewport?.zoom == .original)
        // The centre of 4000x3000 on 800x456 was 2000,1500: at twice the size it is 4000,3000.
        #expect(story.viewport?.origin == "3600,2772")
    }

    /// A copy may suffice; the screen is narrow until the terminal has reported its pixels.
    @Test func aWiderScreenAsksForAVersionThatIsAsWide() {
        var story = Self.viewing("1280x960", of: "4000x3000")
        #expect(story.resize(columns: 120, rows: 40).isEmpty)
        #expect(story.resize(columns: 140, rows: 40) == Self.version(covering: 1400))
        #expect(story.resize(columns: 160, rows: 40).isEmpty)
    }

    /// If that is no wider, the original is requested.
    @Test(arguments: ["1280x960", "1399x1049"])
    func aCopyThatIsNarrowerThanAskedForIsFollowedByTheOriginal(copy: PixelSize) {
        var story = Self.viewing("1280x960", of: "4000x3000")
        #expect(story.resize(columns: 140, rows: 40) == Self.version(covering: 1400))
        let opened = OpenedPhoto(
            caption: PhotoCaption(title: "Moon"), source: SizedPhoto(size: copy),
            size: "4000x3000", isComplete: false)
        #expect(story.receive(Self.name, opened) == Self.larger)
        #expect(story.receive(Self.name, .whole("4000x3000")).isEmpty)
    }

    @Test func aWiderScreenOfATurnedPhotoAsksForItsHeight() {
        var story = Self.viewing("1280x960", of: "4000x3000")
        story.press("R")
        // 4000 rows of the turned photo are 1867 high where its 3000 columns are 1400 wide.
        #expect(story.resize(columns: 140, rows: 40) == Self.version(covering: 1867))
    }

    private static func version(covering width: Int?) -> [Effect] {
        [.photo(.open(.file(path: name), covering: width))]
    }

    @Test func thePictureStaysWhenTheLargerVersionFails() {
        var story = Self.viewing("1280x960", of: "4000x3000")
        story.press("z")
        story.receive(Self.name, .fetching(.timedOut(afterSeconds: 20)))
        #expect(story.viewport?.zoom == .original)
        #expect(story.status?.contains("larger version failed, r: retry") == true)
        #expect(story.press("lz").isEmpty)
        #expect(story.press("z").isEmpty)
        #expect(story.press("r") == Self.larger)
        #expect(story.status?.contains("failed") == false)
        story.receive(Self.name, .whole("4000x3000"))
        #expect(story.press("r") == [.app(.redraw)])
    }

    /// Missing space on the disk is reported; the whole photo stays visible.
    @Test func withoutRoomForTheOriginalTheFitViewRemains() {
        var story = Story.viewing("40000x30000")
        story.press("z")
        story.renderFailed(Self.name, .decoding(.noRoom(byteCount: 5 << 30)))
        #expect(
            story.viewport?.window == Viewport(photo: "40000x30000", screen: "800x456").window)
        #expect(story.status?.contains("needs 5.3 GB of free space") == true)
        #expect(story.press("r") == [.photo(.reopen(.file(path: Self.name), covering: 800))])
        story.receive(Self.name, .whole("40000x30000"))
        #expect(story.status?.contains("free space") == false)
    }

    @Test func whatCannotBeShownAtAllIsAFailure() {
        var story = Story.viewing("40000x30000")
        story.renderFailed(Self.name, .decoding(.noRoom(byteCount: 5 << 30)))
        #expect(story.viewport == nil)
        #expect(story.page?.contains("free space") == true)
    }

    @Test func rAfterAFailureAsksForNothingThatIsNotNeeded() {
        var story = Self.viewing("1280x960", of: "4000x3000")
        story.press("z")
        story.receive(Self.name, .fetching(.interrupted(.library("reset"))))
        story.press("z")
        #expect(story.press("r").isEmpty)
        #expect(story.press("z") == Self.larger)
    }
}

/// Stepping through photos: the previous one is abandoned, the next one requested.
@Suite struct SeveralPhotosTests {
    private static let names = ["moon.jpg", "mars.jpg", "io.png"]

    private static func go(from left: String, to wished: String) -> [Effect] {
        [.photo(.abandon(.file(path: left))), .photo(.open(.file(path: wished), covering: 800))]
    }

    @Test func nAndPGoToTheNextPhotoAndBack() {
        var story = Story.viewing("4000x3000", of: Self.names)
        #expect(story.press("n") == Self.go(from: "moon.jpg", to: "mars.jpg"))
        #expect(story.isWaiting)
        story.receive("mars.jpg", SizedPhoto(size: "1000x1000"))
        #expect(story.photo == .file(path: "mars.jpg"))
        #expect(story.press("p") == Self.go(from: "mars.jpg", to: "moon.jpg"))
    }

    @Test(arguments: [
        // keys, the final photo
        ("n", "mars.jpg"), ("nn", "io.png"), ("nnn", "io.png"), ("2n", "io.png"), ("9n", "io.png"),
        ("np", "moon.jpg"), ("9n9p", "moon.jpg"), ("n]", "io.png"), ("n[", "moon.jpg"),
        ("  ", "io.png"), ("99999999999999999999n", "io.png"),
    ])
    func keysEndOnAPhoto(keys: String, name: String) {
        var story = Story.viewing("4000x3000", of: Self.names)
        story.press(keys)
        story.receive(name, SizedPhoto(size: "10x10"))
        #expect(story.photo == .file(path: name))
    }

    @Test func theEndsAreLimits() {
        var story = Story.viewing("4000x3000", of: Self.names)
        #expect(story.press("p").isEmpty)
        #expect(story.photo == .file(path: "moon.jpg"))
        #expect(story.press("9n") == Self.go(from: "moon.jpg", to: "io.png"))
        #expect(story.press("n").isEmpty)
        #expect(story.press(KeyPress(.backspace)) == Self.go(from: "io.png", to: "mars.jpg"))
    }

    @Test func aLonePhotoHasNoNeighbours() {
        var story = Story.viewing("4000x3000")
        #expect(story.press("n").isEmpty)
        #expect(story.press("p").isEmpty)
        #expect(story.photo == .file(path: "moon.jpg"))
    }

    @Test func theOtherPhotoIsSeenFromItsBeginning() {
        var story = Story.viewing("4000x3000", of: Self.names)
        story.press("zGn")
        story.receive("mars.jpg", SizedPhoto(size: "2000x3000"))
        #expect(story.viewport == Viewport(photo: "2000x3000", screen: "800x456"))
    }

    @Test func whatArrivesLateForThePhotoThatWasLeftIsNotShown() {
        var story = Story(Self.names)
        story.press("n")
        story.receive("moon.jpg", SizedPhoto(size: "4000x3000"))
        story.receive("moon.jpg", .fetching(.cancelled))
        #expect(story.isWaiting)
        #expect(story.page?.contains("mars.jpg") == true)
    }
}
