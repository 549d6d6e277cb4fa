/// Follows the bits of units (MCUs) without decoding more than first coefficients.
///
/// Wrong codes are read as libjpeg reads them, so that both stay in step on damaged files.
struct UnitWalker {
    /// The first coefficient of each component's last block, before it is multiplied.
    typealias Predictors = SIMD4<Int32>

    var reader: EntropyReader
    var predictors = Predictors()
    /// Codes that no table has.
    private(set) var wrongCodes = 0
    private let lookups: ScanLookups

    init(_ reader: EntropyReader, _ predictors: Predictors, by lookups: ScanLookups) {
        self.reader = reader
        self.predictors = predictors
        self.lookups = lookups
    }

    /// Passes over units; false where the bits ended before.
    mutating func pass(units: Int) -> Bool {
        for _ in 0..<units {
            for index in 0..<lookups.blockCount { passBlock(lookups.blocks[index]) }
            if reader.count < 0 { return false }
        }
        return true
    }

    /// Passes over a unit and hands each block's first coefficient out; false where the bits ended before.
    @inline(__always)
    mutating func passUnit(_ take: (ScanLookups.Block, Int32) -> Void) -> Bool {
        for index in 0..<lookups.blockCount {
            let block = lookups.blocks[index]
            passBlock(block)
            take(block, predictors[block.component])
        }
        return reader.count >= 0
    }

    @inline(__always)
    private mutating func passBlock(_ block: ScanLookups.Block) {
        predictors[block.component] &+= readDifference(block.dcTable)
        passCoefficients(block.acTable)
    }

    /// Hot: once for each block of 64 samples.
    @inline(__always)
    mutating func readDifference(_ table: ScanLookups.Table) -> Int32 {
        reader.need32()
        let size = Int(readSymbol(table))
        guard size > 0 else { return 0 }
        let value = Int32(truncatingIfNeeded: reader.bits >> UInt64(64 &- size))
        reader.drop(size)
        // A value whose first bit is 0 is negative: its complement, counted from below.
        return value >> Int32(size &- 1) == 0 ? value &- (1 << Int32(size)) &+ 1 : value
    }

    /// Hot: several times for each block.
    @inline(__always)
    mutating func passCoefficients(_ table: ScanLookups.Table) {
        var next = 1
        while next < 64 {
            reader.need32()
            let entry = Int(
                table.skips[Int(truncatingIfNeeded: reader.bits >> UInt64(64 - BitLookup.skipBits))]
            )
            let after = next &+ (entry & 0x7F)
            if entry != 0, after <= 64 {
                reader.drop(entry >> 8)
                if entry & 0x80 != 0 { return }
                next = after
            } else {
                let symbol = Int(readSymbol(table))
                let size = symbol & 15
                reader.drop(size)
                if size == 0, symbol != 0xF0 { return }
                next &+= symbol >> 4 &+ 1
            }
        }
    }

    /// The next symbol; 0 for a code that is none.
    ///
    /// - Precondition: 32 bits are there, of which it takes 17 at most.
    @inline(__always)
    private mutating func readSymbol(_ table: ScanLookups.Table) -> UInt8 {
        let entry = table.short[
            Int(truncatingIfNeeded: reader.bits >> UInt64(64 - BitLookup.shortBits))]
        guard entry == 0 else {
            reader.drop(Int(entry >> 8))
            return UInt8(truncatingIfNeeded: entry)
        }
        return readLongSymbol(table)
    }

    @inline(never)
    private mutating func readLongSymbol(_ table: ScanLookups.Table) -> UInt8 {
        var length = BitLookup.shortBits &+ 1
        var code = Int32(truncatingIfNeeded: reader.bits >> UInt64(64 &- length))
        while code > table.greatest[length] {
            length &+= 1
            code = Int32(truncatingIfNeeded: reader.bits >> UInt64(64 &- length))
        }
        reader.drop(length)
        guard length <= 16 else {
            wrongCodes &+= 1
            return 0
        }
        return table.symbols[Int(code &+ table.shift[length]) & 0xFF]
    }
}
