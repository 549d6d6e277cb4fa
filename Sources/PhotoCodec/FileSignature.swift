package import Imaging

/// The detection of a file's kind by its first bytes.
package enum FileSignature {
    /// The number of bytes searched for text, enough for a web page's preamble.
    private static let textBytes = 512

    /// The signatures; the first that matches a file decides.
    private static let marks: [SignatureMark] =
        Codec.all.flatMap { codec in
            codec.marks.map { SignatureMark(.photo(codec.format), $0) }
        } + others + SignatureMark.unsupported

    private static let others: [SignatureMark] = [
        .init(.video, at: 4, "moov"),
        .init(.video, at: 8, "AVI "),
        .init(.video, [0x1A, 0x45, 0xDF, 0xA3]),
        .init(.video, [0x00, 0x00, 0x01, 0xBA]),
        .init(.video, [0x00, 0x00, 0x01, 0xB3]),
        .init(.video, "FLV\u{1}"),
        .init(.video, [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]),
        .init(.pdf, "%PDF-"),
        .init(.gzip, [0x1F, 0x8B]),
    ]
    /// The brands of pictures, but not of videos, in ISO media files (ISO/IEC 23008-12, 10).
    private static let brands: Set<String> = [
        "mif1", "mif2", "mif3", "msf1", "miaf", "heic", "heix", "heim", "heis", "hevc", "hevx",
        "hevm", "hevs", "avif", "avis", "avio", "avci", "avcs", "vvic", "vvis", "evbi", "evmi",
        "evbs", "evms", "j2ki", "j2is", "jpeg", "jpgs", "unif", "pred", "1pic",
    ]
    /// The maximum number of brands read from an ISO media file; cameras write fewer than ten.
    private static let mostBrands = 30

    package static func kind(of bytes: PhotoBytes) -> FileKind {
        guard bytes.count > 0 else { return .empty }
        let start = bytes.withUnsafeBytes { Array($0.prefix(textBytes)) }
        if let kind = kind(ofISOMedia: start) { return kind }
        let mark = marks.first { $0.fits(start) }
        return mark?.kind ?? kind(ofText: start)
    }

    /// Returns the kind of an ISO media file; `nil` for other files.
    ///
    /// A file with any brand of pictures is a picture.
    private static func kind(ofISOMedia start: [UInt8]) -> FileKind? {
        guard start.dropFirst(4).starts(with: "ftyp".utf8) else { return nil }
        let length = start.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        let end = min(start.count, length, 16 + 4 * mostBrands)
        // A version separates the main brand from the compatible brands.
        let places = [8] + stride(from: 16, to: max(16, end - 3), by: 4)
        let named = places.map { String(decoding: start.dropFirst($0).prefix(4), as: UTF8.self) }
        guard named[0] != "crx " else { return .unsupported(.canonCR3) }
        return named.contains(where: brands.contains) ? .photo(.heif) : .video
    }

    private static func kind(ofText start: [UInt8]) -> FileKind {
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = start.starts(with: byteOrderMark) ? start.dropFirst(3) : start[...]
        guard text.allSatisfy({ $0 >= 0x20 || (0x09...0x0D).contains($0) }) else {
            // Text can begin with these characters, so only other files are compared with them.
            if start.starts(with: "BM".utf8) { return .bmp }
            return SignatureMark.unsupportedBesideText.first { $0.fits(start) }?.kind ?? .unknown
        }
        if let format = UnsupportedFormat(ofText: text) { return .unsupported(format) }
        let words = String(decoding: text, as: UTF8.self).lowercased().drop { $0.isWhitespace }
        if words.hasPrefix("<?xml"), words.contains("pds.nasa.gov/pds4") { return .photo(.pds) }
        if words.contains("<svg") { return .svg }
        if words.hasPrefix("<!doctype html") || words.contains("<html") { return .webPage }
        if words.hasPrefix("{") || words.hasPrefix("[") { return .json }
        return isText(text) ? .text : .unknown
    }

    /// True if the bytes are UTF-8; the last character may be cut off.
    private static func isText(_ bytes: ArraySlice<UInt8>) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        return !text.dropLast(bytes.count < textBytes - 3 ? 0 : 1).contains("\u{FFFD}")
    }
}
