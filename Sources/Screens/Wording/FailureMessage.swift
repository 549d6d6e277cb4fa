internal import Imaging
internal import PhotoCatalog
package import PhotoPipeline
package import TerminalProtocols

/// One plain sentence for each failure: what happened, and what to do.
package enum FailureMessage {
    package static func sentence(
        for failure: PictureFailure, of photo: PhotoReference
    ) -> SafeText {
        let name = StatusWording.name(of: photo).truncated(to: 120).string
        return switch failure {
        case .reading(let failure): SafeText(text(failure, name))
        case .looking(let failure): SafeText(text(failure, name))
        case .fetching(let failure): SafeText(text(failure))
        case .decoding(let failure): SafeText(text(failure, name))
        }
    }

    /// Of a list, or of a photo whose name stands beside it.
    static func sentence(for failure: CatalogFailure, of name: SafeText = "This") -> SafeText {
        SafeText(text(failure, name.truncated(to: 120).string))
    }

    /// Said beside a picture that is shown as far as its file goes.
    package static func damage(of photo: PhotoReference) -> SafeText {
        let name = StatusWording.name(of: photo).truncated(to: 120).string
        return SafeText("\(name) is damaged; this is all there is of it.")
    }

    private static func text(_ failure: FileFailure, _ name: String) -> String {
        switch failure {
        case .notFound: "There is no file \(name); an id of NASA's library has no slash."
        case .isDirectory: "\(name) is a folder; name the pictures in it."
        case .notRegular: "\(name) is not a regular file; use - to read a pipe."
        case .notPermitted: "\(name) may not be read; check its permissions."
        case .empty: "\(name) is empty."
        case .unreadable(let reason): "\(name) cannot be read: \(reason)."
        }
    }

    private static func text(_ failure: DecodingFailure, _ name: String) -> String {
        switch failure {
        case .unsupported(let kind):
            "\(name) is \(describe(kind)); only JPEG and PNG pictures are shown."
        case .damaged(let reason): "\(name) is damaged and cannot be shown (\(reason))."
        case .tooLarge(let size):
            "\(name) is too large to show (\(size.width) x \(size.height) pixels)."
        case .outOfMemory: "There is not enough memory to show \(name)."
        case .noRoom(let byteCount):
            "\(name) needs \(StatusWording.size(byteCount)) of free room in the cache directory to be "
                + "shown at this size; smaller it can be shown."
        }
    }

    private static func describe(_ kind: FileKind) -> String {
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
        default: describeOther(kind)
        }
    }

    private static func describeOther(_ kind: FileKind) -> String {
        switch kind {
        case .pdf: "a PDF document"
        case .video: "a video"
        case .gzip: "a compressed file"
        case .webPage: "a web page"
        case .json: "JSON text"
        case .text: "a text file"
        case .empty: "empty"
        default: "not a picture"
        }
    }

    private static func text(_ failure: CatalogFailure, _ name: String) -> String {
        switch failure {
        case .fetching(let failure): text(failure)
        case .noSuchPhoto:
            "NASA's library has no photo with the id \(name); ids are spelled exactly, capitals too."
        case .noSuchAlbum(let album): "NASA's library has no album \(album)."
        case .notAPhoto(_, let type):
            "\(name) is \(type == .video ? "a video" : "no photo"); only photos are shown."
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

    private static func text(_ failure: FetchFailure) -> String {
        switch failure {
        case .notFound: "The server has no such file (404)."
        case .refused(let status, _):
            "The server refused the request (\(status)); wait a minute and try again."
        case .serverFailed(let status): "The server failed (\(status)); try again later."
        case .rateLimited: "The server asks for patience; wait a minute and try again."
        case .tooLarge(let limit):
            "The file is larger than \(StatusWording.size(limit)), the limit for downloads."
        case .webPageInstead: webPage
        case .addressNotAllowed: notAllowed
        case .cancelled: "The download was stopped."
        default: connectionText(failure)
        }
    }

    private static func connectionText(_ failure: FetchFailure) -> String {
        switch failure {
        case .noConnection(let reason):
            "There is no connection to the server (\(reason)); check the network and try again."
        case .nameNotFound(let host):
            "There is no connection: the name \(host) was not found; check the network and try again."
        case .timedOut(let seconds):
            "The server did not answer within \(seconds) seconds; try again."
        case .stalled(let bytes):
            "The download stopped after \(StatusWording.size(bytes)); try again."
        case .tlsFailed(let reason):
            "The secure connection failed (\(reason)); is the computer's clock right?"
        case .tooManyRedirects(let limit): "The server redirected more than \(limit) times."
        case .interrupted(let reason): "The download broke off (\(reason)); try again."
        default: "The download failed; try again."
        }
    }
}
