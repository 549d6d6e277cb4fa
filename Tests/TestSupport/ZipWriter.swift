/// Writes zip archives, also wrong ones (PKWARE's APPNOTE).
package struct ZipWriter: Sendable {
    /// A file of the archive.
    package struct Entry: Sendable {
        package var name: [UInt8]
        package var bytes: [UInt8]
        /// 0 stored, 8 deflated.
        package var method = 0
        /// Bit 0 encrypted, 3 with a data descriptor, 11 a name in UTF-8.
        package var flags = 0
        /// The deflated bytes; by default one block that is stored.
        package var packed: [UInt8]?
        /// The stated length, if it is wrong.
        package var statedBytes: Int?
        /// The stated packed length, if it is wrong.
        package var statedPackedBytes: Int?
        /// Added to the stated place.
        package var displacement = 0

        package init(_ name: String, _ bytes: [UInt8] = [], method: Int = 0, flags: Int = 0) {
            self.init(Array(name.utf8), bytes, method: method, flags: flags)
        }

        package init(_ name: [UInt8], _ bytes: [UInt8] = [], method: Int = 0, flags: Int = 0) {
            (self.name, self.bytes, self.method, self.flags) = (name, bytes, method, flags)
        }

        fileprivate var data: [UInt8] {
            // Without the header and the sum of zlib.
            packed
                ?? (method == 8 ? Array(PlainPNG.stored(bytes).dropFirst(2).dropLast(4)) : bytes)
        }
    }

    package var entries: [Entry]
    /// True if all sizes and places have 64 bits.
    package var isLarge = false
    package var comment: [UInt8] = []
    /// How often the last entry is in the list, each time with another number as its first six letters.
    package var repetitions = 1

    package init(_ entries: [Entry], isLarge: Bool = false) {
        (self.entries, self.isLarge) = (entries, isLarge)
    }

    /// 25 November 2026, 10:33:06.
    private static let time = Self.words([10 << 11 | 33 << 5 | 3, 46 << 9 | 11 << 5 | 25])
    private static let elsewhere = 0xFFFF_FFFF

    package var file: [UInt8] {
        var file: [UInt8] = []
        var list: [UInt8] = []
        for (number, entry) in entries.enumerated() {
            let record = record(of: entry, at: file.count + entry.displacement)
            list += number == entries.count - 1 ? repeated(record) : record
            file += local(entry)
        }
        let start = file.count
        return file + list + end(start: start, count: list.count)
    }

    private func repeated(_ record: [UInt8]) -> [UInt8] {
        var (record, list) = (record, record)
        for number in 1..<max(1, repetitions) {
            var rest = number
            for place in (46..<52).reversed() {
                record[place] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            }
            list += record
        }
        return list
    }

    private func local(_ entry: Entry) -> [UInt8] {
        let hasDescriptor = entry.flags & 8 != 0
        let data = entry.data
        let sum = Self.double(Int(PlainPNG.crc(entry.bytes)))
        let sizes = Self.double(data.count) + Self.double(entry.bytes.count)
        let head =
            Array("PK\u{3}\u{4}".utf8) + Self.words([20, entry.flags, entry.method]) + Self.time
            + (hasDescriptor ? Self.double(0) + Self.double(0) + Self.double(0) : sum + sizes)
            + Self.words([entry.name.count, 0])
        let descriptor = hasDescriptor ? Array("PK\u{7}\u{8}".utf8) + sum + sizes : []
        return head + entry.name + data + descriptor
    }

    private func record(of entry: Entry, at place: Int) -> [UInt8] {
        let data = entry.statedPackedBytes ?? entry.data.count
        let count = entry.statedBytes ?? entry.bytes.count
        let numbers = isLarge ? [Self.elsewhere, Self.elsewhere] : [data, count]
        let extra = isLarge ? Self.words([1, 24]) + [count, data, place].flatMap(Self.quad) : []
        return Array("PK\u{1}\u{2}".utf8) + Self.words([20, 20, entry.flags, entry.method])
            + Self.time + Self.double(Int(PlainPNG.crc(entry.bytes)))
            + numbers.flatMap(Self.double) + Self.words([entry.name.count, extra.count, 0, 0, 0])
            + Self.double(0) + Self.double(isLarge ? Self.elsewhere : place) + entry.name + extra
    }

    private func end(start: Int, count: Int) -> [UInt8] {
        let number = min(entries.count, 0xFFFF)
        let sizes = isLarge ? [Self.elsewhere, Self.elsewhere] : [count, start]
        let record =
            Array("PK\u{5}\u{6}".utf8) + Self.words([0, 0, number, number])
            + sizes.flatMap(Self.double) + Self.words([comment.count]) + comment
        guard isLarge else { return record }
        let large =
            Array("PK\u{6}\u{6}".utf8) + Self.quad(44) + Self.words([45, 45]) + Self.double(0)
            + Self.double(0) + [entries.count, entries.count, count, start].flatMap(Self.quad)
        let locator =
            Array("PK\u{6}\u{7}".utf8) + Self.double(0) + Self.quad(start + count) + Self.double(1)
        return large + locator + record
    }

    private static func words(_ numbers: [Int]) -> [UInt8] {
        numbers.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8 & 0xFF)] }
    }

    private static func double(_ number: Int) -> [UInt8] {
        words([number & 0xFFFF, number >> 16 & 0xFFFF])
    }

    private static func quad(_ number: Int) -> [UInt8] {
        double(number & 0xFFFF_FFFF) + double(number >> 32)
    }
}
