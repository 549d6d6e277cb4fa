/// The codes of a block of 64 samples.
extension EntropyReader {
    /// Hot: once for each block of 64 samples.
    @inline(__always)
    mutating func difference(_ table: ScanLookups.Table) -> Int32 {
        need32()
        return coefficient(Int(symbol(table) & 15))
    }

    /// Hot: several times for each block.
    @inline(__always)
    mutating func passCoefficients(_ table: ScanLookups.CoefficientTable) {
        var next = 1
        while next < 64 {
            need32()
            let entry = Int(
                table.skips[
                    Int(truncatingIfNeeded: bits >> UInt64(64 - CoefficientLookup.skipBits))]
            )
            let after = next &+ (entry & 0x7F)
            if entry != 0, after <= 64 {
                drop(entry >> 8)
                if entry & 0x80 != 0 { return }
                next = after
            } else {
                let symbol = Int(self.symbol(table.codes))
                let size = symbol & 15
                drop(size)
                if size == 0, symbol != 0xF0 { return }
                next &+= symbol >> 4 &+ 1
            }
        }
    }
}
