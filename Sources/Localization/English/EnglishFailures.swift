internal import Imaging
internal import PhotoCatalog
internal import Settings
internal import TerminalProtocols

extension FailureStrings {
    static let english = FailureStrings(
        this: "This",
        quotation: { $0 },
        damage: { "\($0) is damaged and only partly shown." },
        reason: text, file: text, decoding: text, catalog: text, fetching: text,
        noPage: { name, page, count in
            count == 1
                ? "\(name) has only one page; there is no page \(page)."
                : "\(name) has \(count) pages; there is no page \(page)."
        },
        positionFault: { fault, name in
            switch fault {
            case .noPositions: "\(name) does not say where its pixels lie."
            case .notOnSky: "\(name) shows the sky. Use 0 to 24 h or 360°, and -90 to 90°."
            case .notOnGround:
                "\(name) shows the ground. Use latitudes of -90 to 90°, longitudes of -360 to 360°."
            case .outside: "That position is outside \(name)."
            }
        })

    @Sendable private static func text(_ failure: FileFailure, _ name: String) -> String {
        switch failure {
        case .notFound: "No file named \(name)."
        case .isDirectory: "\(name) is a folder. Name the photos in it, such as \(name)/*.jpg."
        case .notRegular: "\(name) is not a regular file. To read from a pipe, use -."
        case .notPermitted: "Can't read \(name): permission denied."
        case .empty: "\(name) is an empty file."
        case .unreadable(let reason): "Can't read \(name): \(reason)."
        case .keyboard: "Can't read \(name): it is the keyboard; pipe a picture into it."
        case .overLimit(let bytes): "Can't read \(name): it is larger than \(bytes >> 20) MB."
        case .zip(let fault): "Can't read \(name): \(text(fault))."
        }
    }

    private static func text(_ fault: ZipFault) -> String {
        switch fault {
        case .damaged: "the archive is damaged"
        case .encrypted: "it is encrypted; unpack it with its password first"
        case .method(let number): "its compression method is not supported (\(number))"
        case .nested: "it is an archive in an archive; unpack the outer one first"
        case .outside: "a file name points outside the archive"
        case .tooLarge(let bytes): "it is larger than \(bytes >> 20) MB"
        case .ratio: "it would unpack to far more data than a picture"
        }
    }

    @Sendable private static func text(_ failure: DecodingFailure, _ name: String) -> String {
        switch failure {
        case .unsupported(let kind): "Can't show \(name): \(text(kind))."
        case .damaged(let damage): "Can't show \(name): it is damaged (\(text(damage)))."
        case .tooLarge(let size):
            "Can't show \(name): it is too large (\(size.width)x\(size.height) pixels)."
        case .outOfMemory: "Can't show \(name): not enough memory."
        case .noRoom(let byteCount):
            """
            This zoom needs \(LocalStrings.english.size(byteCount)) of free space in the cache folder. Zoom \
            out to see \(name).
            """
        case .decoderCrashed:
            "Can't show \(name): the decoder crashed. Other photos are not affected."
        case .decoderStalled: "Can't show \(name): the decoder stopped responding."
        case .noDecoder:
            """
            Can't show \(name): the system has run out of memory, open files or processes. \
            Close some programs.
            """
        case .tiles(let fault): "Can't show \(name): \(text(fault))."
        }
    }

    @Sendable private static func text(_ damage: Damage) -> String {
        switch damage {
        case .endsEarly: "the file ends too early"
        case .incomplete: "part of the file is missing or wrong"
        case .noPicture: "the file has no picture"
        case .noPixels: "the picture has no pixels"
        case .badHeader: "the file's header is invalid"
        case .badData: "the picture's data is invalid"
        case .badColours: "the picture's colours are invalid"
        case .wrongChecksum: "a checksum is wrong"
        case .tooLittleData: "the file has less data than the picture needs"
        case .tooMuchData: "the file has more data than the picture can have"
        case .tooManyScans(let limit): "the picture has more than \(limit) scans"
        case .missingTiles(let count):
            count == 1 ? "1 tile is missing" : "\(count) tiles are missing"
        case .nested: "the picture refers to itself, or to too many others"
        case .unreadable: "the file can't be read"
        case .diskCache: "the disk cache can't be read"
        case .changed: "the file has been changed"
        case .noMemory: "there was not enough memory"
        case .library(let text): text
        }
    }

    private static func text(_ fault: TileFault) -> String {
        switch fault {
        case .unreadable: "the description of its tiles can't be read"
        case .side(let pixels): "its tiles have an unusable size (\(pixels) pixels)"
        case .levels(let count): "its tiles have unusable zoom levels (\(count))"
        case .count(let count): "its size and its number of tiles (\(count)) don't match"
        case .format: "its tiles have an unknown format"
        case .missing: "a tile did not arrive"
        case .otherBytes: "its server did not send the requested bytes"
        }
    }

    private static func text(_ kind: FileKind) -> String {
        switch kind {
        case .photo(.webp): "WebP needs the library libwebp (package libwebp7)"
        case .photo(.heif): "HEIC and AVIF need the library libheif (package libheif1)"
        case .photo(.jpegXL): "JPEG XL needs the library libjxl (package libjxl0.7 or newer)"
        case .photo(.openEXR): "OpenEXR needs the library OpenEXRCore (package libopenexr-3-1-30)"
        case .photo(.fits): "this FITS file has no picture that can be shown"
        case .photo(let format): "this type of \(format.rawValue) is not supported"
        case .bmp: unsupported("BMP")
        case .svg: unsupported("SVG")
        case .pdf: unsupported("PDF")
        case .video: "it is a video, not a photo"
        case .gzip: "it is a compressed file, not a photo"
        case .webPage: "it is a web page, not a photo"
        case .json: "it is JSON text, not a photo"
        case .text: "it is a text file, not a photo"
        case .empty: "it is empty"
        case .unknown: "its format is unknown"
        case .unsupported(.imageSequence): "HEIF and AVIF image sequences are not supported"
        case .unsupported(.detachedPDS):
            "this label describes a picture in another file, which is not in the same folder"
        case .unsupported(.fitsTables): "this FITS file has tables, but no picture"
        case .unsupported(.zip):
            "it is a zip archive; name a picture in it, such as a.zip/b.jpg"
        case .unsupported(let format): unsupported(format.rawValue)
        }
    }

    private static func unsupported(_ format: String) -> String {
        "\(format) is not supported"
    }

    @Sendable private static func text(_ failure: CatalogFailure, _ name: String) -> String {
        switch failure {
        case .fetching(let failure): text(failure)
        case .noSuchPhoto(let id) where id.service != .nasa:
            "\(id.service.title) has no photo with the ID \(name)."
        case .noSuchPhoto: "NASA has no photo with the ID \(name). IDs are case-sensitive."
        case .noSuchAlbum(let album): "NASA has no album named \(album)."
        case .notAPhoto(_, .audio): "\(name) is a sound recording: there is no picture to show."
        case .notAPhoto: "\(name) is not a photo."
        case .unreadableReply: "The server sent a reply that nasa-view can't read. Try again later."
        case .webPageInstead: webPage
        case .tooManyResults: "NASA lists only the first 10,000 results. Narrow the search."
        case .nothingViewable(_, let formats) where formats.isEmpty:
            "\(name) has no picture that can be shown."
        case .nothingViewable(_, let formats):
            "\(name) is only available as \(formats.joined(separator: ", ")), which can't be shown."
        case .addressNotAllowed(let refusal): text(refusal)
        case .notOffered(let service, .words): "\(service.title) can't be searched by words."
        case .notOffered(let service, .day): "\(service.title) can't be listed by day."
        case .notOffered(let service, .fields):
            "\(service.title) can't be searched by fields such as the title or the year."
        case .keyMissing(let service):
            "\(service.title) needs a key: put one into the configuration file (flickr-key = …)."
        case .keyRefused(let service):
            "\(service.title) did not accept the key in the configuration file."
        }
    }

    private static let webPage =
        "The network sent a web page instead of a picture. Do you need to sign in to the network?"

    private static func text(_ refusal: URLPolicyViolation) -> String {
        switch refusal {
        case .scheme: "Only https:// addresses can be opened."
        case .host: "Photos are only fetched from the servers of their own library."
        case .port: "Can't open this address: its port is not allowed."
        case .userInfo: "Can't open this address: it contains a user name or password."
        case .controlCharacter: "Can't open this address: it contains control characters."
        case .tooLong: "Can't open this address: it is too long."
        case .malformed: "Can't open this address: it is not valid."
        case .notLocal: "Without https, only addresses on this machine can be opened."
        }
    }

    @Sendable private static func text(_ failure: FetchFailure) -> String {
        switch failure {
        case .notFound: "The server has no such file (404)."
        case .refused(let status, _):
            "The server refused the request (\(status)). Try again in a minute."
        case .serverFailed(let status):
            "The server reported an error (\(status)). Try again later."
        case .rateLimited: "Too many requests. Try again in a minute."
        case .noConnection(let fault):
            "Can't connect to the server (\(text(fault))). Check the network and try again."
        case .nameNotFound(let host):
            "No internet connection (\(host) not found). Check the network and try again."
        case .timedOut(let seconds):
            "The server did not answer within \(seconds) seconds. Try again."
        case .stalled(let bytes):
            "The download stopped after \(LocalStrings.english.size(bytes)). Try again."
        case .tlsFailed(let reason):
            "The secure connection failed (\(reason)). Is the computer's clock right?"
        case .tooManyRedirects(let limit): "The server redirected more than \(limit) times."
        case .addressNotAllowed(let refusal): text(refusal)
        case .tooLarge(let limit):
            "The file is larger than the download limit of \(LocalStrings.english.size(limit))."
        case .noRoom(let byteCount):
            "The file needs \(LocalStrings.english.size(byteCount)) of free space in the cache folder."
        case .webPageInstead: webPage
        case .interrupted(let fault): "The download was interrupted (\(text(fault))). Try again."
        case .cancelled: "The download was cancelled."
        }
    }

    private static func text(_ fault: TransferFault) -> String {
        switch fault {
        case .unreadable: "the file can't be read"
        case .cutOff(let bytes, let total): "only \(bytes) of \(total) bytes arrived"
        case .empty: "the file is empty"
        case .status(let status): "HTTP status \(status)"
        case .noAddress(let status): "HTTP status \(status) without an address"
        case .part: "the server sent a part instead of the whole file"
        case .noLibrary: "libcurl is missing"
        case .noThread: "the system allows no more threads"
        case .noMemory: "there is not enough memory"
        case .library(let text): text
        }
    }
}
