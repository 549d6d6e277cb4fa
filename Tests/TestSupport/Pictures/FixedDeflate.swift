/// Writes deflate's fixed codes (RFC 1951, 3.2.6), in one block: bytes as they are, and runs of copies.
package struct FixedDeflate {
    /// The longest copy there is a code for.
    package static let runLength = 258

    /// The last block, of kind 1; from here on codes come from their highest bit.
    private var bits: [UInt8] = [1, 1, 0]

    package init() {}

    package mutating func append(_ bytes: some Collection<UInt8>) {
        for byte in bytes {
            if byte < 144 { put(0x30 + Int(byte), 8) } else { put(0x190 + Int(byte) - 144, 9) }
        }
    }

    /// Appends copies of what lies `distance` bytes back, each of `runLength` bytes.
    package mutating func copy(from distance: Int, runs: Int) {
        for _ in 0..<runs {
            put(0b1100_0101, 8)
            put(distance: distance)
        }
    }

    /// The stream, with its end.
    package var bytes: [UInt8] {
        let whole = bits + Array(repeating: 0, count: 7)
        return stride(from: 0, to: whole.count, by: 8).map { start in
            whole[start..<min(start + 8, whole.count)].enumerated().reduce(UInt8(0)) {
                $0 | $1.element << UInt8($1.offset)
            }
        }
    }

    private mutating func put(_ code: Int, _ count: Int) {
        for bit in (0..<count).reversed() { bits.append(UInt8(code >> bit & 1)) }
    }

    /// A code for the two highest bits, and the rest from its lowest.
    private mutating func put(distance: Int) {
        guard distance > 4 else { return put(distance - 1, 5) }
        let value = distance - 1
        let extra = Int.bitWidth - value.leadingZeroBitCount - 2
        put(2 * extra + value >> extra, 5)
        for bit in 0..<extra { bits.append(UInt8(value >> bit & 1)) }
    }
}
