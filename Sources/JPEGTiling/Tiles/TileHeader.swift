internal import Imaging

/// The header of the small JPEG of a tile or a strip.
///
/// The header contains the photo's tables, the markers that define the photo's colours, and the
/// tile's size and restart interval.
struct TileHeader: Sendable {
    private let bytes: [UInt8]
    private let heightOffset: Int
    private let intervalOffset: Int

    /// Creates the header; `nil` if the photo has no frame or no scan.
    ///
    /// `tables` contains DC tables by slot, which replace those of the photo.
    init?(_ source: UnsafeRawBufferPointer, tables: [UInt8: HuffmanTable]) {
        var bytes: [UInt8] = [0xFF, 0xD8]
        var segments = JPEGSegments(source)
        var frame: JPEGSegments.Segment?
        while let segment = segments.next() {
            switch segment.marker {
            case 0xDA:
                guard let frame else { return nil }
                for (slot, table) in tables.sorted(by: { $0.key < $1.key }) {
                    bytes += table.segment(for: slot)
                }
                heightOffset = bytes.count + 5
                bytes += frame.bytes + JPEGSegments.Segment.bytes(0xDD, [0, 0])
                intervalOffset = bytes.count - 2
                self.bytes = bytes + segment.bytes
                return
            case 0xC0, 0xC1: frame = frame ?? segment
            case 0xC4, 0xDB, 0xEE: bytes += segment.bytes
            // Only the segment's first bytes are copied, because a thumbnail may follow them.
            case 0xE0
            where segment.payload.starts(with: "JFIF\0", at: 0)
                && segment.payload.count >= 14:
                bytes += JPEGSegments.Segment.bytes(
                    0xE0, segment.payload.bytes.prefix(12) + [0, 0])
            default: continue
            }
        }
        return nil
    }

    /// Returns the header of a tile of this size; `restartInterval` is in MCUs, or 0 without
    /// restarts.
    func bytes(for size: PixelSize, restartInterval: Int) -> [UInt8] {
        var bytes = bytes
        Self.write(size.height, at: heightOffset, in: &bytes)
        Self.write(size.width, at: heightOffset + 2, in: &bytes)
        Self.write(restartInterval, at: intervalOffset, in: &bytes)
        return bytes
    }

    private static func write(_ number: Int, at offset: Int, in bytes: inout [UInt8]) {
        bytes[offset] = UInt8(truncatingIfNeeded: number >> 8)
        bytes[offset + 1] = UInt8(truncatingIfNeeded: number)
    }
}

/// A fixup that rewrites the first DC coefficients of a tile's rows.
struct DCPredictorFixup: Sendable {
    let header: TileHeader
    /// True if the header's tables may have codes that are missing from the photo's tables.
    let addsCodes: Bool
    /// The codes of each component, indexed by the size of a DC difference in bits.
    private let codes: [[HuffmanTable.Code]]

    /// Creates the fixup; `nil` if the photo's tables cannot contain all codes that a tile needs.
    ///
    /// With `ownTables`, the fixup uses the photo's tables: codes may be missing, but invalid codes
    /// stay invalid.
    init?(_ source: UnsafeRawBufferPointer, scan: JPEGScan, ownTables: Bool = false) {
        var tables: [UInt8: HuffmanTable] = [:]
        for coding in scan.codings {
            // A DC coefficient of 8-bit samples has at most 11 bits, except in damaged files.
            tables[coding.dcSlot] =
                ownTables
                ? coding.dcTable
                : coding.dcTable.extended(by: 0...15) ?? coding.dcTable.extended(by: 0...11)
        }
        guard let header = TileHeader(source, tables: tables) else { return nil }
        var codes: [[HuffmanTable.Code]] = []
        for coding in scan.codings {
            guard let table = tables[coding.dcSlot] else { return nil }
            codes.append(Array(table.codes[..<16]))
        }
        self.header = header
        self.codes = codes
        addsCodes = !ownTables
    }

    /// Returns true if a difference between two DC coefficients has a code.
    func hasCode(for difference: Int32, _ component: Int) -> Bool {
        let size = Self.size(of: difference)
        return size <= 15 && codes[component][size].length > 0
    }

    /// Writes the difference between two DC coefficients, or the greatest difference with a code.
    func write(_ difference: Int32, component: Int, into writer: inout BitWriter) {
        let hasCode = hasCode(for: difference, component)
        let value = hasCode ? difference : difference < 0 ? -2047 : 2047
        let size = Self.size(of: value)
        let code = codes[component][size]
        writer.put(code.bits, code.length)
        guard size > 0 else { return }
        let bits = value < 0 ? value &+ (1 << Int32(size)) &- 1 : value
        writer.put(UInt32(bits), size)
    }

    private static func size(of value: Int32) -> Int {
        32 - Int(value.magnitude.leadingZeroBitCount)
    }
}
