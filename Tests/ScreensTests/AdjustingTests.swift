import Imaging
import Localization
import PhotoPipeline
import Screens
import TerminalProtocols
import TestSupport
import Testing

/// Keys that change the display of the picture: its levels, its orientation.
@Suite struct AdjustingTests {
    @Test(arguments: [
        ("t", "auto levels"), ("tt", "asinh"), ("ttt", "log"), ("tttt", "equalised"),
        ("ttttt", "inverted"), ("tttttt", "Levels: as in the file"), ("7t", "auto levels"),
        ("tt..", "asinh strength +2"), ("tt,", "asinh strength −1"),
        ("t{", "auto levels black 4%, white 100%"), ("3}", "linear black 0%, white 88%"),
        ("tt.{T", "Levels: as in the file"),
    ])
    func keysChangeTheLevelsAndTheBarSaysHow(keys: String, text: String) {
        var story = Story.viewing("4000x3000")
        story.press(keys)
        #expect(story.status == " " + text + String(repeating: " ", count: 79 - text.count))
        story.press("w")
        let isOff = text.hasPrefix("Levels")
        #expect(story.status?.contains(text) == !isOff, "\(story.status ?? "")")
        #expect((story.photoView?.adjustments == ImageAdjustments.none) == isOff)
    }

    @Test func theHistogramIsSeenForAWhileAfterAChange() {
        var story = Story.viewing("4000x3000")
        let effects = story.press("t")
        #expect(effects.contains(.wake(TimerRequest(.histogram, 1), after: .seconds(4))))
        #expect(story.photoView?.overlays.map(\.content) == [.histogram])
        story.press(".")
        story.wake(TimerRequest(.histogram, 1))
        #expect(story.photoView?.overlays.count == 1, "that of a change before")
        story.wake(TimerRequest(.histogram, 2))
        #expect(story.photoView?.overlays == [])
    }

    @Test func levelsOffTakeTheHistogramAway() {
        var story = Story.viewing("4000x3000")
        story.press("tT")
        #expect(story.photoView?.overlays == [])
    }

    /// Keys, and the resulting orientation of the photo of 4000x3000.
    @Test(
        arguments: [
            ("R", .turnedRight, "3000x4000"), ("RR", .turnedAround, "4000x3000"),
            ("3R", .turnedLeft, "3000x4000"), ("RRRR", .asStored, "4000x3000"),
            ("U", .mirrored, "4000x3000"), ("UU", .asStored, "4000x3000"),
            ("UR", .transversed, "3000x4000"), ("RU", .transposed, "3000x4000"),
            ("RRU", .flipped, "4000x3000"), ("RURU", .asStored, "4000x3000"),
        ] as [(String, Orientation, PixelSize)])
    func keysTurnAndMirrorThePhoto(keys: String, orientation: Orientation, size: PixelSize) {
        var story = Story.viewing("4000x3000")
        story.press("z" + keys)
        #expect(story.photoView?.adjustments.orientation == orientation)
        #expect(story.viewport?.photo == size)
        #expect(story.viewport?.zoom == .original)
        #expect(story.status?.contains("\(size.width)x\(size.height)") == true)
    }

    /// Pans by keys in each orientation work as in a photo of that size.
    @Test(arguments: ["", "R", "RR", "RRR", "U", "UR", "URR", "URRR"])
    func aTurnedPhotoIsPannedAsAnyOther(turns: String) {
        var story = Story.viewing("4000x3000")
        story.press(turns)
        let isUpright = turns.count { $0 == "R" }.isMultiple(of: 2)
        var other = Story.viewing(isUpright ? "4000x3000" : "3000x4000")
        for key in ["z", "l", "J", "$", "G", "^", "g", "c", "-", "w"] {
            story.press(key)
            other.press(key)
            #expect(story.viewport?.window == other.viewport?.window, "\(turns), \(key)")
        }
    }

    @Test func aPhotoStaysAdjustedWhileTheProgramRuns() {
        var story = Story.viewing("4000x3000", of: ["moon.jpg", "mars.jpg"])
        story.press("Rt")
        let adjusted = story.photoView?.adjustments
        story.press("n")
        story.receive("mars.jpg", SizedPhoto(size: "4000x3000"))
        #expect(story.photoView?.adjustments == ImageAdjustments.none)
        story.press("p")
        story.receive("moon.jpg", SizedPhoto(size: "4000x3000"))
        #expect(story.photoView?.adjustments == adjusted)
        #expect(story.viewport?.photo == "3000x4000")
    }

    /// A larger version of a rotated photo is rotated too, at the same position.
    @Test func aLargerVersionIsTurnedToo() {
        var story = Story()
        story.receive("moon.jpg", .smaller("1000x750", of: "4000x3000"))
        story.press("Rz")
        let view = story.viewport
        story.receive("moon.jpg", .whole("4000x3000"))
        #expect(story.viewport == view)
        #expect(story.photoView?.adjustments.orientation == .turnedRight)
    }
}
