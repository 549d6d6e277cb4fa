import Imaging
import Localization
import PhotoCatalog
import PhotoPipeline
import TerminalProtocols
import TestSupport
import Testing

@testable import PhotoCatalog
@testable import Screens

/// Videos and sounds of the library: their marks, stills, captions and addresses.
@Suite struct VideoTests {
    private static let video = LibraryPages.item("v", "Go Forward to the Moon", "video")
    private static let sound = LibraryPages.item("s", "One small step", "audio", links: [])
    private static let photo = LibraryPages.photo("p", "The Moon")

    private static func listing(
        _ items: [Photo] = [video, sound, photo], as arrangement: LibraryArrangement = .list,
        preferences: Preferences = Preferences()
    ) -> LibraryStory {
        var query = Query(text: "moon")
        query.mediaTypes = ["image", "video", "audio"]
        var story = LibraryStory(.search(query), arrangement, preferences: preferences)
        story.answer(LibraryPages.page(items, of: items.count))
        return story
    }

    private static func still(_ number: Int, of count: Int = 6) -> OpenedPhoto {
        OpenedPhoto(
            caption: PhotoCaption(title: "Go Forward to the Moon"),
            source: SizedPhoto(size: "800x450"), still: StillPosition(number: number, of: count))
    }

    @Test func aSignAndAWordMarkThemInAList() {
        let page = Self.listing().page
        #expect(page.contains("► Go Forward to the Moon") && page.contains("Video  ·  20 Jul 1969"))
        #expect(page.contains("♫ One small step") && page.contains("Audio  ·  20 Jul 1969"))
        #expect(!page.contains("► The Moon") && !page.contains("♫ The Moon"))
    }

    @Test func onAWallAVideoLeavesARowToItsTitle() {
        let story = Self.listing(as: .automaticGrid)
        let tiles = story.pictures.filter { !$0.isAhead }
        #expect(tiles.map(\.size.rows) == [6, 7], "the sound has no picture")
        #expect(story.page.contains("► Go Forward to the Moon"))
        #expect(story.page.contains("♫ One small step"))
        let foot = story.page.split(separator: "\n").last ?? ""
        #expect(foot.contains("► Video"), "\(foot)")
    }

    @Test func theHeadSaysWhatIsListedAndXTakesItAway() {
        var story = Self.listing()
        #expect(story.page.contains("photos + videos + audio ×"), "\(story.page)")
        story.press("x")
        #expect(story.pageRequest?.0 == .first(.search(Query(text: "moon"))))
    }

    @Test(
        arguments: [
            ("video", ["video"]), ("image, video", ["image", "video"]), ("V", ["video"]),
            ("videos", ["video"]), ("audio,video,audio", ["audio", "video"]), ("", ["image"]),
            ("films", ["image"]), ("image", ["image"]),
        ] as [(String, [String])])
    func theSearchFormHasAFieldForThem(words: String, types: [String]) {
        var story = LibraryStory.listing([Self.photo])
        story.press("/")
        for _ in 1...7 { story.press(.tab) }
        story.press(words)
        story.press(.enter)
        var query = Query(text: "moon")
        query.mediaTypes = types
        #expect(story.screens.stack.library?.query == query)
    }

    /// One pair of keys steps through everything visible.
    @Test func nAndPGoThroughTheStillsOfAVideoThenToTheNextPhoto() {
        var story = Self.listing([Self.video, Self.photo])
        #expect(story.press(.enter).contains(.photo(.open(.library(Self.video.id), covering: 800))))
        story.receive(.opened(.library(Self.video.id), Self.still(0, of: 3)))
        #expect(story.page.contains("[► video: still 1 of 3]"), "\(story.page)")
        for number in 1...2 {
            #expect(
                story.press("n").last
                    == .photo(.open(.still(Self.video.id, number), covering: 800)))
            story.receive(.opened(.still(Self.video.id, number), Self.still(number, of: 3)))
        }
        #expect(story.page.contains("[► video: still 3 of 3]") && story.page.contains("1/2"))
        story.press("p")
        #expect(story.viewed == .still(Self.video.id, 1))
        story.receive(.opened(.still(Self.video.id, 1), Self.still(1, of: 3)))
        story.press("n")
        #expect(story.viewed == .still(Self.video.id, 2))
        story.receive(.opened(.still(Self.video.id, 2), Self.still(2, of: 3)))
        story.press("n")
        #expect(story.viewed == .library(Self.photo.id))
        story.press("p")
        #expect(story.viewed == .library(Self.video.id), "back at its first still")
    }

    @Test func theLastStillOfTheLastVideoIsTheEnd() {
        var story = Self.listing([Self.video])
        story.press(.enter)
        for number in 0...5 {
            let still = PhotoReference.still(Self.video.id, number)
            let photo = number == 0 ? .library(Self.video.id) : still
            #expect(story.viewed == photo)
            story.receive(.opened(photo, Self.still(number)))
            story.press("n")
        }
        #expect(story.viewed == .still(Self.video.id, 5))
        story.press("q")
        #expect(story.chosen == "v")
    }

    @Test(arguments: ["f", "S", "y", "o"])
    func keysMeanTheVideoAtEachOfItsStills(key: String) {
        var story = Self.listing([Self.video])
        story.press(.enter)
        story.receive(.opened(.library(Self.video.id), Self.still(0)))
        let first = story.press(key)
        story.press("n")
        story.receive(.opened(.still(Self.video.id, 1), Self.still(1)))
        #expect(story.press(key).first == first.first)
    }

    @Test(arguments: ["list", "viewer", "page"])
    func yCopiesTheAddressOfTheFile(screen: String) {
        var story = Self.listing([Self.video])
        if screen != "list" {
            story.press(screen == "viewer" ? KeyPress.Key.enter : .character("i"))
        }
        #expect(story.press("Y") == [.library(.locateRecording(Self.video.id))])
        let address = "https://images-assets.nasa.gov/video/v/v~orig.mp4"
        #expect(story.receive(.recording(address)).first == .copy(address))
        story.receive(.recording(nil))
        if screen == "list" { #expect(story.page.contains("NASA lists no file to play.")) }
    }

    @Test func captionsAreAPageWithTimes() {
        var story = Self.listing([Self.video])
        story.press("i")
        #expect(story.page.contains("i: captions"), "\(story.page)")
        #expect(story.press("i") == [.library(.readCaptions(Self.video.id))])
        #expect(story.page.contains("Loading"))
        let captions = [
            Caption(seconds: 1, text: "Ten, nine, eight"),
            Caption(seconds: 62, text: "Liftoff \u{1B}[2J"),
        ]
        story.receive(.captions(Self.video.id, captions))
        #expect(story.page.contains("00:01  Ten, nine, eight"), "\(story.page)")
        #expect(story.page.contains("01:02  Liftoff") && !story.page.contains("\u{1B}"))
        #expect(story.page.contains("i: data"))
        story.press("ii")
        #expect(story.page.contains("i: captions") && !story.page.contains("Liftoff"))
        #expect(story.press("i") == [], "they are known")
    }

    @Test(
        arguments: [
            (.captions(video.id, [Caption(seconds: 3605, text: "Later")]), "1:00:05  Later"),
            (.captions(video.id, []), "The video has no captions."),
            (.captionsFailed(video.id, .fetching(.notFound)), "(404)"),
            (.captionsFailed(PhotoID("another"), .unreadableReply), "Loading"),
        ] as [(LibraryEvent, String)])
    func captionsMayBeMissing(event: LibraryEvent, words: String) {
        var story = Self.listing([Self.video])
        story.press("ii")
        story.receive(event)
        #expect(story.page.contains(words), "\(story.page)")
    }

    @Test func captionsThatFailedAreAskedForAgain() {
        var story = Self.listing([Self.video])
        story.press("ii")
        story.receive(.captionsFailed(Self.video.id, .fetching(.notFound)))
        story.press("r")
        #expect(story.press("i") == [.library(.readCaptions(Self.video.id))])
    }

    @Test func aSoundIsAPageWithItsTextAndAddress() throws {
        var story = Self.listing([Self.sound])
        #expect(story.press(.enter) == [.library(.describe(Self.sound.id))])
        let manifest = ["orig.mp3", "128k.mp3"].map {
            "http://images-assets.nasa.gov/audio/s/s~\($0)"
        }
        let assets = PhotoAssets(of: Self.sound, manifest: manifest, site: .nasa)
        story.receive(.described(Self.sound.id, Self.sound, assets, isFavourite: false))
        #expect(story.page.contains("♫ One small step"), "\(story.page)")
        #expect(story.lines.joined().contains("https://images-assets.nasa.gov/audio/s/s~orig.mp3"))
        story.press(.enter)
        #expect(story.page.contains("Audio has no picture. Y copies its address."))
    }

    @Test func aSoundAmongPhotosSaysThatThereIsNoPicture() {
        var story = Self.listing([Self.photo, Self.sound])
        story.press(.enter)
        story.press("n")
        story.receive(.failed(.library(Self.sound.id), .looking(.notAPhoto(Self.sound.id, .audio))))
        #expect(story.page.contains("is a sound recording"), "\(story.page)")
    }

    @Test func anotherLanguageHasItsWords() {
        let page = Self.listing(preferences: Preferences(.german)).page
        #expect(page.contains("Video  ·  20. Juli 1969") || page.contains("Video  ·  20"))
        #expect(page.contains("Ton  ·") && page.contains("Fotos + Videos + Ton ×"))
    }
}

extension LibraryStory {
    /// The lines of the page without surrounding blanks.
    fileprivate var lines: [Substring] {
        page.split(separator: "\n").map { line in
            let text = line.drop { $0 == " " || $0 == ">" }
            return text.lastIndex { $0 != " " }.map { text[...$0] } ?? ""
        }
    }
}
