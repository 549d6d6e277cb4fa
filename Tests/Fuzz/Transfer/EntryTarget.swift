import Checksums
import Files
import Fuzzing

@testable import Transfer

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A cache entry, which is served only as it was written.
enum EntryTarget: FuzzTarget {
    static let name = "entry"

    static func take(_ bytes: [UInt8]) throws {
        var input = FuzzInput(bytes)
        let isForeign = input.flag()
        let place = input.byte() << 8 | input.byte()
        let bit = input.number(in: 0...7)
        let matter = Array(input.rest)
        // Content of other programs, with a correct checksum so that the lines after it are read.
        if isForeign { return try expectWholeOrNone(signed(matter)) }
        var entry = matter + record(of: matter).bytes
        try expect(read(entry)?.file.readAll() == matter, "an entry is not read back")
        entry[place % entry.count] ^= 1 << bit
        try expect(read(entry) == nil, "bit \(bit) of byte \(place % entry.count) was changed")
    }

    private static let address = "https://images-assets.nasa.gov/image/a/a.jpg"

    private static func record(of body: [UInt8]) -> CacheRecord {
        CacheRecord(
            address: address, lifetimeSeconds: 300,
            validator: HTTPValidator(entityTag: "\"v1\"", lastModified: nil), length: body.count,
            checksum: Checksum.of(body))
    }

    private static func expectWholeOrNone(_ file: [UInt8]) throws {
        guard let (record, byteCount) = CacheRecord.read(file) else { return }
        try expect(byteCount <= file.count && record.length >= 0, "a record before the start")
        // All numbers are accepted.
        for age in [Int.min, -1, 0, 1, .max] {
            let isFresh = record.isFresh(atAge: age)
            try expect(!isFresh || age == 0 || age == 1, "fresh at \(age) s")
        }
        guard let body = read(file, as: record.address)?.file.readAll() else { return }
        try expect(file.dropLast(byteCount) == body, "another body")
        try expect(Checksum.of(body) == record.checksum, "a wrong checksum")
    }

    /// Returns the first six lines as a record, after the rest.
    private static func signed(_ matter: [UInt8]) -> [UInt8] {
        let lines = matter.split(separator: 10, maxSplits: 6, omittingEmptySubsequences: false)
        guard lines.count == 7 else { return matter }
        let text = Array(matter[..<lines[6].startIndex])
        return lines[6] + text + CacheRecord.seal(of: text)
    }

    private static func read(_ bytes: [UInt8], as address: String = address) -> CacheEntry? {
        var path = Array("/tmp/nasa-view-fuzz-XXXXXX".utf8CString)
        let file = mkstemp(&path)
        unlink(path)
        guard file >= 0, write(file, bytes, bytes.count) == bytes.count else { return nil }
        return Descriptor(file).flatMap { CacheEntry(in: $0, for: address, now: Int(time(nil))) }
    }
}
