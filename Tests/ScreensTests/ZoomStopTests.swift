import Imaging
import PhotoPipeline
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// In blocks z stops at a zoom where the photo is still recognisable, between fit and the original
/// size.
@Suite struct ZoomStopTests {
    private static func blocks(
        columns: Int, rows: Int, hasBlocks: Bool = true, isAnswered: Bool = true
    ) -> ScreenSize {
        let size = PixelSize(width: columns, height: (rows - 1) * 2)
        var area = PictureArea(origin: CellPosition(row: 0, column: 0), size: size)
        area.hasBlocks = hasBlocks
        return ScreenSize(
            cells: CellSize(columns: columns, rows: rows), picture: area, isAnswered: isAnswered)
    }

    private static func viewing(_ opened: OpenedPhoto, on size: ScreenSize) -> Story {
        var story = Story()
        _ = story.screens.resize(to: size)
        story.receive("moon.jpg", opened)
        return story
    }

    @Test(
        arguments: [
            // A photo, the columns of the window, and the scales that z steps through.
            ("4000x3000", 80, [0.25, 1, 0.02, 0.25]),
            ("12000x8000", 250, [0.25, 1, 250 / 12000.0]),
            ("640x480", 80, [0.25, 1, 0.125]),
            // A quarter is less than 1.5 times fit, and would not be a step.
            ("400x300", 80, [1, 0.2, 1]), ("300x200", 80, [1, 80 / 300.0]),
            ("80x60", 80, [1, 1]), ("20x20", 80, [4, 4]),
        ] as [(PixelSize, Int, [Double])])
    func zGoesByAQuarterToTheOriginalAndBack(photo: PixelSize, columns: Int, scales: [Double]) {
        var story = Self.viewing(.whole(photo), on: Self.blocks(columns: columns, rows: 24))
        for scale in scales {
            story.press("z")
            #expect(abs((story.viewport?.scale ?? 0) - scale) < 1e-9, "\(scale)")
        }
    }

    /// Pixels show the original's own: z goes there directly.
    @Test func withPixelsThereIsNoStop() {
        var story = Self.viewing(
            .whole("4000x3000"), on: Self.blocks(columns: 80, rows: 24, hasBlocks: false))
        story.press("z")
        #expect(story.viewport?.zoom == .original)
    }

    /// Keys typed before and after the photo is open; the terminal answers last.
    @Test(arguments: [true, false], ["z|", "|z", "z|l", "|zl", "z|zzzz", "+--z|"])
    func zBeforeTheTerminalHasAnsweredIsDecidedByItsAnswer(hasBlocks: Bool, keys: String) {
        let answer = Self.blocks(columns: 80, rows: 24, hasBlocks: hasBlocks)
        let (ahead, after) = (keys.prefix { $0 != "|" }, keys.drop { $0 != "|" }.dropFirst())
        var story = Story()
        _ = story.screens.resize(to: Self.blocks(columns: 80, rows: 24, isAnswered: false))
        story.press(String(ahead))
        story.receive("moon.jpg", .whole("4000x3000"))
        story.press(String(after))
        _ = story.screens.resize(to: answer)
        var expected = Self.viewing(.whole("4000x3000"), on: answer)
        expected.press(String(ahead + after))
        #expect(story.viewport == expected.viewport)
    }

    /// A copy was open first.
    @Test func anAnswerAfterTheOriginalDecidesToo() {
        var story = Story()
        _ = story.screens.resize(to: Self.blocks(columns: 80, rows: 24, isAnswered: false))
        story.press("z")
        story.receive(
            "moon.jpg",
            OpenedPhoto(
                caption: PhotoCaption(title: "Moon"), source: SizedPhoto(size: "640x480"),
                isComplete: false))
        story.receive("moon.jpg", .whole("4000x3000"))
        #expect(story.viewport?.scale == 0.25)
        _ = story.screens.resize(to: Self.blocks(columns: 80, rows: 24, hasBlocks: false))
        #expect(story.viewport?.zoom == .original)
    }

    /// A later answer comes from another terminal: the user has seen the zoom.
    @Test func whatIsZoomedAfterTheAnswerStays() {
        var story = Self.viewing(.whole("4000x3000"), on: Self.blocks(columns: 80, rows: 24))
        story.press("z")
        _ = story.screens.resize(to: Self.blocks(columns: 80, rows: 24, hasBlocks: false))
        #expect(story.viewport?.scale == 0.25)
    }

    @Test(arguments: ["++z", "zz+z", "z-z", "z+z"]) func fromElsewhereItFits(keys: String) {
        var story = Self.viewing(.whole("4000x3000"), on: Self.blocks(columns: 80, rows: 24))
        story.press(keys)
        #expect(story.viewport?.zoom == .fit)
    }

    @Test func aDoubleClickStopsThereToo() {
        var story = Self.viewing(.whole("4000x3000"), on: Self.blocks(columns: 80, rows: 24))
        story.click(.doubleClicked(PixelPoint(x: 40, y: 23)))
        #expect(story.viewport?.scale == 0.25)
    }

    /// It returns to the same position.
    @Test func theStopReturnsToWhereItWasLeft() {
        var story = Self.viewing(.whole("4000x3000"), on: Self.blocks(columns: 80, rows: 24))
        story.press("zlljj")
        let before = story.viewport
        story.press("zzz")
        let (one, other) = (before?.centre, story.viewport?.centre)
        #expect(abs((one?.x ?? 0) - (other?.x ?? 1)) < 0.002)
        #expect(abs((one?.y ?? 0) - (other?.y ?? 1)) < 0.002)
    }

    /// The stop is at a quarter of an original of unknown size.
    @Test(
        arguments: [("3150x1600", 0.25), ("400x203", 1), ("12600x6400", 0.25)]
            as [(PixelSize, Double)])
    func anUnknownOriginalIsShownAtTheStop(original: PixelSize, scale: Double) {
        let copy = OpenedPhoto(
            caption: PhotoCaption(title: "Moon"), source: SizedPhoto(size: "640x325"),
            isComplete: false)
        var story = Self.viewing(copy, on: Self.blocks(columns: 80, rows: 24))
        #expect(
            story.press("z") == [.photo(.open(.file(path: "moon.jpg"), covering: nil))])
        story.receive("moon.jpg", .whole(original))
        #expect(story.viewport?.scale == scale)
    }
}
