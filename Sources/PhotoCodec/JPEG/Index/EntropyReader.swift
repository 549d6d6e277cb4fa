/// The bits of entropy-coded bytes, with stuffing left out, up to a marker or the end.
///
/// Hot: all methods are called for each coefficient of a gigapixel photo. Beyond the end there are
/// zeros, and `count` is negative: to be looked at once a unit.
struct EntropyReader {
    private let base: UnsafePointer<UInt8>
    private let end: Int
    /// The next byte to be taken; the marker's first one where it is stopped by one.
    private(set) var offset: Int
    /// The next bits, the first of them the highest.
    private(set) var bits: UInt64 = 0
    /// How many of `bits` may be used; less than none when more were used than there are.
    private(set) var count = 0
    /// Whether a marker or the end stands behind the bits that are left.
    private(set) var isStopped = false
    /// Codes that no table has.
    var wrongCodes = 0

    /// Begins at a bit: eight times its byte's offset, and its place in that byte.
    ///
    /// - Precondition: the bytes outlive the reader; `end` is not behind them.
    init(_ base: UnsafePointer<UInt8>, end: Int, at position: Int) {
        self.base = base
        self.end = end
        offset = min(position >> 3, end)
        fill()
        drop(position & 7)
    }

    @inline(__always)
    mutating func drop(_ length: Int) {
        bits <<= UInt64(truncatingIfNeeded: length)
        count &-= length
    }

    /// The next bits as an index; they stay.
    @inline(__always)
    func next(_ length: Int) -> Int {
        Int(truncatingIfNeeded: bits >> UInt64(truncatingIfNeeded: 64 &- length))
    }

    /// Makes sure of 32 bits, if there are so many.
    @inline(__always)
    mutating func need32() {
        if count < 32 { fill() }
    }

    /// Takes whole bytes, up to 57 bits or more.
    mutating func fill() {
        guard !isStopped else { return }
        if offset &+ 8 <= end {
            let word = UInt64(
                bigEndian: UnsafeRawPointer(base).loadUnaligned(
                    fromByteOffset: offset, as: UInt64.self))
            // A byte of ones is a byte of zeros in the complement: the old trick of strlen.
            let flipped = ~word
            if (flipped &- 0x0101_0101_0101_0101) & ~flipped & 0x8080_8080_8080_8080 == 0 {
                bits |= word >> UInt64(truncatingIfNeeded: count)
                let taken = (63 &- count) >> 3
                offset &+= taken
                count &+= taken &* 8
                return
            }
        }
        fillByBytes()
    }

    private mutating func fillByBytes() {
        while count <= 56 {
            guard let byte = nextByte() else {
                isStopped = true
                return
            }
            bits |= UInt64(byte) << UInt64(56 &- count)
            count &+= 8
        }
    }

    /// Any number of 0xFF may stand before a stuffed zero, or a marker.
    private mutating func nextByte() -> UInt8? {
        guard offset < end else { return nil }
        let byte = base[offset]
        guard byte == 0xFF else {
            offset &+= 1
            return byte
        }
        var next = offset &+ 1
        while next < end, base[next] == 0xFF { next &+= 1 }
        guard next < end, base[next] == 0 else { return nil }
        offset = next &+ 1
        return byte
    }

    /// A reader behind the restart marker that stands at the end of this byte; nil where none does.
    var behindRestart: EntropyReader? {
        let marker = (position &+ 7) >> 3
        guard marker &+ 2 <= end, base[marker] == 0xFF, 0xD0...0xD7 ~= base[marker &+ 1] else {
            return nil
        }
        var next = EntropyReader(base, end: end, at: (marker &+ 2) &* 8)
        next.wrongCodes = wrongCodes
        return next
    }

    /// The place of the next bit: eight times its byte's offset, and its place in that byte.
    var position: Int {
        var rest = count
        var byte = offset
        while rest > 0, byte > 0 {
            byte &-= 1
            if byte > 0, base[byte] == 0, base[byte &- 1] == 0xFF {
                byte &-= 1
                while byte > 0, base[byte &- 1] == 0xFF { byte &-= 1 }
            }
            rest &-= 8
        }
        return byte &* 8 &- min(0, rest)
    }
}
