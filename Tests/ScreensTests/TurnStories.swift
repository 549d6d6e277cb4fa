import Imaging
import Localization
import PhotoCatalog
import PhotoPipeline
import SystemPackage
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// A turn on the screen that is written into the file.
@Suite struct TurnStories {
    private static func viewing() -> Story {
        var story = Story.viewing("4000x3000", of: ["in/a.jpg", "in/b.jpg"])
        _ = story.start()
        return story
    }

    private static func turn(_ orientation: Orientation) -> FileTurn {
        FileTurn("in/a.jpg", orientation)
    }

    @Test(arguments: [
        ("R", Orientation.turnedRight), ("RR", .turnedAround), ("3R", .turnedLeft),
        ("U", .mirrored), ("UR", .transversed),
    ])
    func aKeyAsksAndAnotherTurnsTheFile(keys: String, orientation: Orientation) {
        var story = Self.viewing()
        story.press(keys)
        #expect(story.press("W") == [])
        #expect(story.status?.contains("Turn a.jpg in its file? y: yes, other keys: no") == true)
        #expect(story.press("y") == [.file(.turn(Self.turn(orientation)))])
        let effects = story.screens.receive(.turned(Self.turn(orientation)))
        #expect(effects.contains(.photo(.reread(.file(path: "in/a.jpg"), covering: 800))))
        // The file is upright now, and nothing turns it again.
        let size = orientation.uprightSize(of: "4000x3000")
        _ = story.screens.receive(.reread(.file(path: "in/a.jpg"), .whole(size)))
        #expect(story.viewport?.photo == size)
        #expect(story.photoView?.adjustments == ImageAdjustments.none)
    }

    @Test func withoutATurnThereIsNothingToWrite() {
        var story = Self.viewing()
        #expect(!story.press("W").contains { if case .file = $0 { true } else { false } })
        #expect(story.status?.contains("Turn the photo first (R, U).") == true)
        story.press("RRRRW")
        #expect(story.status?.contains("Turn the photo first") == true)
    }

    @Test func whatWouldLosePixelsOffersTheOrientation() {
        var story = Self.viewing()
        story.press("RWy")
        _ = story.screens.receive(.imperfect(Self.turn(.turnedRight)))
        #expect(
            story.status?.contains("a.jpg: not without loss. Set its orientation? y: yes") == true)
        var marked = Self.turn(.turnedRight)
        marked.onlyMarks = true
        #expect(story.press("y") == [.file(.turn(marked))])
    }

    @Test func aFileThatStaysKeepsItsTurnOnTheScreen() {
        var story = Self.viewing()
        story.press("RWy")
        _ = story.screens.receive(
            .noticed(.file(.notTurned(Self.turn(.turnedRight), .file(.changed)))))
        #expect(story.status?.contains("a.jpg was changed by another program") == true)
        #expect(story.photoView?.adjustments.orientation == .turnedRight)
    }

    @Test func onlyAFileCanBeTurned() {
        var story = LibraryStory(viewing: [.library(PhotoID("PIA1"))])
        story.receive(.opened(.library(PhotoID("PIA1")), .whole("400x300")))
        story.press("RW")
        #expect(story.page.contains("Only files on this computer"))
    }
}
