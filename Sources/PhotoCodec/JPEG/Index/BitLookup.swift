/// A Huffman table made for following bits fast.
///
/// Codes of up to nine bits are found by one look; longer ones by their length. For passing over
/// coefficients there is a second table: as many whole symbols as twelve bits hold, at one look.
/// Passing one symbol a look was tried: 1.5 times as long.
struct BitLookup: Sendable {
    static let shortBits = 9
    static let skipBits = 12
    static let valueBits = 10

    /// By the next nine bits: length in the upper byte, symbol in the lower; 0 for a longer code.
    let short: [UInt16]
    /// By the next twelve bits: bits taken, up to 12, from bit 8; whether the block ends, bit 7;
    /// coefficients passed in the lower seven bits; 0 where no symbol is whole.
    let skips: [UInt16]
    /// By the next ten bits: bits taken in the lowest byte, zeros before the coefficient in the next, or
    /// `blockEnd`; the coefficient above; 0 where no coefficient is whole.
    let values: [Int32]
    /// By length: the greatest code, or -1; the last entry ends every search.
    let greatest: [Int32]
    /// By length: what is to be added to a code for its symbol's place.
    let shift: [Int32]
    let symbols: [UInt8]

    init(_ table: HuffmanTable) {
        short = Self.short(table)
        symbols = table.symbols + [UInt8](repeating: 0, count: 256 - table.symbols.count)
        (greatest, shift) = Self.ranges(table)
        skips = Self.skips(short)
        values = Self.values(short)
    }

    /// Stands for the zeros before a coefficient where there is none to come.
    static let blockEnd: Int32 = 0xFF

    private static func values(_ short: [UInt16]) -> [Int32] {
        (0..<(1 << valueBits)).map { pattern in
            let entry = short[pattern >> (valueBits - shortBits)]
            let (length, symbol) = (Int(entry >> 8), Int(entry & 0xFF))
            let (run, size) = (symbol >> 4, symbol & 15)
            let taken = length + size
            guard entry != 0, taken <= valueBits else { return 0 }
            guard size > 0 else {
                // Sixteen zeros are fifteen before one more.
                return Int32(taken) | (symbol == 0xF0 ? 15 : blockEnd) << 8
            }
            let bits = pattern >> (valueBits - taken) & (1 << size - 1)
            let value = bits >> (size - 1) == 0 ? bits - (1 << size) + 1 : bits
            return Int32(taken) | Int32(run) << 8 | Int32(value) << 16
        }
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

    private static func skips(_ short: [UInt16]) -> [UInt16] {
        (0..<(1 << skipBits)).map { pattern in
            var (taken, passed, hasEnd) = (0, 0, false)
            while !hasEnd {
                let rest = pattern << taken & (1 << skipBits - 1)
                let entry = short[rest >> (skipBits - shortBits)]
                let (length, symbol) = (Int(entry >> 8), Int(entry & 0xFF))
                let size = symbol & 15
                let steps = size == 0 && symbol != 0xF0 ? 1 : symbol >> 4 + 1
                guard entry != 0, taken + length + size <= skipBits, passed + steps <= 64
                else { break }
                taken += length + size
                passed += steps
                hasEnd = size == 0 && symbol != 0xF0
            }
            return taken == 0
                ? 0 : UInt16(taken) << 8 | (hasEnd ? 0x80 : 0) | UInt16(passed)
        }
    }
}
