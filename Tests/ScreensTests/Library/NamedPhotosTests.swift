import Imaging
import Localization
import PhotoCatalog
import PhotoPipeline
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// Files named on the command line: their details, and a separate list.
@Suite struct NamedPhotosTests {
    private static let files = ["in/a.jpg", "in/b.png", "in/c.jpg"].map {
        PhotoReference.file(path: $0)
    }

    private static func viewing(_ photos: [PhotoReference] = files) -> LibraryStory {
        var story = LibraryStory(viewing: photos)
        if let first = photos.first { story.receive(opened(first)) }
        return story
    }

    private static func opened(_ photo: PhotoReference) -> PhotoEvent {
        .opened(
            photo,
            OpenedPhoto(
                caption: PhotoCaption(title: "a.jpg"), source: SizedPhoto(size: "4000x3000")))
    }

    @Test func tabListsTheFilesByTheirNames() {
        var story = Self.viewing()
        story.press("n")
        story.press(.tab)
        #expect(story.page.contains("Your photos") && story.page.contains("2 of 3"))
        for name in ["a.jpg", "b.png", "c.jpg"] { #expect(story.page.contains(name)) }
        #expect(story.pictures.map(\.source) == Self.files.map { .photo($0) })
    }

    @Test func returnShowsTheFileAndQGoesBackToTheList() {
        var story = Self.viewing()
        story.press(.tab)
        story.press("jj")
        #expect(story.press(.enter).contains(.photo(.open(Self.files[2], covering: 800))))
        story.press("p")
        story.press("q")
        #expect(story.page.contains("2 of 3"), "the list follows")
        #expect(story.press("q") == [.quit])
    }

    @Test func iShowsWhatTheFileSaysOfItself() {
        var story = Self.viewing()
        #expect(story.press("i") == [.library(.readMetadata(Self.files[0]))])
        story.receive(
            .metadata(
                Self.files[0], [PhotoFact(group: "EXIF", name: "Model", value: "NIKON D5")]))
        #expect(story.page.contains("in/a.jpg") && story.page.contains("Model  NIKON D5"))
        #expect(story.pictures.map(\.source) == [.photo(Self.files[0])])
        #expect(story.press("n") == [.library(.readMetadata(Self.files[1]))])
        story.press("q")
        #expect(story.page.contains("4000x3000") || story.page.contains("opening"))
    }

    @Test func aFileThatCannotBeReadIsNamed() {
        var story = Self.viewing()
        story.press("i")
        story.receive(.metadataFailed(Self.files[0], .reading(.notPermitted)))
        let sentence = Strings().sentence(for: .reading(.notPermitted), of: Self.files[0])
        #expect(story.page.contains(sentence.string.prefix(20)), "\(story.page)")
    }

    @Test func yCopiesThePath() {
        var story = Self.viewing()
        #expect(story.press("y").first == .copy("in/a.jpg"))
        story.press(.tab)
        #expect(story.press("y").first == .copy("in/a.jpg"))
    }

    @Test(arguments: [
        ("f", "photos from NASA's library"),
        ("S", "already a file"), ("Y", "no web page"), ("o", "no web page"),
        ("a", "not in an album"),
    ])
    func aKeyThatDoesNothingSaysWhy(key: String, word: String) {
        var story = Self.viewing()
        story.press(key)
        #expect(story.page.contains(word), "in the viewer")
        story.press(.escape, .tab)
        story.press(key)
        #expect(story.page.contains(word), "in the list")
    }

    @Test func withoutAListThereIsNothingToSearch() {
        var story = Self.viewing()
        story.press("/")
        #expect(story.page.contains("Can't search files"))
        story.press(.escape, .tab)
        story.press("/")
        #expect(story.page.contains("part of a name"))
    }

    @Test func ofStandardInputThereIsNothingToTell() {
        var story = Self.viewing([.standardInput])
        story.press("i")
        #expect(story.page.contains("No details"))
        story.press("y")
        #expect(story.page.contains("no name to copy"))
    }

    @Test func tabGoesBackToTheListThatAPhotoIsOf() {
        var story = LibraryStory.listing(LibraryPages.photos(1...5))
        story.press("j")
        story.press(.character("i"), .enter, .tab)
        #expect(story.page.contains("2 of 5"))
        #expect(story.press("q") == [.quit])
    }

    @Test(arguments: ["Y", "o"])
    func aPhotoOfTheDemoHasNoPageOnTheWeb(key: String) {
        var story = LibraryStory.listing(LibraryPages.photos(1...2))
        story.useDemo()
        story.press(key)
        #expect(story.page.contains("no web page"))
    }

    @Test func inAnEmptyListKeysAboutAPhotoSayThatThereIsNone() {
        var story = LibraryStory.listing([])
        for key in ["f", "S", "y", "Y", "o", "i"] {
            story.press(key)
            #expect(story.page.contains("No photo selected."), "\(key)")
            story.press(.escape)
        }
    }
}
