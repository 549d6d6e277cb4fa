package import Imaging

/// What stands in a JPEG before its first scan, as far as decoding needs it.
package struct JPEGHeader: Sendable {
    /// The most scans: libjpeg-turbo's own fuzzing limit; the most seen in a photo is 16.
    package static let maximumScans = 100

    package let frame: JPEGFrame
    /// Where the TIFF block of the first Exif segment lies; `nil` without one.
    package let exif: Range<Int>?
    /// Whether there is an Adobe marker, which means that CMYK is stored inverted.
    package let isAdobe: Bool
    /// Where the first scan header (SOS) begins, with its marker.
    package let scanOffset: Int
    /// Whether the first scan holds all components of a sequential frame, so that it is the only one.
    package let isSingleScan: Bool

    /// Reads the markers up to the first scan.
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
            // The frame header of JPEG-LS (ITU-T T.87, C.2.2).
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

    /// Whether there are only segments that decoders know up to the first scan, and nothing between them.
    ///
    /// What the header of a strip or tile leaves out must not be what a decoder of the whole complains of.
    package func isUsual(in bytes: UnsafeRawBufferPointer) -> Bool {
        var segments = JPEGSegments(bytes)
        var place = 2
        while place <= scanOffset, let segment = segments.next() {
            guard segment.offset == place else { return false }
            switch segment.marker {
            case 0xC0, 0xC1, 0xC4, 0xDA, 0xDB, 0xDD, 0xE0...0xEF, 0xFE: place = segment.end
            default: return false
            }
        }
        return place > scanOffset
    }
}

/// What a JPEG's frame header (SOF) says about the picture.
package struct JPEGFrame: Sendable {
    /// How many blocks of 8 x 8 samples a component has in an MCU.
    package struct Component: Sendable {
        let across: Int
        let down: Int
        /// The number by which scans call it.
        let identifier: Int
        /// The number of its quantisation table.
        let quantisation: Int
    }

    package let size: PixelSize
    package let components: [Component]
    package let isProgressive: Bool
    package let isHuffmanCoded: Bool
    /// Where in the file the height stands, two bytes.
    package let heightOffset: Int
    /// The size of an MCU in pixels.
    package let mcuSize: PixelSize
    let blocksPerMCU: Int

    /// - Throws: `.unsupported` for the kinds that TurboJPEG cannot decode: lossless, hierarchical,
    ///   more than 8 bits, and two or more than four components.
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

    /// The kind of JPEG that a marker stands for (ITU-T T.81, table B.1), if it is not decoded.
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
            // A single component is coded block by block, whatever its factors say.
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

    /// The memory that TurboJPEG takes for a picture in several scans: 64 coefficients of two bytes
    /// for each block.
    package var coefficientBytes: Int { blockCount * 128 }
    /// The fewest bytes a file of this frame can have: a bit for each block.
    package var minimumBytes: Int { blockCount / 8 }

    /// The most rows of pixels that so many bytes of a sequential scan can hold.
    ///
    /// A block takes at least two bits: one code for its DC coefficient, one for its end.
    package func rows(heldBy byteCount: Int) -> Int {
        guard isHuffmanCoded, !isProgressive else { return size.height }
        let mcuRows = byteCount * 8 / (mcusAcross * blocksPerMCU * 2) + 1
        return min(size.height, mcuRows * mcuSize.height)
    }
}

/// The marker segments of a JPEG in their order; the entropy-coded bytes between them are skipped.
package struct JPEGSegments {
    package struct Segment {
        package let marker: Int
        /// Where the marker's 0xFF stands.
        package let offset: Int
        package let payload: ByteReader

        /// Where the payload ends.
        var end: Int { offset + 4 + payload.count }
        /// The segment as it stands in the file.
        var bytes: [UInt8] { Self.bytes(UInt8(marker), Array(payload.bytes)) }

        static func bytes(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
            let length = payload.count + 2
            return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + payload
        }
    }

    private let reader: ByteReader
    private var offset: Int
    /// Whether the end of the picture (EOI) was found.
    private(set) var hasEnded = false

    /// Begins behind the start of the picture (SOI), or at the marker at `offset`.
    package init(_ bytes: UnsafeRawBufferPointer, from offset: Int = 2) {
        reader = ByteReader(bytes: bytes)
        self.offset = offset
    }

    /// The next segment with a payload; `nil` at the end of the picture or of the bytes.
    package mutating func next() -> Segment? {
        guard let base = reader.bytes.assumingMemoryBound(to: UInt8.self).baseAddress else {
            return nil
        }
        while let found = JPEGMarkers.next(base, from: offset, end: reader.count) {
            offset = found.end
            switch found.marker {
            // No meaning, restarts, start: all without a payload.
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

/// Finds markers among entropy-coded bytes.
enum JPEGMarkers {
    /// The next marker that is not a stuffed byte, and the offset behind it.
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

    /// Where a marker stands that follows a scan's bits.
    ///
    /// Ones fill up their last byte: if that becomes a byte of ones, a zero is stuffed behind it.
    static func place(behind position: Int, in base: UnsafePointer<UInt8>, end: Int) -> Int {
        let next = (position + 7) >> 3
        let isStuffed =
            position & 7 != 0 && next < end && base[next - 1] == 0xFF && base[next] == 0
        return isStuffed ? next + 1 : next
    }

    /// Hot: all bytes of a file in several scans, eight at a time.
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
    /// 0 if none of its bytes is one of ones, which may begin a marker, or needs a stuffed zero; else the
    /// lowest bit that is set lies in the lowest such byte.
    @inline(__always)
    var bytesOfOnes: UInt64 {
        // A byte of ones is a byte of zeros in the complement: the old trick of strlen.
        let flipped = ~self
        return (flipped &- 0x0101_0101_0101_0101) & ~flipped & 0x8080_8080_8080_8080
    }
}
