/// A Huffman table as a JPEG defines it: the number of codes of each length, and the codes'
/// symbols.
struct HuffmanTable: Hashable, Sendable {
    /// A code of a symbol; its length in bits is 0 if the table does not contain the symbol.
    struct Code: Hashable, Sendable {
        var bits: UInt32 = 0
        var length = 0
    }

    /// The number of codes of each length from 1 to 16; the entry for length 0 is unused.
    let counts: [Int]
    let symbols: [UInt8]
    /// The code of each symbol from 0 to 255.
    let codes: [Code]

    /// Creates a table.
    ///
    /// The result is `nil` if the counts do not match the symbols, if there are too many symbols,
    /// if a code consists of ones only, or if there are too many codes for their lengths.
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
                // A code that consists of ones only is invalid, as in libjpeg.
                guard next < 1 << UInt32(length) else { return nil }
            }
            next <<= 1
        }
        self.codes = codes
    }

    /// Returns this table with 16-bit codes for those symbols of `wanted` that have no code yet.
    ///
    /// An optimised table has codes only for the photo's symbols, but the first blocks of a tile
    /// may need other symbols. The result is `nil` if there are too few unused codes after the last
    /// code.
    func extended(by wanted: some Sequence<UInt8>) -> HuffmanTable? {
        let missing = wanted.filter { codes[Int($0)].length == 0 }
        guard !missing.isEmpty else { return self }
        var counts = counts
        counts[16] += missing.count
        return HuffmanTable(counts: counts, symbols: symbols + missing)
    }

    /// Returns the table as a DHT segment for a slot, whose upper four bits are the table's class.
    func segment(for slot: UInt8) -> [UInt8] {
        let counts = counts[1...].map { UInt8(truncatingIfNeeded: $0) }
        return JPEGSegments.Segment.bytes(0xC4, [slot] + counts + symbols)
    }

    /// A table without codes.
    static let empty = known(counts: [Int](repeating: 0, count: 17), symbols: [])

    /// The JPEG standard's DC table for luma (K.3.3), with codes for all differences of 8-bit
    /// samples.
    static let standardDC = known(
        counts: [0, 0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0], symbols: Array(0...11))

    /// The JPEG standard's AC table for luma (K.3.3), with codes for all coefficients of 8-bit
    /// samples.
    static let standardAC: HuffmanTable = {
        let frequent: [UInt8] = [
            0x01, 0x02, 0x03, 0x00, 0x04, 0x11, 0x05, 0x12, 0x21, 0x31, 0x41, 0x06, 0x13, 0x51,
            0x61, 0x07, 0x22, 0x71, 0x14, 0x32, 0x81, 0x91, 0xA1, 0x08, 0x23, 0x42, 0xB1, 0xC1,
            0x15, 0x52, 0xD1, 0xF0, 0x24, 0x33, 0x62, 0x72, 0x82,
        ]
        // The remaining symbols have 16 bits each (one symbol has 15), in ascending order.
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

/// A Huffman table for reading codes: one lookup for up to nine bits, otherwise a search by length.
struct CodeTable {
    static let shortBits = 9

    /// An entry for each value of the next nine bits.
    ///
    /// The upper byte is the code's length, the lower byte its symbol; the entry is 0 if the code
    /// is longer.
    let short: UnsafePointer<UInt16>
    /// The greatest code of each length, or -1 without codes; the last entry ends every search.
    let greatest: UnsafePointer<Int32>
    /// For each length, the number to add to a code to get the index of the code's symbol.
    let shift: UnsafePointer<Int32>
    let symbols: UnsafePointer<UInt8>
}

/// A Huffman table of AC coefficients, with lookups for skipping coefficients and for reading them.
///
/// One lookup skips all whole symbols in twelve bits; one symbol per lookup took 1.5 times as long.
/// Only tables of AC coefficients have such lookups: creating lookups for every table took 78 % of
/// the fuzzers' time to open and decode a small photo tile by tile.
struct CoefficientTable {
    static let skipBits = 12
    static let valueBits = 10
    /// The value that marks the end of a block, in place of a number of zeros in an entry of
    /// `values`.
    static let blockEnd: Int32 = 0xFF

    let codes: CodeTable
    /// An entry for each value of the next twelve bits, or 0 if these bits have no whole symbol.
    ///
    /// From bit 8: the number of consumed bits, up to 12. Bit 7: set if the block ends. The lower
    /// seven bits: the number of skipped coefficients.
    let skips: UnsafePointer<UInt16>
    /// An entry for each value of the next ten bits, or 0 if these bits have no whole symbol.
    ///
    /// The lowest byte: the number of consumed bits. The second byte: the number of zeros before
    /// the coefficient, or `blockEnd`. The upper bits: the coefficient.
    let values: UnsafePointer<Int32>
}

/// A Huffman table of differences between DC coefficients, with a lookup.
struct DifferenceTable {
    let codes: CodeTable
    /// Entries like those of `CoefficientTable.values`, but with an unused second byte.
    let values: UnsafePointer<Int32>
}

/// The owner of lookup tables at fixed addresses, which loops over bits use.
///
/// `@unchecked Sendable`: the tables are filled in the initializers of their users and never change
/// afterwards.
final class LookupTables: @unchecked Sendable {
    private var memory: [UnsafeMutableRawPointer] = []
    private var coefficientTables: [HuffmanTable: CoefficientTable] = [:]

    deinit { for pointer in memory { pointer.deallocate() } }

    /// Returns a copy of the elements with the same lifetime as this owner.
    func copy<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafePointer<Element> {
        let copy = UnsafeMutablePointer<Element>.allocate(capacity: elements.count)
        copy.initialize(from: elements, count: elements.count)
        memory.append(UnsafeMutableRawPointer(copy))
        return UnsafePointer(copy)
    }

    func codes(_ table: HuffmanTable) -> CodeTable {
        let (greatest, shift) = Self.ranges(table)
        return CodeTable(
            short: copy(Self.short(table)), greatest: copy(greatest), shift: copy(shift),
            symbols: copy(table.symbols + [UInt8](repeating: 0, count: 256 - table.symbols.count)))
    }

    /// Returns the lookup tables of a Huffman table; each table is created only once, because
    /// components usually share tables.
    func coefficients(_ table: HuffmanTable) -> CoefficientTable {
        if let known = coefficientTables[table] { return known }
        let codes = codes(table)
        let made = CoefficientTable(
            codes: codes, skips: copy(Self.skips(codes.short)),
            values: copy(Self.values(codes.short)))
        coefficientTables[table] = made
        return made
    }

    func differences(_ table: HuffmanTable) -> DifferenceTable {
        let codes = codes(table)
        return DifferenceTable(codes: codes, values: copy(Self.values(codes.short)))
    }

    /// Returns the entries of `CodeTable.short`.
    ///
    /// The function reads the list of symbols instead of `codes`, because libjpeg accepts two codes
    /// for one symbol.
    private static func short(_ table: HuffmanTable) -> [UInt16] {
        let bits = CodeTable.shortBits
        var short = [UInt16](repeating: 0, count: 1 << bits)
        var symbols = table.symbols[...]
        var next = 0
        for length in 1...bits {
            for symbol in symbols.prefix(table.counts[length]) {
                let end = next + 1 << (bits - length)
                for index in next..<end { short[index] = UInt16(length) << 8 | UInt16(symbol) }
                next = end
            }
            symbols = symbols.dropFirst(table.counts[length])
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

    private static func values(_ short: UnsafePointer<UInt16>) -> [Int32] {
        let valueBits = CoefficientTable.valueBits
        return (0..<(1 << valueBits)).map { pattern in
            let entry = short[pattern >> (valueBits - CodeTable.shortBits)]
            let (length, symbol) = (Int(entry >> 8), Int(entry & 0xFF))
            let (run, size) = (symbol >> 4, symbol & 15)
            let taken = length + size
            guard entry != 0, taken <= valueBits else { return 0 }
            guard size > 0 else {
                // The symbol 0xF0 means sixteen zeros, read here as fifteen zeros and a coefficient
                // of 0.
                return Int32(taken) | (symbol == 0xF0 ? 15 : CoefficientTable.blockEnd) << 8
            }
            let bits = pattern >> (valueBits - taken) & (1 << size - 1)
            let value = bits >> (size - 1) == 0 ? bits - (1 << size) + 1 : bits
            return Int32(taken) | Int32(run) << 8 | Int32(value) << 16
        }
    }

    private static func skips(_ short: UnsafePointer<UInt16>) -> [UInt16] {
        let skipBits = CoefficientTable.skipBits
        return (0..<(1 << skipBits)).map { pattern in
            var (taken, passed, hasEnd) = (0, 0, false)
            while !hasEnd {
                let rest = pattern << taken & (1 << skipBits - 1)
                let entry = short[rest >> (skipBits - CodeTable.shortBits)]
                let (length, symbol) = (Int(entry >> 8), Int(entry & 0xFF))
                let size = symbol & 15
                let steps = size == 0 && symbol != 0xF0 ? 1 : symbol >> 4 + 1
                guard entry != 0, taken + length + size <= skipBits, passed + steps <= 64
                else { break }
                taken += length + size
                passed += steps
                hasEnd = size == 0 && symbol != 0xF0
            }
            return taken == 0 ? 0 : UInt16(taken) << 8 | (hasEnd ? 0x80 : 0) | UInt16(passed)
        }
    }
}
