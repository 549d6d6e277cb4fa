internal import Bounds
internal import Checksums
internal import Files
internal import PhotoCatalog
internal import SystemPackage

/// A cached reply or picture: the file of the cache itself.
struct CacheEntry: Sendable {
    let record: CacheRecord
    /// The content, which is the first part of the cache's file.
    let file: OpenFile
    /// The time since the server was last known to have this version; negative if the clock was set
    /// back.
    let ageSeconds: Int

    var isFresh: Bool { record.isFresh(atAge: ageSeconds) }
    /// Returns the file name for an address: a hash of it.
    static func name(of address: PhotoAddress) -> String { Checksum.fileName(of: address.text) }
    /// The lengths of file names; 64 is that of the second format, which nothing reads: its files
    /// are deleted as the least recently used.
    static let nameBytes = [32, 64]
}

extension CacheEntry {
    /// Reads the entry in a file of the cache; `nil` if any byte differs from those written.
    init?(in descriptor: Descriptor, for address: String, now: Int) {
        guard let facts = try? descriptor.status(), facts.type == .regular else { return nil }
        let size = HeaderLimits.ByteCount.range.clamped(facts.size)
        let endBytes = min(CacheRecord.limitBytes, size)
        let end = descriptor.read(endBytes, at: size - endBytes)
        guard let (record, byteCount) = end.flatMap({ CacheRecord.read($0) }),
            record.address == address, record.length == size - byteCount
        else { return nil }
        let file = OpenFile(descriptor, byteCount: record.length)
        guard Checksum.of(file) == record.checksum else { return nil }
        // Entries are deleted by their time of last use.
        descriptor.markUsed(keeping: facts)
        self.init(record: record, file: file, ageSeconds: now &- facts.st_mtim.seconds)
    }
}

extension Checksum {
    /// Returns the checksum of a file; `nil` if it cannot be read.
    fileprivate static func of(_ file: OpenFile) -> UInt64? {
        var sum = Checksum()
        let isRead = file.forEachPiece { piece in
            sum.append(piece)
            return true
        }
        return isRead ? sum.value : nil
    }
}

/// The trailer of an entry: six lines of text, and one with their checksum and the length of all
/// seven.
///
/// It follows the content, which can thus be written as it arrives and read from the start of the
/// file.
///
/// Invariant: an entry with any changed byte is not read.
struct CacheRecord: Hashable, Sendable {
    let address: String
    /// The time for which the entry is fresh, from the modification time of the file.
    let lifetimeSeconds: Int
    let validator: HTTPValidator
    let length: Int
    let checksum: UInt64

    /// The maximum length: an address of 2 kB, a tag, and four short lines.
    static let limitBytes = 4096
    /// The maximum length of an address, above which it is not cached; the longest recorded one has
    /// 250 bytes.
    static let addressLimitBytes = 2048
    /// The format's version; entries of other versions are not read.
    private static let firstLine = "nasa-view cache 3"
    /// The length of the last line: 16 digits, a space, 4 digits and a line feed.
    private static let sealBytes = 22

    var bytes: [UInt8] {
        let lines = [
            Self.firstLine, address, String(lifetimeSeconds), validator.entityTag ?? "",
            validator.lastModified ?? "", "\(length) \(String(checksum, radix: 16))",
        ]
        let text = Array(lines.map { $0 + "\n" }.joined().utf8)
        return text + Self.seal(of: text)
    }

    static func seal(of text: [UInt8]) -> [UInt8] {
        let sum = padded(String(Checksum.of(text), radix: 16), to: 16)
        return Array("\(sum) \(padded(String(text.count + sealBytes), to: 4))\n".utf8)
    }

    private static func padded(_ digits: String, to count: Int) -> String {
        String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
    }

    /// Returns true if an entry of this age is fresh.
    ///
    /// An entry from the future is not: the clock was wrong then, or is wrong now.
    func isFresh(atAge seconds: Int) -> Bool { (0..<lifetimeSeconds).contains(seconds) }
}

extension CacheRecord {
    /// Returns the record at the end of a file and its length in bytes; `nil` if there is none.
    static func read(_ end: [UInt8]) -> (record: CacheRecord, byteCount: Int)? {
        let digits = String(decoding: end.suffix(5).dropLast(), as: UTF8.self)
        guard let count = (sealBytes...limitBytes).number(in: digits), count <= end.count
        else { return nil }
        let bytes = Array(end.suffix(count))
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard lines.count == 8,
            let record = CacheRecord(lines.prefix(6).map { String(decoding: $0, as: UTF8.self) }),
            // The comparison includes the checksum, and accepts no other notation.
            record.bytes == bytes
        else { return nil }
        return (record, count)
    }

    /// Reads the lines and checks the numbers too: the checksum is not a signature, so anyone can
    /// write one.
    private init?(_ lines: [String]) {
        let numbers = lines[5].split(separator: " ")
        guard lines[0] == Self.firstLine, numbers.count == 2,
            let lifetime = (0...FreshnessPolicy.longestSeconds).number(in: lines[2]),
            let length = (0...ResourceKind.photo.limitBytes).number(in: numbers[0]),
            let sum = UInt64(numbers[1], radix: 16)  // Bounded: a checksum, which is compared only.
        else { return nil }
        self.init(
            address: lines[1], lifetimeSeconds: lifetime,
            validator: HTTPValidator(entityTag: lines[3], lastModified: lines[4]),
            length: length, checksum: sum)
    }
}

/// Determines the time for which a server's reply counts as fresh.
enum FreshnessPolicy {
    static func lifetimeSeconds(of head: HTTPHead, for purpose: ResourceKind) -> Int {
        let requested = head.cacheControl.lifetimeSeconds
        switch purpose {
        case .reply: return min(requested ?? replySeconds, daySeconds)
        // Regardless of the server: some servers specify a minute or forbid caching, for data that
        // changes once a day.
        case .dailyReply: return replySeconds
        case .settledReply: return pictureSeconds
        // The server specifies 5 minutes here too, but the file of an ID and a size does not
        // change.
        case .preview, .photo, .file: return requested == 0 ? 0 : pictureSeconds
        }
    }

    /// The longest lifetime: a longer one in an entry was not written by us.
    static let longestSeconds = pictureSeconds
    /// The lifetime for replies that specify none: the one that NASA's servers specify
    /// (max-age=300).
    private static let replySeconds = 300
    private static let daySeconds = 86_400
    /// The lifetime of a picture: after a week it is validated again, which costs a 304.
    private static let pictureSeconds = 7 * 86_400
}
