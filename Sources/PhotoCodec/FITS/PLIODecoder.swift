/// A decoder of IRAF's compressed masks (FITS standard 4.0, section 10.4.3).
///
/// A mask is a list of 16-bit words, each with an instruction and a number.
enum PLIODecoder {
    private enum Instruction: Int {
        case zeros = 0
        case setHigh, addToHigh, subtractFromHigh
        case highs
        /// Zeros, except that the last sample has the high value.
        case zerosAndHigh
        case addAndPut, subtractAndPut
    }

    /// Decompresses a tile; samples after the end of the list are 0.
    ///
    /// - Returns: false if the list is cut off.
    static func decode(
        _ bytes: UnsafeRawBufferPointer, into target: UnsafeMutableBufferPointer<Int32>
    ) -> Bool {
        target.update(repeating: 0)
        guard let (first, end) = list(bytes) else { return false }
        var (next, high, word) = (0, Int32(1), first)
        while word < end, next < target.count {
            guard let code = Self.word(word, of: bytes) else { return false }
            let number = code & 0xFFF
            word += 1
            switch Instruction(rawValue: code >> 12) {
            case .setHigh:
                guard let more = Self.word(word, of: bytes) else { return false }
                high = Int32(truncatingIfNeeded: more << 12 | number)
                word += 1
            case .addToHigh: high &+= Int32(number)
            case .subtractFromHigh: high &-= Int32(number)
            case .addAndPut, .subtractAndPut:
                high = code >> 12 == 6 ? high &+ Int32(number) : high &- Int32(number)
                target[next] = high
                next += 1
            case .zeros, .highs, .zerosAndHigh:
                let last = min(next + number, target.count)
                if code >> 12 == 4 {
                    for index in next..<last { target[index] = high }
                } else if code >> 12 == 5, number > 0, next + number == last {
                    target[last - 1] = high
                }
                next = last
            case nil: break
            }
        }
        return true
    }

    /// Returns the word indices of the first instruction and of the end, for both header formats.
    ///
    /// The result is `nil` if the header is cut off.
    private static func list(_ bytes: UnsafeRawBufferPointer) -> (first: Int, end: Int)? {
        guard let length = word(2, of: bytes) else { return nil }
        if length > 0, length < 0x8000 { return (3, length) }
        guard let first = word(1, of: bytes), let low = word(3, of: bytes),
            let high = word(4, of: bytes)
        else { return nil }
        return (first, high << 15 + low)
    }

    private static func word(_ index: Int, of bytes: UnsafeRawBufferPointer) -> Int? {
        guard index >= 0, index * 2 + 1 < bytes.count else { return nil }
        return Int(bytes[index * 2]) << 8 | Int(bytes[index * 2 + 1])
    }
}
