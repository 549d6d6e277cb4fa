/// The tables in force where a scan begins, as far as its bits can be followed with them.
struct JPEGTables {
    /// By slot: 0…3 for first coefficients, 0x10…0x13 for the others.
    private(set) var huffman: [UInt8: HuffmanTable] = [:]
    /// Each quantisation table, its 64 entries in the order of the file (zigzag).
    private(set) var quanta: [Int: [Int32]] = [:]
    private(set) var restartInterval = 0
    private(set) var hasJFIF = false
    /// What an Adobe marker says of the colours; nil without one.
    private(set) var adobeTransform: Int?

    /// Takes what a segment defines; false where a definition is wrong.
    mutating func take(_ segment: JPEGSegments.Segment) -> Bool {
        switch segment.marker {
        case 0xC4: return takeHuffman(segment.payload)
        case 0xDB: takeQuantisation(segment.payload)
        case 0xE0: hasJFIF = hasJFIF || segment.payload.starts(with: "JFIF\0", at: 0)
        case 0xEE where segment.payload.starts(with: "Adobe", at: 0):
            adobeTransform = segment.payload.byte(at: 11) ?? adobeTransform
        case 0xDD: restartInterval = segment.payload.uint16(at: 0) ?? 0
        default: break
        }
        return true
    }

    private mutating func takeHuffman(_ payload: ByteReader) -> Bool {
        var offset = 0
        while offset + 17 <= payload.count {
            let counts = (0...16).map { $0 == 0 ? 0 : payload.byte(at: offset + $0) ?? 0 }
            let count = counts.reduce(0, +)
            guard let slot = payload.byte(at: offset), slot & 0xEC == 0,
                offset + 17 + count <= payload.count,
                let table = HuffmanTable(
                    counts: counts,
                    symbols: payload.part(from: offset + 17, count: count).bytes.map { $0 })
            else { return false }
            huffman[UInt8(slot)] = table
            offset += 17 + count
        }
        return offset == payload.count
    }

    private mutating func takeQuantisation(_ payload: ByteReader) {
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
