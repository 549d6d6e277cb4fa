import Imaging
import PhotoCatalog
import PhotoPipeline
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// Return to a screen that was covered by another one while events arrived.
@Suite struct ComingBackTests {
    private static func reference(_ number: Int) -> PhotoReference {
        .library(PhotoID("id-\(number)"))
    }

    private static func opened(_ number: Int) -> PhotoEvent {
        .opened(
            reference(number),
            OpenedPhoto(
                caption: PhotoCaption(title: "Photo \(number)"),
                source: SizedPhoto(size: "4000x3000")))
    }

    /// The viewer, at the last loaded photo of many.
    private static var waitingForMore: LibraryStory {
        var story = LibraryStory.listing(LibraryPages.photos(1...3), of: 250)
        story.press(.character("i"), .enter)
        story.press("nn")
        story.receive(opened(3))
        return story
    }

    @Test func photosThatCameMeanwhileAreGoneThrough() {
        var story = Self.waitingForMore
        story.press("i")
        story.answer(LibraryPages.page(LibraryPages.photos(4...6), of: 250))
        story.press(.escape)
        story.press("n")
        #expect(story.viewed == Self.reference(4))
    }

    @Test func theSlideshowGoesOn() {
        var story = Self.waitingForMore
        story.press("pps")
        story.receive(Self.opened(1))
        story.press("i")
        // Its timer fires while no photo is visible.
        story.wait()
        story.press("q")
        story.wait()
        #expect(story.viewed == Self.reference(2))
    }

    @Test func aPhotoThatWasLetGoIsOpenedAgainAndSeenAsBefore() {
        var story = Self.waitingForMore
        story.press("z20l")
        let viewport = story.viewport
        #expect(
            story.receive(.evicted(Self.reference(3)))
                == [.photo(.open(Self.reference(3), covering: 800))])
        #expect(story.viewport == nil)
        story.receive(Self.opened(3))
        #expect(story.viewport == viewport)
    }

    @Test func photosOfOthersThatAreLetGoChangeNothing() {
        var story = Self.waitingForMore
        let before = story.page
        #expect(story.receive(.evicted(Self.reference(1))) == [])
        #expect(story.page == before)
    }

    /// A viewer is forgotten with the list that it steps through, never without it.
    @Test func ofVeryManyScreensTheOldestListsAreForgottenWithTheirPhotos() {
        var story = LibraryStory.listing(LibraryPages.photos(1...3))
        for round in 1...30 {
            story.press("F")
            let favourites = (1...3).map { LibraryPages.photo("\(round)-\($0)", "Favourite") }
            for case .archive(.collect(let source, let list)) in story.asked.suffix(1) {
                story.receive(.collected(favourites, from: source, for: list))
            }
            story.press(.character("i"), .enter)
            #expect(story.viewed == .library(PhotoID("\(round)-1")))
        }
        var lists: [String] = []
        for _ in 0..<100 {
            if let photo = story.viewed?.libraryID { lists.append(photo) }
            story.press("q")
        }
        // Back photo by photo through whole lists, down to the first.
        #expect(lists.first == "30-1" && lists.count < 30)
        #expect(story.chosen == "id-1")
    }
}

extension PhotoReference {
    fileprivate var libraryID: String? {
        if case .library(let id) = self { id.text } else { nil }
    }
}
