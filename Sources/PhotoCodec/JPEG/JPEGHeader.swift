internal import Imaging

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// What stands in a JPEG before its first scan, as far as showing it needs.
struct JPEGHeader: Sendable {
    let frame: JPEGFrame
    let orientation: Orientation
    /// Whether an Adobe marker is there, which means that CMYK is stored inverted.
    let isAdobe: Bool
    /// Where the first scan's header (SOS) begins, with its marker.
    let scanOffset: Int
    /// Whether the first scan holds all components of a sequential frame, so that it is the only one.
    let isSingleScan: Bool

    /// Reads the markers up to the first scan.
    init(_ bytes: UnsafeRawBufferPointer) throws(DecodingFailure) {
        var frame: JPEGFrame?
        var orientation: Orientation?
        var isAdobe = false
        var walk = JPEGSegments(bytes)
        while let segment = walk.next() {
            switch segment.marker {
            case 0xC4, 0xC8, 0xCC: continue
            case 0xC0...0xCF where frame == nil:
                frame = try JPEGFrame(
                    marker: segment.marker, segment: segment.payload, offset: segment.offset + 4)
            case 0xE1 where orientation == nil: orientation = Self.orientation(segment.payload)
            case 0xEE where segment.payload.starts(with: "Adobe", at: 0): isAdobe = true
            case 0xDA:
                guard let frame else { throw .damaged(reason: "the JPEG has no frame header") }
                self.init(frame, orientation ?? .asStored, isAdobe, scan: segment)
                return
            default: continue
            }
        }
        throw .damaged(reason: "the JPEG ends before its first scan")
    }

    private init(
        _ frame: JPEGFrame, _ orientation: Orientation, _ isAdobe: Bool,
        scan: JPEGSegments.Segment
    ) {
        self.frame = frame
        self.orientation = orientation
        self.isAdobe = isAdobe
        scanOffset = scan.offset
        isSingleScan = !frame.isProgressive && scan.payload.byte(at: 0) == frame.components.count
    }

    /// Nil for another use of APP1, such as XMP.
    private static func orientation(_ payload: ByteReader) -> Orientation? {
        guard payload.starts(with: "Exif\0", at: 0) else { return nil }
        return ExifOrientation.read(payload.part(from: 6, count: payload.count))
    }
}

/// The marker segments of a JPEG, one after the other; entropy-coded bytes between them are passed over.
struct JPEGSegments {
    struct Segment {
        let marker: Int
        /// Where the marker's 0xFF stands.
        let offset: Int
        let payload: ByteReader
    }

    private let reader: ByteReader
    private var offset: Int
    /// Whether the end of the picture (EOI) was found.
    private(set) var hasEnded = false

    /// Begins behind the start of the picture (SOI), or at the marker that stands at `offset`.
    init(_ bytes: UnsafeRawBufferPointer, from offset: Int = 2) {
        reader = ByteReader(bytes: bytes)
        self.offset = offset
    }

    /// The next segment with a payload; nil at the end of the picture or of the bytes.
    mutating func next() -> Segment? {
        while let marker = nextMarker() {
            switch marker {
            // Stuffed byte, no meaning, restarts, start: all without a payload.
            case 0x00, 0x01, 0xD0...0xD8: continue
            case 0xD9:
                hasEnded = true
                return nil
            default: return segment(marker)
            }
        }
        return nil
    }

    /// Moves behind the next 0xFF and what follows it that is no filling.
    private mutating func nextMarker() -> Int? {
        guard let base = reader.bytes.baseAddress, offset < reader.count,
            let found = memchr(base + offset, 0xFF, reader.count - offset)
        else { return nil }
        offset = UnsafeRawPointer(found) - base
        while let byte = reader.byte(at: offset) {
            offset += 1
            if byte != 0xFF { return byte }
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

/// What a JPEG's frame header (SOF) says of the picture.
struct JPEGFrame: Sendable {
    /// How many blocks of 8 x 8 samples a component has in a unit (MCU).
    struct Component: Sendable {
        let across: Int
        let down: Int
        /// The number by which scans call it.
        let identifier: Int
        /// The number of its quantisation table.
        let quantisation: Int
    }

    let size: PixelSize
    let components: [Component]
    let isProgressive: Bool
    let isHuffmanCoded: Bool
    /// Where in the file the height stands, two bytes.
    let heightOffset: Int

    /// - Throws: `.unsupported` for the kinds TurboJPEG has no decoder for: lossless, hierarchical,
    ///   more than 8 bits, and two or more than four components.
    init(marker: Int, segment: ByteReader, offset: Int) throws(DecodingFailure) {
        guard [0xC0, 0xC1, 0xC2, 0xC9, 0xCA].contains(marker), segment.byte(at: 0) == 8 else {
            throw .unsupported(kind: .jpeg)
        }
        guard let height = segment.uint16(at: 1), let width = segment.uint16(at: 3),
            let componentCount = segment.byte(at: 5), width > 0, height > 0
        else { throw .damaged(reason: "the JPEG has no pixels") }
        guard [1, 3, 4].contains(componentCount) else { throw .unsupported(kind: .jpeg) }
        size = PixelSize(width: width, height: height)
        isProgressive = marker == 0xC2 || marker == 0xCA
        isHuffmanCoded = marker < 0xC8
        heightOffset = offset + 1
        components = try Self.components(componentCount, in: segment)
    }

    private static func components(
        _ count: Int, in segment: ByteReader
    ) throws(DecodingFailure) -> [Component] {
        var components: [Component] = []
        for index in 0..<count {
            guard let identifier = segment.byte(at: 6 + index * 3),
                let sampling = segment.byte(at: 7 + index * 3),
                let quantisation = segment.byte(at: 8 + index * 3),
                (1...4).contains(sampling >> 4), (1...4).contains(sampling & 15)
            else { throw .damaged(reason: "the JPEG's sampling factors are wrong") }
            // A single component is coded block by block, whatever its factors say.
            components.append(
                Component(
                    across: count == 1 ? 1 : sampling >> 4, down: count == 1 ? 1 : sampling & 15,
                    identifier: identifier, quantisation: quantisation))
        }
        return components
    }

    /// The size in pixels of a unit (MCU).
    var unit: PixelSize {
        PixelSize(
            width: 8 * (components.map(\.across).max() ?? 1),
            height: 8 * (components.map(\.down).max() ?? 1))
    }

    var unitsAcross: Int { (size.width + unit.width - 1) / unit.width }
    var unitsDown: Int { (size.height + unit.height - 1) / unit.height }
    var blockCount: Int { unitsAcross * unitsDown * blocksPerUnit }
    var blocksPerUnit: Int { components.reduce(0) { $0 + $1.across * $1.down } }

    /// The memory that TurboJPEG takes for a picture in several scans: 64 coefficients of two bytes
    /// for each block.
    var coefficientBytes: Int { unitsAcross * unitsDown * blocksPerUnit * 128 }

    /// The fewest bytes a file of this frame can have: a bit for each block of 64 samples.
    var minimumBytes: Int { unitsAcross * unitsDown * blocksPerUnit / 8 }

    /// The most rows of pixels that so many bytes of a sequential scan can hold.
    ///
    /// A block takes at least two bits: one code for its first coefficient, one for its end.
    func rows(heldBy byteCount: Int) -> Int {
        guard isHuffmanCoded, !isProgressive else { return size.height }
        let unitRows = byteCount * 8 / (unitsAcross * blocksPerUnit * 2) + 1
        return min(size.height, unitRows * unit.height)
    }
}
