import Imaging
import Localization
import PhotoCatalog
import PhotoPipeline
import SystemPackage
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// Folders named on the command line: their pictures in a grid.
@Suite struct FolderTests {
    private static let folder = NamedPhotos([.file(path: "in")])
    private static let files = (1...40).map { PhotoReference.file(path: "in/photo-\($0).jpg") }

    private static func found(_ photos: [PhotoReference] = files) -> FoundPhotos {
        var found = FoundPhotos()
        found.photos = photos
        return found
    }

    /// Returns a story that starts with a folder whose names are loaded.
    private static func listing(
        _ found: FoundPhotos = found(), of named: NamedPhotos = folder,
        as arrangement: LibraryArrangement = .automaticGrid,
        preferences: Preferences = Preferences()
    ) -> LibraryStory {
        var story = LibraryStory(.files(named), arrangement, preferences: preferences)
        answer(&story, found)
        return story
    }

    @discardableResult
    private static func answer(_ story: inout LibraryStory, _ found: FoundPhotos) -> [Effect] {
        for case .archive(.list(_, let list)) in story.asked.reversed() {
            return story.receive(.listed(found, for: list))
        }
        return []
    }

    @Test func itsNamesAreReadFirst() {
        let story = LibraryStory(.files(Self.folder), .automaticGrid)
        let list = ResultsID(screen: 0, generation: 0)
        #expect(story.asked == [.archive(.list(Self.folder, for: list))])
        #expect(story.page.contains("Loading …"))
    }

    @Test func itsPicturesStandOnAWallUnderItsName() {
        let story = Self.listing()
        #expect(story.page.hasPrefix("  in"), "\(story.page)")
        #expect(story.page.contains("1 of 40") && story.page.contains("photo-1.jpg"))
        #expect(story.pictures.map(\.source) == Self.files.prefix(12).map { .photo($0) })
    }

    @Test func aFolderInItIsEnteredAndLeft() {
        var found = Self.found(Array(Self.files.prefix(3)))
        found.subfolders = ["in/deep", "in/deeper"]
        var story = Self.listing(found)
        #expect(story.page.contains("3 of 5") && story.page.contains("deeper/"))
        #expect(story.pictures.map(\.source) == Self.files.prefix(3).map { .photo($0) })
        #expect(story.press(.enter).contains(.photo(.open(Self.files[0], covering: 800))))
        story.press("p")
        #expect(story.viewed == Self.files[0], "a folder is not viewed")
        story.press("qp")
        let effects = story.press(.enter)
        let inner = NamedPhotos([.file(path: "in/deeper")])
        #expect(effects.contains { if case .archive(.list(inner, _)) = $0 { true } else { false } })
        Self.answer(&story, Self.found([.file(path: "in/deeper/x.jpg")]))
        #expect(story.page.contains("x.jpg"))
        story.press("q")
        #expect(story.page.contains("2 of 5"))
    }

    @Test func nAndPGoThroughItAndTheWallFollows() {
        var story = Self.listing()
        #expect(story.press(.enter).contains(.photo(.open(Self.files[0], covering: 800))))
        story.press("nnn")
        #expect(story.viewed == Self.files[3])
        story.press("q")
        #expect(story.page.contains("4 of 40"))
    }

    @Test func iShowsTheFilesPage() {
        var story = Self.listing()
        #expect(story.press("i") == [.library(.readMetadata(Self.files[0]))])
        #expect(story.page.contains("photo-1.jpg") && story.page.contains("Loading"))
    }

    @Test(arguments: [LibraryArrangement.list, .automaticGrid])
    func aFileThatIsNoPictureHasAQuietWord(arrangement: LibraryArrangement) {
        var story = Self.listing(as: arrangement)
        let failure = PictureFailure.decoding(.unsupported(kind: .text))
        story.receive(.previewFailed(Self.files[1], failure))
        #expect(story.page.contains("not a picture") && story.page.contains("photo-2.jpg"))
        #expect(!story.pictures.map(\.source).contains(.photo(Self.files[1])))
        story.receive(.previewFailed(.file(path: "elsewhere.jpg"), failure))
        story.press("r")
        Self.answer(&story, Self.found())
        #expect(story.pictures.map(\.source).contains(.photo(Self.files[1])), "it is tried again")
    }

    @Test(
        arguments: [
            (.reading(.notFound), "No file named photo-1.jpg"),
            (.reading(.empty), "photo-1.jpg is an empty file"),
            (.reading(.notPermitted), "Can't read photo-1.jpg"),
            (.decoding(.damaged(.endsEarly)), "damaged"),
            (.decoding(.unsupported(kind: .photo(.heif))), "format not supported"),
            (.decoding(.unsupported(kind: .unknown)), "not a picture"),
            (.decoding(.decoderCrashed), "can't be shown"),
        ] as [(PictureFailure, String)])
    func theWordSaysWhatIsWrong(failure: PictureFailure, word: String) {
        var story = Self.listing(as: .list)
        story.receive(.previewFailed(Self.files[0], failure))
        #expect(story.page.contains(word), "\(story.page)")
    }

    @Test(arguments: [
        (false, NamedPhotos([.file(path: "in")]), "No pictures in in.", false),
        (true, NamedPhotos([.file(path: "in")]), "No pictures in in.", true),
        (false, NamedPhotos([], areOnStandardInput: true), "No pictures found.", false),
        (false, NamedPhotos([.file(path: ".")]), "No pictures found.", false),
    ])
    func aFolderWithoutPicturesSaysSo(
        hasFolders: Bool, named: NamedPhotos, sentence: String, isRecursiveNamed: Bool
    ) {
        var found = FoundPhotos()
        found.hasOtherFolders = hasFolders
        let story = Self.listing(found, of: named)
        #expect(story.page.contains(sentence), "\(story.page)")
        #expect(
            story.page.contains("--recursive also searches its subfolders.") == isRecursiveNamed)
        #expect(story.page.contains("r: retry") && story.page.contains("q: quit"))
    }

    @Test func aFolderThatCannotBeReadIsNamedWithTheReason() {
        var found = FoundPhotos()
        found.unreadable = UnreadableList(.file(path: "in"), .notPermitted)
        #expect(Self.listing(found).page.contains("Can't read in: permission denied."))
        found.photos = Self.files
        #expect(Self.listing(found).page.contains("Can't read in"), "in the foot")
    }

    @Test func aListThatIsCutSaysSo() {
        var found = Self.found()
        found.isCut = true
        #expect(Self.listing(found).page.contains("Only the first 100,000 are listed"))
    }

    @Test func aNameCannotActOnTheTerminal() {
        let name = "in/\u{1B}]0;owned\u{7}\u{202E}gpj.jpg"
        let story = Self.listing(Self.found([.file(path: name)]))
        #expect(!story.page.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
        #expect(!story.page.contains("\u{202E}"))
    }

    @Test(
        arguments: [
            ("PHOTO-3", 11, "photo-3.jpg"), ("jpg 12", 1, "photo-12.jpg"), ("in/", 0, ""),
            ("moon", 0, ""), (".", 40, "photo-1.jpg"),
        ] as [(String, Int, String)])
    func slashFindsNames(words: String, count: Int, first: String) {
        var story = Self.listing(as: .list)
        story.press("/")
        #expect(story.page.contains("part of a name") && !story.page.contains("Tab"))
        #expect(story.asked.count == 1, "no search of NASA's is recalled")
        story.press(words)
        story.wait()
        if count > 0 { #expect(story.page.contains("\(count) photo"), "\(story.page)") }
        story.press(.enter)
        #expect(story.page.contains("Search: \(words)") && story.page.contains(first))
        if count == 0 { #expect(story.page.contains("No photos match")) }
        if count > 1 { #expect(story.page.contains("1 of \(count)")) }
        #expect(!story.asked.contains { if case .library = $0 { true } else { false } })
        story.press("q")
        #expect(story.page.contains("1 of 40"), "all are there again")
    }

    @Test func aFileThatWasFoundIsOpened() {
        var story = Self.listing(as: .list)
        story.press("/")
        story.press("photo-3")
        story.press(.enter)
        story.press("j")
        #expect(story.press(.enter).contains(.photo(.open(Self.files[29], covering: 800))))
        story.press("/")
        story.press("2")
        story.press(.enter)
        #expect(story.page.contains("Search: 2"), "all names are searched again")
        #expect(story.page.contains("photo-2.jpg"))
    }

    /// Names only: no picture is requested before it is on the page or next to it.
    @Test func aThousandPicturesAskForNoMoreThanAPage() {
        let many = (1...1000).map { PhotoReference.file(path: "in/photo-\($0).jpg") }
        var story = Self.listing(Self.found(many))
        story.press("G")
        #expect(story.page.contains("1,000 of 1,000"))
        #expect(story.pictures.count <= 24)
    }
}
