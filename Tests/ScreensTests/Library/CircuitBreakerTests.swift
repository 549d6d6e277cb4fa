import Imaging
import PhotoCatalog
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// NASA's library cannot be reached: what is said, which keys help, and what comes afterwards.
@Suite struct OutageTests {
    private static let unavailable = CatalogFailure.fetching(.serverFailed(status: 503))

    /// All three lists of the start have failed.
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

    @Test func afterAnAlertThePageSaysWhatIsAndWhichKeysHelp() {
        var story = Self.start()
        story.press(.escape)
        #expect(story.page.contains("Nothing loaded.  r: retry  /: search"))
    }

    @Test(arguments: [
        // what failed, and whether the built-in photos are offered in its place
        (CatalogFailure.fetching(.nameNotFound(host: "images-api.nasa.gov")), true),
        (.fetching(.noConnection(reason: "refused")), true), (unavailable, true),
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
        #expect(story.press(.enter) == [.library(.describe(PhotoID("id-61")))])
    }

    @Test func theBuiltInCollectionDoesNotOfferItself() {
        var story = Self.start()
        story.offerDemo()
        story.press(.enter)
        story.answer(Self.unavailable)
        #expect(!story.page.contains("--demo"))
    }
}
