import Imaging
import Localization
import PhotoPipeline
import TestSupport
import Testing

@testable import Screens

/// Things that stay still for those who asked for it.
@Suite struct AccessibleTests {
    private static var preferences: Preferences {
        var preferences = Preferences()
        preferences.isAccessible = true
        return preferences
    }

    @Test(arguments: [false, true])
    func aNoticeStaysUntilTheNextKey(isAccessible: Bool) {
        var story = Story.viewing(
            "4000x3000", preferences: isAccessible ? Self.preferences : Preferences())
        let effects = story.press("v")
        let isTimed = effects.contains {
            if case .wake(let timer, _) = $0 { timer.purpose == .notice } else { false }
        }
        #expect(isTimed != isAccessible)
        #expect(story.status?.contains("Zoom and position stay") == true)
        story.press("l")
        #expect(story.status?.contains("Zoom and position stay") == false)
    }

    @Test(arguments: [false, true])
    func anAnimationBeginsPaused(isAccessible: Bool) {
        let parts = PageSet(PhotoAnimation(delays: [100, 100, 100], plays: nil))
        var story = Story(preferences: isAccessible ? Self.preferences : Preferences())
        story.receive("moon.jpg", SizedPhoto(size: "800x600", pages: parts))
        #expect(story.photoView?.isPlaying == !isAccessible)
        story.press("P")
        #expect(story.photoView?.isPlaying == isAccessible)
    }
}
