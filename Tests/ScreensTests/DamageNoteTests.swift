import Imaging
import PhotoPipeline
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// The bar reports that a photo is incomplete as soon as a picture shows it, for as long as it is.
@Suite struct DamageNoteTests {
    private static let note = "[damaged]"
    private static let damage = ImageSourceStatus(damage: .endsEarly)
    private static let rest = TimerRequest(.rest, 1)

    private static func draw(
        _ story: inout Story, _ name: String = "moon.jpg", page: Int = 0,
        _ status: ImageSourceStatus = damage
    ) {
        _ = story.screens.receive(.drawn(.file(path: name), page: page, status))
    }

    @Test func theNoteComesWithThePicture() {
        var story = Story.viewing("4000x3000")
        #expect(story.status?.contains(Self.note) == false)
        Self.draw(&story)
        #expect(story.status?.hasPrefix(" moon.jpg — \(Self.note)") == true)
    }

    @Test func theBarOfADamagedPhotoStays() {
        var story = Story.viewing("4000x3000", lastLine: 20)
        story.press("z")
        // The first keys are no longer listed.
        for number in 0..<20 { story.wake(TimerRequest(.firstKeys, number)) }
        story.wake(Self.rest)
        #expect(story.status == nil)
        Self.draw(&story)
        #expect(story.status?.contains(Self.note) == true)
        story.wake(Self.rest)
        #expect(story.status?.contains(Self.note) == true)
    }

    @Test func aPictureOfAnotherPhotoSaysNothing() {
        var story = Story.viewing("4000x3000")
        Self.draw(&story, "mars.jpg")
        #expect(story.status?.contains(Self.note) == false)
    }

    @Test(arguments: [
        (ImageSourceStatus(), true), (damage, false), (reading(0.5), false),
        (reading(1), false),
    ])
    func aWholePictureTellsNothingNew(status: ImageSourceStatus, isKnown: Bool) {
        let story = Story.viewing("4000x3000")
        let event = PhotoEvent.drawn(.file(path: "moon.jpg"), page: 0, status)
        #expect(story.screens.knows(event) == isKnown)
        #expect(story.screens.knows(.drawn(.file(path: "mars.jpg"), page: 0, status)))
    }

    @Test func damageIsNewOnce() {
        var story = Story.viewing("4000x3000")
        Self.draw(&story)
        #expect(story.screens.knows(.drawn(.file(path: "moon.jpg"), page: 0, Self.damage)))
    }

    /// The view may still tell the progress that the file had when it was built.
    @Test func theEndOfReadingIsNewOnce() {
        var story = Story.viewing("4000x3000")
        let event = PhotoEvent.drawn(.file(path: "moon.jpg"), page: 0, Self.reading(1))
        #expect(!story.screens.knows(event))
        Self.draw(&story, "moon.jpg", Self.reading(1))
        #expect(story.screens.knows(event))
    }

    private static func reading(_ fraction: Double) -> ImageSourceStatus {
        ImageSourceStatus(
            statistics: DecodeStatistics(
                tilesMade: 0, tilesRequested: 0, tilesFound: 0, tileBytes: 0, indexBytes: 0,
                spillBytes: 0, fractionRead: fraction))
    }

    @Test func theNoteIsThatOfThePage() {
        var story = Story()
        story.receive("moon.jpg", SizedPhoto(size: "400x300", pages: PageSet(count: 3)))
        story.press(">")
        Self.draw(&story, page: 1)
        #expect(story.status?.contains(Self.note) == true)
        story.press(">")
        #expect(story.status?.contains(Self.note) == false)
        Self.draw(&story, page: 2, ImageSourceStatus())
        #expect(story.status?.contains(Self.note) == false)
    }

    /// Its frames are one picture: otherwise a note would appear and disappear with them.
    @Test func theNoteOfAnAnimationIsThatOfAllItsFrames() {
        var story = Story()
        let animation = PhotoAnimation(delays: [100, 100, 100], plays: nil)
        story.receive("moon.jpg", SizedPhoto(size: "400x300", pages: PageSet(animation)))
        story.press(">")
        Self.draw(&story, page: 1)
        for key in [">", ">", "<"] {
            story.press(key)
            #expect(story.status?.contains(Self.note) == true)
        }
    }

    /// With levels another source reads the file again: only its frames show the progress.
    @Test func theBarSaysHowFarFramesHaveRead() {
        var story = Story.viewing("4000x3000")
        for (fraction, text) in [(0.25, "25%"), (0.5, "50%")] {
            Self.draw(&story, "moon.jpg", Self.reading(fraction))
            #expect(story.status?.contains(text) == true, "\(story.status ?? "")")
        }
    }

    private static func comparing() -> Story {
        var story = Story.viewing(
            "4000x3000", of: ["a.jpg", "b.jpg"], cells: CellSize(columns: 160, rows: 40))
        story.press("xn")
        story.receive("b.jpg", SizedPhoto(size: "4000x3000"))
        story.press("x")
        story.receive("a.jpg", SizedPhoto(size: "4000x3000"))
        return story
    }

    @Test func ofTwoPhotosTheNoteIsThatOfTheSeenOne() {
        var story = Self.comparing()
        Self.draw(&story, "b.jpg")
        #expect(story.status?.contains(Self.note) == false)
        story.press(KeyPress(.tab))
        #expect(story.status?.contains(Self.note) == true)
    }

    /// 160 cells of 10x20 pixels, with two panes.
    private static let area = PictureArea(
        origin: CellPosition(row: 0, column: 0), size: PixelSize(width: 1600, height: 780),
        panes: PicturePanes(
            in: PixelSize(width: 1600, height: 780), CellMetrics(width: 10, height: 20)))

    @Test func sideBySideTheNoteIsThatOfEither() {
        var story = Self.comparing()
        _ = story.screens.resize(
            to: ScreenSize(cells: CellSize(columns: 160, rows: 40), picture: Self.area))
        story.press("|")
        Self.draw(&story, "b.jpg")
        #expect(story.status?.contains(Self.note) == true, "\(story.status ?? "")")
        story.press(KeyPress(.tab))
        #expect(story.status?.contains(Self.note) == true, "\(story.status ?? "")")
    }
}
