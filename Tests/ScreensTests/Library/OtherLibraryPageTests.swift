import Imaging
import Localization
import PhotoCatalog
import PhotoPipeline
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// The details of photos from other libraries: links, licence, source, day.
@Suite struct OtherLibraryPageTests {
    private static func address(_ text: String) throws -> WebAddress {
        try #require(WebAddress(text))
    }

    private static func linked() throws -> Photo {
        var photo = ServicePhotos.apod(
            "2026-10-02", "Shrimp", about: "What makes the Shrimp Nebula? Stars, see more stars.")
        photo.references.links = [
            TextLink(words: "Shrimp Nebula", address: try address("https://example.org/shrimp")),
            TextLink(words: "stars", address: try address("https://example.org/stars")),
        ]
        photo.licence = Licence(
            name: "CC BY-SA 4.0", page: try address("https://example.org/licence"))
        return photo
    }

    private static func page(
        of photo: Photo, columns: Int = 120, _ preferences: Preferences = Preferences()
    ) -> LibraryStory {
        var story = LibraryStory.listing(
            [photo], cells: CellSize(columns: columns, rows: 36), preferences: preferences)
        story.press("i")
        return story
    }

    @Test func linksHaveNumbersInTheTextAndTheirAddressesBelow() throws {
        let page = Self.page(of: try Self.linked(), columns: 200).page
        #expect(page.contains("What makes the Shrimp Nebula[1]? Stars, see more stars[2]."))
        #expect(page.contains("Links"))
        #expect(page.contains("[1] https://example.org/shrimp"))
        #expect(page.contains("[2] https://example.org/stars"))
        #expect(page.contains(/Licence +CC BY-SA 4\.0/))
        #expect(page.contains(/Source +Astronomy Picture of the Day/))
    }

    /// The words themselves are links, if the terminal has hyperlinks.
    @Test func theWordsOfALinkLeadToItsAddress() throws {
        guard case .page(let page, _) = Self.page(of: try Self.linked()).screens.view else {
            return
        }
        let links = page.runs.compactMap { run in
            run.link.map { "\(run.text.string) → \($0.address)" }
        }
        #expect(links.contains("Shrimp Nebula → https://example.org/shrimp"), "\(links)")
        #expect(links.contains("stars → https://example.org/stars"))
        #expect(links.contains("CC BY-SA 4.0 → https://example.org/licence"))
    }

    /// All words are shown at any width, and no line is wider than the page.
    @Test(arguments: 1...80)
    func linkedTextFitsAnyWidth(columns: Int) throws {
        let photo = try Self.linked()
        var text = LinkedText(photo.references.links)
        let lines = text.lines(of: photo.texts.description ?? "", columns: columns)
        #expect(lines.allSatisfy { $0.width <= columns })
        guard columns >= 10 else { return }
        let words = lines.map { line in line.pieces.map(\.text.string).joined() }
        #expect(
            words.joined(separator: " ").filter { $0 != " " }
                == "What makes the Shrimp Nebula[1]? Stars, see more stars[2].".filter { $0 != " " }
        )
    }

    /// A text in another language keeps its order, whatever its pieces are.
    @Test func linkedTextReadsFromTheLeftOnAPageThatReadsFromTheRight() throws {
        let page = Self.page(of: try Self.linked(), columns: 200, Preferences(.hebrew)).page
        #expect(page.contains("What makes the Shrimp Nebula[1]? Stars, see more stars[2]."))
    }

    /// Words missing from the text leave it unchanged.
    @Test func aLinkWhoseWordsAreMissingStandsBelowOnly() throws {
        var photo = ServicePhotos.apod("2026-10-02", "A", about: "Some words.")
        photo.references.links = [
            TextLink(words: "other", address: try Self.address("https://example.org/other"))
        ]
        let page = Self.page(of: photo).page
        #expect(page.contains("Some words.") && page.contains("[1] https://example.org/other"))
    }

    @Test func aVideoHasItsSignItsAddressAndAKeyThatCopiesIt() throws {
        var photo = ServicePhotos.apod("2026-09-13", "Moving", about: "It moves.")
        photo.references.video = try Self.address("https://example.org/watch")
        var story = LibraryStory.listing([photo])
        #expect(story.page.contains("► Moving"))
        #expect(story.page.contains("APOD  ·  Video  ·  13 Sep 2026"))
        #expect(story.press("Y") == [.library(.locateRecording(photo.id))])
        #expect(Self.page(of: photo).page.contains("https://example.org/watch"))
    }

    @Test func theWebPageIsTheServicesOwn() throws {
        var photo = ServicePhotos.apod("2026-10-02", "A")
        photo.references.page = try Self.address("https://science.nasa.gov/image-article/a/")
        var story = LibraryStory.listing([photo])
        let page = "https://science.nasa.gov/image-article/a/"
        #expect(story.press("o") == [.archive(.browse(page))])
    }

    @Test(arguments: [
        ("apod:2026-10-02", "APOD 2026-10-02 · A. Painter"),
        ("epic:20210530010437", "EPIC 2026-10-02 · A. Painter"),
        ("PIA1", "A. Painter — 2 Oct 2026"),
    ])
    func theStatusLineNamesTheServiceAndItsDay(id: String, words: String) {
        let photo = PhotoReference.library(PhotoID(id))
        var story = LibraryStory(viewing: [photo], cells: CellSize(columns: 120, rows: 24))
        let caption = PhotoCaption(title: "A title", credit: "A. Painter", date: "2026-10-02")
        story.receive(
            .opened(photo, OpenedPhoto(caption: caption, source: SizedPhoto(size: "4000x3000"))))
        #expect(story.page.contains(" A title — \(words) "), "\(story.page)")
    }

    /// The credit is dropped before the day.
    @Test func inLittleRoomTheDayStays() {
        let photo = PhotoReference.library(PhotoID("apod:2026-10-02"))
        for columns in 10...120 {
            var story = LibraryStory(viewing: [photo], cells: CellSize(columns: columns, rows: 24))
            let caption = PhotoCaption(
                title: "A title", credit: "A. Painter of the night", date: "2026-10-02")
            story.receive(
                .opened(
                    photo, OpenedPhoto(caption: caption, source: SizedPhoto(size: "4000x3000"))))
            let bar = story.page
            #expect(SafeText(bar).width == columns)
            #expect(!bar.contains("Painter") || bar.contains("APOD 2026-10-02 · A. Painter"))
        }
    }

    @Test(arguments: [
        // the text in the fields of source and day, and the resulting search
        ("apod", "2026-10-02", "apod", "2026-10-02"), ("comm", "", "commons", nil),
        ("MSL", "4100", "msl", "4100"), ("msl", "2026-10-02", "msl", nil),
        ("", "1969-07-20", "nasa", "1969-07-20"), ("nowhere", "", "nasa", nil),
        ("", "1969", "nasa", nil),
    ])
    func theFormHasTheLibraryAndTheDay(source: String, day: String, service: String, upTo: String?)
    {
        var form = SearchForm(Query(text: "moon"))
        for _ in SearchField.allCases.prefix(while: { $0 != .source }) {
            _ = form.press(KeyPress(.tab))
        }
        _ = form.insert(source)
        _ = form.press(KeyPress(.tab))
        _ = form.insert(day)
        #expect(form.query?.source.rawValue == service)
        #expect(form.query?.upTo?.description == upTo)
    }

    /// They are in the head like filters of a search, and can be removed.
    @Test func theyCanBeRemovedFromASearch() throws {
        var query = Query(text: "moon")
        query.source = .flickr
        query.upTo = ServiceDay("2026-10-02", of: .flickr)
        var story = LibraryStory(.search(query))
        story.answer(LibraryPages.page(LibraryPages.photos(1...3), of: 3))
        #expect(story.head.contains("Search: moon"))
        #expect(story.head.contains("Flickr ×   up to 2026-10-02 ×"), "\(story.head)")
        story.press("x")
        story.press("x")
        #expect(story.pageRequest?.0.listing == .search(query.without(.day)))
        story.press("x")
        #expect(story.pageRequest?.0.listing == .search(Query(text: "moon")))
    }

    /// From a list that cannot be searched, the form leads to NASA's library; from others, to their
    /// own.
    @Test(arguments: [(Service.apod, Service.nasa), (.commons, .commons), (.picsum, .nasa)])
    func aSearchBeginsWhereWordsCanBeSearchedFor(list: Service, form: Service) {
        var story = LibraryStory(.search(Query(newestOf: list)))
        story.answer(LibraryPages.page(LibraryPages.photos(1...3), of: 3))
        story.press("/")
        #expect(story.library?.form?.whole.source == form)
    }
}
