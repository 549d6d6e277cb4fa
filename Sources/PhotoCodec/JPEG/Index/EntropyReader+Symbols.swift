/// Hot: the codes of a table, and the numbers behind them.
extension EntropyReader {
    /// The next symbol; 0 for a code that is none, as libjpeg reads it.
    ///
    /// - Precondition: `need32` was called since the last symbol's bits; it takes 17 at most.
    @inline(__always)
    mutating func symbol(_ table: ScanLookups.Table) -> UInt8 {
        let index = Int(truncatingIfNeeded: bits >> UInt64(64 - BitLookup.shortBits))
        let entry = table.short[index]
        guard entry == 0 else {
            drop(Int(entry >> 8))
            return UInt8(truncatingIfNeeded: entry)
        }
        return longSymbol(table)
    }

    /// The next bits as a number.
    @inline(__always)
    mutating func number(_ length: Int) -> Int32 {
        guard length > 0 else { return 0 }
        let value = Int32(truncatingIfNeeded: bits >> UInt64(truncatingIfNeeded: 64 &- length))
        drop(length)
        return value
    }

    /// The next bits as a coefficient: one whose first bit is 0 is negative, counted from below.
    @inline(__always)
    mutating func coefficient(_ length: Int) -> Int32 {
        guard length > 0 else { return 0 }
        let value = number(length)
        return value >> Int32(length &- 1) == 0 ? value &- (1 << Int32(length)) &+ 1 : value
    }

    @inline(never)
    private mutating func longSymbol(_ table: ScanLookups.Table) -> UInt8 {
        var length = BitLookup.shortBits &+ 1
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
}
