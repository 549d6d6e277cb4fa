import Imaging
import PhotoPipeline
import Screens
import TestSupport
import Testing

/// Windows of all sizes, and windows that change while one looks.
@Suite struct ScreenSizeTests {
    @Test func aScreenWithoutRoomSaysSo() {
        var story = Story.viewing("4000x3000")
        #expect(story.resize(columns: 80, rows: 1).isEmpty)
        #expect(story.page == "too small")
        story.resize(columns: 4, rows: 1)
        #expect(story.page == "too…")
    }

    @Test func thePhotoComesBackWithTheRoom() {
        var story = Story.viewing("4000x3000")
        story.press("z")
        story.resize(columns: 1, rows: 1)
        story.resize(columns: 80, rows: 24)
        #expect(story.viewport?.zoom == .original)
        #expect(story.viewport?.screen == "800x456")
    }

    @Test func keysWorkWhereNothingCanBeShown() {
        var story = Story.viewing("4000x3000", of: ["moon.jpg", "mars.jpg"])
        story.resize(columns: 80, rows: 1)
        #expect(story.press("zlj").isEmpty)
        #expect(
            story.press("n") == [
                .photo(.abandon(.file(path: "moon.jpg"))),
                .photo(.open(.file(path: "mars.jpg"), covering: 1)),
            ])
        #expect(story.press("q") == [.quit])
    }

    @Test(arguments: [("", Zoom.fit), ("z", .original), ("zG$", .original)])
    func theKindOfZoomStays(keys: String, zoom: Zoom) {
        var story = Story.viewing("4000x3000")
        story.press(keys)
        #expect(story.resize(columns: 120, rows: 40).isEmpty)
        #expect(story.viewport?.zoom == zoom)
        #expect(story.viewport?.screen == "1200x780")
    }

    @Test func thePlaceThatIsLookedAtStays() {
        var story = Story.viewing("4000x3000")
        story.press("z5l")
        // The view of 800x456 from 2000,1272 has its centre at 2400,1500.
        story.resize(columns: 60, rows: 16)
        #expect(story.viewport?.origin == "2100,1350")
        story.resize(columns: 80, rows: 24)
        #expect(story.viewport?.origin == "2000,1272")
    }

    @Test func pagesAreLaidOutAnew() {
        var story = Story()
        story.resize(columns: 20, rows: 3)
        #expect(story.page == "      moon.jpg\n     Opening …")
        story.receive("moon.jpg", .reading(.empty))
        story.resize(columns: 30, rows: 7)
        #expect(story.page?.contains("moon.jpg is an empty file.") == true)
    }
}
