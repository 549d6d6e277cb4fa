import Imaging
import Localization
import PhotoCatalog
import PhotoPipeline
import Screens
import TerminalProtocols
import Testing

/// Each failure is what happened and what to do, whatever the world wrote into it.
@Suite struct FailureMessageTests {
    @Test(arguments: PictureFailure.all(saying: "no more"))
    func everyFailureIsOneSentenceOrTwo(failure: PictureFailure) {
        let sentence = Strings().sentence(for: failure, of: .file(path: "moon")).string
        #expect(sentence.hasSuffix(".") || sentence.hasSuffix("?"), "\(sentence)")
        #expect(sentence.matches(of: #/[.?!] /#).count <= 1, "\(sentence)")
        #expect(sentence.split(separator: " ").count > 2, "\(sentence)")
        #expect(!sentence.contains("Optional"), "\(sentence)")
    }

    @Test(arguments: PictureFailure.all(saying: hostile))
    func noFailureCarriesAControlCharacter(failure: PictureFailure) {
        for photo in Self.hostilePhotos {
            let sentence = Strings().sentence(for: failure, of: photo)
            for scalar in sentence.string.unicodeScalars {
                let category = scalar.properties.generalCategory
                #expect(category != .control && category != .format, "\(failure)")
            }
        }
    }

    @Test(arguments: hostilePhotos)
    func aLongNameIsCut(photo: PhotoReference) {
        for failure in PictureFailure.all(saying: "no more") {
            // A folder is named twice: its photos are named behind it.
            #expect(Strings().sentence(for: failure, of: photo).width < 320)
        }
        #expect(Strings().damage(of: photo).width < 250)
    }

    @Test(
        arguments: [
            (.reading(.notFound), "No file named moon.jpg."),
            (
                .reading(.isDirectory),
                "moon.jpg is a folder. Name the photos in it, such as moon.jpg/*.jpg."
            ),
            (
                .decoding(.unsupported(kind: .tiff)),
                "Can't show moon.jpg: TIFF is not supported (only JPEG and PNG)."
            ),
            (
                .decoding(.unsupported(kind: .fits)),
                "Can't show moon.jpg: FITS is not supported (only JPEG and PNG)."
            ),
            (
                .decoding(.unsupported(kind: .text)),
                "Can't show moon.jpg: it is a text file, not a photo."
            ),
            (
                .decoding(.tooLarge(PixelSize(width: 99_999, height: 88_888))),
                "Can't show moon.jpg: it is too large (99999x88888 pixels)."
            ),
            (
                .looking(.noSuchPhoto(PhotoID("moon"))),
                "NASA has no photo with the ID moon.jpg. IDs are case-sensitive."
            ),
            (
                .looking(.notAPhoto(PhotoID("moon"), .video)),
                "moon.jpg is a video. Only photos can be shown."
            ),
            (
                .looking(.nothingViewable(PhotoID("moon"), formats: ["tif", "gif"])),
                "moon.jpg is only available as tif, gif. Only JPEG and PNG can be shown."
            ),
            (
                .looking(.nothingViewable(PhotoID("moon"), formats: [])),
                "moon.jpg has no JPEG or PNG to show."
            ),
            (
                .fetching(.nameNotFound(host: "images-api.nasa.gov")),
                "No internet connection (images-api.nasa.gov not found). Check the network and try again."
            ),
            (
                .fetching(.serverFailed(status: 503)),
                "The server reported an error (503). Try again later."
            ),
            (
                .fetching(.addressNotAllowed(.scheme("ftp"))),
                "Only https:// addresses can be opened."
            ),
            (
                .fetching(.tooLarge(limitBytes: 268_435_456)),
                "The file is larger than the download limit of 268.4 MB."
            ),
            (
                .fetching(.stalled(receivedBytes: 12_345)),
                "The download stopped after 12 kB. Try again."
            ),
        ] as [(PictureFailure, String)])
    func theSentenceSaysWhatAPersonWouldAskNext(failure: PictureFailure, sentence: String) {
        let said = Strings().sentence(for: failure, of: .file(path: "moon.jpg"))
        #expect(said.string == sentence)
    }

    private static let hostile =
        "\u{1B}[2J\u{1B}]0;you\u{7}\u{9B}31m\r\n\u{202E}\u{200B}"
        + String(repeating: "e\u{301}\u{301}", count: 90)

    private static let hostilePhotos: [PhotoReference] = [
        .file(path: hostile), .address(hostile), .library(PhotoID(hostile)), .standardInput,
    ]
}
