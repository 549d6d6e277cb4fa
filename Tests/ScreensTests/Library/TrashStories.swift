import Imaging
import Localization
import PhotoCatalog
import PhotoPipeline
import SystemPackage
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// Files that a key moves to the trash, and back.
@Suite struct TrashStories {
    private static func paths(_ names: String) -> [FilePath] {
        names.split(separator: " ").map { FilePath("in/\($0).jpg") }
    }

    private static func photos(_ names: String) -> [PhotoReference] {
        paths(names).map { .file(path: $0) }
    }

    private static func found(_ names: String) -> FoundPhotos {
        var found = FoundPhotos()
        (found.photos, found.folders) = (photos(names), ["in"])
        return found
    }

    private static func listing(_ names: String) -> LibraryStory {
        var story = LibraryStory(.files(NamedPhotos([.file(path: "in")])), .list)
        for case .archive(.list(_, let list)) in story.asked {
            story.receive(.listed(found(names), for: list))
        }
        return story
    }

    private static func show(_ name: String, in story: inout Story) {
        story.receive("in/\(name).jpg", SizedPhoto(size: "400x300"))
    }

    @Test(arguments: ["n", "z", " ", "\u{1B}", "#"])
    func everyKeyButOneMeansNo(key: Character) {
        var story = Self.listing("a b")
        #expect(story.press("#") == [], "a question is no effect, and stays")
        #expect(story.page.contains("Move a.jpg to the trash? y: yes, other keys: no"))
        let answer = KeyPress(key == "\u{1B}" ? .escape : .character(key))
        #expect(story.press(answer) == [])
        #expect(!story.page.contains("trash?") && story.page.contains("1 of 2"))
        #expect(story.press("y").first == .copy("in/a.jpg"), "y is a key again")
    }

    @Test func controlLDrawsTheQuestionAgain() {
        var story = Self.listing("a b")
        story.press("#")
        #expect(story.press(KeyPress(.character("l"), .control)) == [.app(.redraw)])
        #expect(story.page.contains("trash?"))
        #expect(story.press("y") == [.file(.trash(Self.paths("a")))])
    }

    @Test func theListGoesOnWithTheNextFile() {
        var story = Self.listing("a b c")
        story.press("nM")
        story.press("N")
        story.press(.delete)
        #expect(story.press("y") == [.file(.trash(Self.paths("b")))])
        story.receive(.trashed(Self.paths("b")))
        #expect(story.page.contains("In the trash: b.jpg (Insert: restore)"))
        #expect(story.page.contains("2 of 2") && story.page.contains("c.jpg"))
        #expect(story.screens.stack.top.reference == Self.photos("c")[0])
        #expect(story.press("&") == [.file(.restore(Self.paths("b")))])
        story.receive(.restored(Self.paths("b")))
        #expect(story.page.contains("Restored: b.jpg"))
        story.press("&")
        #expect(story.page.contains("Nothing to restore."))
    }

    @Test func allMarkedFilesAreMovedAndLoseTheirMarks() {
        var story = Self.listing("a b c")
        story.press("2M")
        story.press("#")
        #expect(story.page.contains("Move 2 files to the trash?"))
        #expect(story.press("y") == [.file(.trash(Self.paths("a b")))])
        // The second one could not be moved.
        story.receive(.trashed(Self.paths("a")))
        story.receive(.noticed(.file(.notMoved("in/b.jpg", .diskFull))))
        #expect(story.page.contains("b.jpg stays: the disk is full."))
        #expect(story.screens.marks.photos == Self.photos("b"))
        #expect(story.page.contains("2 of 2") == false && story.page.contains("1 of 2"))
    }

    @Test(arguments: [("a", "b"), ("b", "c"), ("c", "b")])
    func theViewerGoesToTheNextOrThePhotoBefore(gone: String, next: String) throws {
        let place = try #require(["a", "b", "c"].firstIndex(of: gone))
        var story = Story(["in/a.jpg", "in/b.jpg", "in/c.jpg"])
        _ = story.start()
        story.press(String(repeating: "n", count: place))
        Self.show(gone, in: &story)
        story.press("#")
        #expect(story.press("y") == [.file(.trash(Self.paths(gone)))])
        let effects = story.screens.receive(.trashed(Self.paths(gone)))
        #expect(effects.contains(.photo(.open(Self.photos(next)[0], covering: 800))))
        Self.show(next, in: &story)
        story.press(KeyPress(.escape))
        #expect(story.status?.contains("/2") == true, "\(story.status ?? "")")
        _ = story.screens.receive(.restored(Self.paths(gone)))
        story.press(KeyPress(.escape))
        #expect(story.status?.contains("/3") == true, "\(story.status ?? "")")
    }

    @Test func theOnlyFileStaysOnTheScreenUntilItIsReadAgain() {
        var story = Story(["in/a.jpg"])
        _ = story.start()
        Self.show("a", in: &story)
        _ = story.screens.receive(.trashed(Self.paths("a")))
        #expect(story.status?.contains("In the trash: a.jpg") == true)
        _ = story.screens.receive(.notReread(Self.photos("a")[0], .reading(.notFound)))
        #expect(story.page?.contains("No file named in/a.jpg.") == true)
        _ = story.press("&")
        _ = story.screens.receive(.reread(Self.photos("a")[0], .whole("400x300")))
        #expect(story.photo == Self.photos("a")[0])
    }

    @Test func aPhotoOfTheLibraryHasNoTrash() {
        var story = LibraryStory.listing([Photo(id: PhotoID("PIA1"), title: "Moon")])
        story.press("#")
        #expect(story.page.contains("Only files on this computer can be moved to the trash."))
        story.press("M#")
        #expect(story.page.contains("Only files on this computer"))
    }

    @Test func inASearchTheKeyRemovesTheFilter() {
        var query = Query(text: "moon")
        query.firstYear = 1969
        var story = LibraryStory(.search(query))
        let effects = story.press(.delete)
        #expect(!story.page.contains("trash"))
        #expect(effects.contains { if case .library(.load) = $0 { true } else { false } })
    }

    @Test func aFolderIsNotMoved() {
        var story = LibraryStory(.files(NamedPhotos([.file(path: "in")])), .list)
        var found = Self.found("a")
        found.subfolders = ["in/deeper"]
        for case .archive(.list(_, let list)) in story.asked {
            story.receive(.listed(found, for: list))
        }
        story.press("p")
        story.press("#")
        #expect(story.page.contains("Only files on this computer"))
    }

    @Test func namesAreCutSoThatTheAnswersStayVisible() {
        let long = String(repeating: "long-", count: 30)
        var story = Self.listing(long)
        story.press("#")
        #expect(story.page.contains("… to the trash? y: yes, other keys: no"))
    }
}
