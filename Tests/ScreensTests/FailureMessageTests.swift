import Imaging
import PhotoCatalog
import PhotoPipeline
import Screens
import TerminalProtocols
import Testing

/// Each failure is one plain sentence, whatever the world wrote into it.
@Suite struct FailureMessageTests {
    @Test(arguments: PictureFailure.all(saying: "no more"))
    func everyFailureIsOneSentence(failure: PictureFailure) {
        let sentence = FailureMessage.sentence(for: failure, of: .file(path: "moon")).string
        #expect(sentence.hasSuffix(".") || sentence.hasSuffix("?"), "\(sentence)")
        for end in [". ", "? ", "! "] { #expect(!sentence.contains(end), "\(sentence)") }
        #expect(sentence.split(separator: " ").count > 2, "\(sentence)")
        #expect(!sentence.contains("Optional"), "\(sentence)")
    }

    @Test(arguments: PictureFailure.all(saying: hostile))
    func noFailureCarriesAControlCharacter(failure: PictureFailure) {
        for photo in Self.hostilePhotos {
            let sentence = FailureMessage.sentence(for: failure, of: photo)
            for scalar in sentence.string.unicodeScalars {
                let category = scalar.properties.generalCategory
                #expect(category != .control && category != .format, "\(failure)")
            }
        }
    }

    @Test(arguments: hostilePhotos)
    func aLongNameIsCut(photo: PhotoReference) {
        for failure in PictureFailure.all(saying: "no more") {
            #expect(FailureMessage.sentence(for: failure, of: photo).width < 250)
        }
        #expect(FailureMessage.damage(of: photo).width < 250)
    }

    @Test(
        arguments: [
            (.reading(.notFound), "There is no file moon.jpg."),
            (.reading(.isDirectory), "moon.jpg is a folder; name the pictures in it."),
            (
                .decoding(.unsupported(kind: .tiff)),
                "moon.jpg is a TIFF picture; only JPEG and PNG pictures are shown."
            ),
            (
                .decoding(.tooLarge(PixelSize(width: 99_999, height: 88_888))),
                "moon.jpg is too large to show (99999 x 88888 pixels)."
            ),
            (
                .looking(.noSuchPhoto(PhotoID("moon"))),
                "NASA's library has no photo with the id moon.jpg; ids are spelled exactly, capitals too."
            ),
            (
                .looking(.notAPhoto(PhotoID("moon"), .video)),
                "moon.jpg is a video; only photos are shown."
            ),
            (
                .looking(.nothingViewable(PhotoID("moon"), formats: ["tif", "gif"])),
                "moon.jpg exists only as tif, gif; only JPEG and PNG are shown."
            ),
            (.fetching(.serverFailed(status: 503)), "The server failed (503); try again later."),
            (
                .fetching(.tooLarge(limitBytes: 268_435_456)),
                "The file is larger than 268.4 MB, the limit for downloads."
            ),
            (
                .fetching(.stalled(receivedBytes: 12_345)),
                "The download stopped after 12 kB; try again."
            ),
        ] as [(PictureFailure, String)])
    func theSentenceSaysWhatAPersonWouldAskNext(failure: PictureFailure, sentence: String) {
        let said = FailureMessage.sentence(for: failure, of: .file(path: "moon.jpg"))
        #expect(said.string == sentence)
    }

    @Test(arguments: [
        ("moon.jpg", "There is no file moon.jpg."),
        ("as11/40", "There is no file as11/40; an id of NASA's library has no slash."),
    ])
    func onlyANameWithASlashIsSaidToHaveOne(path: String, sentence: String) {
        let said = FailureMessage.sentence(for: .reading(.notFound), of: .file(path: path))
        #expect(said.string == sentence)
    }

    private static let hostile =
        "\u{1B}[2J\u{1B}]0;you\u{7}\u{9B}31m\r\n\u{202E}\u{200B}"
        + String(repeating: "e\u{301}\u{301}", count: 90)

    private static let hostilePhotos: [PhotoReference] = [
        .file(path: hostile), .address(hostile), .library(PhotoID(hostile)), .standardInput,
    ]
}
