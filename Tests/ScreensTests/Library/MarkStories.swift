import Imaging
import Localization
import PhotoCatalog
import PhotoPipeline
import SystemPackage
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// Photos that the user marks, and what keys do with all of them.
@Suite struct MarkStories {
    private static func files(_ names: String) -> [PhotoReference] {
        names.split(separator: " ").map { .file(path: "in/\($0).jpg") }
    }

    private static func found(_ names: String) -> FoundPhotos {
        var found = FoundPhotos()
        (found.photos, found.folders) = (files(names), ["in"])
        return found
    }

    /// Returns a story that lists a folder.
    private static func listing(
        _ names: String, _ arrangement: LibraryArrangement = .list,
        preferences: Preferences = Preferences()
    ) -> LibraryStory {
        var story = LibraryStory(
            .files(NamedPhotos([.file(path: "in")])), arrangement, preferences: preferences)
        answer(found(names), in: &story)
        return story
    }

    private static func answer(_ found: FoundPhotos, in story: inout LibraryStory) {
        for case .archive(.list(_, let list)) in story.asked.reversed().prefix(2) {
            return _ = story.receive(.listed(found, for: list))
        }
    }

    @Test func aKeyMarksAndUnmarksAndNothingIsRequested() {
        var story = Self.listing("a b c")
        #expect(story.press("M") == [])
        #expect(story.page.contains("* a.jpg") && story.page.contains("* 1  1 of 3"))
        #expect(story.press("nM") == [])
        #expect(story.page.contains("* b.jpg") && story.page.contains("* 2  2 of 3"))
        story.press("M")
        #expect(!story.page.contains("* b.jpg") && story.page.contains("* 1  2 of 3"))
    }

    @Test func aMarkedTileHasItsNameBelowThePicture() throws {
        var story = Self.listing("a b c", .automaticGrid)
        let before = try #require(story.pictures.first { !$0.isAhead })
        #expect(!story.page.contains("a.jpg\n"))
        story.press("M")
        let after = try #require(story.pictures.first { !$0.isAhead })
        #expect(after.size.rows == before.size.rows - 1)
        #expect(story.page.contains("* a.jpg"))
    }

    @Test func aNumberMarksThePhotosFromHereOn() {
        var story = Self.listing("a b c d")
        story.press("n3M")
        #expect(story.screens.marks.photos == Self.files("b c d"))
        story.press("N")
        #expect(story.page.contains("Marked: 0") && story.screens.marks.photos == [])
    }

    @Test func marksHoldOnEveryScreen() throws {
        var story = Self.listing("a b c")
        story.press("M")
        story.press(.enter)
        story.receive(
            .opened(
                Self.files("a")[0],
                OpenedPhoto(
                    caption: PhotoCaption(title: "a.jpg"), source: SizedPhoto(size: "400x300"))))
        #expect(story.page.contains("* a.jpg") && story.page.contains("* 1  1/3"))
        story.press("i")
        story.press("M")
        #expect(story.page.contains("Marked: 0"))
        story.press("M")
        #expect(story.page.contains("Marked: 1"))
    }

    @Test func anotherOrderKeepsThemAndARemovedFileLosesItsMark() {
        var story = Self.listing("a b c")
        story.press("MnM")
        story.press("O")
        Self.answer(Self.found("c b a"), in: &story)
        #expect(story.screens.marks.photos == Self.files("a b"))
        story.receive(.foldersChanged(["in"]))
        Self.answer(Self.found("c b"), in: &story)
        #expect(story.screens.marks.photos == Self.files("b"))
        story.receive(.notReread(Self.files("b")[0], .reading(.notFound)))
        #expect(story.screens.marks.photos == [])
    }

    @Test func namesAreCopiedAsWordsOfAShell() {
        var story = Self.listing("it's b")
        story.press("2M")
        #expect(story.press("y").first == .copy(#"'in/it'\''s.jpg' 'in/b.jpg'"#))
        #expect(story.page.contains("Names copied: 2"))
        // Files have no page.
        #expect(!story.press("Y").contains { if case .copy = $0 { true } else { false } })
        #expect(story.page.contains("Addresses copied: 0 of 2"))
    }

    @Test func originalsAndWholePhotosAreSaved() throws {
        let photos = ["PIA1", "PIA2"].map { Photo(id: PhotoID($0), title: $0) }
        var story = LibraryStory.listing(photos)
        story.press("2M")
        let ids = photos.map(\.id)
        let saves: [Effect] = ids.map { .archive(.save($0)) }
        #expect(Array(story.press("S").prefix(2)) == saves)
        let whole = ids.map { WholePhoto(.library($0), .none) }
        #expect(story.press("e").first == .archive(.exportWhole(whole)))
        story.press("N")
        #expect(story.press("S").first == .archive(.save(ids[0])), "without marks, one photo")
    }

    @Test func twoMarkedPhotosAreComparedFromTheList() throws {
        var story = Self.listing("a b c")
        story.press("Mx")
        #expect(story.screens.stack.top.kind == .library, "one is not enough")
        story.press("nnM")
        let effects = story.press("x")
        let marked = Self.files("a c")
        #expect(effects.contains(.photo(.hold(marked))))
        #expect(story.screens.stack.top.comparison?.both.map(\.photo) == marked)
        // The list is below, and keys go on in it.
        story.press("p")
        #expect(story.screens.stack.top.comparison?.both.map(\.photo) == Self.files("a b"))
    }

    @Test func aFolderAndStandardInputCannotBeMarked() {
        var story = LibraryStory(.files(NamedPhotos([.file(path: "in")])), .list)
        var found = Self.found("a")
        found.subfolders = ["in/deeper"]
        Self.answer(found, in: &story)
        story.press("p")
        story.press("M")
        #expect(story.screens.marks.photos == [])
        var piped = LibraryStory(viewing: [.standardInput])
        piped.press("M")
        #expect(piped.screens.marks.photos == [])
    }
}
