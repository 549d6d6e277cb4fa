/// A Huffman table as a JPEG defines it: how many codes of each length, and what they stand for.
struct HuffmanTable: Hashable, Sendable {
    /// A code and its length in bits; the length is 0 if the table has no code for a symbol.
    struct Code: Hashable, Sendable {
        var bits: UInt32 = 0
        var length = 0
    }

    /// By length from 1 to 16; the first entry is not used.
    let counts: [Int]
    let symbols: [UInt8]
    /// By symbol.
    let codes: [Code]

    /// `nil` if this is not a table: too many symbols, a code of ones only, or one that does not fit.
    init?(counts: [Int], symbols: [UInt8]) {
        guard counts.count == 17, counts.reduce(0, +) == symbols.count, symbols.count <= 256
        else { return nil }
        self.counts = counts
        self.symbols = symbols
        var codes = [Code](repeating: Code(), count: 256)
        var next: UInt32 = 0
        var index = 0
        for length in 1...16 {
            for _ in 0..<counts[length] {
                codes[Int(symbols[index])] = Code(bits: next, length: length)
                index += 1
                next += 1
                // libjpeg's rule: a code of ones only is not a code.
                guard next < 1 << UInt32(length) else { return nil }
            }
            next <<= 1
        }
        self.codes = codes
    }

    /// The same codes, and new ones of 16 bits for those of `wanted` that have none.
    ///
    /// An optimised table has codes only for what occurs; a tile may begin with something else. The
    /// unused codes behind the last one have room: `nil` if even there it is too little.
    func extended(by wanted: some Sequence<UInt8>) -> HuffmanTable? {
        let missing = wanted.filter { codes[Int($0)].length == 0 }
        guard !missing.isEmpty else { return self }
        var counts = counts
        counts[16] += missing.count
        return HuffmanTable(counts: counts, symbols: symbols + missing)
    }

    /// The table as a DHT segment, for a slot: its class in the upper four bits.
    func segment(for slot: UInt8) -> [UInt8] {
        let counts = counts[1...].map { UInt8(truncatingIfNeeded: $0) }
        return JPEGSegments.Segment.bytes(0xC4, [slot] + counts + symbols)
    }

    /// A table without codes.
    static let empty = known(counts: [Int](repeating: 0, count: 17), symbols: [])

    /// The standard's tables for luma (K.3.3), which have codes for all coefficients of 8-bit samples.
    static let standardDC = known(
        counts: [0, 0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0], symbols: Array(0...11))

    static let standardAC: HuffmanTable = {
        let frequent: [UInt8] = [
            0x01, 0x02, 0x03, 0x00, 0x04, 0x11, 0x05, 0x12, 0x21, 0x31, 0x41, 0x06, 0x13, 0x51,
            0x61, 0x07, 0x22, 0x71, 0x14, 0x32, 0x81, 0x91, 0xA1, 0x08, 0x23, 0x42, 0xB1, 0xC1,
            0x15, 0x52, 0xD1, 0xF0, 0x24, 0x33, 0x62, 0x72, 0x82,
        ]
        // The others have 16 bits each (one has 15), in their order.
        let rest = (0...255 as ClosedRange<UInt8>).filter {
            (1...10).contains($0 & 15) && !frequent.contains($0)
        }
        return known(
            counts: [0, 0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 125],
            symbols: frequent + rest)
    }()

    private static func known(counts: [Int], symbols: [UInt8]) -> HuffmanTable {
        guard let table = HuffmanTable(counts: counts, symbols: symbols) else {
            preconditionFailure("a known table is correct")
        }
        return table
    }
}
