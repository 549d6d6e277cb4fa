internal import Bounds
internal import Checksums
internal import Files
internal import PhotoCatalog
internal import SystemPackage

/// A cached reply or picture, as an open file of the cache.
struct CacheEntry: Sendable {
    let record: CacheRecord
    /// The content: the bytes of the cache's file that precede the record.
    let file: OpenFile
    /// The number of seconds since the entry was fetched or last validated; negative if the clock
    /// was set back.
    let ageSeconds: Int

    var isFresh: Bool { record.isFresh(atAge: ageSeconds) }
    /// Returns the file name for an address: a hash of the address.
    static func name(of address: PhotoAddress) -> String { Checksum.fileName(of: address.text) }
    /// The lengths of entries' file names, in bytes.
    ///
    /// Names of 64 bytes belong to the obsolete second format: these files are never read, and are
    /// deleted when they are the least recently used.
    static let nameBytes = [32, 64]
}

extension CacheEntry {
    /// Reads the entry in a file of the cache; `nil` if the file is damaged, or is for another
    /// address.
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
        // The entry counts as used, because the least recently used entries are deleted first.
        descriptor.markUsed(keeping: facts)
        self.init(record: record, file: file, ageSeconds: now &- facts.st_mtim.seconds)
    }
}

extension Checksum {
    /// Returns the checksum of a file; `nil` if the file cannot be read.
    fileprivate static func of(_ file: OpenFile) -> UInt64? {
        var sum = Checksum()
        let isRead = file.forEachPiece { piece in
            sum.append(piece)
            return true
        }
        return isRead ? sum.value : nil
    }
}

/// The record at the end of a cache file: six lines of text, and one with their checksum and the
/// length of all seven lines.
///
/// The record follows the content, so that the content can be written as it arrives and read from
/// the start of the file.
///
/// Invariant: an entry with a changed byte is not read.
struct CacheRecord: Hashable, Sendable {
    let address: String
    /// The number of seconds after the file's modification time for which the entry is fresh.
    let lifetimeSeconds: Int
    let validator: HTTPValidator
    let length: Int
    let checksum: UInt64

    /// The maximum length of a record in bytes: enough for an address of 2 kB, an entity tag, and
    /// four short lines.
    static let limitBytes = 4096
    /// The maximum length of the address of a cached file; the longest observed address has 250
    /// bytes.
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
    /// An entry of negative age is not fresh: the clock was wrong when the entry was written, or is
    /// wrong now.
    func isFresh(atAge seconds: Int) -> Bool { (0..<lifetimeSeconds).contains(seconds) }
}

extension CacheRecord {
    /// Returns the record at the end of a file and the record's length in bytes; `nil` if the bytes
    /// do not end with a valid record.
    static func read(_ end: [UInt8]) -> (record: CacheRecord, byteCount: Int)? {
        let digits = String(decoding: end.suffix(5).dropLast(), as: UTF8.self)
        guard let count = (sealBytes...limitBytes).number(in: digits), count <= end.count
        else { return nil }
        let bytes = Array(end.suffix(count))
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard lines.count == 8,
            let record = CacheRecord(lines.prefix(6).map { String(decoding: $0, as: UTF8.self) }),
            // This comparison verifies the checksum, and rejects any other notation of the numbers.
            record.bytes == bytes
        else { return nil }
        return (record, count)
    }

    /// Reads the lines, and checks each number: the checksum is not a signature, so any program can
    /// write a valid one.
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

/// The rules that determine how long a server's reply is fresh.
enum FreshnessPolicy {
    static func lifetimeSeconds(of head: HTTPHead, for purpose: ResourceKind) -> Int {
        let requested = head.cacheControl.lifetimeSeconds
        switch purpose {
        case .reply: return min(requested ?? replySeconds, daySeconds)
        // The server's value is ignored: some servers specify a minute or forbid caching, for data
        // that changes once a day.
        case .dailyReply: return replySeconds
        case .settledReply: return pictureSeconds
        // NASA's servers specify 5 minutes also for files, but the file of an ID and a size does
        // not change.
        case .preview, .photo, .file: return requested == 0 ? 0 : pictureSeconds
        }
    }

    /// The longest lifetime; an entry with a longer lifetime was not written by this program.
    static let longestSeconds = pictureSeconds
    /// The lifetime of daily replies and of replies that specify no lifetime: 300 seconds, as
    /// NASA's servers specify.
    private static let replySeconds = 300
    private static let daySeconds = 86_400
    /// The lifetime of pictures and settled replies: after a week, the server is asked whether the
    /// content has changed.
    private static let pictureSeconds = 7 * 86_400
}
