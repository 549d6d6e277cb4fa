package import Imaging

/// Detects a file's kind by its first bytes.
package enum FileSignature {
    /// How far into a file a text is looked at: enough for a page's preamble before its first tag.
    private static let textBytes = 512

    /// A pattern of bytes at a fixed place.
    private struct Mark {
        let kind: FileKind
        let offset: Int
        let bytes: [UInt8]

        init(_ kind: FileKind, at offset: Int = 0, _ bytes: [UInt8]) {
            self.kind = kind
            self.offset = offset
            self.bytes = bytes
        }

        init(_ kind: FileKind, at offset: Int = 0, _ text: String) {
            self.init(kind, at: offset, Array(text.utf8))
        }
    }

    /// The first that fits decides, so brands of ISO media files stand before `ftyp` alone.
    private static let marks = [
        Mark(.jpeg, [0xFF, 0xD8]),
        Mark(.png, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
        Mark(.tiff, [0x49, 0x49, 0x2A, 0x00]),
        Mark(.tiff, [0x4D, 0x4D, 0x00, 0x2A]),
        Mark(.tiff, [0x49, 0x49, 0x2B, 0x00]),
        Mark(.tiff, [0x4D, 0x4D, 0x00, 0x2B]),
        Mark(.gif, "GIF87a"),
        Mark(.gif, "GIF89a"),
        Mark(.webp, at: 8, "WEBP"),
        Mark(.jpegXL, [0xFF, 0x0A]),
        Mark(.jpegXL, [0x00, 0x00, 0x00, 0x0C, 0x4A, 0x58, 0x4C, 0x20]),
        Mark(.jpeg2000, [0x00, 0x00, 0x00, 0x0C, 0x6A, 0x50, 0x20, 0x20]),
        Mark(.jpeg2000, [0xFF, 0x4F, 0xFF, 0x51]),
        Mark(.fits, "SIMPLE  ="),
        Mark(.heif, at: 4, "ftypheic"),
        Mark(.heif, at: 4, "ftypheix"),
        Mark(.heif, at: 4, "ftyphevc"),
        Mark(.heif, at: 4, "ftypmif1"),
        Mark(.heif, at: 4, "ftypmsf1"),
        Mark(.heif, at: 4, "ftypavif"),
        Mark(.heif, at: 4, "ftypavis"),
        Mark(.video, at: 4, "ftyp"),
        Mark(.video, at: 8, "AVI "),
        Mark(.video, [0x1A, 0x45, 0xDF, 0xA3]),
        Mark(.pdf, "%PDF-"),
        Mark(.gzip, [0x1F, 0x8B]),
    ]

    package static func kind(of bytes: PhotoBytes) -> FileKind {
        guard bytes.count > 0 else { return .empty }
        let start = bytes.withUnsafeBytes { Array($0.prefix(textBytes)) }
        let mark = marks.first { start.dropFirst($0.offset).starts(with: $0.bytes) }
        return mark?.kind ?? kind(ofText: start)
    }

    private static func kind(ofText start: [UInt8]) -> FileKind {
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = start.starts(with: byteOrderMark) ? start.dropFirst(3) : start[...]
        guard text.allSatisfy({ $0 >= 0x20 || (0x09...0x0D).contains($0) }) else {
            // Only here, because a text may begin with BM too.
            return start.starts(with: "BM".utf8) ? .bmp : .unknown
        }
        let words = String(decoding: text, as: UTF8.self).lowercased().drop { $0.isWhitespace }
        if words.contains("<svg") { return .svg }
        if words.hasPrefix("<!doctype html") || words.contains("<html") { return .webPage }
        if words.hasPrefix("{") || words.hasPrefix("[") { return .json }
        return isText(text) ? .text : .unknown
    }

    /// Whether the bytes are UTF-8; a character cut off at the end counts as whole.
    private static func isText(_ bytes: ArraySlice<UInt8>) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        return !text.dropLast(bytes.count < textBytes - 3 ? 0 : 1).contains("\u{FFFD}")
    }
}
