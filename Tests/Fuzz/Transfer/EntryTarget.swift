import Fuzzing

@testable import Transfer

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// An entry of the cache: it is served only as it was written.
enum EntryTarget: FuzzTarget {
    static let name = "entry"

    static func take(_ bytes: [UInt8]) throws {
        var input = FuzzInput(bytes)
        let isForeign = input.flag()
        let place = input.byte() << 8 | input.byte()
        let bit = input.number(in: 0...7)
        let matter = Array(input.rest)
        // What other programs left, with a right checksum so that the lines behind it are read.
        if isForeign { return try expectWholeOrNone(signed(matter)) }
        var entry = header(of: matter).bytes + matter
        try expect(read(entry)?.body == matter, "an entry is not read back")
        entry[place % entry.count] ^= 1 << bit
        try expect(read(entry) == nil, "bit \(bit) of byte \(place % entry.count) was changed")
    }

    private static let address = "https://images-assets.nasa.gov/image/a/a.jpg"

    private static func header(of body: [UInt8]) -> CacheHeader {
        CacheHeader(
            address: address, lifetimeSeconds: 300,
            validator: HTTPValidator(entityTag: "\"v1\"", lastModified: nil), length: body.count,
            checksum: Checksum.of(body))
    }

    private static func expectWholeOrNone(_ file: [UInt8]) throws {
        guard let (header, byteCount) = CacheHeader.read(file[...]) else { return }
        try expect(byteCount <= file.count && header.length >= 0, "a header behind the end")
        // Whatever its numbers, it can be asked.
        for age in [Int.min, -1, 0, 1, .max] {
            let isFresh = CacheEntry(header: header, body: [], ageSeconds: age).isFresh
            try expect(!isFresh || age == 0 || age == 1, "fresh at \(age) s")
        }
        guard let entry = read(file, as: header.address) else { return }
        try expect(Array(file[byteCount...]) == entry.body, "another body")
        try expect(Checksum.of(entry.body) == header.checksum, "a wrong checksum")
    }

    /// The first six lines with the checksum of them behind, as the seventh.
    private static func signed(_ matter: [UInt8]) -> [UInt8] {
        let lines = matter.split(separator: 10, maxSplits: 6, omittingEmptySubsequences: false)
        guard lines.count == 7 else { return matter }
        let head = Array(matter[..<lines[6].startIndex])
        return head + Array("\(String(Checksum.of(head), radix: 16))\n".utf8) + lines[6]
    }

    private static func read(_ bytes: [UInt8], as address: String = address) -> CacheEntry? {
        var path = Array("/tmp/nasa-view-fuzz-XXXXXX".utf8CString)
        let file = mkstemp(&path)
        unlink(path)
        guard file >= 0, write(file, bytes, bytes.count) == bytes.count else { return nil }
        return CacheReading(file).entry(for: address, now: Int(time(nil)))
    }
}
