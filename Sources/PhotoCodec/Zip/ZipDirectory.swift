internal import Files
internal import Imaging

/// The list of files at the end of a zip archive (PKWARE's APPNOTE 6.3.10, 4.3.12 to 4.3.16).
///
/// The archive is untrusted: each offset and length is checked against the file before use.
struct ZipDirectory {
    /// The files in the order of the list; of several files with the same name, only the last.
    private(set) var members: [ZipMember] = []
    /// The reason why some files of the archive are missing; `nil` if no files are missing.
    private(set) var fault: ZipFault?
    /// True if the list has too many files or bytes to be read completely.
    private(set) var isCut = false

    init(of file: Descriptor, byteCount: Int, limit: Int) throws(FileFailure) {
        let range = try ZipEnd.directory(of: file, byteCount: byteCount)
        isCut = range.count > ZipLimits.directoryBytes
        let length = min(range.count, ZipLimits.directoryBytes)
        guard let bytes = file.read(length, at: range.lowerBound) else { throw .zip(.damaged) }
        bytes.withUnsafeBytes { read(ZipReader($0), end: range.lowerBound, limit: limit) }
    }

    /// Reads all records; the data of files must be before `end`.
    private mutating func read(_ list: ZipReader, end: Int, limit: Int) {
        var places: [[UInt8]: Int] = [:]
        var offset = 0
        while offset < list.count {
            guard members.count < limit else { return isCut = true }
            guard list.starts(with: "PK\u{1}\u{2}", at: offset),
                let entry = ZipEntry(list, at: offset)
            else {
                if !isCut { fault = .damaged }
                return
            }
            offset += entry.byteCount
            guard !entry.isFolder else { continue }
            guard let member = ZipMember(entry, before: end) else {
                fault = fault ?? (ZipName.leadsOutside(entry.name) ? .outside : .damaged)
                continue
            }
            if let index = places[member.name] {
                members[index] = member
            } else {
                places[member.name] = members.count
                members.append(member)
            }
        }
    }
}

/// The records after the list of files, which state the position of the list.
private enum ZipEnd {
    private static let recordBytes = 22
    private static let locatorBytes = 20
    private static let largeRecordBytes = 56
    /// The longest comment of an archive in bytes; the comment follows the record.
    private static let longestComment = 0xFFFF

    static func directory(of file: Descriptor, byteCount: Int) throws(FileFailure) -> Range<Int> {
        let start = max(0, byteCount - recordBytes - longestComment - locatorBytes)
        guard let tail = file.read(byteCount - start, at: start) else { throw .zip(.damaged) }
        let found = tail.withUnsafeBytes { range(ZipReader($0), from: start, in: file) }
        guard let found else { throw .zip(.damaged) }
        return found
    }

    /// Returns the range of the list; `nil` if the record after the list is missing or invalid.
    private static func range(
        _ tail: ZipReader, from start: Int, in file: Descriptor
    ) -> Range<Int>? {
        let places = stride(from: tail.count - recordBytes, through: 0, by: -1)
        let position = places.first { position in
            tail.starts(with: "PK\u{5}\u{6}", at: position)
                && tail.uint16(at: position + 20) == tail.count - position - recordBytes
        }
        guard let position, var count = tail.uint32(at: position + 12),
            var offset = tail.uint32(at: position + 16)
        else { return nil }
        if count == ZipReader.elsewhere || offset == ZipReader.elsewhere {
            guard let large = large(tail, at: position - locatorBytes, in: file) else { return nil }
            (count, offset) = large
        }
        guard offset + count <= start + position else { return nil }
        return offset..<offset + count
    }

    /// Returns the size and the offset of a list of more than 65,535 files or beyond 4 GB.
    ///
    /// The result is `nil` if the record for large archives is missing.
    private static func large(
        _ tail: ZipReader, at locator: Int, in file: Descriptor
    ) -> (count: Int, offset: Int)? {
        guard tail.starts(with: "PK\u{6}\u{7}", at: locator),
            let position = tail.uint64(at: locator + 8),
            let record = file.read(largeRecordBytes, at: position)
        else { return nil }
        return record.withUnsafeBytes { record in
            let record = ZipReader(record)
            guard record.starts(with: "PK\u{6}\u{6}", at: 0), let count = record.uint64(at: 40),
                let offset = record.uint64(at: 48)
            else { return nil }
            return (count, offset)
        }
    }
}

/// A record of the list, for one file or folder.
struct ZipEntry {
    private static let fixedBytes = 46
    /// The number of the extra field for values that do not fit into 32 bits (4.5.3).
    private static let largeField = 1

    let flags: Int
    let method: Int
    let time: Int
    let date: Int
    let checksum: Int
    private(set) var packedBytes: Int
    private(set) var unpackedBytes: Int
    private(set) var offset: Int
    let name: [UInt8]
    /// The number of bytes in the record.
    let byteCount: Int

    /// Reads a record; `nil` if the record extends beyond the list.
    init?(_ list: ZipReader, at position: Int) {
        guard let flags = list.uint16(at: position + 8),
            let method = list.uint16(at: position + 10),
            let time = list.uint16(at: position + 12), let date = list.uint16(at: position + 14),
            let checksum = list.uint32(at: position + 16),
            let packed = list.uint32(at: position + 20),
            let unpacked = list.uint32(at: position + 24),
            let offset = list.uint32(at: position + 42),
            let nameBytes = list.uint16(at: position + 28),
            let extraBytes = list.uint16(at: position + 30),
            let commentBytes = list.uint16(at: position + 32)
        else { return nil }
        byteCount = Self.fixedBytes + nameBytes + extraBytes + commentBytes
        guard position + byteCount <= list.count else { return nil }
        (self.flags, self.method, self.time, self.date) = (flags, method, time, date)
        (self.checksum, self.offset) = (checksum, offset)
        (packedBytes, unpackedBytes) = (packed, unpacked)
        let nameStart = position + Self.fixedBytes
        name = list.bytes(nameStart..<nameStart + nameBytes)
        readLarge(list, nameStart + nameBytes..<nameStart + nameBytes + extraBytes)
    }

    /// Reads the values that are stored in 64 bits.
    private mutating func readLarge(_ list: ZipReader, _ extra: Range<Int>) {
        var offset = extra.lowerBound
        while let number = list.uint16(at: offset), let length = list.uint16(at: offset + 2),
            offset + 4 + length <= extra.upperBound
        {
            if number == Self.largeField {
                var field = offset + 4
                let end = field + length
                for part in [\Self.unpackedBytes, \.packedBytes, \.offset]
                where self[keyPath: part] == ZipReader.elsewhere {
                    guard field + 8 <= end, let large = list.uint64(at: field) else { return }
                    self[keyPath: part] = large
                    field += 8
                }
            }
            offset += 4 + length
        }
    }

    var isFolder: Bool { name.last == UInt8(ascii: "/") }
}

/// A reader of little-endian integers from untrusted bytes; integers beyond the end are `nil`.
struct ZipReader {
    /// The value that means that an extra field contains the integer in 64 bits.
    static let elsewhere = 0xFFFF_FFFF
    /// The limit for integers: no archive is this long, and sums of a few integers do not overflow.
    private static let largest = 1 << 53

    private let reader: ByteReader

    init(_ bytes: UnsafeRawBufferPointer) {
        reader = ByteReader(bytes: bytes, isLittleEndian: true)
    }

    var count: Int { reader.count }
    func uint16(at offset: Int) -> Int? { reader.uint16(at: offset) }
    func uint32(at offset: Int) -> Int? { reader.uint32(at: offset) }

    func uint64(at offset: Int) -> Int? {
        guard let low = uint32(at: offset), let high = uint32(at: offset + 4),
            high < Self.largest >> 32
        else { return nil }
        return high << 32 | low
    }

    func starts(with text: StaticString, at offset: Int) -> Bool {
        reader.starts(with: text, at: offset)
    }

    /// Returns the bytes of a range.
    ///
    /// - Precondition: the range is inside the bytes.
    func bytes(_ range: Range<Int>) -> [UInt8] { Array(reader.bytes[range]) }
}
