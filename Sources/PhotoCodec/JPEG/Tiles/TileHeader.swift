internal import Imaging

/// What stands before the bits in the small JPEG that a tile is decoded from.
///
/// The photo's own tables and the markers that decide about its colours; size and restart interval
/// are the tile's.
struct TileHeader: Sendable {
    private let bytes: [UInt8]
    private let heightOffset: Int
    private let intervalOffset: Int

    /// Nil where a table cannot be made to hold what a tile may begin with.
    init?(_ source: UnsafeRawBufferPointer, scan: JPEGScan, tables: [UInt8: HuffmanTable]) {
        var bytes: [UInt8] = [0xFF, 0xD8]
        var heightOffset: Int?
        var walk = JPEGSegments(source)
        var frame: JPEGSegments.Segment?
        while let segment = walk.next() {
            switch segment.marker {
            case 0xDA:
                guard let frame else { return nil }
                for (slot, table) in tables.sorted(by: { $0.key < $1.key }) {
                    Self.append(0xC4, table.segment(for: slot), to: &bytes)
                }
                heightOffset = bytes.count + 5
                Self.append(frame, to: &bytes)
                Self.append(0xDD, [0, 0], to: &bytes)
                self.intervalOffset = bytes.count - 2
                Self.append(segment, to: &bytes)
                self.bytes = bytes
                self.heightOffset = heightOffset ?? 0
                return
            case 0xC0, 0xC1: frame = frame ?? segment
            case 0xC4, 0xDB, 0xEE: Self.append(segment, to: &bytes)
            // Its first bytes only: a thumbnail may follow them.
            case 0xE0
            where segment.payload.starts(with: "JFIF\0", at: 0)
                && segment.payload.count >= 14:
                Self.append(0xE0, segment.payload.bytes.prefix(12) + [0, 0], to: &bytes)
            default: continue
            }
        }
        return nil
    }

    /// The header for a tile of that size, whose rows of units are so long.
    func bytes(for size: PixelSize, unitsAcross: Int) -> [UInt8] {
        var bytes = bytes
        Self.write(size.height, at: heightOffset, in: &bytes)
        Self.write(size.width, at: heightOffset + 2, in: &bytes)
        Self.write(unitsAcross, at: intervalOffset, in: &bytes)
        return bytes
    }

    private static func write(_ number: Int, at offset: Int, in bytes: inout [UInt8]) {
        bytes[offset] = UInt8(truncatingIfNeeded: number >> 8)
        bytes[offset + 1] = UInt8(truncatingIfNeeded: number)
    }

    private static func append(_ segment: JPEGSegments.Segment, to bytes: inout [UInt8]) {
        append(UInt8(segment.marker), segment.payload.bytes.map { $0 }, to: &bytes)
    }

    private static func append(_ marker: UInt8, _ payload: [UInt8], to bytes: inout [UInt8]) {
        let length = payload.count + 2
        bytes += [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + payload
    }
}
