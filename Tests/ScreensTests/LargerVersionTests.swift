import Imaging
import PhotoCatalog
import PhotoPipeline
import Screens
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

    @Test func aWiderScreenAsksForTheLargerVersion() {
        var story = Self.viewing("1280x960", of: "4000x3000")
        #expect(story.resize(columns: 120, rows: 40).isEmpty)
        #expect(story.resize(columns: 140, rows: 40) == Self.larger)
        #expect(story.resize(columns: 160, rows: 40).isEmpty)
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
        #expect(story.press("r") == [.redraw])
    }

    /// What there is no room for on the disk is told; all of the photo stays in view.
    @Test func withoutRoomForTheOriginalTheFitViewRemains() {
        var story = Story.viewing("40000x30000")
        story.press("z")
        story.undrawable(Self.name, .decoding(.noRoom(byteCount: 5 << 30)))
        #expect(
            story.viewport?.window == Viewport(photo: "40000x30000", screen: "800x456").window)
        #expect(story.status?.contains("needs 5.3 GB of free space") == true)
        #expect(story.press("r") == [.photo(.reopen(.file(path: Self.name), covering: 800))])
        story.receive(Self.name, .whole("40000x30000"))
        #expect(story.status?.contains("free space") == false)
    }

    @Test func whatCannotBeShownAtAllIsAFailure() {
        var story = Story.viewing("40000x30000")
        story.undrawable(Self.name, .decoding(.noRoom(byteCount: 5 << 30)))
        #expect(story.viewport == nil)
        #expect(story.page?.contains("free space") == true)
    }

    @Test func rAfterAFailureAsksForNothingThatIsNotNeeded() {
        var story = Self.viewing("1280x960", of: "4000x3000")
        story.press("z")
        story.receive(Self.name, .fetching(.interrupted(reason: "reset")))
        story.press("z")
        #expect(story.press("r").isEmpty)
        #expect(story.press("z") == Self.larger)
    }
}
