internal import Imaging

/// A complete index and overview as bytes: what they are of, the entries, an eighth, a checksum.
struct IndexRecord {
    /// To be changed with the layout of what follows it.
    private static let version: UInt64 = 0x4E56_4958_0000_0002

    private let photo: IndexedPhoto

    init(_ photo: IndexedPhoto) { self.photo = photo }

    /// The bytes of an index that is complete.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(byteCount)
        for word in head { Self.append(word, to: &bytes) }
        bytes.append(contentsOf: photo.index.bytes)
        for plane in photo.planes.planes { bytes.append(contentsOf: plane.bytes) }
        Self.append(bytes.withUnsafeBytes { Self.checksum($0) }, to: &bytes)
        return bytes
    }

    /// Fills the index from bytes; false where they are not of this photo, or wrong: it must be walked then.
    func take(_ bytes: [UInt8]) -> Bool {
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
            for target in targets {
                let part = record[offset..<(offset + target.count)]
                target.copyMemory(from: UnsafeRawBufferPointer(rebasing: part))
                offset += target.count
            }
            return photo.index.liesWithin(byteCount: photo.bytes.count)
        }
    }

    private var byteCount: Int { head.count * 8 + targets.reduce(0) { $0 + $1.count } + 8 }

    private var targets: [UnsafeMutableRawBufferPointer] {
        [photo.index.bytes] + photo.planes.planes.map(\.bytes)
    }

    private var head: [UInt64] {
        let scan = photo.scan
        let numbers = [
            photo.bytes.count, scan.size.width, scan.size.height, scan.unit.width,
            scan.unit.height, scan.components.count, scan.dataOffset, photo.index.interval,
        ]
        return [Self.version] + numbers.map { UInt64($0) } + [samples]
    }

    /// A checksum of the photo's header and of 256 places in its bits: another photo has another.
    private var samples: UInt64 {
        photo.bytes.withUnsafeBytes { source in
            let start = min(photo.scan.dataOffset, source.count)
            var sum = Self.checksum(UnsafeRawBufferPointer(rebasing: source[..<start]))
            let step = max(1, (source.count - start) / 256)
            for offset in stride(from: start, to: source.count - 64, by: step) {
                let part = UnsafeRawBufferPointer(rebasing: source[offset..<(offset + 64)])
                sum = sum &* 31 &+ Self.checksum(part)
            }
            return sum
        }
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
