import Imaging
import Localization
import PhotoCatalog
import PhotoPipeline
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// Every key shown on a page has an effect there.
@Suite struct WorkingKeysTests {
    private static let sizes = [
        CellSize(columns: 40, rows: 12), CellSize(columns: 80, rows: 24),
        CellSize(columns: 160, rows: 42),
    ]
    private static let busy = CatalogFailure.fetching(.serverFailed(status: 503))
    private static let photos = LibraryPages.photos(1...40)

    @Test(arguments: ListState.allCases, [LibraryArrangement.list, .automaticGrid])
    func ofLists(state: ListState, arrangement: LibraryArrangement) {
        for size in Self.sizes {
            Self.check(state.story(arrangement, size), "\(state), \(size.columns)x\(size.rows)")
        }
    }

    @Test(arguments: sizes) func ofPhotosPages(size: CellSize) {
        let plain = LibraryPages.photo("id-1", "Photo 1")
        let linked = LibraryPages.photo("id-1", "Photo 1", keywords: ["Moon"])
        let cases: [(Photo, [Photo])] = [(plain, []), (linked, LibraryPages.photos(2...3))]
        for (photo, others) in cases {
            var story = LibraryStory.listing([photo] + others, cells: size)
            story.press("i")
            Self.check(story, "loading")
            story.receive(.descriptionFailed(photo.id, Self.busy))
            Self.check(story, "failed")
            story.receive(
                .described(photo.id, photo, PhotoAssets(linkedBy: photo), isFavourite: false))
            Self.check(story, "described")
            story.press("i")
            Self.check(story, "metadata")
        }
    }

    @Test(arguments: sizes) func ofFilesPages(size: CellSize) {
        var story = LibraryStory(viewing: [.file(path: "a.jpg")], cells: size)
        story.press("i")
        Self.check(story, "loading")
        let fact = PhotoFact(group: "File", name: "FileType", value: "JPEG")
        story.receive(.metadata(.file(path: "a.jpg"), [fact]))
        Self.check(story, "a file")
        #expect(!story.page.contains("Tab:") && !story.page.contains("S:"), "\(story.page)")
    }

    @Test(arguments: sizes) func ofPhotosThatFail(size: CellSize) {
        for count in [1, 2] {
            let photos = (1...count).map { PhotoReference.file(path: "\($0).jpg") }
            var story = LibraryStory(viewing: photos, cells: size)
            story.receive(.failed(photos[0], .reading(.notFound)))
            Self.check(story, "a photo of \(count)")
        }
    }

    /// A test that finds no hints would find no dead ones.
    @Test func hintsAreFound() {
        let story = LibraryStory.listing(Self.photos, of: 40, .automaticGrid)
        let names = Self.hints(of: story).map { Strings().keys.name(of: $0.key) }
        #expect(names.contains("Enter") && names.contains("?"), "\(names)")
    }

    /// Presses each key shown on the page, on a separate copy.
    private static func check(_ story: LibraryStory, _ state: String) {
        let all = hints(of: story)
        for (key, hint) in all where !works(key, in: story) {
            // One of two arrows may be at its end.
            let others = all.filter { $0.hint == hint && $0.key != key && hint.hasPrefix("←") }
            #expect(
                others.contains { works($0.key, in: story) },
                "\(state): \(hint) is dead\n\(story.page)")
        }
    }

    /// Returns true if a key requests something, or changes the visible state.
    private static func works(_ key: KeyPress, in story: LibraryStory) -> Bool {
        var other = story
        let effects = other.press(key)
        if case .refused? = other.screens.notice { return false }
        return !effects.isEmpty || other.screens.view != story.screens.view
    }

    /// Returns the keys of all hints on a page, with the hint: `+ -: size`, `↑↓: history`.
    private static func hints(of story: LibraryStory) -> [(key: KeyPress, hint: String)] {
        let blanks: Set<Character> = ["▒", "█", "▌", "┃", "│", ">"]
        return story.page.split(separator: "\n").flatMap { line in
            let text = String(line.map { blanks.contains($0) ? " " : $0 })
            return text.split(separator: "  ").flatMap { hint -> [(key: KeyPress, hint: String)] in
                let hint = hint.trimmingPrefix { $0 == " " }
                // The key itself may be a colon.
                guard let end = hint.dropFirst().firstRange(of: ": ")?.lowerBound else { return [] }
                return keys(String(hint[..<end])).map { ($0, String(hint)) }
            }
        }
    }

    private static func keys(_ names: String) -> [KeyPress] {
        let arrows: Set<Character> = ["←", "→", "↑", "↓"]
        return names.split(separator: " ").flatMap { name -> [KeyPress] in
            if let key = KeyPress(name: String(name)) { return [key] }
            guard name.allSatisfy({ arrows.contains($0) }) else { return [] }
            return name.compactMap { KeyPress(name: String($0)) }
        }
    }

    /// The states of lists.
    enum ListState: CaseIterable {
        case loading, delayed, listing, onePhoto, largestTiles, smallestTiles
        case nothingFound, nothingFoundWithFilters, focusedFilter
        case alert, alertOverPhotos, dismissedAlert, demoOffer, saved
        case noFavourites, noViews, view, emptyFolder, addresses
        case form, emptyForm, filtersOfAForm

        func story(_ arrangement: LibraryArrangement, _ size: CellSize) -> LibraryStory {
            var story = first(arrangement, size)
            switch self {
            case .delayed: story.delay(bySeconds: 20)
            case .largestTiles: story.press("++++++++")
            case .smallestTiles: story.press("---------")
            case .focusedFilter: story.press("x")
            case .alert, .dismissedAlert, .demoOffer: fail(&story)
            case .alertOverPhotos:
                story.press("60j")
                story.answer(busy)
            case .saved: story.save(LibraryPages.page(photos, of: 40))
            case .noFavourites:
                story.press("F")
                story.answerList { .collected([], from: .favourites(of: nil), for: $0) }
            case .noViews, .view:
                story.press("'")
                let views = [Bookmark(photo: "/a.jpg", view: "1,2,100", name: "rim")]
                story.answerList { .collectedPlaces(self == .view ? views : [], for: $0) }
            case .emptyFolder: story.answerList { .listed(FoundPhotos(), for: $0) }
            case .form, .emptyForm: story.press("/")
            case .filtersOfAForm:
                story.press("/")
                story.press(.tab)
            default: break
            }
            return story
        }

        /// Returns the start of the story.
        private func first(
            _ arrangement: LibraryArrangement, _ size: CellSize
        ) -> LibraryStory {
            switch self {
            case .loading, .delayed, .alert, .dismissedAlert, .demoOffer, .saved, .emptyForm,
                .filtersOfAForm:
                return LibraryStory(.start, arrangement, cells: size)
            case .onePhoto:
                return LibraryStory.listing([photos[0]], of: 1, arrangement, cells: size)
            case .nothingFound: return LibraryStory.listing([], of: 0, arrangement, cells: size)
            case .nothingFoundWithFilters, .focusedFilter:
                var query = Query(text: "moon")
                (query.center, query.firstYear) = ("JPL", 1969)
                var story = LibraryStory(.search(query), arrangement, cells: size)
                story.answer(LibraryPages.page(self == .focusedFilter ? photos : [], of: 0))
                return story
            case .alertOverPhotos:
                return LibraryStory.listing(
                    LibraryPages.photos(1...100), of: 250, arrangement, cells: size)
            case .emptyFolder:
                let named = NamedPhotos([.file(path: "in")])
                return LibraryStory(.files(named), arrangement, cells: size)
            case .addresses:
                let address = PhotoReference(
                    addressOrID: "https://images-assets.nasa.gov/image/a/a~orig.jpg")
                return LibraryStory(.named([address]), arrangement, cells: size)
            default: return LibraryStory.listing(photos, of: 40, arrangement, cells: size)
            }
        }

        private func fail(_ story: inout LibraryStory) {
            for _ in 1...3 { story.answer(busy) }
            if self == .demoOffer { story.offerDemo() }
            if self == .dismissedAlert { story.press(.escape) }
        }
    }
}

extension LibraryStory {
    /// Answers the newest request with the page of the last visit.
    mutating func save(_ page: Page) {
        guard let (request, list) = pageRequest else { return }
        receive(.savedPage(page, for: request, of: list))
    }

    /// Delays the newest request at the server's wish.
    mutating func delay(bySeconds seconds: Int?) {
        guard let (request, list) = pageRequest else { return }
        receive(.pageDelayed(bySeconds: seconds, for: request, of: list))
    }

    /// Delivers an event for the list on the screen.
    mutating func answerList(_ event: (ResultsID) -> LibraryEvent) {
        if let list = screens.stack.library?.results?.id { receive(event(list)) }
    }
}
