import Imaging
import PhotoCatalog
import PhotoPipeline

// Each case names the one after it, so a case that is added does not compile until it is here.

extension PictureFailure {
    /// One failure of every case, with `text` wherever the world's words go.
    static func all(saying text: String) -> [PictureFailure] {
        let refusals = row(from: URLPolicyViolation.scheme(text)) { $0.next(text) }
        let fetching =
            row(from: FetchFailure.notFound) { $0.next(text) }
            + refusals.map(FetchFailure.addressNotAllowed)
        let looking =
            row(from: CatalogFailure.noSuchPhoto(PhotoID(text))) { $0.next(text) }
            + fetching.map(CatalogFailure.fetching)
        let kinds = row(from: FileKind.jpeg) { $0.next }
        let decoding =
            row(from: DecodingFailure.damaged(reason: text)) { $0.next }
            + kinds.map(DecodingFailure.unsupported)
        return row(from: FileFailure.notFound) { $0.next(text) }.map(PictureFailure.reading)
            + looking.map(PictureFailure.looking) + fetching.map(PictureFailure.fetching)
            + decoding.map(PictureFailure.decoding)
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
        case .overLimit: nil
        }
    }
}

extension DecodingFailure {
    fileprivate var next: DecodingFailure? {
        switch self {
        case .damaged: .tooLarge(PixelSize(width: .max, height: .max))
        case .tooLarge: .outOfMemory
        case .outOfMemory: .noRoom(byteCount: .max)
        case .noRoom: .unsupported(kind: .unknown)
        case .unsupported: .decoderCrashed
        case .decoderCrashed: .decoderStalled
        case .decoderStalled: .noDecoder
        case .noDecoder: nil
        }
    }
}

extension FileKind {
    fileprivate var next: FileKind? {
        switch self {
        case .jpeg: .png
        case .png: .tiff
        case .tiff: .gif
        case .gif: .webp
        case .webp: .heif
        case .heif: .jpegXL
        case .jpegXL: .jpeg2000
        case .jpeg2000: .fits
        case .fits: .bmp
        case .bmp: .svg
        case .svg: .pdf
        case .pdf: .video
        case .video: .gzip
        case .gzip: .webPage
        case .webPage: .json
        case .json: .text
        case .text: .empty
        case .empty: .unknown
        case .unknown: nil
        }
    }
}

extension CatalogFailure {
    fileprivate func next(_ text: String) -> CatalogFailure? {
        switch self {
        case .noSuchPhoto: .noSuchAlbum(text)
        case .noSuchAlbum: .notAPhoto(PhotoID(text), .video)
        case .notAPhoto(let id, .video): .notAPhoto(id, .other(text))
        case .notAPhoto: .unreadableReply
        case .unreadableReply: .webPageInstead
        case .webPageInstead: .tooManyResults
        case .tooManyResults: .nothingViewable(PhotoID(text), formats: [text, "tif"])
        case .nothingViewable(let id, let formats) where !formats.isEmpty:
            .nothingViewable(id, formats: [])
        case .nothingViewable: .addressNotAllowed(.malformed)
        case .addressNotAllowed: .fetching(.cancelled)
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
        case .rateLimited: .noConnection(reason: text)
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
        case .tooLarge: .webPageInstead
        case .webPageInstead: .interrupted(reason: text)
        case .interrupted: .cancelled
        case .cancelled: .addressNotAllowed(.malformed)
        case .addressNotAllowed, .notFound, .refused, .serverFailed, .rateLimited, .noConnection:
            nil
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
