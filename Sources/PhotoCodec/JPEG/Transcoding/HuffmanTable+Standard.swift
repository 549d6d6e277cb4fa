extension HuffmanTable {
    /// A table without codes.
    static let empty: HuffmanTable = {
        guard let table = HuffmanTable(counts: [Int](repeating: 0, count: 17), symbols: []) else {
            preconditionFailure("no codes are a table")
        }
        return table
    }()

    /// The tables of the JPEG standard for luma (K.3.3), which know all coefficients of 8-bit samples.
    static let standardDC = standard(
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
        return standard(
            counts: [0, 0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 125],
            symbols: frequent + rest)
    }()

    private static func standard(counts: [Int], symbols: [UInt8]) -> HuffmanTable {
        guard let table = HuffmanTable(counts: counts, symbols: symbols) else {
            preconditionFailure("the standard's tables are tables")
        }
        return table
    }
}
