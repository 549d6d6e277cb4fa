import Imaging
import PhotoPipeline
import TestSupport
import Testing

@testable import Screens

/// Places on the sky and on the ground, and bands: what a user sees of them.
@Suite struct NamedPositionStories {
    private static func place(_ text: String) throws -> ViewPosition {
        try #require(ViewPosition(text))
    }

    @Test func aPlaceOfTheSkyIsSearchedWhenThePhotoIsThere() throws {
        let place = try Self.place("radec=13:29:52,+47:11:43")
        var story = Story(showing: [0: place])
        let effects = story.receive("moon.jpg", SizedPhoto(size: "4000x3000"))
        #expect(effects.contains(.photo(.find(.file(path: "moon.jpg"), place))))
        let found = place.found(at: PixelPoint(x: 3000, y: 1000))
        _ = story.screens.receive(.found(.file(path: "moon.jpg"), found))
        let viewport = try #require(story.viewport)
        #expect(viewport.scale == 1)
        let area = viewport.area
        #expect(abs(area.x + area.width / 2 - 3000.5) <= 1)
        #expect(abs(area.y + area.height / 2 - 1000.5) <= 1)
    }

    @Test func aPlaceThatIsNotInThePictureIsASentence() throws {
        var story = Story(showing: [0: try Self.place("latlon=1,2")])
        story.receive("moon.jpg", SizedPhoto(size: "4000x3000"))
        _ = story.screens.receive(.noticed(.positionFault(.file(path: "moon.jpg"), .outside)))
        #expect(story.status?.contains("That position is outside moon.jpg.") == true)
    }

    @Test func aPlaceInPixelsIsNotSearched() throws {
        var story = Story(showing: [0: try Self.place("10,20")])
        let effects = story.receive("moon.jpg", SizedPhoto(size: "4000x3000"))
        #expect(!effects.contains { if case .photo(.find) = $0 { true } else { false } })
    }

    @Test(arguments: [
        ("V", "1,2,3"), ("432V", "4,3,2"), ("VV", nil), ("432VV", nil), ("432V115V", "1,1,5"),
        ("916V", nil), ("43V", nil),
    ])
    func aKeyChoosesThreeBands(keys: String, bands: String?) {
        var story = Story()
        story.receive("moon.jpg", SizedPhoto(size: "400x300", pages: PageSet(count: 5)))
        story.press(keys)
        #expect(story.photoView?.adjustments.bands?.text == bands)
    }

    @Test func aFileWithoutBandsRefuses() {
        var story = Story()
        story.receive("moon.jpg", SizedPhoto(size: "400x300"))
        story.press("V")
        #expect(story.photoView?.adjustments.bands == nil)
        #expect(story.status?.contains("does not have these three bands") == true)
    }

    @Test func aLinkNamesBands() throws {
        var story = Story(showing: [0: try Self.place("bands=3,2,1")])
        story.receive("moon.jpg", SizedPhoto(size: "400x300", pages: PageSet(count: 3)))
        #expect(story.photoView?.adjustments.bands?.text == "3,2,1")
        #expect(story.status?.contains("3,2,1") == true)
    }
}
