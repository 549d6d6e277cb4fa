internal import Imaging

/// A complete index as bytes to keep: which file it belongs to, its entries, the planes, a checksum.
package struct IndexRecord {
    /// Must change with the layout of what follows it.
    private static let version: UInt64 = 0x4E56_4958_0000_0002

    private let photo: IndexedScan
    private let source: UnsafeRawBufferPointer

    package init(of photo: IndexedScan, in source: UnsafeRawBufferPointer) {
        self.photo = photo
        self.source = source
    }

    /// - Precondition: the index is complete.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(byteCount)
        for word in head { Self.append(word, to: &bytes) }
        for part in parts { bytes.append(contentsOf: part) }
        Self.append(bytes.withUnsafeBytes { Self.checksum($0) }, to: &bytes)
        return bytes
    }

    /// Fills the index from bytes; `false` if they are of another file, or wrong: it must be made then.
    package func restore(from bytes: [UInt8]) -> Bool {
        guard bytes.count == byteCount else { return false }
        return bytes.withUnsafeBytes { record in
            let end = record.count - 8
            let words = head
            let isOfThis = words.indices.allSatisfy {
                record.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self) == words[$0]
            }
            let checksum = Self.checksum(UnsafeRawBufferPointer(rebasing: record[..<end]))
            guard isOfThis, record.loadUnaligned(fromByteOffset: end, as: UInt64.self) == checksum
            else { return false }
            var offset = words.count * 8
            for target in parts {
                let part = record[offset..<(offset + target.count)]
                target.copyMemory(from: UnsafeRawBufferPointer(rebasing: part))
                offset += target.count
            }
            return photo.index.liesWithin(byteCount: source.count)
        }
    }

    private var byteCount: Int { head.count * 8 + photo.byteCount + 8 }

    private var parts: [UnsafeMutableRawBufferPointer] {
        [photo.index.bytes] + photo.planes.planes.map(\.bytes)
    }

    private var head: [UInt64] {
        let (scan, frame) = (photo.scan, photo.scan.frame)
        let numbers = [
            source.count, frame.size.width, frame.size.height, frame.mcuSize.width,
            frame.mcuSize.height, frame.components.count, scan.dataOffset, photo.index.interval,
        ]
        return [Self.version] + numbers.map { UInt64($0) } + [samples]
    }

    /// A checksum of the file's header and of 256 places in its bits: another photo has another.
    private var samples: UInt64 {
        let start = min(photo.scan.dataOffset, source.count)
        var sum = Self.checksum(UnsafeRawBufferPointer(rebasing: source[..<start]))
        let step = max(1, (source.count - start) / 256)
        for offset in stride(from: start, to: source.count - 64, by: step) {
            let part = UnsafeRawBufferPointer(rebasing: source[offset..<(offset + 64)])
            sum = sum &* 31 &+ Self.checksum(part)
        }
        return sum
    }

    /// Hot: 25 MB for a gigapixel, eight bytes at a time.
    private static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var sum = UInt64(bytes.count) ^ 0xCBF2_9CE4_8422_2325
        var offset = 0
        while offset &+ 8 <= bytes.count {
            let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            sum = (sum ^ word) &* 0x9FB2_1C65_1E98_DF25
            sum ^= sum >> 29
            offset &+= 8
        }
        for byte in bytes[offset...] { sum = (sum ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return sum
    }

    private static func append(_ word: UInt64, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: word) { bytes.append(contentsOf: $0) }
    }
}
