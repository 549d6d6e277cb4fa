/// A Huffman table as a JPEG defines it: how many codes of each length, and what they stand for.
struct HuffmanTable: Hashable, Sendable {
    /// A code and its length in bits; no bits where the table has none for a symbol.
    struct Code: Hashable, Sendable {
        var bits: UInt32 = 0
        var length = 0
    }

    /// By length from 1 to 16; the first entry is not used.
    let counts: [Int]
    let symbols: [UInt8]
    /// By symbol.
    let codes: [Code]
    /// The code after the last one, at the greatest length there is.
    let free: Code

    /// Nil where the table is none: too many symbols, a code of ones only, or one that does not fit.
    init?(counts: [Int], symbols: [UInt8]) {
        guard counts.count == 17, counts.reduce(0, +) == symbols.count, symbols.count <= 256
        else { return nil }
        self.counts = counts
        self.symbols = symbols
        var codes = [Code](repeating: Code(), count: 256)
        var next: UInt32 = 0
        var index = 0
        var last = Code()
        for length in 1...16 {
            for _ in 0..<counts[length] {
                codes[Int(symbols[index])] = Code(bits: next, length: length)
                index += 1
                next += 1
                // The rule of libjpeg: a code of ones only is none.
                guard next < 1 << UInt32(length) else { return nil }
                last = Code(bits: next, length: length)
            }
            next <<= 1
        }
        self.codes = codes
        free = last
    }

    /// The same codes, and new ones of 16 bits for those of `wanted` that have none.
    ///
    /// An optimised table has codes only for what occurs; what a tile begins with may not. The unused
    /// codes behind the last one have room: nil where even there it is too little.
    func extended(by wanted: some Sequence<UInt8>) -> HuffmanTable? {
        let missing = wanted.filter { codes[Int($0)].length == 0 }
        guard !missing.isEmpty else { return self }
        var counts = counts
        counts[16] += missing.count
        return HuffmanTable(counts: counts, symbols: symbols + missing)
    }

    /// The table as the payload of a DHT segment, for a slot: its class in the upper four bits.
    func segment(for slot: UInt8) -> [UInt8] {
        [slot] + counts[1...].map { UInt8(truncatingIfNeeded: $0) } + symbols
    }
}
