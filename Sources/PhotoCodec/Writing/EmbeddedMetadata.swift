internal import CLCMS

/// The metadata in a written file.
package struct EmbeddedMetadata: Hashable, Sendable {
    /// The approximate maximum size of a text in bytes.
    ///
    /// Titles are shorter, and a JPEG segment can contain 64 KB.
    private static let textLimitBytes = 2000

    let title, credit, source: String

    /// Creates the metadata; empty texts are not written.
    ///
    /// `source` is the origin of the picture: an address or a name, with the region after a `#`.
    package init(title: String, credit: String, source: String) {
        self.title = Self.plain(title)
        self.credit = Self.plain(credit)
        self.source = Self.plain(source)
    }

    /// Removes control characters, because a zero would end the text, and limits the length.
    private static func plain(_ text: String) -> String {
        let scalars = text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
        var plain = ""
        for scalar in scalars {
            guard plain.utf8.count < textLimitBytes else { break }
            plain.unicodeScalars.append(scalar)
        }
        return plain
    }

    /// The texts under the keywords of the PNG specification (third edition, 11.3.3.1).
    var texts: [PNGText] {
        [("Title", title), ("Author", credit), ("Source", source), ("Software", Self.software)]
            .filter { !$0.1.isEmpty }.map { PNGText(keyword: $0.0, text: $0.1) }
    }

    /// The segments of a JPEG: Exif, sRGB's profile, and the source, if any, as a comment.
    var segments: [UInt8] {
        Self.segment(0xE1, Array("Exif\0\0".utf8) + exif)
            + Self.segment(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1] + Self.profile)
            + (source.isEmpty ? [] : Self.segment(0xFE, Array(source.utf8)))
    }

    private static let software = "nasa-view"

    /// Returns a segment: marker, length including itself, contents (ITU-T T.81, B.1.1.4).
    private static func segment(_ marker: UInt8, _ contents: [UInt8]) -> [UInt8] {
        let length = contents.count + 2
        return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + contents
    }

    private var exif: [UInt8] {
        let texts = [(0x10E, title), (0x131, Self.software), (0x13B, credit)]
        return ExifWriter(texts: texts.filter { !$0.1.isEmpty }).bytes
    }

    /// sRGB's profile without its creation time; empty if there is not enough memory.
    private static var profile: [UInt8] {
        let capacity = Int(clcms_srgb_profile(nil, 0))
        var bytes = [UInt8](repeating: 0, count: capacity)
        guard capacity > profileDate.upperBound,
            clcms_srgb_profile(&bytes, UInt32(capacity)) == UInt32(capacity)
        else { return [] }
        for index in profileDate { bytes[index] = 0 }
        return bytes
    }

    /// The range of the creation time in a profile (ICC.1, 7.2.8).
    private static let profileDate = 24..<36
}

/// A writer of an Exif block with texts, and with sRGB as the colour space.
private struct ExifWriter {
    /// The texts, in ascending order of tags.
    let texts: [(tag: Int, text: String)]

    private static let entryBytes = 12
    private static let headerBytes = 8
    private static let exifPointer = 0x8769
    private static let colourSpace = 0xA001
    private enum Kind { static let ascii = 2, short = 3, long = 4 }

    /// The block: a directory with the texts, a directory with the colour space, and long texts.
    ///
    /// See Exif 2.32, 4.6.
    var bytes: [UInt8] {
        let count = texts.count + 1
        let second = Self.headerBytes + Self.directoryBytes(count)
        var offset = second + Self.directoryBytes(1)
        var first: [UInt8] = Self.short(count)
        var stored: [UInt8] = []
        for (tag, text) in texts {
            let value = Array(text.utf8) + [0]
            // Up to four bytes are stored in the entry itself.
            let isShort = value.count <= 4
            let field = isShort ? value + [UInt8](repeating: 0, count: 4 - value.count) : nil
            first += Self.entry(tag, Kind.ascii, value.count, field ?? Self.long(offset))
            guard !isShort else { continue }
            stored += value
            offset += value.count
        }
        first += Self.entry(Self.exifPointer, Kind.long, 1, Self.long(second)) + Self.long(0)
        let colours = Self.short(1) + Self.entry(Self.colourSpace, Kind.short, 1, Self.long(1))
        return Array("II*\0".utf8) + Self.long(Self.headerBytes) + first + colours + Self.long(0)
            + stored
    }

    private static func directoryBytes(_ entries: Int) -> Int { 2 + entries * entryBytes + 4 }

    private static func entry(_ tag: Int, _ kind: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
        short(tag) + short(kind) + long(count) + value
    }

    private static func short(_ number: Int) -> [UInt8] {
        [UInt8(number & 0xFF), UInt8(number >> 8 & 0xFF)]
    }

    private static func long(_ number: Int) -> [UInt8] {
        short(number & 0xFFFF) + short(number >> 16 & 0xFFFF)
    }
}
