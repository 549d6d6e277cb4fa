import Imaging
import Localization
import PhotoCatalog
import PhotoPipeline
import Screens
import TerminalProtocols
import TestSupport
import Testing

/// The page that waits for a photo, and how far it says the photo is.
@Suite struct OpeningPageTests {
    private static let size = CellSize(columns: 40, rows: 7)

    @Test(
        arguments: [
            (nil, "Opening …"), (.lookingUp, "Looking up the photo …"), (.decoding, "Decoding …"),
            (.waiting(seconds: 49), "retrying in 49 s"),
            (.fetching(bytes: 0, total: 4_000_000), "Loading: 0% of 4.0 MB"),
            (.fetching(bytes: 1_000_000, total: 4_000_000), "Loading: 25% of 4.0 MB"),
            (
                .fetching(bytes: 1_000_000, total: 4_000_000, bytesPerSecond: 250_000),
                "Loading: 25% of 4.0 MB, 250 kB/s"
            ),
            (.fetching(bytes: 3_999_999, total: 4_000_000), "Loading: 99% of 4.0 MB"),
            (.fetching(bytes: 4_000_000, total: 4_000_000), "Loading: 100% of 4.0 MB"),
            // A server that sends more than it said.
            (.fetching(bytes: 9_000_000, total: 4_000_000), "Loading: 100% of 4.0 MB"),
            (.fetching(bytes: 134_217_728, total: nil), "Loading: 134.2 MB so far"),
            (.fetching(bytes: 12_345, total: nil), "Loading: 12 kB so far"),
            (.fetching(bytes: 999, total: 0), "Loading: 999 B so far"),
        ] as [(PhotoProgress?, String)])
    func itSaysHowFarThePhotoIs(progress: PhotoProgress?, words: String) {
        var story = Story(cells: Self.size)
        if let progress { #expect(story.receive("moon.jpg", progress).isEmpty) }
        #expect(story.isWaiting)
        #expect(story.page?.contains(words) == true, "\(story.page ?? "")")
    }

    @Test func theNameAndTheProgressStandInTheMiddle() {
        var story = Story(cells: Self.size)
        story.receive("moon.jpg", .fetching(bytes: 1_000_000, total: 4_000_000))
        #expect(
            story.page == """


                                moon.jpg
                         Loading: 25% of 4.0 MB
                """)
    }

    @Test(
        arguments: [
            (.file(path: "a/moon.jpg"), "a/moon.jpg"), (.standardInput, "standard input"),
            (.library(PhotoID("PIA00342")), "PIA00342"),
            (
                .address("https://images-assets.nasa.gov/a.jpg"),
                "https://images-assets.nasa.gov/a.jpg"
            ),
            (.file(path: "\u{1B}[2Jmoon\n\u{202E}gpj."), "␛[2Jmoon gpj."),
        ] as [(PhotoReference, String)])
    func itNamesWhatWasTyped(photo: PhotoReference, name: String) {
        let screens = ScreenCoordinator(
            photos: [photo], size: ScreenSize(cells: Self.size, picture: nil), Preferences())
        guard case .waiting(let page, _) = screens.view else { return #expect(Bool(false)) }
        #expect(page.text.contains(name))
    }

    @Test(arguments: [(1, 1), (2, 1), (1, 3), (5, 2), (0, 0)])
    func itFitsAnyScreen(columns: Int, rows: Int) {
        let story = Story(cells: CellSize(columns: columns, rows: rows))
        guard case .waiting(let page, _) = story.screens.view else { return #expect(Bool(false)) }
        for run in page.runs {
            #expect(run.position.row < rows)
            #expect(run.position.column + run.text.width <= columns)
        }
    }
}
