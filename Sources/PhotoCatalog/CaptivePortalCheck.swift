/// Recognises a web page where a reply or a picture was asked for, as captive portals send it.
package enum CaptivePortalCheck {
    /// Whether the bytes start as HTML does; the content type is not asked, as it cannot be trusted.
    package static func looksLike(_ bytes: [UInt8]) -> Bool {
        let start = bytes.prefix(Self.sniffedBytes).drop { whiteSpaceOrMark.contains($0) }
        let text = String(decoding: start, as: UTF8.self).lowercased()
        return openings.contains { text.hasPrefix($0) }
    }

    /// Enough for white space and a byte order mark before the first tag.
    package static let sniffedBytes = 256

    private static let openings = ["<!doctype html", "<html", "<head", "<body", "<script", "<meta"]

    /// Tab, line feed, form feed, carriage return, space, and the bytes of UTF-8's byte order mark.
    private static let whiteSpaceOrMark: Set<UInt8> = [9, 10, 12, 13, 32, 0xEF, 0xBB, 0xBF]
}
