internal import Imaging
internal import PhotoCatalog

extension FailurePhrases {
    static let english = FailurePhrases(
        this: "This",
        damage: { "\($0) is damaged; this is all there is of it." },
        file: text, decoding: text, catalog: text, fetching: text)

    @Sendable private static func text(_ failure: FileFailure, _ name: String) -> String {
        switch failure {
        case .notFound where name.contains("/"):
            "There is no file \(name); an id of NASA's library has no slash."
        case .notFound: "There is no file \(name)."
        case .isDirectory: "\(name) is a folder; name the pictures in it."
        case .notRegular: "\(name) is not a regular file; use - to read a pipe."
        case .notPermitted: "\(name) may not be read; check its permissions."
        case .empty: "\(name) is empty."
        case .unreadable(let reason): "\(name) cannot be read: \(reason)."
        }
    }

    @Sendable private static func text(_ failure: DecodingFailure, _ name: String) -> String {
        switch failure {
        case .unsupported(let kind):
            "\(name) is \(text(kind)); only JPEG and PNG pictures are shown."
        case .damaged(let reason): "\(name) is damaged and cannot be shown (\(reason))."
        case .tooLarge(let size):
            "\(name) is too large to show (\(size.width) x \(size.height) pixels)."
        case .outOfMemory: "There is not enough memory to show \(name)."
        case .noRoom(let byteCount):
            """
            \(name) needs \(LocalWording.size(byteCount)) of free room in the cache directory to be \
            shown at this size; smaller it can be shown.
            """
        case .decoderCrashed:
            "\(name) could not be decoded: the decoder crashed; other photos are not concerned."
        case .decoderStalled:
            "\(name) could not be decoded: the decoder was given up, for nothing came of it any more."
        case .noDecoder:
            "\(name) could not be decoded: the system has no memory or no open files left for a decoder."
        }
    }

    private static func text(_ kind: FileKind) -> String {
        switch kind {
        case .jpeg: "a JPEG of a kind that is not supported"
        case .png: "a PNG of a kind that is not supported"
        case .tiff: "a TIFF picture"
        case .gif: "a GIF picture"
        case .webp: "a WebP picture"
        case .heif: "a HEIF or AVIF picture"
        case .jpegXL: "a JPEG XL picture"
        case .bmp: "a BMP picture"
        case .svg: "an SVG drawing"
        case .pdf: "a PDF document"
        case .video: "a video"
        case .gzip: "a compressed file"
        case .webPage: "a web page"
        case .json: "JSON text"
        case .text: "a text file"
        case .empty: "empty"
        case .unknown: "not a picture"
        }
    }

    @Sendable private static func text(_ failure: CatalogFailure, _ name: String) -> String {
        switch failure {
        case .fetching(let failure): text(failure)
        case .noSuchPhoto:
            "NASA's library has no photo with the id \(name); ids are spelled exactly, capitals too."
        case .noSuchAlbum(let album): "NASA's library has no album \(album)."
        case .notAPhoto(_, .video): "\(name) is a video; only photos are shown."
        case .notAPhoto: "\(name) is no photo; only photos are shown."
        case .unreadableReply:
            "NASA's library answered something that cannot be read; try again later."
        case .webPageInstead: webPage
        case .tooManyResults: "NASA lists only the first 10,000 results; narrow the search."
        case .nothingViewable(_, let formats):
            "\(name) exists only as \(formats.joined(separator: ", ")); only JPEG and PNG are shown."
        case .addressNotAllowed: notAllowed
        }
    }

    private static let webPage =
        "The network answered with a web page instead of a picture; does it want you to sign in?"
    private static let notAllowed =
        "The address is not one that may be fetched: only https, and NASA's own servers for its photos."

    @Sendable private static func text(_ failure: FetchFailure) -> String {
        switch failure {
        case .notFound: "The server has no such file (404)."
        case .refused(let status, _):
            "The server refused the request (\(status)); wait a minute and try again."
        case .serverFailed(let status): "The server failed (\(status)); try again later."
        case .rateLimited: "The server asks for patience; wait a minute and try again."
        case .noConnection(let reason):
            "There is no connection to the server (\(reason)); check the network and try again."
        case .nameNotFound(let host):
            "There is no connection: the name \(host) was not found; check the network and try again."
        case .timedOut(let seconds):
            "The server did not answer within \(seconds) seconds; try again."
        case .stalled(let bytes):
            "The download stopped after \(LocalWording.size(bytes)); try again."
        case .tlsFailed(let reason):
            "The secure connection failed (\(reason)); is the computer's clock right?"
        case .tooManyRedirects(let limit): "The server redirected more than \(limit) times."
        case .addressNotAllowed: notAllowed
        case .tooLarge(let limit):
            "The file is larger than \(LocalWording.size(limit)), the limit for downloads."
        case .webPageInstead: webPage
        case .interrupted(let reason): "The download broke off (\(reason)); try again."
        case .cancelled: "The download was stopped."
        }
    }
}
