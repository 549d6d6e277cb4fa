/// Reads numbers of any bits, one behind the other, the highest bit of a byte first.
struct HighBits {
    private let bytes: UnsafeRawBufferPointer
    private var place: Int
    /// The next bits, from the highest one down; zeros behind them.
    private var held: UInt64 = 0
    private var count = 0

    init(_ bytes: UnsafeRawBufferPointer, at offset: Int = 0) {
        self.bytes = bytes
        place = offset
    }

    private mutating func fill() {
        while count <= 56, place < bytes.count {
            held |= UInt64(bytes[place]) << UInt64(56 &- count)
            count &+= 8
            place &+= 1
        }
    }

    /// The next number of up to 32 bits; `nil` behind the end.
    mutating func read(_ bits: Int) -> UInt32? {
        if count < bits { fill() }
        guard count >= bits else { return nil }
        guard bits > 0 else { return 0 }
        let number = UInt32(truncatingIfNeeded: held >> UInt64(64 &- bits))
        held <<= UInt64(bits)
        count &-= bits
        return number
    }

    /// Passes the zeros up to the next one, and that, and returns how many they are; `nil` behind the end.
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

    /// Passes what is left of a byte that was begun.
    mutating func skipToByte() { _ = read(count % 8) }
}
