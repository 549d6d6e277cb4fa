import Imaging
import PhotoCatalog
import PhotoPipeline
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// Scrolling a list: the selection, the requests, and no jumps.
@Suite struct BrowsingTests {
    @Test(arguments: [(UInt64(0), 1), (7, 8), (25, 6), (.max, 16)])
    func aRandomPhotoIsOneOfThoseThatArriveFirst(number: UInt64, place: Int) {
        var story = LibraryStory()
        story.awaitRandomPhoto(number)
        story.answer(LibraryPages.page(LibraryPages.photos(1...20), of: 500))
        #expect(story.viewed == .library(LibraryPages.photos(1...20)[place - 1].id))
    }

    @Test func theStartListBeginsWithWhatIsNewAndEndsWithEverything() {
        var story = LibraryStory(.start)
        for listing in [Listing.recent, .popular, .search(.everything)] {
            #expect(story.pageRequest?.0 == .first(listing))
            // NASA does not document the first two, so their failure is not reported.
            story.answer(.fetching(.notFound))
        }
        #expect(story.page.contains("404"))
    }

    @Test func theListsOfTheStartFollowEachOtherWithoutRepeating() {
        var story = LibraryStory(.start)
        story.answer(LibraryPages.page(LibraryPages.photos(1...2), of: 2))
        #expect(story.page.contains("1 of 2+"))
        story.answer(LibraryPages.page(LibraryPages.photos(2...3), of: 2))
        story.answer(LibraryPages.page(LibraryPages.photos(3...4), of: 228_163))
        #expect(story.page.contains("1 of 228,163"))
        story.press("G")
        #expect(story.chosen == "id-4")
    }

    @Test func thePageAfterIsAskedForBeforeTheLastRowIsReached() {
        var story = LibraryStory.listing(LibraryPages.photos(1...100), of: 250)
        #expect(story.asked.count == 1)
        story.press("38j")
        #expect(story.asked.count == 1)
        story.press("j")
        #expect(story.asked.count == 2)
        story.press("jjj")
        #expect(story.asked.count == 2)
    }

    @Test func whatComesIsAppendedAndNothingJumps() {
        var story = LibraryStory.listing(LibraryPages.photos(1...100), of: 250)
        story.press("60j")
        let before = story.page.split(separator: "\n")
        #expect(before.last?.hasSuffix("Loading more …") == true)
        story.answer(LibraryPages.page(LibraryPages.photos(101...200), of: 250))
        #expect(story.page.split(separator: "\n").dropLast() == before.dropLast())
        #expect(story.chosen == "id-61")
    }

    @Test(arguments: [
        // keys in a list of 30, four on a page; the photo chosen after them
        ("j", "id-2"), ("jk", "id-1"), ("k", "id-1"), ("5j", "id-6"), ("5j2k", "id-4"),
        ("J", "id-5"), ("JK", "id-1"), ("G", "id-30"), ("Gg", "id-1"), ("Gj", "id-30"),
        ("99j", "id-30"), ("n", "id-2"), ("np", "id-1"), ("l", "id-1"),
    ])
    func keysChoose(keys: String, id: String) {
        var story = LibraryStory.listing(LibraryPages.photos(1...30))
        story.press(keys)
        #expect(story.chosen == id)
    }

    @Test(arguments: [
        // keys in a grid of 10 in 4 columns
        ("l", "id-2"), ("j", "id-5"), ("jj", "id-9"), ("jjj", "id-9"), ("lljj", "id-10"),
        ("jjk", "id-5"), ("jh", "id-4"), ("k", "id-1"), ("lk", "id-2"), ("+", "id-1"),
        ("l+j", "id-5"), ("l+++j", "id-3"), ("j-l", "id-6"),
    ])
    func keysChooseInAGrid(keys: String, id: String) {
        var story = LibraryStory.listing(LibraryPages.photos(1...10), .grid(columns: 4))
        story.press(keys)
        #expect(story.chosen == id)
    }

    @Test func theChosenPhotoStaysInViewWhateverTheShape() {
        var story = LibraryStory.listing(LibraryPages.photos(1...90), .grid(columns: 4))
        story.press("50l")
        for keys in ["+", "+", "+", "-", "-", "-", "-", "-"] {
            story.press(keys)
            #expect(story.chosen == "id-51")
            #expect(story.page.contains("Photo 51"), "in the foot")
        }
        for (columns, rows) in [(40, 12), (200, 50), (10, 5), (80, 24)] {
            story.resize(columns: columns, rows: rows)
            #expect(story.chosen == "id-51")
            #expect(story.pictures.contains { $0.source == Self.picture(of: "id-51") })
        }
        story.press(.tab)
        #expect(story.page.contains("Photo 51"))
    }

    @Test func thePicturesAreThoseOfThePhotosBesideThem() {
        var story = LibraryStory.listing(LibraryPages.photos(1...30))
        story.press("G")
        let ids = (27...30).map { "id-\($0)" }
        #expect(story.pictures.map(\.source) == ids.map { Self.picture(of: $0) })
        #expect(story.pictures.map(\.origin.row) == [2, 7, 12, 17])
    }

    @Test func aPageThatFailsLeavesTheListUsable() {
        var story = LibraryStory.listing(LibraryPages.photos(1...100), of: 250)
        story.press("60j")
        story.answer(.fetching(.serverFailed(status: 503)))
        #expect(story.page.contains("The server reported an error") && story.page.contains("503"))
        story.press(.escape)
        #expect(!story.page.contains("503") && story.chosen == "id-61")
        let asked = story.asked.count
        story.press("jjj")
        #expect(story.asked.count == asked)
        let effects = story.press("r")
        #expect(effects.count == 2 && effects.first == .photo(.retryPreviews))
        story.answer(LibraryPages.page(LibraryPages.photos(101...200), of: 250))
        story.press("G")
        #expect(story.chosen == "id-200")
    }

    @Test("J1: NASA's limit is reported") func nasasLimitIsSaidInWords() {
        var story = LibraryStory.listing(LibraryPages.photos(1...100), of: 24_977)
        story.press("60j")
        story.answer(.tooManyResults)
        #expect(story.page.contains("61 of 24,977"))
        #expect(story.page.contains("NASA lists only the first 10,000 results: narrow the search"))
    }

    @Test func aListThatFailsAtOnceIsTriedAgain() {
        var story = LibraryStory()
        let first = story.pageRequest
        story.answer(.fetching(.timedOut(afterSeconds: 25)))
        let effects = story.press("r")
        #expect(effects.count == 2 && effects.first == .photo(.retryPreviews))
        #expect(story.pageRequest?.0 == first?.0)
    }

    @Test func rLooksForNewPhotosFromTheFirstPageOn() {
        var story = LibraryStory.listing(LibraryPages.photos(1...100), of: 250)
        story.press("9j")
        let effects = story.press("r")
        #expect(effects.count == 2 && effects.first == .photo(.retryPreviews))
        story.answer(LibraryPages.page(LibraryPages.photos(5...8), of: 4))
        #expect(story.chosen == "id-5")
    }

    @Test func theMouseChoosesOpensAndScrolls() {
        var story = LibraryStory.listing(LibraryPages.photos(1...30))
        story.click(.clicked, row: 14)
        #expect(story.chosen == "id-3")
        story.click(.wheeled(steps: 5, sideways: false), row: 8)
        #expect(story.chosen == "id-6")
        story.click(.clicked, row: 23)
        #expect(story.chosen == "id-6")
        story.click(.doubleClicked(.origin), row: 2)
        #expect(story.viewed == .library(PhotoID("id-6")))
    }

    @Test func escDoesNotLeaveTheProgramButQDoes() {
        var story = LibraryStory.listing(LibraryPages.photos(1...3))
        story.press(.escape)
        #expect(story.page.contains("Press q to quit."))
        story.wait()
        #expect(!story.page.contains("Press q"))
        #expect(story.press("q") == [.quit])
    }

    private static func picture(of id: String) -> PagePicture.Source? {
        LibraryPages.photo(id, "").preview.map { .file($0.address) }
    }
}
