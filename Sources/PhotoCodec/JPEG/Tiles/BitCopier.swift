/// A run of units in a photo's bits that is being copied.
struct BitCopier {
    private var walker: MCUReader
    /// What the copy's first coefficients are counted from.
    private var written = MCUReader.Predictors()
    private let base: UnsafePointer<UInt8>
    private let end: Int
    private let lookups: ScanLookups
    private let codes: DCPredictorFixup

    init(
        _ source: UnsafeRawBufferPointer, at entry: MCUIndex.Entry, lookups: ScanLookups,
        codes: DCPredictorFixup
    ) {
        guard let base = source.assumingMemoryBound(to: UInt8.self).baseAddress else {
            preconditionFailure("a photo has bytes")
        }
        self.base = base
        end = source.count
        self.lookups = lookups
        self.codes = codes
        walker = MCUReader(
            EntropyReader(base, end: end, at: Int(entry.position)),
            MCUReader.Predictors(truncatingIfNeeded: entry.predictors), by: lookups)
    }

    var position: Int { walker.reader.position }

    mutating func pass(units: Int) { _ = walker.pass(units: units) }

    /// Goes on behind the next marker.
    mutating func passRestart() {
        let from = (walker.reader.position + 7) >> 3
        let next = JPEGMarkers.next(base, from: from, end: end)?.end ?? end
        walker.reader = EntropyReader(base, end: end, at: next * 8)
        walker.predictors = MCUReader.Predictors()
    }

    /// Copies units up to a place that is known.
    mutating func copy(to end: Int, into writer: inout BitWriter) {
        let start = copyFirstUnit(into: &writer)
        copyBits(start..<max(start, end), into: &writer)
    }

    /// Copies units by walking them, so that more may follow.
    mutating func copy(units: Int, into writer: inout BitWriter) {
        let start = copyFirstUnit(into: &writer)
        pass(units: units - 1)
        copyBits(start..<max(start, position), into: &writer)
        written = walker.predictors
    }

    /// Copies a unit up to the last coefficient that must be written anew, and passes over it.
    ///
    /// - Returns: the place behind that coefficient.
    private mutating func copyFirstUnit(into writer: inout BitWriter) -> Int {
        var start = position
        var seen = -1
        for number in 0..<lookups.blockCount {
            let block = lookups.blocks[number]
            let place = position
            let difference = walker.reader.difference(block.dcTable)
            walker.predictors[block.component] &+= difference
            if block.component > seen {
                seen = block.component
                copyBits(start..<place, into: &writer)
                writer.reserve(8)
                codes.write(
                    walker.predictors[seen] &- written[seen], component: seen, into: &writer)
                start = position
            }
            walker.reader.passCoefficients(block.acTable)
        }
        return start
    }

    /// Hot: all bits of a tile pass here, 32 at a time.
    ///
    /// Of a photo that ends early, or whose kept index lies, there are fewer bits than units.
    private func copyBits(_ wanted: Range<Int>, into writer: inout BitWriter) {
        let range = wanted.clamped(to: 0..<(end * 8))
        let lastByte = range.upperBound >> 3
        let lastBits = range.upperBound & 7
        writer.reserve(lastByte - range.lowerBound >> 3 + 16)
        guard range.lowerBound >> 3 < lastByte else {
            let length = range.count
            guard length > 0 else { return }
            let byte = UInt32(base[lastByte]) >> UInt32(8 - lastBits)
            return writer.put(byte & (1 << UInt32(length) - 1), length)
        }
        var reader = EntropyReader(base, end: lastByte, at: range.lowerBound)
        while true {
            reader.need32()
            guard reader.count >= 32 else { break }
            writer.put(UInt32(truncatingIfNeeded: reader.bits >> 32), 32)
            reader.drop(32)
        }
        if reader.count > 0 {
            let length = reader.count
            writer.put(UInt32(truncatingIfNeeded: reader.bits >> UInt64(64 - length)), length)
        }
        guard lastBits > 0 else { return }
        writer.put(UInt32(base[lastByte] >> UInt8(8 - lastBits)), lastBits)
    }
}
