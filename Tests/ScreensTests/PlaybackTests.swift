import Imaging
import PhotoPipeline
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// Animations in the viewer: frames play at fit, `P` pauses, `<` and `>` step.
@Suite struct PlaybackTests {
    private static let delays = [50, 40, 200]

    private static func photo(
        delays: [Int] = delays, plays: Int? = nil, _ size: PixelSize = "400x300"
    ) -> SizedPhoto {
        SizedPhoto(size: size, pages: PageSet(PhotoAnimation(delays: delays, plays: plays)))
    }

    /// Returns the frame timer that an effect requests.
    private static func frame(_ effects: [Effect]) -> (timer: TimerRequest, after: Duration)? {
        for case .wake(let timer, let delay) in effects where timer.purpose == .frame {
            return (timer, delay)
        }
        return nil
    }

    /// Returns the visible frames, up to a number or to the end.
    private static func play(
        _ story: inout Story, from effects: [Effect], frames: Int
    ) -> (pages: [Int], delays: [Duration]) {
        var next = frame(effects)
        var pages: [Int] = []
        var delays: [Duration] = []
        for _ in 0..<frames {
            guard let (timer, delay) = next else { break }
            delays.append(delay)
            next = frame(story.wake(timer))
            pages.append(story.photoView?.photo.page ?? -1)
        }
        return (pages, delays)
    }

    @Test func framesFollowEachOtherInTheirTime() {
        var story = Story()
        let effects = story.receive("moon.jpg", Self.photo())
        #expect(story.photoView?.photo.page == 0)
        #expect(story.photoView?.isPlaying == true)
        let (pages, delays) = Self.play(&story, from: effects, frames: 7)
        #expect(pages == [1, 2, 0, 1, 2, 0, 1])
        #expect(delays == [50, 40, 200, 50, 40, 200, 50].map { .milliseconds($0) })
    }

    @Test(arguments: [(1, [1, 2, 2]), (2, [1, 2, 0, 1, 2, 2])])
    func anAnimationEndsWithItsLastFrame(plays: Int, pages: [Int]) {
        var story = Story()
        let effects = story.receive("moon.jpg", Self.photo(plays: plays))
        #expect(Self.play(&story, from: effects, frames: 20).pages == pages)
        #expect(story.photoView?.isPlaying == false)
        // The key starts it again.
        let again = story.press("P")
        #expect(story.photoView?.photo.page == 0)
        #expect(Self.play(&story, from: again, frames: 20).pages == pages)
    }

    @Test func aPhotoAsksForNoTime() {
        var story = Story()
        #expect(Self.frame(story.receive("moon.jpg", SizedPhoto(size: "400x300"))) == nil)
        #expect(Self.frame(story.press("P")) == nil)
        #expect(Self.frame(story.press(">")) == nil)
        #expect(story.photoView?.photo.page == 0)
    }

    @Test func aKeyPausesAndGoesOn() throws {
        var story = Story()
        let first = try #require(Self.frame(story.receive("moon.jpg", Self.photo())))
        story.press("P")
        #expect(story.photoView?.isPlaying == false)
        #expect(Self.frame(story.wake(first.timer)) == nil)
        #expect(story.photoView?.photo.page == 0)
        let next = try #require(Self.frame(story.press("P")))
        #expect(story.photoView?.isPlaying == true)
        _ = story.wake(next.timer)
        #expect(story.photoView?.photo.page == 1)
    }

    /// A pause within a frame's time does not start a second timer.
    @Test func aShortPauseKeepsOneTimer() throws {
        var story = Story()
        let first = try #require(Self.frame(story.receive("moon.jpg", Self.photo())))
        #expect(Self.frame(story.press("PP")) == nil)
        let next = try #require(Self.frame(story.wake(first.timer)))
        #expect(Self.frame(story.wake(first.timer)) == nil)
        #expect(Self.frame(story.wake(next.timer)) != nil)
        #expect(story.photoView?.photo.page == 2)
    }

    @Test(arguments: [
        (">", 1), (">>", 2), (">>>", 0), ("<", 2), ("<<", 1), ("2>", 2), ("4<", 2), ("><", 0),
    ])
    func keysStepThroughFramesAndPause(keys: String, page: Int) {
        var story = Story()
        story.receive("moon.jpg", Self.photo())
        story.press(keys)
        #expect(story.photoView?.photo.page == page)
        #expect(story.photoView?.isPlaying == false)
        #expect(story.status?.contains("frame \(page + 1)/3") == true)
    }

    @Test func aRunningAnimationSaysNothingInTheBar() {
        var story = Story()
        story.receive("moon.jpg", Self.photo())
        #expect(story.status?.contains("frame") == false)
    }

    /// Most bytes are needed for a close view.
    @Test func whereItIsLookedAtCloselyItStandsStill() throws {
        var story = Story()
        let first = try #require(
            Self.frame(story.receive("moon.jpg", Self.photo("4000x3000"))))
        story.press("z")
        #expect(Self.frame(story.wake(first.timer)) == nil)
        #expect(story.photoView?.photo.page == 0)
        story.press(">")
        #expect(story.photoView?.photo.page == 1)
        story.press("P")
        #expect(Self.frame(story.press("z")) != nil)
    }

    /// While the help or the photo's page covers it, time may pass.
    @Test func itGoesOnAfterAnotherScreen() throws {
        var story = Story()
        let first = try #require(Self.frame(story.receive("moon.jpg", Self.photo())))
        story.press("i")
        #expect(story.photoView == nil)
        _ = story.wake(first.timer)
        #expect(Self.frame(story.press(KeyPress(.escape))) != nil)
    }

    @Test func anotherPhotoIsNotMovedByAnOldTimer() throws {
        var story = Story(["moon.jpg", "mars.jpg"])
        let first = try #require(Self.frame(story.receive("moon.jpg", Self.photo())))
        story.press("n")
        let second = try #require(Self.frame(story.receive("mars.jpg", Self.photo())))
        #expect(Self.frame(story.wake(first.timer)) == nil)
        #expect(story.photoView?.photo.page == 0)
        _ = story.wake(second.timer)
        #expect(story.photoView?.photo.page == 1)
    }

    /// Planes of a cube, or pages, wait for the keys.
    @Test func picturesThatAreNoAnimationAreGoneThroughByKeys() {
        var story = Story()
        let cube = SizedPhoto(size: "400x300", pages: PageSet(count: 12))
        #expect(Self.frame(story.receive("moon.jpg", cube)) == nil)
        #expect(story.status?.contains("picture 1/12") == true)
        story.press("<")
        #expect(story.status?.contains("picture 12/12") == true)
    }
}

/// The pages of a file that differ in size: each is shown, panned and cropped by its own.
@Suite struct PartsOfOtherSizesTests {
    private static let moon = PhotoReference.file(path: "moon.jpg")
    private static let sizes: [PixelSize] = ["4000x3000", "2000x4000", "300x100"]

    private static func viewing(_ keys: String = "") -> Story {
        var story = Story()
        story.receive(
            "moon.jpg", SizedPhoto(size: sizes[0], pages: PageSet(sizes: sizes)))
        story.press(keys)
        return story
    }

    @Test(arguments: [(">", 1), (">>", 2), (">>>", 0), ("<", 2), ("<<<", 0)])
    func aFittedPictureIsFollowedByAFittedOne(keys: String, page: Int) {
        let story = Self.viewing(keys)
        let screen = Self.viewing().viewport?.screen ?? "1x1"
        #expect(story.viewport == Viewport(photo: Self.sizes[page], screen: screen))
        #expect(story.photoView?.photo.size == Self.sizes[page])
        let size = "\(Self.sizes[page].width)x\(Self.sizes[page].height)"
        #expect(story.status?.contains(size) == true, "\(story.status ?? "")")
    }

    @Test func atItsOriginalSizeTheMiddleStaysInTheMiddle() throws {
        var story = Self.viewing("z")
        story.press("l")
        let before = try #require(story.viewport).centre
        story.press(">")
        let after = try #require(story.viewport)
        #expect(after.zoom == .original && after.photo == Self.sizes[1])
        #expect(abs(after.centre.x - before.x) < 0.001 && abs(after.centre.y - before.y) < 0.001)
    }

    @Test func aTurnedPictureIsFollowedByATurnedOne() {
        let story = Self.viewing("R>")
        #expect(story.viewport?.photo == Self.sizes[1].transposed)
        #expect(story.photoView?.photo.size == Self.sizes[1])
    }

    @Test func theInspectorAsksTheOneThatIsSeen() throws {
        var story = Self.viewing("z")
        _ = story.press("I")
        // Another size is inspected again.
        #expect(story.press(">").isEmpty)
        let point = PixelPoint(x: 1000, y: 2000)
        var wished = InspectRequest(point, of: Self.sizes[1], Self.moon, .none)
        wished.page = 1
        #expect(story.press("I") == [.photo(.inspect(wished))])
    }

    @Test func thePageOfThePhotoShowsTheOneThatIsSeen() throws {
        var story = Self.viewing("<")
        _ = story.press("i")
        guard case .page(_, let pictures) = story.screens.view else {
            Issue.record("no page is shown")
            return
        }
        let whole = PhotoArea(PixelRect(Self.sizes[2]))
        #expect(pictures.map(\.source) == [.region(Self.moon, whole, page: 2)])
    }

    @Test func whatIsSavedAndLinkedIsTheOneThatIsSeen() throws {
        var story = Self.viewing("<")
        let effects = story.press("e")
        let requests = effects.compactMap { effect -> ExportRequest? in
            if case .archive(.export(let request)) = effect { request } else { nil }
        }
        let request = try #require(requests.first)
        #expect(request.page == 2 && request.size == Self.sizes[2])
        #expect(PixelRect(Self.sizes[2]).contains(request.area))
        let link = story.press("B").compactMap { effect -> String? in
            if case .copy(let text) = effect { text } else { nil }
        }
        #expect(link.first?.contains("moon.jpg#page=3&xywh=0,") == true, "\(link)")
    }

    @Test func aPlaceIsOnItsPage() throws {
        let page = 1
        let place = try #require(ViewPosition("page=2&2000,4000"))
        var story = Story(["moon.jpg"], showing: [0: place])
        story.receive(
            "moon.jpg", SizedPhoto(size: Self.sizes[0], pages: PageSet(sizes: Self.sizes)))
        #expect(story.photoView?.photo.page == page)
        #expect(story.viewport?.photo == Self.sizes[page])
        #expect(story.viewport?.zoom == .original)
    }

    @Test func aPageThatTheFileLacksIsAFailure() throws {
        let place = try #require(ViewPosition("page=9&1,2"))
        var story = Story(["moon.jpg"], showing: [0: place])
        story.receive(
            "moon.jpg", SizedPhoto(size: Self.sizes[0], pages: PageSet(sizes: Self.sizes)))
        #expect(story.photoView == nil)
        let words = story.page?.split(whereSeparator: \.isWhitespace).joined(separator: " ") ?? ""
        #expect(
            words.contains("has \(Self.sizes.count) pages; there is no page 9."), "\(words)")
    }

    /// Closed to save memory, and opened again.
    @Test func itIsAsItWasWhenItIsOpenedAgain() {
        var story = Self.viewing(">zG")
        let before = story.viewport
        _ = story.screens.receive(.evicted(Self.moon))
        story.receive(
            "moon.jpg", SizedPhoto(size: Self.sizes[0], pages: PageSet(sizes: Self.sizes)))
        #expect(story.photoView?.photo.page == 1 && story.viewport == before)
    }
}
