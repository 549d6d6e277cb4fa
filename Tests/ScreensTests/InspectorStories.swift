import Imaging
import Localization
import PhotoPipeline
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// A crosshair on a photo, the samples of its file there, and distances.
@Suite struct InspectorStories {
    private static let moon = PhotoReference.file(path: "moon.jpg")

    private static func ask(_ point: PixelPoint) -> Effect {
        .photo(.inspect(InspectRequest(point, of: "4000x3000", moon, .none)))
    }

    /// Returns a file's samples: equal to those on the screen, with 16 bits, or before a profile.
    private static func closeUp(
        _ point: PixelPoint, _ numbers: [Int] = [201, 187, 160], bits: Int = 8,
        isConverted: Bool = false
    ) -> PhotoCloseUp {
        closeUp(point, PhotoSample(values: numbers, bits: bits, isConverted: isConverted))
    }

    private static func closeUp(_ point: PixelPoint, _ sample: PhotoSample) -> PhotoCloseUp {
        let area = PixelRect(x: point.x - 7, y: point.y - 7, width: 15, height: 15)
        let pixel: [UInt8] = [201, 187, 160, 255]
        let pixels = [[UInt8]](repeating: pixel, count: 225).flatMap { $0 }
        return PhotoCloseUp(
            point: point,
            sample: sample,
            pixels: Raster(size: area.size, pixels: pixels), area: area)
    }

    private static func inspecting() -> Story {
        var story = Story.viewing("4000x3000", cells: CellSize(columns: 120, rows: 24))
        story.press("zI")
        return story
    }

    @Test func itBeginsInTheMiddleAndAsksForThatPixel() {
        var story = Story.viewing("4000x3000")
        story.press("z")
        #expect(story.press("I") == [Self.ask("2000,1500")])
        #expect(story.status?.contains("x 2,000  y 1,500   …") == true)
    }

    @Test(arguments: [
        (Self.closeUp("2000,1500"), "x 2,000  y 1,500   201 187 160   #C9BBA0  L* 76.4"),
        (
            Self.closeUp("2000,1500", [51456, 47872, 40960], bits: 16),
            "51,456 47,872 40,960 (16 bits)   → 201 187 160  #C9BBA0"
        ),
        (
            Self.closeUp("2000,1500", [190, 180, 150], isConverted: true),
            "190 180 150   → 201 187 160  #C9BBA0"
        ),
        (Self.closeUp("2000,1500", [77]), "77   → 201 187 160  #C9BBA0"),
        (
            Self.closeUp("2000,1500", PhotoSample(values: [-1234], bits: 16, unit: "DN")),
            "-1,234 DN (16 bits)   → 201 187 160"
        ),
        (
            Self.closeUp("2000,1500", PhotoSample(values: [.single(0.1)], bits: 32, unit: "Jy")),
            "0.1 Jy (32 bits)   → 201 187 160"
        ),
        (
            Self.closeUp("2000,1500", PhotoSample(values: [.double(-2.5e-17)], bits: 64)),
            "-2.5e-17 (64 bits)   →"
        ),
        (
            Self.closeUp("2000,1500", PhotoSample(values: [.missing], bits: 32)),
            "NaN (32 bits)   →"
        ),
        (
            Self.closeUp(
                "2000,1500", PhotoSample(values: [721], bits: 10, luminance: 1234.4)),
            "721 (10 bits)   1,234 cd/m²   →"
        ),
        (
            Self.closeUp("2000,1500", PhotoSample(values: [400], bits: 10, luminance: 58.44)),
            "400 (10 bits)   58.4 cd/m²   →"
        ),
        (
            Self.closeUp("2000,1500", PhotoSample(values: [30], bits: 10, luminance: 0.0123)),
            "30 (10 bits)   0.012 cd/m²   →"
        ),
    ])
    func theBarHasTheFilesNumbersAndTheColour(closeUp: PhotoCloseUp, text: String) {
        var story = Self.inspecting()
        _ = story.screens.receive(.inspected(Self.moon, closeUp))
        #expect(story.status?.contains(text) == true, "\(story.status ?? "")")
    }

    private static func sky(_ along: Double, _ up: Double) -> PhotoSample {
        PhotoSample(
            values: [77], bits: 8, position: .equatorial(rightAscension: along, declination: up))
    }

    @Test(arguments: [
        (Self.sky(202.469575, 47.1952583), "α 13:29:52.70  δ +47:11:42.9", "202.46958° +47.19526°"),
        (Self.sky(359.9999999, -0.0000001), "α 00:00:00.00  δ -00:00:00.0", "360.00000° -0.00000°"),
        (
            PhotoSample(values: [7], bits: 8, position: .galactic(longitude: 5, latitude: -2.5)),
            "l 5.00000°  b -2.50000°", ""
        ),
        (
            PhotoSample(
                values: [7], bits: 8,
                position: .ground(north: -4.5895, east: 137.4417, radius: 3_396_190)),
            "φ -4.58950°  λ +137.44170°", ""
        ),
    ])
    func theBarHasThePlaceOfAPixel(sample: PhotoSample, text: String, degrees: String) {
        var story = Story.viewing("4000x3000", cells: CellSize(columns: 160, rows: 24))
        story.press("zI")
        _ = story.screens.receive(.inspected(Self.moon, Self.closeUp("2000,1500", sample)))
        #expect(
            story.status?.contains("x 2,000  y 1,500   \(text)   ") == true, "\(story.status ?? "")"
        )
        #expect(degrees.isEmpty || story.status?.contains(degrees) == true)
    }

    /// A tenth of a degree north; then 2 arc minutes east at 60 degrees, which are one.
    @Test(arguments: [
        (Self.sky(10, 60), Self.sky(10, 60.1), "6′"),
        (Self.sky(10, 60), Self.sky(10.01, 60), "18″"),
        (Self.sky(10, 0), Self.sky(12.5, 0), "2.5°"),
        (
            PhotoSample(values: [7], bits: 8, position: .ground(north: 0, east: 0, radius: 1000)),
            PhotoSample(values: [7], bits: 8, position: .ground(north: 0, east: 9, radius: 1000)),
            "157.1 m"
        ),
    ])
    func distancesAreThoseOfTheSky(from: PhotoSample, to: PhotoSample, text: String) {
        var story = Self.inspecting()
        _ = story.screens.receive(.inspected(Self.moon, Self.closeUp("2000,1500", from)))
        story.press("ul")
        _ = story.screens.receive(.inspected(Self.moon, Self.closeUp("2001,1500", to)))
        #expect(story.status?.contains("Δ 1 px  0°  \(text)") == true, "\(story.status ?? "")")
    }

    @Test(
        arguments: [
            ("l", "2001,1500"), ("h", "1999,1500"), ("k", "2000,1499"), ("5j", "2000,1505"),
            ("L", "2010,1500"), ("2K", "2000,1480"),
        ] as [(String, PixelPoint)])
    func arrowsMoveItByPixelsOfThePhoto(keys: String, point: PixelPoint) {
        var story = Self.inspecting()
        _ = story.screens.receive(.inspected(Self.moon, Self.closeUp("2000,1500")))
        #expect(story.press(keys) == [Self.ask(point)])
        #expect(story.viewport?.origin == "1400,1272")
    }

    @Test func onlyTheNewestPlaceIsAskedForWhileAnAnswerIsOnItsWay() {
        var story = Self.inspecting()
        #expect(story.press("lll").isEmpty)
        #expect(
            story.screens.receive(.inspected(Self.moon, Self.closeUp("2000,1500")))
                == [Self.ask("2003,1500")])
        #expect(story.screens.receive(.notInspected(Self.moon, "2003,1500")).isEmpty)
        #expect(story.press("l") == [Self.ask("2004,1500")])
    }

    @Test func theViewFollowsACrosshairThatLeavesIt() {
        var story = Self.inspecting()
        story.press("700l")
        #expect(story.status?.contains("x 2,700") == true)
        #expect((story.viewport?.origin.x ?? 0) > 1400)
        story.press("9999h9999h")
        #expect(story.status?.contains("x 0 ") == true && story.viewport?.origin.x == 0)
    }

    @Test(arguments: [
        ("30l40k", "Δ 50 px  53.1°"), ("10h", "Δ 10 px  180°"), ("1j", "Δ 1 px  270°"),
        ("u", ""),
    ])
    func uMeasuresFromAPoint(keys: String, text: String) {
        var story = Self.inspecting()
        story.press("u" + keys)
        #expect(story.status?.contains("Δ") == !text.isEmpty)
        #expect(text.isEmpty || story.status?.contains(text) == true, "\(story.status ?? "")")
    }

    @Test func itFollowsThePointer() {
        var story = Self.inspecting()
        #expect(story.screens.hover(at: "10,20").isEmpty)
        #expect(story.status?.contains("x 1,410  y 1,292") == true)
        story.press("I")
        #expect(!story.screens.isInspecting)
    }

    @Test func theLoupeLiesAwayFromTheCrosshair() {
        var story = Self.inspecting()
        _ = story.screens.receive(.inspected(Self.moon, Self.closeUp("2000,1500")))
        _ = story.screens.hover(at: "10,20")
        #expect(
            story.overlays.map(\.area) == [
                PixelRect(x: 0, y: 10, width: 21, height: 21),
                PixelRect(x: 1078, y: 0, width: 122, height: 122),
            ])
        _ = story.screens.hover(at: "1100,20")
        #expect(story.overlays.last?.area.origin == "0,0")
    }

    @Test(arguments: [KeyPress(.character("I")), KeyPress(.escape)])
    func itEndsWithItsKeyOrEscape(key: KeyPress) {
        var story = Self.inspecting()
        _ = story.screens.receive(.inspected(Self.moon, Self.closeUp("2000,1500")))
        #expect(story.overlays.count == 2)
        story.press(key)
        #expect(!story.screens.isInspecting && story.overlays.isEmpty)
        #expect(story.status?.contains("4000x3000") == true)
    }
}

extension Story {
    fileprivate var overlays: [PhotoOverlay] {
        if case .photo(let view) = screens.view { view.overlays } else { [] }
    }
}

/// The sizes of the box with the pixels around the crosshair.
@Suite struct LoupeTests {
    private static func loupe(_ story: Story) -> PixelSize? {
        story.photoView?.overlays.last?.area.size
    }

    @Test(arguments: [
        // On 800x456 elements: 8, 15 and 22 for each of 15 pixels, and an edge.
        ("", 122), ("C", 227), ("CC", 332), ("CCC", 122), ("2C", 332), ("CI", 122),
    ])
    func aKeyChangesItsSize(keys: String, side: Int) throws {
        var story = Story.viewing("4000x3000")
        story.press("zI" + keys + (keys.hasSuffix("I") ? "I" : ""))
        let point: PixelPoint = "2000,1500"
        let area = PixelRect(x: point.x - 7, y: point.y - 7, width: 15, height: 15)
        let pixels = Raster(
            size: area.size, pixels: [UInt8](repeating: 255, count: 15 * 15 * 4))
        let closeUp = PhotoCloseUp(
            point: point, sample: PhotoSample(values: [1], bits: 8, isConverted: false),
            pixels: pixels, area: area)
        _ = story.screens.receive(.inspected(.file(path: "moon.jpg"), closeUp))
        #expect(Self.loupe(story) == PixelSize(width: side, height: side))
    }

    @Test func withoutAnInspectorTheKeyDoesNothing() {
        var story = Story.viewing("4000x3000")
        #expect(story.press("C") == [])
        #expect(story.photoView?.overlays.isEmpty == true)
    }
}
