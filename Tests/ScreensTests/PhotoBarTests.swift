import Imaging
import Localization
import PhotoPipeline
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// The times at which the bar below a photo disappears and returns.
@Suite struct PhotoBarTests {
    /// Returns a story of viewing a photo that can fill the last line, after the first keys were listed.
    private static func viewing(
        _ preferences: Preferences = Preferences(), lastLine: Int = 20
    ) -> Story {
        var story = Story.viewing(
            "4000x3000", of: ["moon.jpg", "mars.jpg"], lastLine: lastLine, preferences: preferences)
        story.wake(TimerRequest(.firstKeys, 1))
        return story
    }

    @Test func itGoesWhenNobodyTouchesAnything() {
        var story = Self.viewing()
        #expect(story.status?.contains("?: keys") == true)
        #expect(story.wake(.rest).isEmpty)
        #expect(story.status == nil)
        #expect(story.photo == .file(path: "moon.jpg"))
        #expect(TimerRequest.restDuration == .seconds(3))
    }

    /// Sixel pictures and blocks keep clear of the last line: without the bar it would be empty.
    @Test func itStaysWhereThePhotoCannotTakeItsLine() {
        var story = Self.viewing(lastLine: 0)
        story.wake(.rest)
        #expect(story.status?.contains("?: keys") == true)
    }

    /// The view itself does not move.
    @Test func theViewDoesNotMoveWithIt() {
        var story = Self.viewing()
        story.press("zl")
        let before = story.viewport
        story.wake(.rest)
        #expect(story.viewport == before)
    }

    @Test(arguments: [
        // The key, and the resulting zoom: it brings the bar back and works as usual.
        ("z", Zoom.original), ("l", .fit), ("Z", .whole), ("7", .fit), ("~", .fit),
    ])
    func anyKeyBringsItBackAndDoesItsWork(key: String, zoom: Zoom) {
        var story = Self.viewing()
        story.wake(.rest)
        story.press(key)
        #expect(story.status?.contains("?: keys") == true)
        #expect(story.viewport?.zoom == zoom)
    }

    @Test func thePointerBringsItBack() {
        var story = Self.viewing()
        story.wake(.rest)
        story.screens.pointerMoved()
        #expect(story.status?.contains("?: keys") == true)
        story.wake(.rest)
        story.click(.dragged(x: 3, y: 0))
        #expect(story.status?.contains("?: keys") == true)
    }

    /// A newcomer has five seconds to read them.
    @Test func itStaysWhileTheFirstKeysAreNamed() {
        var story = Story.viewing("4000x3000", lastLine: 20)
        story.wake(.rest)
        #expect(story.status?.contains("z: zoom") == true)
        story.wake(TimerRequest(.firstKeys, 1))
        #expect(story.status == nil)
    }

    @Test func aNoticeIsShownAndTakesItAlong() {
        var story = Self.viewing()
        story.press("v")
        story.wake(.rest)
        #expect(story.status?.contains("Zoom and position stay") == true)
        story.wake(TimerRequest(.notice, 1))
        #expect(story.status == nil)
    }

    @Test func itStaysWhileMoreOfThePhotoComes() {
        var story = Story(lastLine: 20)
        story.receive("moon.jpg", .smaller("1280x960", of: "4000x3000"))
        story.wake(TimerRequest(.firstKeys, 1))
        story.press("z")
        story.wake(.rest)
        #expect(story.status?.contains("[original: ") == true)
        story.receive("moon.jpg", .whole("4000x3000"))
        #expect(story.status == nil)
    }

    /// On a slow line the photo arrives long after the key that requested it.
    @Test func anotherPhotoComesWithIt() {
        var story = Self.viewing()
        story.press("n")
        story.wake(.rest)
        story.receive("mars.jpg", SizedPhoto(size: "4000x3000"))
        #expect(story.status?.contains("mars.jpg") == true)
    }

    @Test func aSlideshowGoesOnWithoutIt() {
        var story = Self.viewing()
        story.press("s")
        story.wake(TimerRequest(.notice, 1))
        story.wake(.rest)
        story.wake(TimerRequest(.slideshow, 1))
        story.receive("mars.jpg", SizedPhoto(size: "4000x3000"))
        #expect(story.photo == .file(path: "mars.jpg"))
        #expect(story.status == nil)
    }

    @Test func whoWantsItKeepsIt() {
        var preferences = Preferences()
        preferences.bar = .on
        var story = Self.viewing(preferences)
        story.wake(.rest)
        #expect(story.status?.contains("?: keys") == true)
    }

    @Test func theHelpStaysOverThePhoto() {
        var story = Self.viewing()
        story.press("?")
        story.wake(.rest)
        #expect(story.page?.contains("Keys") == true)
    }

    /// Only changes are written during a pan.
    @Test func aPanChangesTheMapAlone() {
        var story = Self.viewing()
        story.press("z")
        guard let before = story.photoView?.bar else { return }
        story.press("^")
        guard let after = story.photoView?.bar else { return }
        #expect(after.changes(from: before).map(\.text.string) == ["[⠤⠀⠀⠀]"])
        #expect(after.changes(from: after).isEmpty)
    }
}

/// The map in the bar: the visible part of the photo.
@Suite struct ViewMapTests {
    @Test(
        arguments: [
            // The view, and the dots of 8x4 that it covers.
            ("0,0", 0..<2, 0..<1), ("1600,1272", 3..<5, 2..<3), ("3200,2544", 6..<8, 3..<4),
            // A pixel off an edge: the dot at the edge shows that there is more.
            ("1,1", 1..<3, 1..<2), ("3199,2543", 5..<7, 2..<3),
        ] as [(PixelPoint, Range<Int>, Range<Int>)])
    func itSaysWhereThereIsMore(origin: PixelPoint, columns: Range<Int>, rows: Range<Int>) {
        var viewport = Viewport(photo: "4000x3000", screen: "800x456")
        viewport.move(.original)
        viewport.move(.edge(.left))
        viewport.move(.edge(.up))
        viewport.move(.shift(x: origin.x, y: origin.y))
        let map = BrailleMap(viewport)
        #expect(map.dotColumns == columns)
        #expect(map.dotRows == rows)
    }

    /// For any shape it has at least one dot, and its declared width.
    @Test(arguments: ["1x1", "1x100000", "100000x1", "800x456", "801x457", "8x4"] as [PixelSize])
    func itIsNeverEmpty(photo: PixelSize) {
        for zoom in [ViewportMove.fit, .original, .edge(.right), .edge(.down)] {
            var viewport = Viewport(photo: photo, screen: "800x456")
            viewport.move(.original)
            viewport.move(zoom)
            let map = BrailleMap(viewport)
            #expect(!map.dotColumns.isEmpty && map.dotColumns.upperBound <= 8)
            #expect(!map.dotRows.isEmpty && map.dotRows.upperBound <= 4)
            #expect(map.text.width == BrailleMap.columns)
        }
    }
}
