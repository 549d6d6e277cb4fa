/// A reader of entropy-coded bits up to a marker or the end; stuffed zeros are skipped.
///
/// Hot: the methods run for each coefficient of a gigapixel photo. After the end, the reader
/// returns zeros and `count` becomes negative; callers check `count` once per MCU.
struct EntropyReader {
    private let base: UnsafePointer<UInt8>
    private let end: Int
    /// The offset of the next byte to read, or of the marker that stopped the reader.
    private(set) var offset: Int
    /// The next bits to return, left-aligned.
    private(set) var bits: UInt64 = 0
    /// The number of valid bits in `bits`; negative if more bits were consumed than exist.
    private(set) var count = 0
    /// True if a marker or the end of the bytes follows the bits in `bits`.
    private var isStopped = false
    /// The number of codes read so far that are not in their table.
    var wrongCodes = 0

    /// Creates a reader at the bit `position`: eight times the byte's offset plus the bit's
    /// position in that byte.
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

    /// Returns the next `length` bits as an index, without consuming them.
    @inline(__always)
    func next(_ length: Int) -> Int {
        Int(truncatingIfNeeded: bits >> UInt64(truncatingIfNeeded: 64 &- length))
    }

    /// Ensures that `bits` has at least 32 bits, unless the stream ends earlier.
    @inline(__always)
    mutating func need32() {
        if count < 32 { fill() }
    }

    /// Reads whole bytes until `bits` has at least 57 bits, or the stream ends.
    private mutating func fill() {
        guard !isStopped else { return }
        if offset &+ 8 <= end {
            let word = UInt64(
                bigEndian: UnsafeRawPointer(base).loadUnaligned(
                    fromByteOffset: offset, as: UInt64.self))
            if word.bytesOfOnes == 0 {
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

    /// Returns the next byte, without a stuffed zero; `nil` at a marker or at the end.
    ///
    /// The byte 0xFF may be repeated before a stuffed zero or a marker's second byte.
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

    /// Consumes a code and returns its symbol; 0, as in libjpeg, for a code that is not in the
    /// table.
    ///
    /// - Precondition: the caller has called `need32` since the previous symbol and its extra bits;
    ///   this call consumes at most 17 bits.
    @inline(__always)
    mutating func symbol(_ table: CodeTable) -> UInt8 {
        let index = Int(truncatingIfNeeded: bits >> UInt64(64 - CodeTable.shortBits))
        let entry = table.short[index]
        guard entry == 0 else {
            drop(Int(entry >> 8))
            return UInt8(truncatingIfNeeded: entry)
        }
        return longSymbol(table)
    }

    @inline(never)
    private mutating func longSymbol(_ table: CodeTable) -> UInt8 {
        var length = CodeTable.shortBits &+ 1
        var code = Int32(truncatingIfNeeded: bits >> UInt64(64 &- length))
        while code > table.greatest[length] {
            length &+= 1
            code = Int32(truncatingIfNeeded: bits >> UInt64(64 &- length))
        }
        drop(length)
        guard length <= 16 else {
            wrongCodes &+= 1
            return 0
        }
        return table.symbols[Int(code &+ table.shift[length]) & 0xFF]
    }

    /// Consumes `length` bits and returns them as an unsigned number.
    @inline(__always)
    mutating func number(_ length: Int) -> Int32 {
        guard length > 0 else { return 0 }
        let value = Int32(truncatingIfNeeded: bits >> UInt64(truncatingIfNeeded: 64 &- length))
        drop(length)
        return value
    }

    /// Consumes `length` bits and returns the coefficient they encode; negative if the first bit is
    /// 0.
    @inline(__always)
    mutating func coefficient(_ length: Int) -> Int32 {
        guard length > 0 else { return 0 }
        let value = number(length)
        return value >> Int32(length &- 1) == 0 ? value &- (1 << Int32(length)) &+ 1 : value
    }

    /// Reads the difference between a block's DC coefficient and that of the previous block.
    @inline(__always)
    mutating func difference(_ table: DifferenceTable) -> Int32 {
        need32()
        let entry = table.values[next(CoefficientTable.valueBits)]
        guard entry == 0 else {
            drop(Int(entry & 0xFF))
            return entry >> 16
        }
        return coefficient(Int(symbol(table.codes) & 15))
    }

    /// Skips a block's AC coefficients.
    ///
    /// One fill suffices for four lookups; filling before each lookup took a sixth longer.
    @inline(__always)
    mutating func passCoefficients(_ table: CoefficientTable) {
        var next = 1
        while next < 64 {
            if count <= 56 { fill() }
            var looks = 4
            while looks > 0 {
                let entry = Int(table.skips[self.next(CoefficientTable.skipBits)])
                let after = next &+ (entry & 0x7F)
                guard entry != 0, after <= 64 else { break }
                drop(entry >> 8)
                if entry & 0x80 != 0 || after == 64 { return }
                next = after
                looks &-= 1
            }
            if looks > 0, !passLongSymbol(table, &next) { return }
        }
    }

    /// Skips a coefficient that is too long for a lookup; returns false at the end of the block.
    @inline(__always)
    private mutating func passLongSymbol(_ table: CoefficientTable, _ next: inout Int) -> Bool {
        need32()
        let symbol = Int(self.symbol(table.codes))
        let size = symbol & 15
        drop(size)
        next &+= symbol >> 4 &+ 1
        return size > 0 || symbol == 0xF0
    }

    /// The position of the next bit: eight times the byte's offset plus the bit's position in that
    /// byte.
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

    /// Continues after the restart marker that follows the current byte; returns false if no
    /// restart marker follows.
    mutating func passRestart() -> Bool {
        let marker = JPEGMarkers.offset(behind: position, in: base, end: end)
        guard marker &+ 2 <= end, base[marker] == 0xFF, 0xD0...0xD7 ~= base[marker &+ 1] else {
            return false
        }
        resume(at: marker &+ 2)
        return true
    }

    /// The next marker after the current byte, and the offset after that marker.
    var nextMarker: (marker: Int, end: Int)? {
        JPEGMarkers.next(base, from: (position &+ 7) >> 3, end: end)
    }

    /// Continues at the byte at `offset`.
    mutating func resume(at offset: Int) {
        let wrongCodes = wrongCodes
        self = EntropyReader(base, end: end, at: offset &* 8)
        self.wrongCodes = wrongCodes
    }
}
