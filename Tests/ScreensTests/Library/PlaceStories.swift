import Imaging
import Localization
import PhotoCatalog
import PhotoPipeline
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// Bookmarks of views, their list and the return to them; links to them; regions of photos as
/// files.
@Suite struct PlaceStories {
    private static let moon = PhotoReference.library(PhotoID("PIA00342"))
    private static let view = "xywh=1600,1272,800,456"

    /// Returns a story with a photo of the library on the screen, at its original size.
    private static func viewing(_ photo: PhotoReference = moon) -> LibraryStory {
        var story = LibraryStory(viewing: [photo])
        story.receive(.opened(photo, OpenedPhoto.whole("4000x3000")))
        story.press("z")
        return story
    }

    @Test func bAsksForANameAndKeepsTheView() {
        var story = Self.viewing()
        #expect(story.press("b").isEmpty)
        #expect(story.bar?.contains("Name of this view:") == true)
        story.press("rim q?")
        story.receive(.noticed(.exporting(percent: 5)))
        #expect(story.bar?.contains("Name of this view: rim q?") == true)
        #expect(
            story.press(.enter)
                == [.archive(.keepPlace(Self.moon, view: Self.view, name: "rim q?"))])
        #expect(story.bar?.contains("Name of this view") == false)
        story.receive(.noticed(.placeKept))
        #expect(story.bar?.contains("★ View kept (': show all)") == true)
    }

    @Test func aPlaceNeedsNoName() {
        var story = Self.viewing()
        story.press("b")
        #expect(
            story.press(.enter) == [.archive(.keepPlace(Self.moon, view: Self.view, name: ""))])
    }

    @Test func escapeKeepsNothingAndThePhotoStays() {
        var story = Self.viewing()
        story.press("bhl")
        #expect(story.press(.escape).isEmpty)
        #expect(story.bar?.contains("Name") == false)
        #expect(story.press("l").isEmpty)
        #expect(story.origin == "1680,1272")
    }

    @Test func thePlacesAreListedAndReturnGoesThere() {
        var story = Self.viewing()
        #expect(story.press("'").first.map(\.collects) == .places([]))
        let places = [
            Bookmark(photo: "PIA1", view: "xywh=0,0,800,456", name: "rim"),
            Bookmark(photo: "PIA1", view: "2000,1500", name: ""),
            Bookmark(photo: "/home/me/mars.jpg", view: "xywh=10,20,80,45", name: "dune"),
        ]
        story.receivePlaces(places)
        #expect(story.page.contains("Kept views"))
        for title in ["rim", "PIA1", "dune", "mars.jpg"] { #expect(story.page.contains(title)) }
        let photo = PhotoReference.library(PhotoID("PIA1"))
        let mars = PhotoArea(x: 10, y: 20, width: 80, height: 45)
        #expect(
            story.pictures.map(\.source) == [
                .region(photo, PhotoArea(x: 0, y: 0, width: 800, height: 456), page: 0),
                .photo(photo),
                .region(.file(path: "/home/me/mars.jpg"), mars, page: 0),
            ], "each place as it is seen; of a centre alone the whole photo")
        story.press("j")
        #expect(story.press(.enter).contains(.photo(.open(photo, covering: nil))))
        story.receive(.opened(photo, OpenedPhoto.whole("4000x3000")))
        #expect(story.origin == "1600,1272")
        story.press("p")
        story.receive(.opened(photo, OpenedPhoto.whole("4000x3000")))
        #expect(story.origin == "0,0")
    }

    @Test func xRemovesTheSelectedPlace() {
        var story = Self.viewing()
        story.press("'")
        let places = ["a", "b", "c"].map { Bookmark(photo: $0, view: Self.view, name: "n\($0)") }
        story.receivePlaces(places)
        story.press("j")
        #expect(story.press("x") == [.archive(.forgetPlace(places[1]))])
        #expect(!story.page.contains("nb"))
        #expect(story.press("x") == [.archive(.forgetPlace(places[2]))])
    }

    @Test func withoutPlacesTheListSaysHowToKeepOne() {
        var story = Self.viewing()
        story.press("'")
        story.receivePlaces([])
        #expect(story.page.contains("No kept views yet."))
        #expect(story.page.contains("Press b in a photo"))
    }

    @Test(arguments: [
        (moon, "nasa-view 'PIA00342#xywh=1600,1272,800,456'"),
        (.file(path: "it's.jpg"), #"nasa-view 'it'\''s.jpg#xywh=1600,1272,800,456'"#),
        (.address("https://a.b/c.png"), "nasa-view 'https://a.b/c.png#xywh=1600,1272,800,456'"),
    ])
    func bigBCopiesTheCommandThatOpensTheView(photo: PhotoReference, command: String) {
        var story = Self.viewing(photo)
        #expect(story.press("B").first == .copy(command))
    }

    /// Links refer to the photo in its file, and a rotated one shows the same region.
    @Test(arguments: ["R", "RR", "RRR", "U", "RU"])
    func aTurnedPhotoHasTheSamePlaces(turns: String) throws {
        var story = Self.viewing()
        story.press("5l3j" + turns)
        let effects = story.press("B")
        guard case .copy(let command)? = effects.first else {
            return #expect(Bool(false), "a command is copied")
        }
        let text = try #require(command.split(separator: "#").last?.dropLast())
        let place = try #require(ViewPosition(text))
        guard case .area(let area) = place.spot else { return #expect(Bool(false), "an area") }
        // The centre of the view before the rotation: 2400, 1626.
        #expect(abs(area.x + area.width / 2 - 2400) <= 2)
        #expect(abs(area.y + area.height / 2 - 1626) <= 2)
    }

    @Test func standardInputHasNoPlaces() {
        var story = Self.viewing(.standardInput)
        #expect(story.press("B").first?.isTimer == true)
        #expect(story.bar?.contains("no name") == true)
        story.press("b")
        #expect(story.bar?.contains("no name") == true)
    }

    @Test func aLinkOpensItsView() {
        var screens = ScreenCoordinator(
            photos: [Self.moon], showing: [0: .centre(x: 100, y: 100, percent: 50)],
            size: LibraryStory.size(of: CellSize(columns: 80, rows: 24)), Preferences())
        #expect(screens.start() == [.photo(.open(Self.moon, covering: nil))])
        _ = screens.receive(.opened(Self.moon, OpenedPhoto.whole("4000x3000")))
        guard case .photo(let view) = screens.view else { return #expect(Bool(false), "a photo") }
        #expect(view.viewport.origin == "0,0" && view.viewport.scale == 0.5)
    }

    @Test func eSavesThePartInViewAtTheOriginalSize() {
        var story = Self.viewing()
        story.press("+")
        let area = PixelRect(x: 1600, y: 1272, width: 800, height: 456)
        #expect(
            story.press("e").first
                == .archive(.export(ExportRequest(area, of: "4000x3000", Self.moon))))
        #expect(story.bar?.contains("Saving this region … 0%") == true)
        story.receive(
            .noticed(.exported(SavedFile(path: "a.png", byteCount: 1_234_567), isAdjusted: true)))
        #expect(story.bar?.contains("Saved: a.png, 1.2 MB (adjusted as shown)") == true)
    }

    @Test(arguments: ["e", "b", "B"])
    func aListSaysThatAPhotoHasToBeOpen(key: String) {
        var story = LibraryStory.listing(LibraryPages.photos(1...3))
        let effects = story.press(key)
        #expect(!effects.contains { !$0.isTimer })
        #expect(story.page.contains("Open the photo first (Enter)."))
    }

    @Test(arguments: [
        (ExportFailure.outside("10x20"), "is not within PIA00342, which has 10x20 pixels."),
        (.tooLarge(longestSide: 65500), "A JPEG can't be wider or higher than 65,500 pixels."),
        (.tooMuchOfTiles(megapixels: 256), "At most 256 megapixels of a tiled picture"),
        (.saving(.diskFull), "The disk is full."),
        (.picture(.decoding(.outOfMemory)), "memory"),
    ])
    func whyAPartWasNotSaved(failure: ExportFailure, text: String) {
        let sentence = Strings().sentence(for: failure, of: Self.moon).string
        #expect(sentence.contains(text), "\(sentence)")
    }
}

extension LibraryStory {
    fileprivate var bar: String? {
        if case .photo(let view) = screens.view { view.bar.text.string } else { nil }
    }

    fileprivate var origin: PixelPoint? {
        if case .photo(let view) = screens.view { view.viewport.origin } else { nil }
    }

    /// Delivers the requested bookmarks.
    fileprivate mutating func receivePlaces(_ places: [Bookmark]) {
        guard case .archive(.collect(_, let list))? = asked.last else { return }
        receive(.collectedPlaces(places, for: list))
    }
}

extension Effect {
    fileprivate var isTimer: Bool { if case .wake = self { true } else { false } }

    fileprivate var collects: ResultsSource? {
        if case .archive(.collect(let source, _)) = self { source } else { nil }
    }
}
