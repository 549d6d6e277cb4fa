import Imaging
import PhotoCatalog
import PhotoPipeline
import Screens
import TerminalProtocols
import TestSupport
import Testing

/// The progress of the task that the user waits for.
@Suite struct TaskProgressTests {
    private static let name = "moon.jpg"

    @Test(
        arguments: [
            (.lookingUp, .unknown), (.fetching(bytes: 30, total: 120), .percent(25)),
            (.fetching(bytes: 30, total: nil), .unknown), (.waiting(seconds: 3), .unknown),
            (.decoding, .unknown), (.fetching(bytes: .max, total: .max), .percent(100)),
        ] as [(PhotoProgress, TaskProgress)])
    func openingAPhotoHasItsProgress(step: PhotoProgress, progress: TaskProgress) {
        var story = Story([Self.name])
        #expect(story.screens.progress == .unknown)
        story.receive(Self.name, step)
        #expect(story.screens.progress == progress)
    }

    @Test func aPhotoThatIsThereHasNone() {
        var story = Story([Self.name])
        story.receive(Self.name, .fetching(bytes: 1, total: 4))
        story.receive(Self.name, .whole("4000x3000"))
        #expect(story.screens.progress == nil)
    }

    @Test func aPhotoThatFailedHasNone() {
        var story = Story([Self.name])
        story.receive(Self.name, .decoding(.damaged(.endsEarly)))
        #expect(story.screens.progress == nil)
    }

    @Test func theLargerVersionHasItsProgressUntilItIsThere() {
        var story = Story([Self.name])
        story.receive(Self.name, .smaller("640x480", of: "4000x3000"))
        #expect(story.screens.progress == .unknown)
        story.receive(Self.name, .fetching(bytes: 1, total: 4))
        #expect(story.screens.progress == .percent(25))
        story.receive(Self.name, .whole("4000x3000"))
        #expect(story.screens.progress == nil)
    }

    @Test(
        arguments: [(0.0, .percent(0)), (0.5, .percent(50)), (0.999, .percent(99)), (1, nil)]
            as [(Double, TaskProgress?)])
    func aLargePhotoHasItsProgressWhileItIsRead(fraction: Double, progress: TaskProgress?) {
        var story = Story([Self.name])
        let statistics = DecodeStatistics(
            tilesMade: 0, tilesRequested: 0, tilesFound: 0, tileBytes: 0, indexBytes: 0,
            spillBytes: 0,
            fractionRead: fraction)
        story.receive(
            Self.name,
            SizedPhoto(size: "40000x30000", status: ImageSourceStatus(statistics: statistics)))
        #expect(story.screens.progress == progress)
    }

    private static let first = PhotoID("a")
    private static let second = PhotoID("b")

    private static func saving(_ id: PhotoID, _ bytes: Int, of total: Int?) -> Notice {
        .saving(id, .receiving(bytes: bytes, expected: total), bytesPerSecond: nil)
    }

    /// Notices, and the progress after the last; each is about a file that is saved.
    @Test(
        arguments: [
            ([saving(first, 10, of: 40)], .percent(25)),
            ([saving(first, 10, of: 40), saving(first, 20, of: 40)], .percent(50)),
            ([saving(first, 10, of: 40), saving(second, 20, of: 60)], .percent(30)),
            ([saving(first, 10, of: nil)], .unknown),
            ([saving(first, 10, of: 40), saving(second, 20, of: nil)], .unknown),
            ([.saving(first, .waiting(.seconds(2)), bytesPerSecond: nil)], .unknown),
            (
                [
                    saving(first, 10, of: 40), saving(second, 5, of: 10),
                    .saved(first, SavedFile(path: "a.jpg", byteCount: 40)),
                ], .percent(50)
            ),
            (
                [
                    saving(first, 40, of: 40),
                    .saved(first, SavedFile(path: "a.jpg", byteCount: 40)),
                ], nil
            ),
            ([saving(first, 10, of: 40), .notSaved(first, .diskFull)], nil),
            (
                [saving(first, 10, of: 40), .notFound(first, .fetching(.notFound))], nil
            ),
            ([saving(first, .max, of: .max), saving(second, .max, of: .max)], .percent(100)),
        ] as [([Notice], TaskProgress?)])
    func savedFilesHaveTheirProgressTogether(notices: [Notice], progress: TaskProgress?) {
        var story = Story.viewing("4000x3000")
        for notice in notices { _ = story.screens.receive(.noticed(notice)) }
        // A key removes the notice, not the task.
        story.press("l")
        #expect(story.screens.progress == progress)
    }
}
