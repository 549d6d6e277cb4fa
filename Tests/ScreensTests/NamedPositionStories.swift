import Imaging
import PhotoPipeline
import TestSupport
import Testing

@testable import Screens

/// Places on the sky and on the ground: what a user sees of them.
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
}
