import Imaging
import PhotoPipeline
import Screens
import TestSupport
import Testing

/// Keys that are typed before the photo has come.
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
