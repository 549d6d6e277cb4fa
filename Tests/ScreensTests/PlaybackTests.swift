import Imaging
import PhotoPipeline
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// Animations in the viewer: frames follow each other at fit, `P` pauses, `<` and `>` step.
@Suite struct PlaybackTests {
    private static let delays = [50, 40, 200]

    private static func photo(
        delays: [Int] = delays, plays: Int? = nil, _ size: PixelSize = "400x300"
    ) -> SizedPhoto {
        SizedPhoto(size: size, parts: PhotoParts(PhotoAnimation(delays: delays, plays: plays)))
    }

    /// What an effect asks to be woken for about frames.
    private static func frame(_ effects: [Effect]) -> (timer: TimerRequest, after: Duration)? {
        for case .wake(let timer, let delay) in effects where timer.purpose == .frame {
            return (timer, delay)
        }
        return nil
    }

    /// The frames that are seen, up to so many or to the end.
    private static func play(
        _ story: inout Story, from effects: [Effect], frames: Int
    ) -> (parts: [Int], delays: [Duration]) {
        var next = frame(effects)
        var parts: [Int] = []
        var delays: [Duration] = []
        for _ in 0..<frames {
            guard let (timer, delay) = next else { break }
            delays.append(delay)
            next = frame(story.wake(timer))
            parts.append(story.photoView?.photo.part ?? -1)
        }
        return (parts, delays)
    }

    @Test func framesFollowEachOtherInTheirTime() {
        var story = Story()
        let effects = story.receive("moon.jpg", Self.photo())
        #expect(story.photoView?.photo.part == 0)
        #expect(story.photoView?.isPlaying == true)
        let (parts, delays) = Self.play(&story, from: effects, frames: 7)
        #expect(parts == [1, 2, 0, 1, 2, 0, 1])
        #expect(delays == [50, 40, 200, 50, 40, 200, 50].map { .milliseconds($0) })
    }

    @Test(arguments: [(1, [1, 2, 2]), (2, [1, 2, 0, 1, 2, 2])])
    func anAnimationEndsWithItsLastFrame(plays: Int, parts: [Int]) {
        var story = Story()
        let effects = story.receive("moon.jpg", Self.photo(plays: plays))
        #expect(Self.play(&story, from: effects, frames: 20).parts == parts)
        #expect(story.photoView?.isPlaying == false)
        // The key begins again.
        let again = story.press("P")
        #expect(story.photoView?.photo.part == 0)
        #expect(Self.play(&story, from: again, frames: 20).parts == parts)
    }

    @Test func aPhotoAsksForNoTime() {
        var story = Story()
        #expect(Self.frame(story.receive("moon.jpg", SizedPhoto(size: "400x300"))) == nil)
        #expect(Self.frame(story.press("P")) == nil)
        #expect(Self.frame(story.press(">")) == nil)
        #expect(story.photoView?.photo.part == 0)
    }

    @Test func aKeyPausesAndGoesOn() throws {
        var story = Story()
        let first = try #require(Self.frame(story.receive("moon.jpg", Self.photo())))
        story.press("P")
        #expect(story.photoView?.isPlaying == false)
        #expect(Self.frame(story.wake(first.timer)) == nil)
        #expect(story.photoView?.photo.part == 0)
        let next = try #require(Self.frame(story.press("P")))
        #expect(story.photoView?.isPlaying == true)
        _ = story.wake(next.timer)
        #expect(story.photoView?.photo.part == 1)
    }

    /// A pause within a frame's time does not make two clocks of one.
    @Test func aShortPauseKeepsOneTimer() throws {
        var story = Story()
        let first = try #require(Self.frame(story.receive("moon.jpg", Self.photo())))
        #expect(Self.frame(story.press("PP")) == nil)
        let next = try #require(Self.frame(story.wake(first.timer)))
        #expect(Self.frame(story.wake(first.timer)) == nil)
        #expect(Self.frame(story.wake(next.timer)) != nil)
        #expect(story.photoView?.photo.part == 2)
    }

    @Test(arguments: [
        (">", 1), (">>", 2), (">>>", 0), ("<", 2), ("<<", 1), ("2>", 2), ("4<", 2), ("><", 0),
    ])
    func keysStepThroughFramesAndPause(keys: String, part: Int) {
        var story = Story()
        story.receive("moon.jpg", Self.photo())
        story.press(keys)
        #expect(story.photoView?.photo.part == part)
        #expect(story.photoView?.isPlaying == false)
        #expect(story.status?.contains("frame \(part + 1)/3") == true)
    }

    @Test func aRunningAnimationSaysNothingInTheBar() {
        var story = Story()
        story.receive("moon.jpg", Self.photo())
        #expect(story.status?.contains("frame") == false)
    }

    /// Most bytes are wanted where one looks closely.
    @Test func whereItIsLookedAtCloselyItStandsStill() throws {
        var story = Story()
        let first = try #require(
            Self.frame(story.receive("moon.jpg", Self.photo("4000x3000"))))
        story.press("z")
        #expect(Self.frame(story.wake(first.timer)) == nil)
        #expect(story.photoView?.photo.part == 0)
        story.press(">")
        #expect(story.photoView?.photo.part == 1)
        story.press("P")
        #expect(Self.frame(story.press("z")) != nil)
    }

    /// While the help lies over it, or the photo's page, time may pass.
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
        #expect(story.photoView?.photo.part == 0)
        _ = story.wake(second.timer)
        #expect(story.photoView?.photo.part == 1)
    }

    /// Planes of a cube, or pages, wait for the keys.
    @Test func picturesThatAreNoAnimationAreGoneThroughByKeys() {
        var story = Story()
        let cube = SizedPhoto(size: "400x300", parts: PhotoParts(count: 12))
        #expect(Self.frame(story.receive("moon.jpg", cube)) == nil)
        #expect(story.status?.contains("picture 1/12") == true)
        story.press("<")
        #expect(story.status?.contains("picture 12/12") == true)
    }
}
