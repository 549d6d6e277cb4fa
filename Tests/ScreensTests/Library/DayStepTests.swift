import Imaging
import Localization
import PhotoCatalog
import PhotoPipeline
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// The keys to the previous and next day: for one photo a day, and for days with many photos.
@Suite struct DayStepTests {
    private static func listing(_ service: Service, _ photos: [Photo]) -> LibraryStory {
        var story = LibraryStory(.search(Query(newestOf: service)))
        story.answer(LibraryPages.page(photos, of: photos.count, next: false))
        return story
    }

    private static func picture(_ day: String) -> PhotoReference {
        .library(PhotoID("apod:\(day)"))
    }

    private static func day(_ day: String, of service: Service) -> Query {
        Query(newestOf: service, upTo: ServiceDay(day, of: service))
    }

    @Test(
        arguments: [
            // keys in a list of 1 to 9 October, from the 9th, and the resulting day
            ("<", "2026-10-08"), ("<<", "2026-10-07"), ("3<", "2026-10-06"), ("<<>", "2026-10-08"),
            ("8<", "2026-10-01"), ("8<3>", "2026-10-04"), ("n<p", "2026-10-08"),
        ])
    func theyGoThroughTheListOfPicturesOfTheDay(keys: String, day: String) {
        var story = Self.listing(.apod, ServicePhotos.october(to: 9))
        story.press(.enter)
        story.press(keys)
        #expect(story.viewed == .library(PhotoID("apod:\(day)")))
        story.press("q")
        #expect(story.chosen == "apod:\(day)")
    }

    @Test func beyondTheListTheyAskForAnother() throws {
        var story = Self.listing(.apod, ServicePhotos.october(from: 8, to: 9))
        story.press(.enter)
        story.press("3<")
        let request = try #require(story.pageRequest)
        #expect(request.0 == .first(.search(Self.day("2026-10-06", of: .apod))))
        #expect(story.viewed == .library(PhotoID("apod:2026-10-09")))
        story.answer(
            LibraryPages.page(ServicePhotos.october(from: 1, to: 6), of: 6, next: false))
        #expect(story.viewed == .library(PhotoID("apod:2026-10-06")))
        story.press("n")
        #expect(story.viewed == .library(PhotoID("apod:2026-10-05")))
        story.press("q")
        #expect(story.head.contains("Astronomy Picture of the Day"))
        #expect(story.head.contains("up to 2026-10-06 ×"))
    }

    /// The newest list is the same: there is no later picture.
    @Test func afterTheNewestDayComesNone() throws {
        var story = Self.listing(.apod, ServicePhotos.october(to: 9))
        story.press(.enter)
        story.showPhoto()
        story.press(">")
        #expect(story.pageRequest?.0 == .first(.search(Self.day("2026-10-10", of: .apod))))
        #expect(story.page.contains("Looking for pictures from 2026-10-10"))
        story.answer(LibraryPages.page(ServicePhotos.october(to: 9), of: 9, next: false))
        #expect(story.pageRequest?.0 == .first(.search(Query(newestOf: .apod))))
        story.answer(LibraryPages.page(ServicePhotos.october(to: 9), of: 9, next: false))
        #expect(story.viewed == .library(PhotoID("apod:2026-10-09")))
        #expect(story.page.contains("There are no later pictures."))
    }

    @Test func aListThatFailsLeavesThePhoto() {
        var story = Self.listing(.apod, ServicePhotos.october(from: 9, to: 9))
        story.press(.enter)
        story.showPhoto()
        story.press("<")
        story.answer(.fetching(.timedOut(afterSeconds: 25)))
        #expect(story.viewed == .library(PhotoID("apod:2026-10-09")))
        #expect(story.page.contains("25 seconds"), "\(story.page)")
    }

    /// Without a list, and in a list of other photos, the ID shows the day.
    @Test func aPictureOfTheDayNeedsNoList() {
        var story = LibraryStory(viewing: [Self.picture("2026-03-01")])
        story.press("<")
        #expect(story.viewed == Self.picture("2026-02-28"))
        #expect(story.asked.last == .photo(.open(Self.picture("2026-02-28"), covering: 800)))
        story.press(">>")
        #expect(story.viewed == Self.picture("2026-03-02"))

        var favourites = LibraryStory.listing([
            LibraryPages.photo("PIA1", "One"), ServicePhotos.apod("2024-02-29", "Leap"),
            LibraryPages.photo("PIA2", "Two"),
        ])
        favourites.press("n")
        favourites.press(.enter)
        favourites.press(">")
        #expect(favourites.viewed == Self.picture("2024-03-01"))
        favourites.press("n")
        #expect(favourites.viewed == .library(PhotoID("PIA2")))
    }

    @Test func theFirstPictureOfTheDayHasNoneBefore() {
        var story = LibraryStory(viewing: [.library(PhotoID("apod:1995-06-16"))])
        story.showPhoto()
        story.press("<")
        #expect(story.viewed == .library(PhotoID("apod:1995-06-16")))
        #expect(story.page.contains("There are no earlier pictures."))
    }

    /// Days with many photos: to the first one of the previous day, and of the next.
    @Test func daysOfMarsAreGoneThroughByTheirFirstPhotos() throws {
        let photos = [(1520, "a"), (1520, "b"), (1519, "c"), (1519, "d"), (1517, "e")].map {
            ServicePhotos.mars($0.1, sol: $0.0)
        }
        var story = Self.listing(.mars2020, photos)
        story.press("n")
        story.press(.enter)
        #expect(story.viewed == .library(PhotoID("mars2020:b")))
        for (key, name) in [("<", "c"), ("<", "e"), (">", "c"), (">", "a")] {
            story.press(key)
            #expect(story.viewed == .library(PhotoID("mars2020:\(name)")), "\(key)")
        }
        story.press(">")
        #expect(story.pageRequest?.0 == .first(.search(Self.day("1521", of: .mars2020))))
        story.answer(
            LibraryPages.page([ServicePhotos.mars("new", sol: 1521)] + photos, of: 6, next: false))
        #expect(story.viewed == .library(PhotoID("mars2020:new")))
    }

    @Test func aListOfDaysGoesToAnotherDayToo() throws {
        var story = Self.listing(.epic, [ServicePhotos.epic("00:59", on: "2021-05-30")])
        story.press("<")
        #expect(story.pageRequest?.0 == .first(.search(Self.day("2021-05-29", of: .epic))))
        #expect(story.page.contains("Earth at 00:59"))
        story.answer(
            LibraryPages.page([ServicePhotos.epic("12:00", on: "2021-05-29")], of: 1, next: false))
        #expect(story.chosen == "epic:2021-05-29-12:00")
    }

    /// A picture among others has a list of its day, above theirs.
    @Test func aPictureAmongFavouritesOpensTheListOfItsDays() throws {
        var story = LibraryStory.listing([ServicePhotos.epic("00:59", on: "2021-05-30")])
        story.press(.enter)
        story.press("<")
        #expect(story.pageRequest?.0 == .first(.search(Self.day("2021-05-29", of: .epic))))
        story.answer(
            LibraryPages.page([ServicePhotos.epic("12:00", on: "2021-05-29")], of: 1, next: false))
        #expect(story.viewed == .library(PhotoID("epic:2021-05-29-12:00")))
    }

    @Test func otherPhotosBelongToNoDay() {
        var story = LibraryStory.listing(LibraryPages.photos(1...3))
        story.press(.enter)
        let asked = story.asked.count
        story.press("<>")
        #expect(story.viewed == .library(PhotoID("id-1")))
        #expect(story.asked.count == asked)
    }

    /// With the same size the next day is shown at the same position: an Earth for each day.
    @Test(arguments: [
        (PixelSize(width: 4000, height: 3000), true), (PixelSize(width: 3000, height: 4000), false),
    ])
    func theViewStaysWhereTheSizeDoes(size: PixelSize, isKept: Bool) throws {
        var story = LibraryStory(viewing: [Self.picture("2026-03-02")])
        let first = OpenedPhoto(
            caption: PhotoCaption(title: "A"), source: SizedPhoto(size: "4000x3000"))
        story.receive(.opened(Self.picture("2026-03-02"), first))
        story.press("z")
        story.press(.end)
        let before = try #require(story.viewport)
        story.press("<")
        story.receive(
            .opened(
                Self.picture("2026-03-01"),
                OpenedPhoto(caption: PhotoCaption(title: "B"), source: SizedPhoto(size: size))))
        #expect((story.viewport == before) == isKept)
    }

    @Test func aKeyOpensTodaysPictureOverItsList() {
        var story = LibraryStory.listing(LibraryPages.photos(1...3))
        story.press("D")
        #expect(story.pageRequest?.0 == .first(.search(Query(newestOf: .apod))))
        story.answer(LibraryPages.page(ServicePhotos.october(to: 2), of: 2, next: false))
        #expect(story.viewed == .library(PhotoID("apod:2026-10-02")))
        story.press("q")
        #expect(story.head.contains("Astronomy Picture of the Day"))
        story.press("q")
        #expect(story.head.contains("Search: moon"))
    }

    /// A user who has moved on does not get the photo.
    @Test func leftBeforeItCameItOpensNothing() {
        var story = LibraryStory.listing(LibraryPages.photos(1...3))
        story.press("D")
        let asked = story.pageRequest
        story.press("q")
        if let (request, list) = asked {
            story.receive(
                .page(
                    LibraryPages.page(ServicePhotos.october(to: 2), of: 2, next: false),
                    for: request, of: list))
        }
        #expect(story.viewed == nil)
        #expect(story.head.contains("Search: moon"))
    }

    @Test func aKeyListsPopularPhotos() {
        var story = LibraryStory.listing(LibraryPages.photos(1...3))
        story.press("P")
        #expect(story.pageRequest?.0 == .first(.popular))
        story.answer(LibraryPages.page(LibraryPages.photos(4...6), of: 3))
        #expect(story.head.contains("NASA: popular photos"))
    }

    /// The rotating Earth: a slideshow starts with the first picture of the list.
    @Test func aListCanBeginAsASlideshow() {
        var screens = ScreenCoordinator(
            .search(Query(newestOf: .epic)), .list,
            size: LibraryStory.size(of: CellSize(columns: 80, rows: 24)), Preferences())
        screens.awaitFirstPhoto(slideshowSeconds: 1)
        var effects = screens.start()
        let photos = ["12:00", "10:00"].map { ServicePhotos.epic($0, on: "2021-05-30") }
        for case .library(.load(let request, let list)) in effects {
            effects = screens.receive(
                .page(
                    LibraryPages.page(photos, of: 2, next: false), for: request, of: list))
        }
        let first = PhotoReference.library(photos[0].id)
        #expect(effects.contains(.photo(.open(first, covering: 800))))
        let opened = OpenedPhoto(
            caption: PhotoCaption(title: "Earth"), source: SizedPhoto(size: "2048x2048"))
        effects = screens.receive(.opened(first, opened))
        let timer = effects.compactMap { effect -> TimerRequest? in
            guard case .wake(let timer, after: .seconds(1)) = effect else { return nil }
            return timer.purpose == .slideshow ? timer : nil
        }.first
        effects = timer.map { screens.receive(.woke($0)) } ?? []
        #expect(effects.contains(.photo(.open(.library(photos[1].id), covering: 800))))
    }
}

extension LibraryStory {
    /// Delivers the photo that the viewer opens.
    fileprivate mutating func showPhoto() {
        guard let viewed else { return }
        let caption = PhotoCaption(title: "A photo")
        let source = SizedPhoto(size: "4000x3000")
        receive(.opened(viewed, OpenedPhoto(caption: caption, source: source)))
    }
}
