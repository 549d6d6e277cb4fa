import Imaging
import Localization
import PhotoCatalog
import Settings
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// What the world reports is a value: the screens have the words for it, in the user's language.
@Suite struct NoticeTests {
    private static let id = PhotoID("PIA00342")

    @Test(
        arguments: [
            (
                .saving(id, .receiving(bytes: 1_200_000, expected: 4_800_000), bytesPerSecond: 5e5),
                "PIA00342: 1.2 MB of 4.8 MB, 500 kB/s", "PIA00342: 1,2 MB von 4,8 MB, 500 kB/s"
            ),
            (
                .saving(id, .waiting(seconds: 3), bytesPerSecond: nil),
                "PIA00342: Server busy; retrying in 3 s",
                "PIA00342: Server ausgelastet; nächster Versuch in 3 s"
            ),
            (
                .saved(SavedFile(path: "a.jpg", byteCount: 4_800_000)), "Saved: a.jpg, 4.8 MB",
                "Gesichert: a.jpg, 4,8 MB"
            ),
            (
                .cacheTrouble(.diskFull), "The disk is full. New photos are not cached.",
                "Der Datenträger ist voll. Neue Fotos werden nicht zwischengespeichert."
            ),
            (
                .misconfigured(
                    SettingsFault(.unreadable, at: SettingsPlace(line: 2, column: 7)), path: "~/a"),
                "~/a:2:7: can't read the file", "~/a:2:7: die Datei ist nicht lesbar"
            ),
        ] as [(Notice, String, String)])
    func aNoticeIsInTheLanguageOfTheScreen(notice: Notice, english: String, german: String) {
        for (language, words) in [(Language.english, english), (.german, german)] {
            var story = LibraryStory.listing(
                LibraryPages.photos(1...3), preferences: Preferences(language))
            story.receive(.noticed(notice))
            #expect(story.page.contains(words), "\(story.page)")
        }
    }

    /// The page is there before the notice, and the alarm takes the notice away again.
    @Test func aNoticeGoesByItself() {
        var story = LibraryStory.listing(LibraryPages.photos(1...3))
        let effects = story.receive(.noticed(.browsing))
        #expect(effects == [.wake(TimerRequest(.notice, 1), after: .seconds(2))])
        story.wait()
        #expect(story.page.contains("?: keys"))
    }
}
