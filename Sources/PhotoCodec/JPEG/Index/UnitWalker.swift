/// Follows the bits of units (MCUs) without decoding more than first coefficients.
///
/// Wrong codes are read as libjpeg reads them, so that both stay in step on damaged files.
struct UnitWalker {
    /// The first coefficient of each component's last block, before it is multiplied.
    typealias Predictors = SIMD4<Int32>

    var reader: EntropyReader
    var predictors = Predictors()
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
        return reader.coefficient(Int(reader.symbol(table) & 15))
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
                let symbol = Int(reader.symbol(table))
                let size = symbol & 15
                reader.drop(size)
                if size == 0, symbol != 0xF0 { return }
                next &+= symbol >> 4 &+ 1
            }
        }
    }
}
