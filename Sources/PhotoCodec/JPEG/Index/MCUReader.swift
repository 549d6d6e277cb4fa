/// Follows the bits of units (MCUs) without decoding more than first coefficients.
///
/// Wrong codes are read as libjpeg reads them, so that both stay in step on damaged files.
struct MCUReader {
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

    @inline(__always)
    private mutating func passBlock(_ block: ScanLookups.Block) {
        predictors[block.component] &+= reader.difference(block.dcTable)
        reader.passCoefficients(block.acTable)
    }
}
