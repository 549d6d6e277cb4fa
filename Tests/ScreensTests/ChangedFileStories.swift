import Imaging
import Localization
import PhotoPipeline
import SystemPackage
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// Files that are written, replaced or removed while they are viewed.
@Suite struct ChangedFileStories {
    private static let moon = PhotoReference.file(path: "moon.jpg")
    private static let again = Effect.photo(.reread(moon, covering: 800))

    private static func opened(_ size: PixelSize, byte: Int = 1) -> OpenedPhoto {
        var opened = OpenedPhoto(
            caption: PhotoCaption(title: "moon.jpg"), source: SizedPhoto(size: size))
        opened.file = FileVersion(
            device: 1, inode: 2, byteCount: byte, modifiedNanoseconds: 3)
        return opened
    }

    private static func viewing(_ keys: String = "") -> Story {
        var story = Story()
        _ = story.start()
        story.receive("moon.jpg", opened("4000x3000"))
        story.press(keys)
        return story
    }

    @Test func aChangeReadsTheFileAgain() {
        var story = Self.viewing()
        #expect(story.screens.receive(.changed(Self.moon)) == [Self.again])
        #expect(story.screens.receive(.changed(.file(path: "mars.jpg"))) == [])
        #expect(story.photo == Self.moon, "it stays on the screen until then")
    }

    @Test func rReadsAFileAgain() {
        var story = Self.viewing()
        #expect(story.press("r") == [Self.again])
    }

    @Test func theSamePlaceOfANewContentIsShown() {
        var story = Self.viewing("zlljj")
        let before = story.viewport
        _ = story.screens.receive(.reread(Self.moon, Self.opened("4000x3000", byte: 2)))
        #expect(story.viewport == before)
    }

    @Test func aContentOfAnotherSizeIsShownFromTheStart() {
        var story = Self.viewing("zlljj")
        _ = story.screens.receive(.reread(Self.moon, Self.opened("300x200", byte: 2)))
        #expect(story.viewport?.photo == "300x200")
        #expect(story.viewport?.zoom == .fit)
    }

    @Test func aRemovedFileSaysSoAndComesBackWhereItWas() throws {
        var story = Self.viewing("zlljj")
        let before = story.viewport
        _ = story.screens.receive(.notReread(Self.moon, .reading(.notFound)))
        #expect(try #require(story.page).contains("No file named moon.jpg"))
        #expect(story.screens.receive(.changed(Self.moon)) == [Self.again])
        _ = story.screens.receive(.reread(Self.moon, Self.opened("4000x3000", byte: 2)))
        #expect(story.viewport == before)
    }

    /// The picture would be of two contents: the file is read again.
    @Test func aPictureOfAChangedFileIsMadeAgain() {
        var story = Self.viewing()
        let failure = PictureFailure.decoding(.damaged(.changed))
        #expect(story.renderFailed("moon.jpg", failure) == [Self.again])
        #expect(story.photo == Self.moon)
    }

    @Test func whatIsSaidOfAnEarlierContentIsIgnored() {
        var story = Self.viewing()
        let old = 99
        let failure = PictureFailure.decoding(.decoderCrashed)
        #expect(story.screens.receive(.renderFailed(Self.moon, failure, revision: old)) == [])
        #expect(story.screens.receive(.evicted(Self.moon, revision: old)) == [])
        #expect(story.photo == Self.moon)
    }

    @Test func theViewedFileAndItsContentAreWatched() {
        var story = Self.viewing()
        let file = Self.opened("4000x3000").file
        #expect(story.screens.watched.files == [.init(path: "moon.jpg", version: file)])
        _ = story.screens.receive(.notReread(Self.moon, .reading(.notFound)))
        #expect(story.screens.watched.files == [.init(path: "moon.jpg", version: nil)])
    }

    // The list of a folder.

    private static let files = (1...6).map { PhotoReference.file(path: "in/\($0).jpg") }

    private static func found(
        _ files: [PhotoReference], changed: Set<PhotoReference> = []
    ) -> FoundPhotos {
        var found = FoundPhotos()
        found.photos = files
        found.folders = ["in"]
        for file in files {
            let version = FileVersion(
                device: 1, inode: 2, byteCount: 10,
                modifiedNanoseconds: changed.contains(file) ? 9 : 1)
            found.statuses[file] = FileStatus(byteCount: 10, modified: "", version: version)
        }
        return found
    }

    private static func listing(_ keys: String = "") -> LibraryStory {
        var story = LibraryStory(.files(NamedPhotos([.file(path: "in")])), .automaticGrid)
        answer(&story, found(files))
        story.press(keys)
        return story
    }

    /// Answers the newest request for the folder.
    private static func answer(_ story: inout LibraryStory, _ found: FoundPhotos) {
        for case .archive(.list(_, let list)) in story.asked.reversed() {
            story.receive(.listed(found, for: list))
            return
        }
    }

    @Test func aFolderThatChangesIsReadAgainAndKeepsTheSelection() {
        var story = Self.listing("nn")
        #expect(story.screens.watched.folders == ["in"])
        story.receive(.foldersChanged(["elsewhere"]))
        story.receive(.foldersChanged(["in"]))
        #expect(story.page.contains("3 of 6"), "until then the list stays")
        Self.answer(&story, Self.found([.file(path: "in/0.jpg")] + Self.files))
        #expect(story.page.contains("4 of 7"))
    }

    @Test func changesDuringTheReadingReadOnceMore() {
        var story = Self.listing()
        story.receive(.foldersChanged(["in"]))
        #expect(story.receive(.foldersChanged(["in"])) == [])
        #expect(story.receive(.foldersChanged(["in"])) == [])
        Self.answer(&story, Self.found(Self.files))
        Self.answer(&story, Self.found(Array(Self.files.dropLast())))
        #expect(story.page.contains("1 of 5"))
    }

    @Test func onlyTheThumbnailOfTheFileThatChangedIsMadeAnew() {
        var story = Self.listing()
        story.receive(.foldersChanged(["in"]))
        Self.answer(&story, Self.found(Self.files, changed: [Self.files[1]]))
        #expect(
            story.pictures.map(\.source)
                == Self.files.map {
                    $0 == Self.files[1] ? .changed($0, times: 1) : .photo($0)
                })
    }

    @Test(arguments: [("n", 3), ("p", 1), ("2n", 4), ("3p", 0)])
    func theListGoesOnFromAFileThatWasRemoved(keys: String, index: Int) {
        var story = Self.listing("nn")
        story.press(.enter)
        story.receive(.foldersChanged(["in"]))
        var left = Self.files
        left.remove(at: 2)
        Self.answer(&story, Self.found(left))
        story.receive(.notReread(Self.files[2], .reading(.notFound)))
        #expect(story.viewed == Self.files[2])
        story.press(keys)
        #expect(story.viewed == Self.files[index])
    }

    @Test func theLastFileThatWasRemovedHasNoNext() {
        var story = Self.listing("nnnnn")
        story.press(.enter)
        story.receive(.foldersChanged(["in"]))
        Self.answer(&story, Self.found(Array(Self.files.dropLast())))
        #expect(story.press("n") == [])
        story.press("p")
        #expect(story.viewed == Self.files[4])
    }
}
