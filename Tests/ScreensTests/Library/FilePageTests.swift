import Imaging
import Localization
import PhotoCatalog
import PhotoPipeline
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// The page of a file, the list of files, and the text copied from them.
@Suite struct FilePageTests {
    private static let facts = [
        ("File", "FileType", "JPEG"), ("File", "BitsPerSample", "8"),
        ("File", "ColorComponents", "3"),
        ("File", "ImageSize", "4000x3000"), ("File", "FileSize", "274273"),
        ("File", "FileModifyDate", "2026:11:25 10:33:05"), ("File", "FileName", "mix/a.jpg"),
        ("ICC_Profile", "ProfileDescription", "Display P3"),
        ("EXIF", "Orientation", "Rotate 90 CW"), ("EXIF", "GPSLatitude", "48.85833° N"),
        ("EXIF", "GPSLongitude", "2.29457° W"), ("EXIF", "Artist", "A. Painter"),
    ].map { PhotoFact(group: $0.0, name: $0.1, value: $0.2) }

    private static func page(_ cells: CellSize, _ language: Language = .english) -> LibraryStory {
        let file = PhotoReference.file(path: "mix/a.jpg")
        var story = LibraryStory(
            viewing: [file], cells: cells, preferences: Preferences(language))
        story.press("i")
        story.receive(.metadata(file, facts))
        return story
    }

    @Test(arguments: [
        CellSize(columns: 40, rows: 24), CellSize(columns: 80, rows: 24),
        CellSize(columns: 120, rows: 36),
    ])
    func aFilesPageTellsWhatOneOpensItFor(cells: CellSize) {
        var story = Self.page(cells)
        var text = story.page
        story.press("G")
        text += story.page
        for words in [
            "4000×3000", "12.0 MP", "274 kB", "JPEG", "3 × 8", "Display P3", "90° ↻", "48.85833° N",
            "25 Nov 2026", "10:33", "A. Painter",
        ] {
            #expect(text.contains(words), "\(words)\n\(text)")
        }
        #expect(!text.contains("bytes"))
    }

    @Test(arguments: Language.allCases) func itSpeaksEveryLanguage(language: Language) throws {
        let file = try #require(FileData(Self.facts))
        let labels = Strings(language).fields(of: file, name: "mix/a.jpg")
        #expect(labels.filter { !$0.value.isEmpty }.count == 9)
        #expect(Set(labels.map(\.name)).count == labels.count)
    }

    /// `0.0 MP` is useless.
    @Test(
        arguments: [
            (316, 316, "316×316"), (400, 250, "400×250 (0X1 MP)"), (1, 1, "1×1"),
            (4000, 3000, "4000×3000 (12X0 MP)"),
        ] as [(Int, Int, String)], Language.allCases)
    func aPictureWithoutATenthOfAMegapixelHasItsSidesAlone(
        picture: (width: Int, height: Int, words: String), language: Language
    ) throws {
        let size = "\(picture.width)x\(picture.height)"
        let facts = Self.facts.map { fact in
            fact.name == "ImageSize"
                ? PhotoFact(group: "File", name: fact.name, value: size) : fact
        }
        let strings = Strings(language)
        let file = try #require(FileData(facts))
        let values = strings.fields(of: file, name: "").map(\.value.string)
        let point = strings.local.decimal(tenths: 1).dropFirst().dropLast()
        #expect(values.contains(picture.words.replacing("X", with: point)), "\(values)")
    }

    @Test(arguments: [false, true]) func theListOfFilesHasTheirSizesAndTimes(isFolder: Bool) {
        let files = (1...3).map { PhotoReference.file(path: "in/\($0).jpg") }
        let statuses = Dictionary(
            uniqueKeysWithValues: files.map {
                ($0, FileStatus(byteCount: 272_500, modified: "2026:11:25 10:33:05"))
            })
        let named = NamedPhotos([.file(path: "in")])
        var story = LibraryStory(isFolder ? .files(named) : .named(files), .list)
        let list = ResultsID(screen: 0, generation: 0)
        if isFolder {
            var found = FoundPhotos()
            (found.photos, found.statuses) = (files, statuses)
            story.receive(.listed(found, for: list))
        } else {
            #expect(story.asked == [.archive(.examine(files, for: list))])
            story.receive(.examined(statuses, for: list))
        }
        #expect(story.page.contains("272 kB  ·  25 Nov 2026, 10:33"), "\(story.page)")
    }

    /// A relative path is useless in another window.
    @Test(arguments: [
        ("mix/a.jpg", "/home/me/mix/a.jpg"), ("./a.jpg", "/home/me/a.jpg"),
        ("../a.jpg", "/home/me/../a.jpg"), ("/tmp/a.jpg", "/tmp/a.jpg"),
    ])
    func yCopiesTheWholePath(path: String, copied: String) {
        var screens = ScreenCoordinator(
            photos: [.file(path: path)],
            size: LibraryStory.size(of: CellSize(columns: 80, rows: 24)), Preferences())
        screens.workingFolder = "/home/me"
        _ = screens.start()
        let effects = screens.press(KeyPress(.character("y")))
        #expect(effects.contains(.copy(copied)))
    }

    /// Grid, page and metadata are separate screens, and q goes back by one.
    @Test(arguments: [KeyPress.Key.character("q"), .escape])
    func qGoesBackFromTheMetadataToThePage(key: KeyPress.Key) {
        let photo = LibraryPages.photo("id-1", "Photo 1", about: "A description of the photo.")
        var story = LibraryStory.listing([photo], of: 1, .automaticGrid)
        story.press("i")
        story.receive(
            .described(photo.id, photo, PhotoAssets(linkedBy: photo), isFavourite: false))
        story.receive(
            .metadata(
                .library(photo.id), [PhotoFact(group: "EXIF", name: "Artist", value: "Someone")]))
        let page = story.page
        story.press("i")
        #expect(story.page.contains("Someone") && !story.page.contains("A description"))
        #expect(story.press(key) == [])
        #expect(story.page == page)
        story.press(key)
        #expect(story.page.contains("1 of 1") && !story.page.contains("A description"))
    }

    @Test func valuesOfAPageWrapAndAreNotCut() {
        let credit = "ISRO/NASA/JPL-Caltech/Brown_University_and_the_Moon_Mineralogy_Mapper_team"
        let photo = LibraryPages.photo(
            "id-1", "Photo 1", by: credit, keywords: [credit + credit])
        for cells in [CellSize(columns: 40, rows: 60), CellSize(columns: 80, rows: 60)] {
            var story = LibraryStory.listing([photo], of: 1, cells: cells)
            story.press("i")
            story.receive(
                .described(photo.id, photo, PhotoAssets(linkedBy: photo), isFavourite: false))
            story.press("G")
            let letters = story.page.filter { $0.isLetter || $0 == "/" || $0 == "_" }
            #expect(letters.contains("Mineralogy_Mapper_team"), "\(story.page)")
            #expect(!story.page.contains("…"), "\(story.page)")
        }
    }
}
