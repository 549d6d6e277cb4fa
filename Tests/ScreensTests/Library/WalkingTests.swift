import Imaging
import Localization
import PhotoCatalog
import PhotoPipeline
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// From the list to a photo's page, to the viewer, from photo to photo, and back to the same
/// position.
@Suite struct WalkingTests {
    private static func reference(_ number: Int) -> PhotoReference {
        .library(PhotoID("id-\(number)"))
    }

    private static func listing(_ count: Int, of total: Int? = nil) -> LibraryStory {
        .listing(LibraryPages.photos(1...count), of: total)
    }

    @Test func iOpensAPhotosPageAndReturnThereTheViewer() {
        var story = Self.listing(5)
        story.press("j")
        #expect(story.press("i") == [.library(.describe(PhotoID("id-2")))])
        #expect(story.page.contains("Photo 2") && story.page.contains("2 of 5"))
        #expect(story.press(.enter) == [.photo(.open(Self.reference(2), covering: 800))])
        #expect(story.viewed == Self.reference(2))
    }

    @Test func backIsTheSameRowAtTheSamePlaceOfThePage() {
        var story = Self.listing(90)
        story.press("40j20k")
        let before = story.page
        story.press(.character("i"), .enter)
        story.press("q")
        story.press(.escape)
        #expect(story.page == before)
    }

    @Test func theListFollowsWhereOneWent() {
        var story = Self.listing(90)
        story.press(.character("i"), .enter)
        story.press("30n")
        #expect(story.viewed == Self.reference(31))
        story.press("q")
        #expect(story.page.contains("31 of 90"))
        story.press("q")
        #expect(story.chosen == "id-31" && story.page.contains("Photo 31"))
    }

    @Test func nGoesPastThePageThatHasCome() {
        var story = Self.listing(3, of: 250)
        story.press(.character("i"), .enter)
        story.press("nn")
        #expect(story.viewed == Self.reference(3))
        story.press("n")
        #expect(story.viewed == Self.reference(3))
        let effects = story.answer(LibraryPages.page(LibraryPages.photos(4...6), of: 250))
        #expect(effects.contains(.photo(.open(Self.reference(4), covering: 800))))
        #expect(story.viewed == Self.reference(4))
    }

    @Test func theNeighboursAreMadeReadyWhenAPhotoIsThere() {
        var story = Self.listing(9)
        story.press(.character("i"), .enter)
        story.press("3n")
        let effects = story.receive(Self.opened(4))
        #expect(
            effects == [
                .photo(
                    .prepare(
                        [Self.reference(5), Self.reference(6), Self.reference(3)], covering: 800)),
                .wake(TimerRequest(.firstKeys, 1), after: .seconds(5)),
            ])
    }

    @Test func theCounterHasTheTotalOfTheSearch() {
        var story = Self.listing(100, of: 24_977)
        story.press("2j")
        story.press(.character("i"), .enter)
        story.receive(Self.opened(3))
        #expect(story.page.contains("3/24,977"))
    }

    @Test func vKeepsZoomAndPlace() {
        var story = Self.listing(3)
        story.press(.character("i"), .enter)
        story.receive(Self.opened(1))
        story.press("vzllj")
        let before = story.viewport
        story.press("n")
        story.receive(Self.opened(2))
        #expect(story.viewport == before)
        story.press("vn")
        story.receive(Self.opened(3))
        #expect(story.viewport?.zoom == .fit)
    }

    @Test func theSlideshowGoesOnWhenAPhotoHasBeenSeen() {
        var story = Self.listing(3)
        story.press(.character("i"), .enter)
        story.receive(Self.opened(1))
        #expect(story.press("9s").first == .wake(TimerRequest(.slideshow, 1), after: .seconds(9)))
        story.receive(.woke(TimerRequest(.slideshow, 1)))
        #expect(story.viewed == Self.reference(2))
        // The time of a photo starts when it is loaded.
        story.receive(.woke(TimerRequest(.slideshow, 1)))
        #expect(story.viewed == Self.reference(2))
        story.receive(Self.opened(2))
        story.press("s")
        story.receive(.woke(TimerRequest(.slideshow, 3)))
        #expect(story.viewed == Self.reference(2))
    }

    @Test(arguments: [("s", 5), ("1s", 1), ("2s", 2), ("9999s", 3600)])
    func theNumberBeforeTheKeyIsTheSecondsOfAPhoto(keys: String, seconds: Int) {
        var story = Self.listing(3)
        story.press(.character("i"), .enter)
        story.receive(Self.opened(1))
        #expect(
            story.press(keys).first == .wake(TimerRequest(.slideshow, 1), after: .seconds(seconds)))
    }

    /// The title and the picture of the page below, instead of the ID on an empty screen.
    @Test func aPhotoOnItsWayIsSeenAsTheListKnowsIt() {
        var story = Self.listing(9)
        story.press("j")
        story.press(.character("i"), .enter)
        guard case .waiting = story.screens.view else { return #expect(Bool(false)) }
        #expect(story.page.contains("Photo 2") && !story.page.contains("id-2"))
        let address = "https://images-assets.nasa.gov/image/id-2/id-2~thumb.jpg"
        #expect(story.pictures.map { "\($0.source)".contains(address) } == [true])
        #expect(story.pictures.first?.size == CellSize(columns: 80, rows: 23))
        story.receive(.progressed(Self.reference(2), .decoding))
        #expect(story.page.contains("Decoding") && story.pictures.count == 1)
        story.resize(columns: 20, rows: 4)
        #expect(story.page.contains("Photo 2") && story.pictures.isEmpty)
    }

    @Test(arguments: [("", "q: quit"), ("list", "q: back")])
    func aPhotoThatFailedSaysWhereItsKeyLeads(start: String, words: String) {
        let failure = PhotoEvent.failed(Self.reference(1), .fetching(.timedOut(afterSeconds: 9)))
        guard start.isEmpty else {
            var story = Self.listing(1)
            story.press(.character("i"), .enter)
            story.receive(failure)
            return #expect(story.page.contains(words) && !story.page.contains("quit"))
        }
        var screens = ScreenCoordinator(
            photos: [Self.reference(1)],
            size: ScreenSize(cells: CellSize(columns: 80, rows: 24), picture: nil),
            Preferences())
        _ = screens.receive(failure)
        guard case .page(let page, _) = screens.view else { return #expect(Bool(false)) }
        #expect(page.text.contains(words))
    }

    @Test func aPhotosPageWalksToo() {
        var story = Self.listing(5)
        story.press("i")
        #expect(story.press("n") == [.library(.describe(PhotoID("id-2")))])
        #expect(story.page.contains("Photo 2"))
        story.press("q")
        #expect(story.chosen == "id-2")
    }

    @Test func whatIsToldLateOfAnotherPhotoIsNotShown() {
        var story = Self.listing(5)
        story.press("i")
        story.press("n")
        let other = LibraryPages.photo("id-1", "Of another")
        story.receive(
            .described(
                other.id, other, PhotoAssets(linkedBy: other), isFavourite: true))
        #expect(!story.page.contains("Of another") && story.page.contains("Photo 2"))
    }

    @Test func albumsAndKeywordsLeadToTheirPhotos() {
        let photo = LibraryPages.photo(
            "a", "A", albums: ["Apollo"], keywords: ["MOON ROCK", "FLAG"])
        var story = LibraryStory.listing([photo])
        story.press("a")
        #expect(story.pageRequest?.0 == .first(.album("Apollo")))
        story.press("q")
        story.press(.character("i"), .tab, .tab, .enter)
        var query = Query()
        query.keywords = ["MOON ROCK"]
        #expect(story.pageRequest?.0 == .first(.search(query)))
        story.press("q")
        #expect(story.page.contains("MOON ROCK  FLAG"))
    }

    @Test func theListThatIsLeftIsNotFetchedOn() {
        var story = LibraryStory.listing([LibraryPages.photo("a", "A", albums: ["Apollo"])])
        story.press("a")
        let list = story.pageRequest?.1
        #expect(story.press("q") == list.map { [.library(.abandon($0))] })
    }

    @Test(arguments: [
        ("y", Effect.copy("id-1")),
        ("Y", .copy("https://images.nasa.gov/details/id-1")),
        ("o", .archive(.browse("https://images.nasa.gov/details/id-1"))),
        ("f", .archive(.toggleFavourite(PhotoID("id-1")))), ("S", .archive(.save(PhotoID("id-1")))),
    ])
    func whatAPhotoIsGoodFor(key: String, effect: Effect) {
        var story = Self.listing(2)
        #expect(story.press(key).first == effect)
        story.press("i")
        #expect(story.press(key).first == effect)
        story.press(.enter)
        #expect(story.press(key).first == effect)
    }

    /// A shell may interpret a pasted line feed as Return.
    @Test func whatIsCopiedIsText() {
        let id = "X1\nrm -rf ~\n\u{1B}[2J\u{9B}"
        var story = LibraryStory.listing([LibraryPages.photo(id, "A")])
        #expect(story.press("y").first == .copy("X1 rm -rf ~ ␛[2J\u{FFFD}"))
        #expect(
            story.press("Y").first
                == .copy("https://images.nasa.gov/details/X1%0Arm%20-rf%20~%0A%1B%5B2J%C2%9B"))
    }

    @Test func escTakesANoticeAwayBeforeTheScreen() {
        var story = Self.listing(2)
        story.press("i")
        story.press("y")
        #expect(story.page.contains("Copied: id-1"))
        story.press(.escape)
        #expect(!story.page.contains("Copied") && story.page.contains("Enter: full screen"))
        story.press(.escape)
        #expect(story.page.contains("i: details"))
    }

    @Test func twoClicksOnThePictureOfAPageShowThePhoto() {
        var story = Self.listing(3)
        story.press("i")
        story.click(.clicked, row: 5, column: 5)
        #expect(story.viewed == nil)
        story.click(.doubleClicked(.origin), row: 5, column: 5)
        #expect(story.viewed == Self.reference(1))
    }

    @Test(arguments: [("FLAG", "Search: all photos   #FLAG ×"), ("Apollo", "Album: Apollo")])
    func aClickFollowsAKeywordOrAnAlbum(word: String, title: String) throws {
        let photo = LibraryPages.photo(
            "a", "A", albums: ["Apollo"], keywords: ["MOON", "FLAG", "APOLLO 11"])
        var story = LibraryStory.listing([photo])
        story.press("i")
        let lines = story.page.split(separator: "\n", omittingEmptySubsequences: false)
        let row = try #require(
            lines.firstIndex { $0.contains("  \(word)") })
        let line = lines[row]
        let range = try #require(line.firstRange(of: word))
        // The page has a column for marks before it.
        let column = line.distance(from: line.startIndex, to: range.lowerBound) - 1
        story.click(.clicked, row: row, column: column - 1)
        #expect(!story.page.contains(title))
        story.click(.clicked, row: row, column: column)
        #expect(story.page.contains(title))
    }

    /// The text of a page of 80 columns has 32.
    @Test func aWordThatFillsItsLineIsNotCut() {
        for width in 20...32 {
            let word = String(repeating: "K", count: width)
            let photo = LibraryPages.photo("a", "A", keywords: [word, "X"])
            var story = LibraryStory.listing([photo])
            story.press("i")
            #expect(story.page.contains(word), "\(width)")
            #expect(!story.page.contains("…"), "\(width)")
        }
    }

    @Test func aTitleThatFitsTheHeadStandsOnThePageOnce() {
        var story = Self.listing(1)
        story.press("i")
        #expect(story.page.split(separator: "Photo 1").count == 2)
    }

    @Test func iTellsWhatTheFileSays() {
        var story = Self.listing(2)
        story.press("i")
        #expect(story.press("i") == [.library(.readMetadata(.library(PhotoID("id-1"))))])
        story.receive(
            .metadata(
                .library(PhotoID("id-1")),
                [PhotoFact(group: "EXIF", name: "Make", value: "HASSELBLAD")]))
        #expect(story.page.contains("EXIF") && story.page.contains("Make  HASSELBLAD"))
        story.press("i")
        #expect(!story.page.contains("HASSELBLAD"))
    }

    @Test func iHidesTheWordThatWasUnderTheCursor() {
        var story = LibraryStory.listing([LibraryPages.photo("a", "A", keywords: ["MOON"])])
        story.press(.character("i"), .tab)
        story.press("i")
        #expect(!story.page.contains("MOON"))
        story.press("i")
        #expect(story.page.contains("MOON"))
    }

    private static func opened(_ number: Int) -> PhotoEvent {
        .opened(
            reference(number),
            OpenedPhoto(
                caption: PhotoCaption(title: "Photo \(number)"),
                source: SizedPhoto(size: "4000x3000")))
    }
}
