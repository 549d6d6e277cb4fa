/// A Huffman table made for following bits fast.
///
/// Codes of up to nine bits are found by one look; longer ones by their length.
struct BitLookup: Sendable {
    static let shortBits = 9

    /// By the next nine bits: length in the upper byte, symbol in the lower; 0 for a longer code.
    let short: [UInt16]
    /// By length: the greatest code, or -1; the last entry ends every search.
    let greatest: [Int32]
    /// By length: what is to be added to a code for its symbol's place.
    let shift: [Int32]
    let symbols: [UInt8]

    init(_ table: HuffmanTable) {
        short = Self.short(table)
        symbols = table.symbols + [UInt8](repeating: 0, count: 256 - table.symbols.count)
        (greatest, shift) = Self.ranges(table)
    }

    private static func short(_ table: HuffmanTable) -> [UInt16] {
        var short = [UInt16](repeating: 0, count: 1 << shortBits)
        for symbol in table.symbols {
            let code = table.codes[Int(symbol)]
            guard code.length <= shortBits else { continue }
            let first = Int(code.bits) << (shortBits - code.length)
            for index in first..<(first + 1 << (shortBits - code.length)) {
                short[index] = UInt16(code.length) << 8 | UInt16(symbol)
            }
        }
        return short
    }

    private static func ranges(_ table: HuffmanTable) -> ([Int32], [Int32]) {
        var greatest = [Int32](repeating: -1, count: 18)
        var shift = [Int32](repeating: 0, count: 18)
        var code: Int32 = 0
        var index: Int32 = 0
        for length in 1...16 {
            let count = Int32(table.counts[length])
            shift[length] = index - code
            if count > 0 { greatest[length] = code + count - 1 }
            code = (code + count) << 1
            index += count
        }
        greatest[17] = .max
        return (greatest, shift)
    }
}
