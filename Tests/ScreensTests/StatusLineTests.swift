import Imaging
import Localization
import PhotoCatalog
import PhotoPipeline
import Settings
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// The line below the photo: title and credit on the left, position and zoom on the right.
@Suite struct StatusLineTests {
    private static let caption = PhotoCaption(
        title: "Buzz Aldrin on the Moon", credit: "NASA/Neil Armstrong", date: "1969-07-20")

    private static func status(
        _ opened: OpenedPhoto, columns: Int, photos: [String] = ["moon.jpg"]
    ) -> String? {
        var story = Story(photos, cells: CellSize(columns: columns, rows: 24))
        story.receive("moon.jpg", opened)
        return story.status
    }

    /// The credit is dropped first, then the keys, then the size; a date is never cut.
    @Test(arguments: [
        (
            100,
            " Buzz Aldrin on the Moon — 20 Jul 1969                4000x3000  25%  [⠶⠶⠶⠶]  1/2  q: quit  ?: keys "
        ),
        (
            120,
            " Buzz Aldrin on the Moon — NASA/Neil Armstrong — 20 Jul 1969              4000x3000  30%  [⠶⠶⠶⠶]  1/2  q: quit  ?: keys "
        ),
        (80, " Buzz Aldrin on the Moon — 20 Jul 1969     4000x3000  20%  [⠶⠶⠶⠶]  1/2  ?: keys "),
        (70, " Buzz Aldrin on the Moon — 20 Jul 1969      18%  [⠶⠶⠶⠶]  1/2  ?: keys "),
        (60, " Buzz Aldrin on the Moon          15%  [⣿⣿⣿⣿]  1/2  ?: keys "),
        (40, " Buzz Aldrin on …  10%  [⣿⣿⣿⣿]  ?: keys "),
        (28, " Buzz Aldrin…  7.0%  [⣿⣿⣿⣿] "),
        (20, " Buzz Aldrin…  5.0% "),
        (10, " Buzz Al… "), (1, " "),
    ])
    func wholePartsGoWhereThereIsTooLittleRoom(columns: Int, line: String) {
        let opened = OpenedPhoto(caption: Self.caption, source: SizedPhoto(size: "4000x3000"))
        var story = Story(["moon.jpg", "mars.jpg"], cells: CellSize(columns: columns, rows: 24))
        story.receive("moon.jpg", opened)
        story.wake(TimerRequest(.firstKeys, 1))
        #expect(story.status == line)
    }

    /// Neither the facts of a photo nor a notice that replaces them.
    @Test(arguments: [(Language.english, 1...120), (.german, 1...120)])
    func itIsNeverWiderThanTheScreen(language: Language, widths: ClosedRange<Int>) {
        let opened = OpenedPhoto(
            caption: Self.caption, source: SizedPhoto(size: "4000x3000"),
            note: .originalPassedOver(format: "TIFF", shown: "large"))
        for columns in widths {
            var story = Story(
                ["moon.jpg", "月.jpg"], cells: CellSize(columns: columns, rows: 24),
                preferences: Preferences(language))
            story.receive("moon.jpg", opened)
            // Shows the photo's position, the copied text, and the reason why nothing was done.
            for key in ["", "v", "y", "a", "s"] {
                story.press(key)
                guard let bar = story.photoView?.bar else {
                    Issue.record("no photo")
                    continue
                }
                #expect(bar.text.width <= columns, "\(columns), \(bar.text.string)")
            }
        }
    }

    @Test func theKeysToBeginWithAreNamedForTheFirstSeconds() {
        var story = Story(["moon.jpg", "mars.jpg"])
        let timer = TimerRequest(.firstKeys, 1)
        let effects = story.screens.receive(
            .opened(.file(path: "moon.jpg"), .whole("4000x3000")))
        #expect(effects.contains(.wake(timer, after: .seconds(5))))
        #expect(story.status?.hasSuffix("1/2  z: zoom  q: quit  ?: keys ") == true)
        story.wake(timer)
        #expect(story.status?.hasSuffix("1/2  q: quit  ?: keys ") == true)
        story.press("n")
        story.receive("mars.jpg", SizedPhoto(size: "4000x3000"))
        #expect(story.status?.contains("z: zoom") == false)
    }

    /// A notice hides them: their time starts when it disappears.
    @Test func aNoticeDoesNotTakeTheirTime() {
        var story = Story.viewing("4000x3000")
        story.press("v")
        #expect(story.status?.contains("z: zoom") == false)
        #expect(
            story.wake(TimerRequest(.notice, 1)) == [
                .wake(TimerRequest(.firstKeys, 2), after: .seconds(5))
            ])
        story.wake(TimerRequest(.firstKeys, 1))
        #expect(story.status?.contains("z: zoom") == true)
        story.wake(TimerRequest(.firstKeys, 2))
        #expect(story.status?.contains("z: zoom") == false)
    }

    /// At 80 and 40 columns a remark takes no space from the title, the zoom and the help key.
    @Test(arguments: Language.allCases, [40, 46, 57, 63, 80, 100])
    func aRemarkLeavesTheRestOfTheLine(language: Language, columns: Int) throws {
        let damaged = ImageSourceStatus(damage: .endsEarly)
        let states: [OpenedPhoto] = [
            OpenedPhoto(
                caption: Self.caption, source: SizedPhoto(size: "4000x3000"), note: .stillOfVideo),
            OpenedPhoto(
                caption: Self.caption, source: SizedPhoto(size: "4000x3000", status: damaged),
                note: .originalPassedOver(format: "TIFF", shown: "large"),
                still: StillPosition(number: 0, of: 12)),
            OpenedPhoto(
                caption: Self.caption, source: SizedPhoto(size: "1920x1440"),
                note: .originalMissing(shown: "large")),
            OpenedPhoto(
                caption: Self.caption, source: SizedPhoto(size: "1280x960"), size: "4000x3000",
                isComplete: false, note: .kept),
        ]
        for opened in states {
            var story = Story(
                ["moon.jpg", "mars.jpg"], cells: CellSize(columns: columns, rows: 24),
                preferences: Preferences(language))
            story.receive("moon.jpg", opened)
            story.press("z")
            let status = try #require(story.status)
            #expect(status.contains("Buzz Aldrin"), "\(status)")
            #expect(status.contains(/100\u{A0}?.?%/), "\(status)")
            #expect(status.contains("?: "), "\(status)")
            #expect(status.contains("["), "\(status)")
        }
    }

    /// A failed larger version shows the key that retries.
    @Test(arguments: [40, 80]) func aFailureNamesItsKey(columns: Int) {
        var story = Story(cells: CellSize(columns: columns, rows: 24))
        story.receive("moon.jpg", .smaller("1280x960", of: "4000x3000"))
        story.press("z")
        story.receive("moon.jpg", .fetching(.timedOut(afterSeconds: 20)))
        for words in ["r: retry", "100%", "?: keys", "Moon"] {
            #expect(story.status?.contains(words) == true, "\(story.status ?? "")")
        }
    }

    /// If there is space, a zoomed photo shows the key that fits it again, and the exit.
    @Test func aZoomedPhotoNamesTheWaysBack() {
        var story = Story.viewing("4000x3000")
        story.wake(TimerRequest(.firstKeys, 1))
        story.press("z")
        #expect(story.status?.hasSuffix("z: fit  q: quit  ?: keys ") == true)
        story.press("z")
        #expect(story.status?.hasSuffix("[⠶⠶⠶⠶]  q: quit  ?: keys ") == true)
    }

    @Test func whoHasZoomedIsNotToldHow() {
        var story = Story.viewing("4000x3000")
        story.press("z")
        #expect(story.status?.contains("z: zoom") == false)
    }

    @Test func aPhotoThatCannotBeZoomedNamesNoKeyForIt() {
        #expect(Story.viewing("400x300").status?.contains("z: zoom") == false)
        #expect(Story.viewing("400x300").status?.contains("?: keys") == true)
    }

    /// The share that is read, and the disk space used in the meantime.
    @Test(arguments: [
        (0.349, 0, " moon.jpg — [reading the photo: 34%] "),
        (0.349, 134_742_016, " moon.jpg — [reading the photo: 34%, 134.7 MB on disk] "),
        (1, 134_742_016, " moon.jpg "),
    ])
    func aPhotoThatIsBeingReadSaysSo(fraction: Double, spilled: Int, start: String) {
        var photo = SizedPhoto(size: "12000x8400")
        photo.status.statistics = DecodeStatistics(
            tilesMade: 0, tilesRequested: 0, tilesFound: 0, tileBytes: 0, indexBytes: 0,
            spillBytes: spilled, fractionRead: fraction)
        let opened = OpenedPhoto(caption: PhotoCaption(title: "moon.jpg"), source: photo)
        #expect(Self.status(opened, columns: 100)?.hasPrefix(start) == true)
    }

    @Test(arguments: [
        // keys, the facts at the right end of the line
        ("", "4000x3000  20%  [⠶⠶⠶⠶]  "), ("g", "4000x3000  20%  [⠛⠛⠛⠛]  "),
        ("G", "4000x3000  20%  [⣤⣤⣤⣤]  "), ("z", "4000x3000  100%  [⠀⠠⠄⠀]  "),
        ("z^g", "4000x3000  100%  [⠉⠀⠀⠀]  "), ("zg", "4000x3000  100%  [⠀⠈⠁⠀]  "),
        ("z$g", "4000x3000  100%  [⠀⠀⠀⠉]  "), ("z^", "4000x3000  100%  [⠤⠀⠀⠀]  "),
        ("z$", "4000x3000  100%  [⠀⠀⠀⠤]  "), ("z^G", "4000x3000  100%  [⣀⠀⠀⠀]  "),
        ("zG", "4000x3000  100%  [⠀⢀⡀⠀]  "), ("z$G", "4000x3000  100%  [⠀⠀⠀⣀]  "),
        ("z4h", "4000x3000  100%  [⠀⠤⠀⠀]  "), ("z8h", "4000x3000  100%  [⠀⠤⠀⠀]  "),
        ("Z", "4000x3000  15%  [⣿⣿⣿⣿]  "), ("zZ", "4000x3000  15%  [⣿⣿⣿⣿]  "),
    ])
    func itSaysHowLargeAndWhere(keys: String, facts: String) {
        var story = Story.viewing("4000x3000")
        story.press(keys)
        #expect(story.status?.contains("  " + facts) == true, "\(story.status ?? "")")
    }

    @Test(
        arguments: [
            ("100x100", "100x100  800%  [⠶⠶⠶⠶]  "), ("800x10", "800x10  100%  [⣿⣿⣿⣿]  "),
            ("8042x10", "8042x10  9.9%  [⣿⣿⣿⣿]  "), ("8038x10", "8038x10  10%  [⣿⣿⣿⣿]  "),
            ("65500x65500", "65500x65500  1.2%  [⠶⠶⠶⠶]  "), ("1x1", "1x1  80000%  [⠶⠶⠶⠶]  "),
        ] as [(PixelSize, String)])
    func smallZoomsKeepADigit(photo: PixelSize, facts: String) {
        #expect(Story.viewing(photo).status?.contains("  " + facts) == true)
    }

    @Test func itTellsOfTheLargerVersionOnItsWay() {
        var story = Story()
        story.receive("moon.jpg", .smaller("1280x960", of: "4000x3000"))
        story.press("z")
        #expect(story.status?.hasPrefix(" Moon — [original: Looking up the photo …] ") == true)
        story.receive("moon.jpg", .fetching(bytes: 1_000_000, total: 4_000_000))
        #expect(story.status?.hasPrefix(" Moon — [original: 25% of 4.0 MB] ") == true)
        story.receive("moon.jpg", .whole("4000x3000"))
        #expect(story.status?.hasPrefix(" Moon ") == true)
    }

    @Test func itTellsOfWhatIsNotShown() {
        let damaged = SizedPhoto(
            size: "4000x3000", status: ImageSourceStatus(damage: .endsEarly))
        let opened = OpenedPhoto(
            caption: Self.caption, source: damaged,
            note: .originalPassedOver(format: "TIFF", shown: "large"))
        let line = Self.status(opened, columns: 160)
        // Damage comes first, even in a narrow window.
        #expect(line?.contains(" Buzz Aldrin on the Moon") == true, "\(line ?? "")")
        #expect(line?.contains("— [damaged] — [") == true, "\(line ?? "")")
    }

    @Test(arguments: [
        ("\u{1B}]0;you\u{7}Moon\u{1B}[2J", " ␛]0;you␇Moon␛[2J "),
        ("Moon\nMars\tIo", " Moon Mars Io "),
        ("\u{202E}nooM", " nooM "), ("\u{9B}31mMoon", " \u{FFFD}31mMoon "), ("", "  "),
        ("月面の写真", " 月面の写真 "),
    ])
    func hostileTitlesAreMadeSafe(title: String, start: String) {
        let caption = PhotoCaption(title: title)
        let opened = OpenedPhoto(caption: caption, source: SizedPhoto(size: "400x300"))
        var story = Story()
        story.receive("moon.jpg", opened)
        guard let bar = story.photoView?.bar else {
            return #expect(Bool(false))
        }
        #expect(bar.text.string.hasPrefix(start), "\(bar.text.string)")
        #expect(bar.text.width == 80)
    }
}

/// Reports from outside are values: the screens have the words for them, in the user's language.
@Suite struct NoticeTests {
    private static let id = PhotoID("PIA00342")

    @Test(
        arguments: [
            (
                .saving(id, .receiving(bytes: 1_200_000, expected: 4_800_000), bytesPerSecond: 5e5),
                "PIA00342: 1.2 MB of 4.8 MB, 500 kB/s", "PIA00342: 1,2 MB von 4,8 MB, 500 kB/s"
            ),
            (
                .saving(id, .waiting(.seconds(3)), bytesPerSecond: nil),
                "PIA00342: Server busy; retrying in 3 s",
                "PIA00342: Server ausgelastet; nächster Versuch in 3 s"
            ),
            (
                .saved(PhotoID("a"), SavedFile(path: "a.jpg", byteCount: 4_800_000)),
                "Saved: a.jpg, 4.8 MB",
                "Gesichert: a.jpg, 4,8 MB"
            ),
            (
                .cacheTrouble(.diskFull), "The disk is full. New photos are not cached.",
                "Der Datenträger ist voll. Neue Fotos werden nicht zwischengespeichert."
            ),
            (
                .misconfigured(
                    SettingsError(.unreadable, at: SettingsPosition(line: 2, column: 7)),
                    path: "~/a"),
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

    /// The page appears before the notice, and the timer removes the notice.
    @Test func aNoticeGoesByItself() {
        var story = LibraryStory.listing(LibraryPages.photos(1...3))
        let effects = story.receive(.noticed(.browsing))
        #expect(effects == [.wake(TimerRequest(.notice, 1), after: .seconds(2))])
        story.wait()
        #expect(story.page.contains("?: keys"))
    }
}
