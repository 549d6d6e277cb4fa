/// A reader of unsigned integers of any number of bits; the highest bit of a byte comes first.
struct HighBits {
    private let bytes: UnsafeRawBufferPointer
    private var position: Int
    /// The next bits, left-aligned and followed by zeros.
    private var held: UInt64 = 0
    private var count = 0

    init(_ bytes: UnsafeRawBufferPointer, at offset: Int = 0) {
        self.bytes = bytes
        position = offset
    }

    private mutating func fill() {
        if position &+ 8 <= bytes.count {
            // Adds whole bytes: as many of the next eight as there is space for.
            let word = UInt64(
                bigEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            let taken = (64 &- count) >> 3
            let kept = taken == 8 ? word : word & ~(UInt64.max >> UInt64(8 &* taken))
            held |= kept >> UInt64(count)
            count &+= 8 &* taken
            position &+= taken
            return
        }
        while count <= 56, position < bytes.count {
            held |= UInt64(bytes[position]) << UInt64(56 &- count)
            count &+= 8
            position &+= 1
        }
    }

    /// Returns the next integer of up to 32 bits; `nil` at the end of the data.
    mutating func read(_ bits: Int) -> UInt32? {
        if count < bits { fill() }
        guard count >= bits else { return nil }
        guard bits > 0 else { return 0 }
        let number = UInt32(truncatingIfNeeded: held >> UInt64(64 &- bits))
        held <<= UInt64(bits)
        count &-= bits
        return number
    }

    /// Skips zeros and the following 1, and returns the number of zeros; `nil` at the end.
    mutating func readZeros() -> Int? {
        var zeros = 0
        while held == 0 {
            zeros &+= count
            count = 0
            fill()
            if count == 0 { return nil }
        }
        let more = held.leadingZeroBitCount
        held = more < 63 ? held << UInt64(more &+ 1) : 0
        count &-= more &+ 1
        return zeros &+ more
    }

    /// Skips the remaining bits of the current byte.
    mutating func skipToByte() { _ = read(count % 8) }
}
