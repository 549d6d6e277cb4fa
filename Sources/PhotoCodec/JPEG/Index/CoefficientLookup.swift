/// A Huffman table of coefficients, made for passing over them and for reading them fast.
///
/// As many whole symbols as twelve bits hold, at one look: passing one symbol a look was tried, 1.5 times
/// as long. No other table needs it: making them for all was 78 % of the time in which the fuzzers open and
/// decode a small photo tile by tile.
struct CoefficientLookup: Sendable {
    static let skipBits = 12
    static let valueBits = 10

    /// Stands for the zeros before a coefficient where there is none to come.
    static let blockEnd: Int32 = 0xFF

    /// By the next twelve bits: bits taken, up to 12, from bit 8; whether the block ends, bit 7;
    /// coefficients passed in the lower seven bits; 0 where no symbol is whole.
    let skips: [UInt16]
    /// By the next ten bits: bits taken in the lowest byte, zeros before the coefficient in the next, or
    /// `blockEnd`; the coefficient above; 0 where no coefficient is whole.
    let values: [Int32]

    /// - Parameter short: the table's codes of up to nine bits, as `BitLookup` has them.
    init(_ short: [UInt16]) {
        skips = Self.skips(short)
        values = Self.values(short)
    }

    private static func values(_ short: [UInt16]) -> [Int32] {
        (0..<(1 << valueBits)).map { pattern in
            let entry = short[pattern >> (valueBits - BitLookup.shortBits)]
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

    private static func skips(_ short: [UInt16]) -> [UInt16] {
        (0..<(1 << skipBits)).map { pattern in
            var (taken, passed, hasEnd) = (0, 0, false)
            while !hasEnd {
                let rest = pattern << taken & (1 << skipBits - 1)
                let entry = short[rest >> (skipBits - BitLookup.shortBits)]
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
