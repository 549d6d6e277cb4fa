import Imaging
import Localization
import PhotoCatalog
import PhotoPipeline
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// The keys to the previous and next day for a photo opened alone, and on a photo's page.
@Suite struct LonePhotoDayTests {
    private static let earth = ServicePhotos.epic("00:59", on: "2021-05-30")
    private static let rock = ServicePhotos.mars("rock", sol: 1520)

    private static func described(_ photo: Photo) -> LibraryEvent {
        .described(photo.id, photo, PhotoAssets(linkedBy: photo), isFavourite: false)
    }

    private static func page(_ photos: Photo...) -> Page {
        LibraryPages.page(photos, of: photos.count, next: false)
    }

    private static func list(_ day: String, of service: Service) throws -> PageRequest {
        let day = try #require(ServiceDay(day, of: service))
        return .first(.search(Query(newestOf: service, upTo: day)))
    }

    /// The name contains no day, or not surely the right one: the service is asked.
    @Test(arguments: [
        (earth, "<", "2021-05-29"), (earth, "3>", "2021-06-02"), (rock, "<", "1519"),
        (rock, ">", "1521"),
    ])
    func itsDayIsLookedUp(photo: Photo, keys: String, day: String) throws {
        var story = LibraryStory(viewing: [.library(photo.id)])
        story.press(keys)
        #expect(story.asked.last == .library(.describe(photo.id)))
        #expect(story.pageRequest == nil)
        story.receive(Self.described(photo))
        let list = try Self.list(day, of: photo.id.service)
        #expect(story.pageRequest?.0 == list)
        let other =
            photo == Self.rock
            ? ServicePhotos.mars("other", sol: try #require(Int(day)))
            : ServicePhotos.epic("12:00", on: day)
        story.answer(Self.page(other))
        #expect(story.viewed == .library(other.id))
        story.press("qq")
        #expect(story.viewed == .library(photo.id))
    }

    @Test func whoHasGoneOnIsNotCalledBack() {
        var story = LibraryStory(viewing: [.library(Self.earth.id), .library(PhotoID("PIA1"))])
        story.press("<n")
        story.receive(Self.described(Self.earth))
        #expect(story.pageRequest == nil)
        #expect(story.viewed == .library(PhotoID("PIA1")))
    }

    @Test func whatCannotBeLookedUpStaysAndSaysWhy() {
        var story = LibraryStory(viewing: [.library(Self.rock.id)])
        story.show(Self.rock)
        story.press(">")
        story.receive(.descriptionFailed(Self.rock.id, .fetching(.timedOut(afterSeconds: 25))))
        #expect(story.viewed == .library(Self.rock.id))
        #expect(story.page.contains("25 seconds"), "\(story.page)")
        story.receive(Self.described(Self.rock))
        #expect(story.pageRequest == nil)
    }

    /// The newest list ends with the starting day: the photo returns, with a message.
    @Test(arguments: [true, false]) func afterTheNewestDayComesNone(isEmpty: Bool) {
        var story = LibraryStory(viewing: [.library(Self.earth.id)])
        story.show(Self.earth)
        story.press(">")
        story.receive(Self.described(Self.earth))
        for _ in 0..<2 { story.answer(isEmpty ? Self.page() : Self.page(Self.earth)) }
        #expect(story.viewed == .library(Self.earth.id))
        #expect(story.page.contains("There are no later pictures."), "\(story.page)")
    }

    @Test func anotherDaysListThatFailsIsLeftForThePhoto() {
        var story = LibraryStory(viewing: [.library(Self.earth.id)])
        story.press("<")
        story.receive(Self.described(Self.earth))
        story.answer(.fetching(.timedOut(afterSeconds: 25)))
        #expect(story.viewed == nil && story.page.contains("25 seconds"), "\(story.page)")
        story.press("r")
        story.answer(Self.page(ServicePhotos.epic("12:00", on: "2021-05-29")))
        story.press(.escape)
        story.press("q")
        #expect(story.viewed == .library(Self.earth.id))
    }

    @Test func thePageOfAPictureOfTheDayGoesToOtherDays() {
        let photo = ServicePhotos.apod("2026-03-01", "The first of March")
        var story = LibraryStory(viewing: [.library(photo.id)])
        story.press("i")
        story.receive(Self.described(photo))
        #expect(story.page.contains("The first of March"))
        story.press("<")
        #expect(story.chosen == "apod:2026-02-28")
        #expect(story.asked.last == .library(.describe(PhotoID("apod:2026-02-28"))))
        story.receive(Self.described(ServicePhotos.apod("2026-02-28", "The last of February")))
        #expect(story.page.contains("The last of February"))
        story.press(">>")
        #expect(story.chosen == "apod:2026-03-02")
    }

    @Test func aPageInAListOfDaysGoesThroughTheList() throws {
        var story = LibraryStory(.search(Query(newestOf: .apod)))
        story.answer(
            LibraryPages.page(ServicePhotos.october(from: 8, to: 9), of: 2, next: false))
        story.press("i")
        story.press("<")
        #expect(story.chosen == "apod:2026-10-08" && story.page.contains("Day 8"))
        story.press("2<")
        #expect(story.pageRequest?.0 == (try Self.list("2026-10-06", of: .apod)))
        #expect(story.page.contains("Looking for pictures from 2026-10-06"))
        story.answer(LibraryPages.page(ServicePhotos.october(to: 6), of: 6, next: false))
        #expect(story.chosen == "apod:2026-10-06" && story.page.contains("Day 6"))
        story.press("q")
        #expect(story.chosen == "apod:2026-10-06")
    }

    /// The next try starts with the day of the photo, not with the day of the failed list.
    @Test func aListThatFailedIsAskedForAgain() throws {
        var story = LibraryStory(.search(Query(newestOf: .mars2020)))
        story.answer(Self.page(Self.rock))
        story.press(.enter)
        for _ in 0..<2 {
            story.press("5<")
            #expect(story.pageRequest?.0 == (try Self.list("1515", of: .mars2020)))
            story.answer(.fetching(.timedOut(afterSeconds: 25)))
            #expect(story.viewed == .library(Self.rock.id))
        }
        story.press("5<")
        story.answer(Self.page(ServicePhotos.mars("older", sol: 1514)))
        #expect(story.viewed == .library(PhotoID("mars2020:older")))
    }

    /// Photos seen before do not replace a list under a photo.
    @Test func withoutANetworkAStepLeadsNowhereElse() throws {
        var story = LibraryStory(.search(Query(newestOf: .mars2020)))
        story.answer(Self.page(Self.rock))
        story.press(.enter)
        story.press("5<")
        let list = try #require(story.pageRequest?.1)
        story.answer(.fetching(.noConnection(.library("unplugged"))))
        let seen = ServicePhotos.mars("seen", sol: 3)
        story.receive(.collected([seen], from: .seen("", of: .mars2020), for: list))
        #expect(story.viewed == .library(Self.rock.id))
        story.press("5<")
        #expect(story.pageRequest?.0 == (try Self.list("1515", of: .mars2020)))
    }

    /// A first page is enough, although more are being fetched.
    @Test func theFirstPageIsEnough() {
        var story = LibraryStory(viewing: [.library(Self.earth.id)])
        story.press("<")
        story.receive(Self.described(Self.earth))
        let other = ServicePhotos.epic("12:00", on: "2021-05-29")
        story.answer(LibraryPages.page([other], of: 90))
        #expect(story.viewed == .library(other.id))
    }

    @Test func thePageOfALonePhotoIsFollowedByAPage() throws {
        var story = LibraryStory(viewing: [.library(Self.earth.id)])
        story.press("i")
        story.receive(Self.described(Self.earth))
        story.press("<")
        #expect(story.pageRequest?.0 == (try Self.list("2021-05-29", of: .epic)))
        story.answer(Self.page(ServicePhotos.epic("12:00", on: "2021-05-29")))
        #expect(story.viewed == nil && story.chosen == "epic:2021-05-29-12:00")
        #expect(story.page.contains("Earth at 12:00"))
    }

    /// The page below a viewer that moved to another list's photo is that photo's.
    @Test func thePageBelowFollowsTheViewerThroughAnotherList() {
        var story = LibraryStory(.search(Query(newestOf: .apod)))
        story.answer(
            LibraryPages.page(ServicePhotos.october(from: 9, to: 9), of: 1, next: false))
        story.press("i")
        story.press(.enter)
        story.press("<")
        story.answer(LibraryPages.page(ServicePhotos.october(to: 8), of: 8, next: false))
        #expect(story.viewed == .library(PhotoID("apod:2026-10-08")))
        story.press("q")
        #expect(story.chosen == "apod:2026-10-08" && story.page.contains("Day 8"))
    }

    @Test func pagesOfOtherPhotosHaveNoDay() {
        var story = LibraryStory.listing(LibraryPages.photos(1...3))
        story.press("i")
        let asked = story.asked.count
        story.press("<>")
        #expect(story.asked.count == asked && story.chosen == "id-1")
    }
}

extension LibraryStory {
    /// Delivers a photo that was opened alone.
    fileprivate mutating func show(_ photo: Photo) {
        let source = SizedPhoto(size: "2048x2048")
        let opened = OpenedPhoto(caption: PhotoCaption(title: photo.title ?? ""), source: source)
        receive(.opened(.library(photo.id), opened))
    }
}
