internal import PhotoCatalog

/// What an entry says of itself before its bytes: seven lines of text, the last one their checksum.
///
/// Invariant: whatever byte of an entry changes, reading it gives nothing.
struct CacheHeader: Hashable, Sendable {
    let address: String
    /// How long the entry is valid from the time of the file on.
    let lifetimeSeconds: Int
    let validator: HTTPValidator
    let length: Int
    let checksum: UInt64

    /// Room for the longest header: an address of 2 kB, a tag, and four short lines.
    static let limitBytes = 4096
    /// Longer addresses are not kept; the longest recorded has 250 bytes.
    static let addressLimitBytes = 2048

    var bytes: [UInt8] {
        let lines = [
            Self.firstLine, address, String(lifetimeSeconds), validator.entityTag ?? "",
            validator.lastModified ?? "", "\(length) \(String(checksum, radix: 16))",
        ]
        let text = Array(lines.map { $0 + "\n" }.joined().utf8)
        return text + Array((String(Checksum.of(text), radix: 16) + "\n").utf8)
    }

    /// The version is in the first line: what another version wrote is not read.
    private static let firstLine = "nasa-view cache 1"
}

extension CacheHeader {
    /// The header at the start of a file, and how many bytes it takes; nil where there is none.
    static func read(_ start: ArraySlice<UInt8>) -> (header: CacheHeader, byteCount: Int)? {
        let lines = start.split(
            separator: UInt8(ascii: "\n"), maxSplits: 7, omittingEmptySubsequences: false)
        guard lines.count == 8 else { return nil }
        let signed = start[start.startIndex..<lines[6].startIndex]
        guard text(lines[6]) == String(Checksum.of(Array(signed)), radix: 16),
            let header = CacheHeader(lines.prefix(6).map(text))
        else { return nil }
        return (header, lines[7].startIndex - start.startIndex)
    }

    /// The checksum is no signature: whoever can write the file can make one for any numbers.
    private init?(_ lines: [String]) {
        let numbers = lines[5].split(separator: " ")
        guard lines[0] == Self.firstLine, numbers.count == 2,
            let lifetime = Int(lines[2]), (0...KeepingRule.longestSeconds).contains(lifetime),
            let length = Int(numbers[0]), (0...FetchPurpose.photo.limitBytes).contains(length),
            let sum = UInt64(numbers[1], radix: 16)
        else { return nil }
        self.init(
            address: lines[1], lifetimeSeconds: lifetime,
            validator: HTTPValidator(entityTag: lines[3], lastModified: lines[4]),
            length: length, checksum: sum)
    }

    private static func text(_ line: ArraySlice<UInt8>) -> String {
        String(decoding: line, as: UTF8.self)
    }
}
