import Imaging
import Localization
import PhotoCatalog
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// NASA's library cannot be reached: the messages, the useful keys, and the recovery.
@Suite struct OutageTests {
    private static let unavailable = CatalogFailure.fetching(.serverFailed(status: 503))

    /// Fails all three lists of the start.
    private static func start(_ failure: CatalogFailure = unavailable) -> LibraryStory {
        var story = LibraryStory(.start)
        for _ in 1...3 { story.answer(failure) }
        return story
    }

    @Test func rBeginsWithTheNewestPhotosAgain() {
        var story = Self.start()
        story.press("r")
        #expect(story.pageRequest?.0 == .first(.recent))
        story.answer(LibraryPages.page(LibraryPages.photos(1...2), of: 2))
        #expect(story.pageRequest?.0 == .first(.popular))
        #expect(story.chosen == "id-1")
    }

    @Test func rAsksOnlyForThePageThatFailedWhenOthersHaveCome() {
        var story = LibraryStory.listing(LibraryPages.photos(1...100), of: 250)
        story.press("60j")
        let wanted = story.pageRequest?.0
        story.answer(Self.unavailable)
        story.press("r")
        #expect(story.pageRequest?.0 == wanted && story.chosen == "id-61")
    }

    @Test(arguments: [
        (CatalogFailure.fetching(.timedOut(afterSeconds: 25)), "Can't reach NASA"),
        (.webPageInstead, "Can't reach NASA"), (unavailable, "The server reported an error"),
        (.fetching(.rateLimited(retryAfterSeconds: 30)), "The server is busy"),
        (.noSuchAlbum("Apollo"), "Something went wrong"),
    ])
    func theTitleSaysWhetherTheServerReplied(failure: CatalogFailure, title: String) {
        #expect(Self.start(failure).page.contains(title))
    }

    @Test func afterAnAlertThePageSaysWhatIsAndWhichKeysHelp() {
        var story = Self.start()
        story.press(.escape)
        for words in ["Nothing loaded.", "r: retry", "/: search", "q: quit"] {
            #expect(story.page.contains(words))
        }
    }

    @Test(arguments: [
        // the failure, and whether the built-in photos are offered instead
        (CatalogFailure.fetching(.nameNotFound(host: "images-api.nasa.gov")), true),
        (.fetching(.noConnection(.library("refused"))), true), (unavailable, true),
        (.webPageInstead, true), (.fetching(.refused(status: 400, reason: nil)), false),
        (.noSuchAlbum("Apollo"), false),
    ])
    func theBuiltInPhotosAreOfferedWhenTheLibraryCannotBeReached(
        failure: CatalogFailure, isOffered: Bool
    ) {
        var story = Self.start(failure)
        story.offerDemo()
        let offer = "open nasa-view --demo, which works offline"
        #expect(story.page.contains(offer) == isOffered, "the alert")
        story.press(.escape)
        #expect(story.page.contains(offer) == isOffered, "the page")
        #expect(story.press(.enter).contains(.openDemo) == isOffered)
    }

    @Test func returnOpensTheBuiltInPhotosAsAGrid() {
        var story = Self.start()
        story.offerDemo()
        let failed = story.pageRequest?.1
        #expect(story.press(.enter).contains(.openDemo))
        #expect(story.pageRequest?.0 == .first(.search(.everything)))
        #expect(story.pageRequest?.1 != failed, "late answers find no list")
        story.answer(LibraryPages.page(LibraryPages.photos(1...3), of: 3))
        #expect(story.page.contains("Demo: built-in photos") && story.page.contains("1 of 3"))
        story.press("l")
        #expect(story.chosen == "id-2", "a grid")
        #expect(story.press("q") == [.quit])
    }

    @Test func nothingIsOfferedWhereThereIsSomethingToSee() {
        var story = LibraryStory.listing(LibraryPages.photos(1...100), of: 250)
        story.offerDemo()
        story.press("60j")
        story.answer(Self.unavailable)
        #expect(!story.page.contains("--demo"))
        #expect(story.press("i") == [.library(.describe(PhotoID("id-61")))])
    }

    @Test func theBuiltInCollectionDoesNotOfferItself() {
        var story = Self.start()
        story.offerDemo()
        story.press(.enter)
        story.answer(Self.unavailable)
        #expect(!story.page.contains("--demo"))
    }
}

/// N9: a slow server: the remaining time is shown in place of the answer.
@Suite struct DelayTests {
    @Test(arguments: [
        (Language.english, "retrying in 50 s", "Loading …"),
        (.german, "nächster Versuch in 50 s", "Wird geladen …"),
    ])
    func anEmptyListCountsTheSeconds(language: Language, words: String, usual: String) throws {
        var story = LibraryStory(preferences: Preferences(language))
        #expect(story.page.contains(usual))
        try story.delay(by: 50)
        #expect(story.page.contains(words) && !story.page.contains(usual))
        try story.delay(by: 49)
        #expect(story.page.contains("49 s") && !story.page.contains("50 s"))
        try story.delay(by: nil)
        #expect(story.page.contains(usual) && !story.page.contains("49 s"))
    }

    @Test func theFootOfAListThatGrowsCountsThem() throws {
        var story = LibraryStory.listing(LibraryPages.photos(1...100), of: 250)
        story.press("G")
        #expect(story.page.contains("Loading more"))
        try story.delay(by: 7)
        #expect(story.page.contains("retrying in 7 s"))
        #expect(!story.page.contains("Loading more"))
        story.answer(LibraryPages.page(LibraryPages.photos(101...200), of: 250))
        #expect(!story.page.contains("retrying in 7 s"))
        story.press("G")
        #expect(story.page.contains("Loading more"))
    }

    @Test func whatIsLateOrOfAnotherListIsNotTaken() throws {
        var story = LibraryStory()
        let (request, list) = try #require(story.pageRequest)
        let other = ResultsID(screen: list.screen + 1, generation: list.generation)
        story.receive(.pageDelayed(bySeconds: 50, for: request, of: other))
        #expect(!story.page.contains("50 s"))
        story.answer(LibraryPages.page([], of: 0))
        story.receive(.pageDelayed(bySeconds: 50, for: request, of: list))
        #expect(!story.page.contains("50 s"))
    }

    /// The pages of photos that are in no list, for instance from an album's address.
    @Test func thePageOfAPhotoCountsThem() throws {
        var story = LibraryStory.listing(LibraryPages.photos(1...2))
        story.press("i")
        story.press("i")
        let id = PhotoID("id-1")
        #expect(story.page.contains("Loading …"))
        story.receive(.delayed(PhotoID("id-2"), bySeconds: 50))
        #expect(story.page.contains("Loading …"))
        story.receive(.delayed(id, bySeconds: 50))
        #expect(story.page.contains("retrying in 50 s"))
        story.receive(.delayed(id, bySeconds: nil))
        #expect(story.page.contains("Loading …"))
    }
}

extension LibraryStory {
    /// Delays the newest page request by this many seconds.
    fileprivate mutating func delay(by seconds: Int?) throws {
        let (request, list) = try #require(pageRequest)
        receive(.pageDelayed(bySeconds: seconds, for: request, of: list))
    }
}
