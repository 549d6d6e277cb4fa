import Imaging
import Localization
import PhotoCatalog
import PhotoPipeline
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// Late arrivals move nothing the user points at: the picture of the day, a reloaded list, the
/// server's answer after the list of the last visit.
@Suite struct LateListTests {
    private static let today = ServicePhotos.apod("2026-10-02", "The Shrimp Nebula", about: "Gas.")
    private static let sizes = [
        CellSize(columns: 40, rows: 12), CellSize(columns: 80, rows: 24),
        CellSize(columns: 160, rows: 42),
    ]

    private static func start(
        _ arrangement: LibraryArrangement, _ cells: CellSize, _ photos: ClosedRange<Int> = 1...40
    ) -> LibraryStory {
        var story = LibraryStory(.start, arrangement, cells: cells)
        story.answer(LibraryPages.page(LibraryPages.photos(photos), of: photos.count))
        return story
    }

    /// Returns the position of each photo on the page.
    private static func places(_ story: LibraryStory) -> [String: CellRect] {
        let items = story.library?.page.items ?? []
        let photos = items.filter { !$0.isLead }
        return Dictionary(uniqueKeysWithValues: photos.map { ($0.photo.id.text, $0.cells) })
    }

    @Test(arguments: [LibraryArrangement.list, .automaticGrid, .grid(columns: 2)], sizes)
    func aLatePictureOfTheDayMovesNothing(arrangement: LibraryArrangement, size: CellSize) {
        for keys in ["", "n", "nnnnnn", "G"] {
            var story = Self.start(arrangement, size)
            story.press(keys)
            let (places, chosen) = (Self.places(story), story.chosen)
            #expect(chosen != nil && chosen?.hasPrefix("apod") == false)
            story.lead(Self.today)
            #expect(Self.places(story) == places)
            #expect(story.chosen == chosen)
            story.press("g")
            #expect(story.chosen == "apod:2026-10-02")
        }
    }

    @Test(arguments: [LibraryArrangement.list, .automaticGrid], sizes)
    func onePhotoThatDoesNotComeLeavesItsPlace(arrangement: LibraryArrangement, size: CellSize) {
        var story = Self.start(arrangement, size)
        let places = Self.places(story)
        story.leadFails()
        #expect(Self.places(story) == places && story.chosen == "id-1")
        #expect(story.page.contains("No picture"), "\(story.page)")
        #expect(story.page.contains("1 of 40"))
    }

    /// The failure is known before any photo is on the screen, so no position is reserved.
    @Test func aFailureBeforeTheListKeepsNoPlace() {
        var story = LibraryStory(.start, .automaticGrid)
        story.leadFails()
        story.answer(LibraryPages.page(LibraryPages.photos(1...9), of: 9))
        #expect(!story.page.contains("No picture") && story.library?.page.items.count == 9)
    }

    /// The reserved position cannot be selected, by keys or by the mouse.
    @Test(arguments: [LibraryArrangement.list, .automaticGrid])
    func nothingCanBeDoneWithAnEmptyPlace(arrangement: LibraryArrangement) {
        var story = Self.start(arrangement, CellSize(columns: 160, rows: 42))
        for key in ["k", "h", "g", "p", "K"] {
            story.press(key)
            #expect(story.chosen == "id-1", "\(key)")
        }
        story.click(.clicked, row: 3, column: 3)
        #expect(story.chosen == "id-1")
        story.press(.enter)
        story.press("p")
        #expect(story.viewed == .library(PhotoID("id-1")))
    }

    /// The viewer continues from the photo that it shows.
    @Test func theViewerGoesOnFromItsPhoto() {
        var story = Self.start(.automaticGrid, CellSize(columns: 80, rows: 24))
        story.press("nn")
        story.press(.enter)
        story.lead(Self.today)
        #expect(story.viewed == .library(PhotoID("id-3")))
        story.press("n")
        #expect(story.viewed == .library(PhotoID("id-4")))
    }

    @Test(arguments: [LibraryArrangement.list, .automaticGrid])
    func aListStaysWhileItIsLoadedAgain(arrangement: LibraryArrangement) {
        var story = LibraryStory.listing(
            LibraryPages.photos(1...100), of: 100, arrangement)
        story.press("30j")
        let chosen = story.chosen
        story.press("r")
        #expect(story.chosen == chosen && story.page.contains("Loading"))
        story.press("jk")
        let row = story.selectedRow
        // Three newer photos are now at the top of the list.
        story.answer(
            LibraryPages.page(LibraryPages.photos(201...203) + LibraryPages.photos(1...97), of: 100)
        )
        #expect(story.chosen == chosen && story.selectedRow == row)
        #expect(!story.page.contains("Loading"))
    }

    @Test func rShowsTheNewestAtTheTop() {
        var story = LibraryStory.listing(LibraryPages.photos(1...9), of: 9)
        story.press("r")
        story.answer(LibraryPages.page(LibraryPages.photos(0...9), of: 10))
        #expect(story.page.contains("Photo 0") && story.chosen == "id-1")
    }

    @Test func aListThatCannotBeLoadedAgainStays() {
        var story = LibraryStory.listing(LibraryPages.photos(1...9), of: 9)
        story.press("jr")
        story.answer(.fetching(.serverFailed(status: 503)))
        #expect(story.page.contains("The server reported an error") && story.chosen == "id-2")
        story.press(.escape)
        #expect(story.page.contains("Photo 2") && !story.page.contains("Can't reach"))
    }

    /// Two pages were read: the new list replaces them once it is as long.
    @Test func theListIsReplacedOnceTheNewOneReachesAsFar() {
        var story = LibraryStory.listing(LibraryPages.photos(1...100), of: 250)
        story.press("60j")
        story.answer(LibraryPages.page(LibraryPages.photos(101...200), of: 250))
        story.press("90jr")
        #expect(story.chosen == "id-151")
        story.answer(LibraryPages.page(LibraryPages.photos(1...100), of: 250))
        #expect(story.chosen == "id-151" && story.page.contains("Loading"))
        story.answer(LibraryPages.page(LibraryPages.photos(101...200), of: 250))
        #expect(story.chosen == "id-151" && story.page.contains("151 of 250"))
    }

    @Test(arguments: [LibraryArrangement.list, .automaticGrid], sizes)
    func theListOfTheLastVisitStandsInForABusyServer(
        arrangement: LibraryArrangement, size: CellSize
    ) {
        var story = LibraryStory(.search(Query(text: "moon")), arrangement, cells: size)
        story.delay(bySeconds: 20)
        #expect(story.page.contains("q: quit"))
        story.save(LibraryPages.page(LibraryPages.photos(1...9), of: 9))
        story.delay(bySeconds: 19)
        #expect(story.page.contains("busy, 19 s"), "\(story.page)")
        #expect(story.chosen == "id-1" && story.page.contains("1 of 9"))
        story.press("n")
        story.answer(LibraryPages.page(LibraryPages.photos(0...9), of: 10))
        #expect(story.chosen == "id-2" && !story.page.contains("busy"))
        #expect(story.page.contains("3 of 10"))
    }

    @Test func enterOpensAPhotoOfTheListOfTheLastVisit() {
        var story = LibraryStory(.start, .automaticGrid)
        story.save(LibraryPages.page(LibraryPages.photos(1...9), of: 9))
        story.press(.enter)
        #expect(story.viewed == .library(PhotoID("id-1")))
        story.answer(
            LibraryPages.page(LibraryPages.photos(5...9) + LibraryPages.photos(1...4), of: 9))
        #expect(story.viewed == .library(PhotoID("id-1")))
        story.press("n")
        #expect(story.viewed == .library(PhotoID("id-2")))
    }

    /// A search typed over another list shows its own list of the last visit.
    @Test func aSearchHasItsOwnListOfTheLastVisit() {
        var story = LibraryStory.listing(LibraryPages.photos(1...9), of: 9)
        story.press("/")
        story.press("mars")
        story.press(.enter)
        story.delay(bySeconds: 20)
        #expect(story.page.contains("Photo 1"))
        story.save(LibraryPages.page(LibraryPages.photos(51...59), of: 9))
        #expect(story.page.contains("Photo 51") && story.chosen == "id-51")
    }

    @Test func theListOfTheLastVisitComesTooLate() {
        var story = LibraryStory.listing(LibraryPages.photos(1...9), of: 9)
        story.save(LibraryPages.page(LibraryPages.photos(51...59), of: 9))
        #expect(story.chosen == "id-1" && !story.page.contains("Photo 51"))
    }

    /// A later failure leaves the list of the last visit.
    @Test func theListOfTheLastVisitStaysAfterAFailure() {
        var story = LibraryStory(.search(Query(text: "moon")))
        story.save(LibraryPages.page(LibraryPages.photos(1...9), of: 9))
        story.answer(.fetching(.serverFailed(status: 503)))
        #expect(story.page.contains("The server reported an error") && story.chosen == "id-1")
        story.press(.escape)
        #expect(story.page.contains("offline") && story.page.contains("Photo 1"))
    }
}

extension LibraryStory {
    fileprivate mutating func leadFails() {
        guard let list = screens.stack.library?.results?.id else { return }
        receive(.noPictureOfTheDay(for: list))
    }

    fileprivate var selectedRow: Int? {
        library?.page.items.first(where: \.isSelected)?.origin.row
    }
}
