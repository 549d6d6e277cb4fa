internal import Files
internal import PhotoCatalog

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// A reply or a picture as it is kept: the file of the cache itself.
struct CacheEntry: Sendable {
    let record: CacheRecord
    /// Its bytes, which are the first of the cache's file.
    let file: OpenFile
    /// Since the server was last known to have this version; negative if a clock was turned back.
    let ageSeconds: Int

    var isFresh: Bool { record.isFresh(atAge: ageSeconds) }

    /// The name of the file for an address: nothing of the address is in it.
    static func name(of address: PhotoAddress) -> String { Checksum.fileName(of: address.text) }
}

extension CacheEntry {
    /// The entry in a file of the cache, if every byte of it is as it was written.
    init?(in descriptor: Descriptor, for address: String, now: Int) {
        var facts = stat()
        guard fstat(descriptor.number, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        let size = Int(facts.st_size)
        let endBytes = min(CacheRecord.limitBytes, size)
        let end = descriptor.read(endBytes, at: size - endBytes)
        guard let (record, byteCount) = end.flatMap({ CacheRecord.read($0) }),
            record.address == address, record.length == size - byteCount
        else { return nil }
        let file = OpenFile(descriptor, byteCount: record.length)
        guard Checksum.of(file) == record.checksum else { return nil }
        #if canImport(Glibc)
        let written = facts.st_mtim
        #else
        let written = facts.st_mtimespec
        #endif
        Self.markUsed(descriptor, keeping: written)
        self.init(record: record, file: file, ageSeconds: now &- written.tv_sec)
    }

    /// The time of last use decides what goes first; many disks do not keep it by themselves.
    private static func markUsed(_ descriptor: Descriptor, keeping written: timespec) {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        futimens(descriptor.number, [now, written])
    }
}

/// What an entry says of itself behind its bytes: six lines of text, and one with their checksum and
/// the length of all seven.
///
/// It stands behind them so that they can be written as they come, and read from the file's start.
///
/// Invariant: whatever byte of an entry changes, reading it gives nothing.
struct CacheRecord: Hashable, Sendable {
    let address: String
    /// How long the entry is valid from the time of the file on.
    let lifetimeSeconds: Int
    let validator: HTTPValidator
    let length: Int
    let checksum: UInt64

    /// Room for the longest record: an address of 2 kB, a tag, and four short lines.
    static let limitBytes = 4096
    /// Longer addresses are not kept; the longest recorded has 250 bytes.
    static let addressLimitBytes = 2048
    /// The version is in the first line: what another version wrote is not read.
    private static let firstLine = "nasa-view cache 3"
    /// The last line: 16 digits, a space, 4 digits and a line feed.
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

    /// An entry from the future is none: the clock was wrong when it was kept, or is wrong now.
    func isFresh(atAge seconds: Int) -> Bool { (0..<lifetimeSeconds).contains(seconds) }
}

extension CacheRecord {
    /// The record at the end of a file, and how many bytes it takes; `nil` if there is none.
    static func read(_ end: [UInt8]) -> (record: CacheRecord, byteCount: Int)? {
        let digits = String(decoding: end.suffix(5).dropLast(), as: UTF8.self)
        guard let count = Int(digits), (sealBytes...limitBytes).contains(count), count <= end.count
        else { return nil }
        let bytes = Array(end.suffix(count))
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard lines.count == 8,
            let record = CacheRecord(lines.prefix(6).map { String(decoding: $0, as: UTF8.self) }),
            // With the checksum, and written in no other way.
            record.bytes == bytes
        else { return nil }
        return (record, count)
    }

    /// The checksum is no signature: anyone who can write the file can make one for any numbers.
    private init?(_ lines: [String]) {
        let numbers = lines[5].split(separator: " ")
        guard lines[0] == Self.firstLine, numbers.count == 2,
            let lifetime = Int(lines[2]), (0...FreshnessPolicy.longestSeconds).contains(lifetime),
            let length = Int(numbers[0]), (0...ResourceKind.photo.limitBytes).contains(length),
            let sum = UInt64(numbers[1], radix: 16)
        else { return nil }
        self.init(
            address: lines[1], lifetimeSeconds: lifetime,
            validator: HTTPValidator(entityTag: lines[3], lastModified: lines[4]),
            length: length, checksum: sum)
    }
}

/// How long what a server sent is taken for current.
enum FreshnessPolicy {
    static func lifetimeSeconds(of head: HTTPHead, for purpose: ResourceKind) -> Int {
        let wished = head.cacheControl.lifetimeSeconds
        switch purpose {
        case .reply: return min(wished ?? replySeconds, daySeconds)
        // The server says 5 minutes here too, yet a file of one id and size is not made anew.
        case .preview, .photo, .file: return wished == 0 ? 0 : pictureSeconds
        }
    }

    /// No entry says more: what does is none of ours.
    static let longestSeconds = pictureSeconds

    /// What NASA's servers say themselves (max-age=300), for replies that do not.
    private static let replySeconds = 300
    private static let daySeconds = 86_400
    /// After a week a picture is asked after again, which costs a 304.
    private static let pictureSeconds = 7 * 86_400
}
