internal import Imaging

/// The only scan of a sequential Huffman-coded JPEG: the meaning and the position of its bits.
package struct JPEGScan: Sendable {
    /// The Huffman and quantisation tables of a component.
    struct Coding: Sendable {
        let dcTable: HuffmanTable
        let acTable: HuffmanTable
        let dcSlot: UInt8
        /// The quantisation factors of a block's coefficients, in zigzag order.
        let quanta: [Int32]
    }

    package let frame: JPEGFrame
    /// The coding of each component, in the frame's order.
    let codings: [Coding]
    let colours: JPEGColourSpace
    /// The number of MCUs between two restarts; 0 if the scan has no restarts.
    let restartInterval: Int
    /// The offset in the file of the first entropy-coded byte.
    let dataOffset: Int

    /// The maximum size of a row of MCUs in bytes, including restart markers.
    var maximumRowBytes: Int {
        frame.mcusAcross * (frame.blocksPerMCU * BaselineTranscoder.maximumBlockBytes + 2) + 4096
    }

    /// Returns true if restart markers are numbered consecutively.
    ///
    /// Restart markers in a different order make libjpeg treat some MCUs as missing.
    package func hasRestartsInOrder(_ input: JPEGInput) -> Bool {
        var (offset, due) = (dataOffset, 0)
        while restartInterval > 0,
            let found = JPEGMarkers.next(input.base, from: offset, end: input.bytes.count),
            (0xD0...0xD7).contains(found.marker)
        {
            guard found.marker == 0xD0 + due & 7 else { return false }
            offset = found.end
            due += 1
        }
        return true
    }

    /// Creates the scan; `nil` for several scans, arithmetic coding, or missing or invalid tables.
    ///
    /// The result is also `nil` if the scan's components are not in the frame's order, or if an MCU
    /// has too many blocks.
    init?(_ bytes: UnsafeRawBufferPointer, header: JPEGHeader) {
        guard header.isSingleScan, header.frame.isHuffmanCoded else { return nil }
        var tables = JPEGTables()
        var segments = JPEGSegments(bytes)
        while let segment = segments.next() {
            guard segment.marker != 0xDA else {
                self.init(header.frame, scan: segment, tables: tables)
                return
            }
            guard tables.define(segment) else { return nil }
        }
        return nil
    }

    private init?(_ frame: JPEGFrame, scan: JPEGSegments.Segment, tables: JPEGTables) {
        let count = frame.components.count
        guard scan.payload.count >= 1 + count * 2 + 3 else { return nil }
        var codings: [Coding] = []
        for (index, component) in frame.components.enumerated() {
            guard let selectors = scan.payload.byte(at: 2 + index * 2),
                // If the order of components in the scan differed from that in the frame, the
                // layout of MCUs would differ.
                scan.payload.byte(at: 1 + index * 2) == component.identifier,
                let dcTable = tables.huffman[UInt8(selectors >> 4)],
                let acTable = tables.huffman[UInt8(selectors & 15 | 0x10)],
                let quanta = tables.quanta[component.quantisation],
                dcTable.symbols.allSatisfy({ $0 < 16 })
            else { return nil }
            codings.append(
                Coding(
                    dcTable: dcTable, acTable: acTable, dcSlot: UInt8(selectors >> 4),
                    quanta: quanta))
        }
        // An MCU has at most ten blocks, as in libjpeg.
        guard frame.blocksPerMCU <= 10 else { return nil }
        self.frame = frame
        self.codings = codings
        colours = JPEGColourSpace(
            identifiers: frame.components.map(\.identifier), hasJFIF: tables.hasJFIF,
            adobeTransform: tables.adobeTransform)
        restartInterval = tables.restartInterval
        dataOffset = scan.end
    }
}

/// The tables that are in effect at a scan and needed for its bits.
struct JPEGTables {
    /// The Huffman tables by slot: 0…3 for DC coefficients, 0x10…0x13 for AC coefficients.
    private(set) var huffman: [UInt8: HuffmanTable] = [:]
    /// The quantisation tables by number, each with 64 entries in zigzag order.
    private(set) var quanta: [Int: [Int32]] = [:]
    private(set) var restartInterval = 0
    private(set) var hasJFIF = false
    /// The colour transform from an Adobe marker; `nil` without such a marker.
    private(set) var adobeTransform: Int?

    /// Applies the definitions in a segment; returns false if a Huffman segment is invalid.
    mutating func define(_ segment: JPEGSegments.Segment) -> Bool {
        let payload = segment.payload
        switch segment.marker {
        case 0xC4: return defineHuffman(payload)
        case 0xDB: defineQuantisation(payload)
        case 0xE0: hasJFIF = hasJFIF || payload.starts(with: "JFIF\0", at: 0)
        case 0xEE where payload.starts(with: "Adobe", at: 0):
            adobeTransform = payload.byte(at: 11) ?? adobeTransform
        case 0xDD: restartInterval = payload.uint16(at: 0) ?? 0
        default: break
        }
        return true
    }

    private mutating func defineHuffman(_ payload: ByteReader) -> Bool {
        var offset = 0
        while offset + 17 <= payload.count {
            let counts = (0...16).map { $0 == 0 ? 0 : payload.byte(at: offset + $0) ?? 0 }
            let count = counts.reduce(0, +)
            guard let slot = payload.byte(at: offset), slot & 0xEC == 0,
                offset + 17 + count <= payload.count,
                let table = HuffmanTable(
                    counts: counts,
                    symbols: Array(payload.part(from: offset + 17, count: count).bytes))
            else { return false }
            huffman[UInt8(slot)] = table
            offset += 17 + count
        }
        return offset == payload.count
    }

    private mutating func defineQuantisation(_ payload: ByteReader) {
        var offset = 0
        while let head = payload.byte(at: offset) {
            let isWide = head >> 4 != 0
            let entries = (0..<64).compactMap { entry in
                isWide
                    ? payload.uint16(at: offset + 1 + entry * 2)
                    : payload.byte(at: offset + 1 + entry)
            }
            quanta[head & 15] = entries.count == 64 ? entries.map(Int32.init) : nil
            offset += isWide ? 129 : 65
        }
    }
}

/// The colour space of a JPEG, derived by libjpeg's rules from the markers and the components'
/// numbers.
enum JPEGColourSpace: Sendable {
    case gray, rgb, yCbCr, cmyk
    /// CMYK whose first three inks are stored as luma and two colour differences.
    case ycck

    init(identifiers: [Int], hasJFIF: Bool, adobeTransform: Int?) {
        switch (identifiers.count, adobeTransform) {
        case (1, _): self = .gray
        case (4, .some(let transform)): self = transform == 0 ? .cmyk : .ycck
        case (4, .none): self = .cmyk
        case _ where hasJFIF: self = .yCbCr
        case (_, .some(let transform)): self = transform == 0 ? .rgb : .yCbCr
        // The numbers are the letters R, G and B in ASCII.
        default: self = identifiers == [0x52, 0x47, 0x42] ? .rgb : .yCbCr
        }
    }

    /// Converts a row of samples, four bytes per pixel, to red, green, blue and alpha; YCCK becomes
    /// CMYK, and CMYK stays unchanged.
    ///
    /// Hot: runs once per pixel of a coarse picture.
    func finish(_ row: UnsafeMutableBufferPointer<UInt8>) {
        switch self {
        case .gray: Self.spreadGray(row)
        case .yCbCr, .ycck: Self.convert(row, isYCCK: self == .ycck)
        case .rgb: Self.makeOpaque(row)
        case .cmyk: break
        }
    }

    private static func spreadGray(_ row: UnsafeMutableBufferPointer<UInt8>) {
        for pixel in stride(from: 0, to: row.count, by: 4) {
            row[pixel &+ 1] = row[pixel]
            row[pixel &+ 2] = row[pixel]
            row[pixel &+ 3] = 255
        }
    }

    private static func makeOpaque(_ row: UnsafeMutableBufferPointer<UInt8>) {
        for pixel in stride(from: 0, to: row.count, by: 4) { row[pixel &+ 3] = 255 }
    }

    /// Converts YCbCr with libjpeg's fixed-point factors; YCCK becomes CMYK, whose inks are
    /// complements of RGB.
    private static func convert(_ row: UnsafeMutableBufferPointer<UInt8>, isYCCK: Bool) {
        let flip: Int32 = isYCCK ? 255 : 0
        for pixel in stride(from: 0, to: row.count, by: 4) {
            let luma = Int32(row[pixel])
            let blue = Int32(row[pixel &+ 1]) &- 128
            let red = Int32(row[pixel &+ 2]) &- 128
            let levels = SIMD3(
                luma &+ (91881 &* red &+ 32768) >> 16,
                luma &+ (32768 &- 22554 &* blue &- 46802 &* red) >> 16,
                luma &+ (116130 &* blue &+ 32768) >> 16)
            let bounded = levels.clamped(lowerBound: SIMD3(), upperBound: SIMD3(repeating: 255))
            row[pixel] = UInt8(truncatingIfNeeded: bounded.x ^ flip)
            row[pixel &+ 1] = UInt8(truncatingIfNeeded: bounded.y ^ flip)
            row[pixel &+ 2] = UInt8(truncatingIfNeeded: bounded.z ^ flip)
            if !isYCCK { row[pixel &+ 3] = 255 }
        }
    }
}
