import Imaging
import PhotoCatalog
import PhotoPipeline
import Screens
import TerminalProtocols
import TestSupport
import Testing

/// Going from photo to photo: the one that is left is given up, the other asked for.
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
        // keys, the photo they end on
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
