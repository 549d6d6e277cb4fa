import PhotoCatalog
import PhotoPipeline
import SystemPackage
import TerminalProtocols
import Testing

@testable import Screens

/// Files that are dropped on the terminal, which pastes their names.
@Suite struct DroppedFileStories {
    private static let file = FilePath("/a b.png")

    /// The request to find the files of a paste.
    private static func request(in story: LibraryStory) -> Effect? { story.asked.last }

    @Test func aPasteOfPathsAsksForTheFiles() {
        var story = LibraryStory.listing([])
        story.paste("'/a b.png' /c.png")
        let paths = ["/a b.png", "/c.png"].map { Array($0.utf8) }
        #expect(
            Self.request(in: story)
                == .archive(.findDropped([paths], orInsert: "'/a b.png' /c.png")))
    }

    @Test func theFirstFileIsViewedAndAFolderListed() throws {
        var story = LibraryStory.listing([])
        _ = story.receive(.dropped([Self.file, "/c.png"], areListed: false))
        var found = FoundPhotos()
        found.photos = [.file(path: Self.file), .file(path: "/c.png")]
        let list = try #require(story.screens.stack.library?.results?.id)
        _ = story.receive(.listed(found, for: list))
        #expect(story.screens.stack.top.viewer?.photo == .file(path: Self.file))
        story.press(.escape)
        #expect(story.screens.stack.top.kind == .library)

        _ = story.receive(.dropped(["/in"], areListed: true))
        let folder = try #require(story.screens.stack.library?.results?.id)
        _ = story.receive(.listed(found, for: folder))
        #expect(folder != list && story.screens.stack.top.kind == .library)
    }

    @Test func theHelpIsLeftForThem() {
        var story = LibraryStory.listing([])
        story.press("?")
        _ = story.receive(.dropped([Self.file], areListed: false))
        #expect(story.screens.help == nil)
    }

    @Test func whatNamesNoFilesIsInsertedAsBefore() {
        var story = LibraryStory.listing([])
        story.press("/")
        story.paste("/moon")
        _ = story.receive(.notDropped("/moon"))
        #expect(story.screens.stack.top.library?.form?.query?.text == "/moon")
    }
}
