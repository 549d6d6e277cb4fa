internal import Files
package import Imaging
internal import SystemPackage

/// A file in a zip archive.
package struct ZipMember: Hashable, Sendable {
    /// The path in the archive, which is relative and contains no `..`.
    package let name: [UInt8]
    /// The decompressed size in bytes, according to the archive.
    package let byteCount: Int
    /// The date and time of the last change, in MS-DOS format (4.4.6).
    package let date, time: Int
    /// The reason why the file cannot be decompressed; `nil` if it can be decompressed.
    package let fault: ZipFault?
    let isDeflated: Bool
    let packedBytes: Int
    /// The offset of the file's local header in the archive.
    let offset: Int
    private let checksum: Int

    private static let stored = 0
    private static let deflated = 8
    private static let encryptionFlag = 1

    /// Creates a member from a record; `nil` if the name or offset is invalid.
    init?(_ entry: ZipEntry, before end: Int) {
        guard let name = ZipName.path(of: entry), entry.offset + entry.packedBytes <= end else {
            return nil
        }
        self.name = name
        byteCount = entry.unpackedBytes
        (date, time) = (entry.date, entry.time)
        fault = Self.fault(of: entry)
        isDeflated = entry.method == Self.deflated
        packedBytes = entry.packedBytes
        offset = entry.offset
        checksum = entry.checksum
    }

    private static func fault(of entry: ZipEntry) -> ZipFault? {
        if entry.flags & encryptionFlag != 0 { return .encrypted }
        guard entry.method == stored || entry.method == deflated else {
            return .method(entry.method)
        }
        guard entry.packedBytes <= ZipLimits.packedBytes else {
            return .tooLarge(bytes: ZipLimits.packedBytes)
        }
        guard entry.unpackedBytes <= ZipLimits.unpackedBytes else {
            return .tooLarge(bytes: ZipLimits.unpackedBytes)
        }
        let isTried = entry.unpackedBytes <= ZipLimits.triedBytes
        return isTried || entry.unpackedBytes / ZipLimits.ratio <= entry.packedBytes ? nil : .ratio
    }

    /// The end of a gzip frame: checksum and size of the decompressed data (RFC 1952, 2.3.1).
    var frameEnd: [UInt8] {
        [checksum, byteCount].flatMap { number in
            [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: number >> $0) }
        }
    }
}

/// The validation and decoding of names of files in an archive.
enum ZipName {
    private static let unicodeFlag = 1 << 11
    private static let slash = UInt8(ascii: "/")
    private static let dots = Array("..".utf8)

    /// Returns the path of an entry in UTF-8; `nil` if its name is invalid.
    static func path(of entry: ZipEntry) -> [UInt8]? {
        let bytes = entry.name
        guard !leadsOutside(bytes), !bytes.contains(0) else { return nil }
        let isText =
            entry.flags & unicodeFlag != 0 || String(validating: bytes, as: UTF8.self) != nil
        // Removes `//` and `/./`, so that the name can be compared with the system's paths.
        let name = FilePath(bytes: isText ? bytes : utf8(ofDOS: bytes)).lexicallyNormalized().bytes
        return name.isEmpty || name == [UInt8(ascii: ".")] ? nil : name
    }

    /// True for an absolute path and for a path that contains `..`.
    static func leadsOutside(_ name: [UInt8]) -> Bool {
        name.first == slash || name.split(separator: slash).contains { Array($0) == dots }
    }

    /// Decodes a name in code page 437, which MS-DOS used (appendix D).
    private static func utf8(ofDOS name: [UInt8]) -> [UInt8] {
        name.flatMap { $0 < 0x80 ? [$0] : Array(upper[Int($0) - 0x80].utf8) }
    }

    private static let upper: [String] =
        """
        ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
        αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}
        """.map { String($0) }
}
