package import Imaging

/// The facts that decoding needs from a JPEG's header, which ends at the first scan.
package struct JPEGHeader: Sendable {
    /// The maximum number of scans, which is also the limit of libjpeg-turbo's fuzzers; photos have
    /// up to 16.
    package static let maximumScans = 100

    package let frame: JPEGFrame
    /// The range of the TIFF block in the first Exif segment; `nil` without such a segment.
    package let exif: Range<Int>?
    /// True if the JPEG has an Adobe marker; in this case, CMYK values are stored inverted.
    package let isAdobe: Bool
    /// The offset of the marker (SOS) that starts the first scan's header.
    package let scanOffset: Int
    /// True if the first scan of a sequential frame contains all components and is thus the only
    /// scan.
    package let isSingleScan: Bool

    /// Reads the markers before the first scan.
    package init(_ bytes: UnsafeRawBufferPointer) throws(DecodingFailure) {
        guard bytes.starts(with: [0xFF, 0xD8]) else {
            throw .damaged(.badHeader)
        }
        var frame: JPEGFrame?
        var exif: Range<Int>?
        var isAdobe = false
        var segments = JPEGSegments(bytes)
        while let segment = segments.next() {
            switch segment.marker {
            case 0xC4, 0xC8, 0xCC: continue
            case 0xC0...0xCF where frame == nil: frame = try JPEGFrame(segment)
            case 0xDE: throw .unsupported(kind: .unsupported(.hierarchicalJPEG))
            // The marker 0xFFF7 is the frame header of JPEG-LS (ITU-T T.87, C.2.2).
            case 0xF7: throw .unsupported(kind: .unsupported(.jpegLS))
            case 0xE1 where segment.payload.starts(with: "Exif\0", at: 0):
                let start = segment.offset + 10
                exif = exif ?? start..<max(start, segment.end)
            case 0xEE where segment.payload.starts(with: "Adobe", at: 0): isAdobe = true
            case 0xDA:
                guard let frame else { throw .damaged(.badHeader) }
                self.frame = frame
                self.exif = exif
                self.isAdobe = isAdobe
                scanOffset = segment.offset
                isSingleScan =
                    !frame.isProgressive && segment.payload.byte(at: 0) == frame.components.count
                return
            default: continue
            }
        }
        throw .damaged(.endsEarly)
    }

    /// Returns true if decoders know all segments up to the first scan and no bytes lie between
    /// them.
    ///
    /// If the result is false, a strip's header could omit an error that a decoder of the whole
    /// file would report.
    package func hasOnlyKnownSegments(in bytes: UnsafeRawBufferPointer) -> Bool {
        var segments = JPEGSegments(bytes)
        var offset = 2
        while offset <= scanOffset, let segment = segments.next() {
            guard segment.offset == offset else { return false }
            switch segment.marker {
            case 0xC0, 0xC1, 0xC4, 0xDA, 0xDB, 0xDD, 0xE0...0xEF, 0xFE: offset = segment.end
            default: return false
            }
        }
        return offset > scanOffset
    }
}

/// A JPEG's frame header (SOF).
package struct JPEGFrame: Sendable {
    /// A component of the picture.
    package struct Component: Sendable {
        /// The number of columns of the component's 8 x 8 blocks in an MCU.
        let across: Int
        /// The number of rows of the component's 8 x 8 blocks in an MCU.
        let down: Int
        /// The number that refers to the component in scan headers.
        let identifier: Int
        /// The number of the component's quantisation table.
        let quantisation: Int
    }

    package let size: PixelSize
    package let components: [Component]
    package let isProgressive: Bool
    package let isHuffmanCoded: Bool
    /// The offset in the file of the picture's height, which is stored in two bytes.
    package let heightOffset: Int
    /// The size of an MCU in pixels.
    package let mcuSize: PixelSize
    let blocksPerMCU: Int

    /// Reads the frame header from a SOF segment.
    ///
    /// - Throws: `.unsupported` for frames that TurboJPEG cannot decode: lossless or hierarchical
    ///   frames, frames without 8-bit samples, and frames without one, three or four components;
    ///   `.damaged` for an invalid header.
    init(_ segment: JPEGSegments.Segment) throws(DecodingFailure) {
        let (marker, payload) = (segment.marker, segment.payload)
        if let format = Self.unsupportedFormat(marker, bits: payload.byte(at: 0)) {
            throw .unsupported(kind: .unsupported(format))
        }
        guard payload.byte(at: 0) == 8 else { throw .unsupported(kind: .photo(.jpeg)) }
        guard let height = payload.uint16(at: 1), let width = payload.uint16(at: 3),
            let componentCount = payload.byte(at: 5), width > 0, height > 0
        else { throw .damaged(.noPixels) }
        guard [1, 3, 4].contains(componentCount) else { throw .unsupported(kind: .photo(.jpeg)) }
        size = PixelSize(width: width, height: height)
        isProgressive = marker == 0xC2 || marker == 0xCA
        isHuffmanCoded = marker < 0xC8
        heightOffset = segment.offset + 5
        components = try Self.components(componentCount, in: payload)
        mcuSize = PixelSize(
            width: 8 * (components.map(\.across).max() ?? 1),
            height: 8 * (components.map(\.down).max() ?? 1))
        blocksPerMCU = components.reduce(0) { $0 + $1.across * $1.down }
    }

    /// Returns the unsupported format of a frame marker (ITU-T T.81, table B.1); `nil` if the
    /// marker is supported.
    private static func unsupportedFormat(_ marker: Int, bits: Int?) -> UnsupportedFormat? {
        switch marker {
        case 0xC3, 0xCB: .losslessJPEG
        case 0xC5...0xC7, 0xCD...0xCF: .hierarchicalJPEG
        default: bits == 12 ? .deepJPEG : nil
        }
    }

    private static func components(
        _ count: Int, in payload: ByteReader
    ) throws(DecodingFailure) -> [Component] {
        var components: [Component] = []
        for index in 0..<count {
            guard let identifier = payload.byte(at: 6 + index * 3),
                let sampling = payload.byte(at: 7 + index * 3),
                let quantisation = payload.byte(at: 8 + index * 3),
                (1...4).contains(sampling >> 4), (1...4).contains(sampling & 15)
            else { throw .damaged(.badHeader) }
            // A single component is coded block by block, regardless of its sampling factors.
            components.append(
                Component(
                    across: count == 1 ? 1 : sampling >> 4, down: count == 1 ? 1 : sampling & 15,
                    identifier: identifier, quantisation: quantisation))
        }
        return components
    }

    package var mcusAcross: Int { (size.width + mcuSize.width - 1) / mcuSize.width }
    package var mcusDown: Int { (size.height + mcuSize.height - 1) / mcuSize.height }
    var mcuCount: Int { mcusAcross * mcusDown }
    var blockCount: Int { mcuCount * blocksPerMCU }

    /// The memory, in bytes, that TurboJPEG needs for a picture in several scans: 64 two-byte
    /// coefficients per block.
    package var coefficientBytes: Int { blockCount * 128 }
    /// The minimum size in bytes of a file with this frame: one bit per block.
    package var minimumBytes: Int { blockCount / 8 }

    /// Returns the maximum number of pixel rows in `byteCount` bytes of a sequential Huffman-coded
    /// scan; the picture's height for any other scan.
    ///
    /// A block has at least two bits: a code for its DC coefficient and a code for its end.
    package func rows(heldBy byteCount: Int) -> Int {
        guard isHuffmanCoded, !isProgressive else { return size.height }
        let mcuRows = byteCount * 8 / (mcusAcross * blocksPerMCU * 2) + 1
        return min(size.height, mcuRows * mcuSize.height)
    }
}

/// The sequence of a JPEG's marker segments; the entropy-coded bytes between them are skipped.
package struct JPEGSegments {
    package struct Segment {
        package let marker: Int
        /// The offset of the 0xFF at the marker's start.
        package let offset: Int
        package let payload: ByteReader

        /// The offset after the payload.
        var end: Int { offset + 4 + payload.count }
        /// The complete segment as in the file: marker, length and payload.
        var bytes: [UInt8] { Self.bytes(UInt8(marker), Array(payload.bytes)) }

        static func bytes(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
            let length = payload.count + 2
            return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + payload
        }
    }

    private let reader: ByteReader
    private var offset: Int
    /// True if the reader has reached the end of the picture (EOI).
    package private(set) var hasEnded = false
    /// The offset after the last segment that was read.
    package var end: Int { offset }

    /// Starts after the marker SOI, or at the marker at `offset`.
    package init(_ bytes: UnsafeRawBufferPointer, from offset: Int = 2) {
        reader = ByteReader(bytes: bytes)
        self.offset = offset
    }

    /// Returns the next segment with a payload; `nil` at the end of the picture or of the bytes.
    package mutating func next() -> Segment? {
        guard let base = reader.bytes.assumingMemoryBound(to: UInt8.self).baseAddress else {
            return nil
        }
        while let found = JPEGMarkers.next(base, from: offset, end: reader.count) {
            offset = found.end
            switch found.marker {
            // These markers have no payload.
            case 0x01, 0xD0...0xD8: continue
            case 0xD9:
                hasEnded = true
                return nil
            default: return segment(found.marker)
            }
        }
        return nil
    }

    private mutating func segment(_ marker: Int) -> Segment? {
        guard let length = reader.uint16(at: offset) else { return nil }
        defer { offset += max(2, length) }
        return Segment(
            marker: marker, offset: offset - 2,
            payload: reader.part(from: offset + 2, count: length - 2))
    }
}

/// Searches for markers among entropy-coded bytes.
enum JPEGMarkers {
    /// Returns the next marker and the offset after it; `nil` if no marker follows.
    ///
    /// A stuffed zero is not a marker.
    static func next(
        _ base: UnsafePointer<UInt8>, from start: Int, end: Int
    ) -> (marker: Int, end: Int)? {
        var offset = start
        while let found = byteOfOnes(base, from: offset, end: end) {
            offset = found
            while offset < end, base[offset] == 0xFF { offset += 1 }
            guard offset < end else { return nil }
            let marker = Int(base[offset])
            offset += 1
            if marker != 0 { return (marker, offset) }
        }
        return nil
    }

    /// Returns the offset of the marker that follows a scan's bits.
    ///
    /// A scan's last byte is padded with ones; if the byte becomes 0xFF, a zero is stuffed after
    /// it.
    static func offset(behind position: Int, in base: UnsafePointer<UInt8>, end: Int) -> Int {
        let next = (position + 7) >> 3
        let isStuffed =
            position & 7 != 0 && next < end && base[next - 1] == 0xFF && base[next] == 0
        return isStuffed ? next + 1 : next
    }

    /// Returns the offset of the next byte 0xFF; `nil` if there is no such byte.
    ///
    /// Hot: reads all bytes of a file in several scans, eight at a time.
    private static func byteOfOnes(
        _ base: UnsafePointer<UInt8>, from start: Int, end: Int
    ) -> Int? {
        var offset = start
        while offset &+ 8 <= end {
            let found = UInt64(
                littleEndian: UnsafeRawPointer(base).loadUnaligned(
                    fromByteOffset: offset, as: UInt64.self)
            ).bytesOfOnes
            if found != 0 { return offset &+ found.trailingZeroBitCount >> 3 }
            offset &+= 8
        }
        while offset < end {
            if base[offset] == 0xFF { return offset }
            offset &+= 1
        }
        return nil
    }
}

extension UInt64 {
    /// A mask whose lowest set bit is in the lowest byte that equals 0xFF; 0 without such a byte.
    ///
    /// A byte of 0xFF may start a marker or need a stuffed zero.
    @inline(__always)
    var bytesOfOnes: UInt64 {
        // The method of `strlen` finds a byte of zeros, which is a byte of ones in the complement.
        let flipped = ~self
        return (flipped &- 0x0101_0101_0101_0101) & ~flipped & 0x8080_8080_8080_8080
    }
}
