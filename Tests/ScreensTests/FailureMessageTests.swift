import Imaging
import Localization
import PhotoCatalog
import PhotoPipeline
import Screens
import TerminalProtocols
import Testing

/// Each failure says what happened and what to do, whatever text came from outside.
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
            // A folder is named twice: its photos are named after it.
            #expect(Strings().sentence(for: failure, of: photo).width < 320)
        }
        #expect(Strings().damage(of: photo).width < 250)
    }

    @Test(
        "P14: a missing library is named, with its package",
        arguments: [
            (FileKind.photo(.webp), "WebP needs the library libwebp (package libwebp7)"),
            (.photo(.heif), "HEIC and AVIF need the library libheif (package libheif1)"),
            (.photo(.jpegXL), "JPEG XL needs the library libjxl (package libjxl0.7 or newer)"),
            (
                .photo(.openEXR),
                "OpenEXR needs the library OpenEXRCore (package libopenexr-3-1-30)"
            ),
        ])
    func missingLibrary(kind: FileKind, sentence: String) {
        let text = Strings(.english)
            .sentence(for: .decoding(.unsupported(kind: kind)), of: .file(path: "moon.jpg"))
        #expect(text.string == "Can't show moon.jpg: \(sentence).")
    }

    @Test(
        arguments: [
            (.reading(.notFound), "No file named moon.jpg."),
            (
                .reading(.isDirectory),
                "moon.jpg is a folder. Name the photos in it, such as moon.jpg/*.jpg."
            ),
            (
                .decoding(.unsupported(kind: .photo(.tiff))),
                "Can't show moon.jpg: this type of TIFF is not supported."
            ),
            (
                .decoding(.unsupported(kind: .photo(.fits))),
                "Can't show moon.jpg: this FITS file has no picture that can be shown."
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
                .looking(.notAPhoto(PhotoID("moon"), .audio)),
                "moon.jpg is a sound recording: there is no picture to show."
            ),
            (
                .looking(.nothingViewable(PhotoID("moon"), formats: ["psd", "eps"])),
                "moon.jpg is only available as psd, eps, which can't be shown."
            ),
            (
                .looking(.nothingViewable(PhotoID("moon"), formats: [])),
                "moon.jpg has no picture that can be shown."
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

// Each case names the following one, so a new case does not compile until it is listed here.

extension PictureFailure {
    /// Returns one failure of every case, with `text` in all places for outside text.
    static func all(saying text: String) -> [PictureFailure] {
        let refusals = row(from: URLPolicyViolation.scheme(text)) { $0.next(text) }
        let fetching =
            row(from: FetchFailure.notFound) { $0.next(text) }
            + refusals.map(FetchFailure.addressNotAllowed)
            + row(from: TransferFault.unreadable) { $0.next }.map(FetchFailure.interrupted)
        let looking =
            row(from: CatalogFailure.noSuchPhoto(PhotoID(text))) { $0.next(text) }
            + fetching.map(CatalogFailure.fetching)
        let decoding =
            row(from: DecodingFailure.tooLarge(PixelSize(width: .max, height: .max))) { $0.next }
            + Damage.all(count: .max, text: text).map(DecodingFailure.damaged)
            + FileKind.allCases.map(DecodingFailure.unsupported)
            + row(from: TileFault.unreadable) { $0.next }.map(DecodingFailure.tiles)
        return row(from: FileFailure.notFound) { $0.next(text) }.map(PictureFailure.reading)
            + looking.map(PictureFailure.looking) + fetching.map(PictureFailure.fetching)
            + decoding.map(PictureFailure.decoding)
            + [PositionFault.noPositions, .outside].map(PictureFailure.positionFault)
    }

    private static func row<Case>(from first: Case, _ next: @escaping (Case) -> Case?) -> [Case] {
        Array(sequence(first: first, next: next))
    }
}

extension FileFailure {
    fileprivate func next(_ text: String) -> FileFailure? {
        switch self {
        case .notFound: .isDirectory
        case .isDirectory: .notRegular
        case .notRegular: .notPermitted
        case .notPermitted: .empty
        case .empty: .unreadable(reason: text)
        case .unreadable: .keyboard
        case .keyboard: .overLimit(bytes: 1 << 28)
        case .overLimit: .zip(.damaged)
        case .zip(let fault): fault.next.map(FileFailure.zip)
        }
    }
}

extension ZipFault {
    fileprivate var next: ZipFault? {
        switch self {
        case .damaged: .encrypted
        case .encrypted: .method(.max)
        case .method: .nested
        case .nested: .outside
        case .outside: .tooLarge(bytes: .max)
        case .tooLarge: .ratio
        case .ratio: nil
        }
    }
}

extension DecodingFailure {
    fileprivate var next: DecodingFailure? {
        switch self {
        case .tooLarge: .outOfMemory
        case .outOfMemory: .noRoom(byteCount: .max)
        case .noRoom: .unsupported(kind: .unknown)
        case .unsupported: .decoderCrashed
        case .decoderCrashed: .decoderStalled
        case .decoderStalled: .noDecoder
        case .noDecoder, .damaged, .tiles: nil
        }
    }
}

extension TileFault {
    fileprivate var next: TileFault? {
        switch self {
        case .unreadable: .side(.max)
        case .side: .levels(.max)
        case .levels: .count(.max)
        case .count: .format
        case .format: .missing
        case .missing: .otherBytes
        case .otherBytes: nil
        }
    }
}

extension CatalogFailure {
    fileprivate func next(_ text: String) -> CatalogFailure? {
        switch self {
        case .noSuchPhoto: .noSuchAlbum(text)
        case .noSuchAlbum: .notAPhoto(PhotoID(text), .audio)
        case .notAPhoto(let id, .audio): .notAPhoto(id, .other(text))
        case .notAPhoto: .unreadableReply
        case .unreadableReply: .webPageInstead
        case .webPageInstead: .tooManyResults
        case .tooManyResults: .nothingViewable(PhotoID(text), formats: [text, "tif"])
        case .nothingViewable(let id, let formats) where !formats.isEmpty:
            .nothingViewable(id, formats: [])
        case .nothingViewable: .addressNotAllowed(.malformed)
        case .addressNotAllowed: .notOffered(.apod, .words)
        case .notOffered(_, .words): .notOffered(.picsum, .day)
        case .notOffered(_, .day): .notOffered(.commons, .fields)
        case .notOffered: .keyMissing(.flickr)
        case .keyMissing: .keyRefused(.flickr)
        case .keyRefused: .fetching(.cancelled)
        case .fetching: nil
        }
    }
}

extension FetchFailure {
    fileprivate func next(_ text: String) -> FetchFailure? {
        switch self {
        case .notFound: .refused(status: 403, reason: text)
        case .refused: .serverFailed(status: 503)
        case .serverFailed: .rateLimited(retryAfterSeconds: 30)
        case .rateLimited(.some): .rateLimited(retryAfterSeconds: nil)
        case .rateLimited: .noConnection(.library(text))
        case .noConnection: .nameNotFound(host: text)
        default: nextOfTransfer(text)
        }
    }

    private func nextOfTransfer(_ text: String) -> FetchFailure? {
        switch self {
        case .nameNotFound: .timedOut(afterSeconds: 20)
        case .timedOut: .stalled(receivedBytes: 1_234_567)
        case .stalled: .tlsFailed(reason: text)
        case .tlsFailed: .tooManyRedirects(limit: 5)
        case .tooManyRedirects: .tooLarge(limitBytes: 268_435_456)
        case .tooLarge: .noRoom(byteCount: .max)
        case .noRoom: .webPageInstead
        case .webPageInstead: .interrupted(.library(text))
        case .interrupted: .cancelled
        case .cancelled: .addressNotAllowed(.malformed)
        case .addressNotAllowed, .notFound, .refused, .serverFailed, .rateLimited, .noConnection:
            nil
        }
    }
}

extension TransferFault {
    fileprivate var next: TransferFault? {
        switch self {
        case .unreadable: .cutOff(afterBytes: 1, of: .max)
        case .cutOff: .empty
        case .empty: .status(.max)
        case .status: .noAddress(status: 302)
        case .noAddress: .part
        case .part: .noLibrary
        case .noLibrary: .noThread
        case .noThread: .noMemory
        case .noMemory, .library: nil
        }
    }
}

extension URLPolicyViolation {
    fileprivate func next(_ text: String) -> URLPolicyViolation? {
        switch self {
        case .scheme: .host(text)
        case .host: .port(text)
        case .port: .userInfo
        case .userInfo: .controlCharacter
        case .controlCharacter: .tooLong(bytes: 99_999)
        case .tooLong: .malformed
        case .malformed: .notLocal(text)
        case .notLocal: nil
        }
    }
}
