/// A canonical Huffman code, from the lengths of its words (RFC 1951, 3.2.2).
struct HuffmanCode {
    /// The symbol of each word, which has a 1 in front so that its length counts.
    let symbols: [Int: Int]

    init(_ lengths: [Int]) {
        var symbols: [Int: Int] = [:]
        var word = 0
        for length in 1...15 {
            word <<= 1
            for (symbol, its) in lengths.enumerated() where its == length {
                symbols[1 << length | word] = symbol
                word += 1
            }
        }
        self.symbols = symbols
    }
}
