import Imaging
import PhotoPipeline
import Screens
import TestSupport
import Testing

/// One photo on the screen: what keys do to it, what is asked for, what is shown.
@Suite struct ViewerScreenTests {
    @Test func itBeginsByAskingForAPhotoAsWideAsTheScreen() {
        let story = Story(["moon.jpg", "mars.jpg"])
        #expect(story.screens.start == [.open(.file(path: "moon.jpg"), covering: 800)])
        #expect(story.isWaiting)
    }

    @Test func thePhotoAppearsAsWideAsTheScreen() {
        let story = Story.viewing("4000x3000")
        #expect(story.photo == .file(path: "moon.jpg"))
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

    @Test func anAnswerAboutAnotherPhotoChangesNothing() {
        var story = Story(["moon.jpg", "mars.jpg"])
        story.receive("mars.jpg", SizedPhoto(size: "100x100"))
        #expect(story.isWaiting)
    }
}
