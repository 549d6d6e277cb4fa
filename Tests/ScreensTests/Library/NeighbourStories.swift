import Imaging
import Localization
import PhotoPipeline
import SystemPackage
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// One file named on the command line: the others in its folder.
@Suite struct NeighbourStories {
    private static let files = (1...120).map { PhotoReference.file(path: "in/photo-\($0).jpg") }
    private static let own: FilePath = "in/photo-3.jpg"
    private static let read = Effect.archive(.findNeighbours(of: own, in: FileSorting()))

    /// Returns a story that starts with the third photo of a folder.
    private static func viewing() -> Story {
        var story = Story([own.string])
        story.screens.goThroughFolder(of: own, .automaticGrid)
        return story
    }

    private static func show(_ name: String, in story: inout Story) -> [Effect] {
        story.receive(name, SizedPhoto(size: "4000x3000"))
            + story.screens.readNeighbours()
    }

    @discardableResult
    private static func answer(_ story: inout Story) -> [Effect] {
        var found = FoundPhotos()
        found.photos = files
        return story.screens.receive(.neighbours(found, of: own))
    }

    @Test func theFolderIsReadOnceAfterTheFirstPicture() {
        var story = Self.viewing()
        #expect(story.start() == [.photo(.open(.file(path: Self.own), covering: 800))])
        let opened = story.receive(Self.own.string, SizedPhoto(size: "4000x3000"))
        #expect(!opened.contains(Self.read), "it is open, but not on the screen")
        let rendered = PhotoEvent.drawn(.file(path: Self.own), page: 0, ImageSourceStatus())
        #expect(story.screens.receive(rendered) == [], "it is rendered, but not on the screen")
        #expect(story.screens.readNeighbours() == [Self.read])
        #expect(story.screens.readNeighbours() == [])
    }

    @Test func theBarCountsTheFolder() throws {
        var story = Self.viewing()
        _ = Self.show(Self.own.string, in: &story)
        let before = try #require(story.status)
        #expect(!before.contains("1/1"))
        let effects = Self.answer(&story)
        #expect(try #require(story.status).contains("3/120"))
        let next = [Self.files[3], Self.files[4], Self.files[1]]
        #expect(effects == [.photo(.prepare(next, covering: 800))])
    }

    @Test(arguments: [("n", 3), ("p", 1), ("2n", 4), ("nn", 4), ("np", 2), ("ppp", 0), ("90p", 0)])
    func keysThatArePressedBeforeTheFolderIsReadAreDoneThen(keys: String, index: Int) {
        var story = Self.viewing()
        _ = story.start()
        story.press(keys)
        #expect(story.screens.viewedPhoto == Self.files[2], "it waits at its file")
        Self.answer(&story)
        #expect(story.screens.viewedPhoto == Self.files[index])
    }

    @Test func aFileThatCannotBeShownLeadsToItsNeighbours() {
        var story = Self.viewing()
        #expect(story.receive(Self.own.string, .decoding(.damaged(.badHeader))) == [Self.read])
        Self.answer(&story)
        #expect(story.press("n").contains(.photo(.open(Self.files[3], covering: 800))))
    }

    @Test(arguments: [true, false])
    func tabShowsTheWallWithThePhotoSelected(isRead: Bool) throws {
        var story = Self.viewing()
        _ = Self.show(Self.own.string, in: &story)
        if isRead { Self.answer(&story) }
        let effects = story.press(.tab)
        if !isRead {
            var found = FoundPhotos()
            found.photos = Self.files
            for case .archive(.list(let named, let list)) in effects {
                #expect(named == NamedPhotos([.file(path: "in")]))
                _ = story.screens.receive(.listed(found, for: list))
            }
        }
        let page = try #require(story.page)
        #expect(page.contains("3 of 120"), "\(page)")
        #expect(story.press(.enter).contains(.photo(.open(Self.files[2], covering: 800))))
    }

    @Test func anAnswerForAnotherFileIsIgnored() {
        var story = Self.viewing()
        _ = Self.show(Self.own.string, in: &story)
        #expect(story.screens.receive(.neighbours(FoundPhotos(), of: "other.jpg")) == [])
    }
}

extension Story {
    @discardableResult
    fileprivate mutating func press(_ key: KeyPress.Key) -> [Effect] { press(KeyPress(key)) }
}

extension ScreenCoordinator {
    fileprivate var viewedPhoto: PhotoReference? { stack.top.reference }
}
