/// Copies MCUs bit by bit from a photo to a tile or a strip.
///
/// Invalid codes are read as in libjpeg, so that damaged files give the same result.
struct BitCopier {
    private var reader: EntropyReader
    /// The DC coefficient of the last block read from the photo, for each component.
    private var predictors: SIMD4<Int32>
    /// The values from which the copy's next DC coefficients are predicted.
    private var written = SIMD4<Int32>()
    private let base: UnsafePointer<UInt8>
    private let end: Int
    private let plan: MCUPlan
    private let fixup: DCPredictorFixup
    /// True if all DC differences had codes.
    ///
    /// A difference without a code was replaced by the greatest difference with a code.
    private(set) var isExact = true

    init(
        _ source: UnsafeRawBufferPointer, at entry: MCUIndex.Entry, by plan: MCUPlan,
        _ fixup: DCPredictorFixup
    ) {
        base = JPEGInput(source).base
        end = source.count
        self.plan = plan
        self.fixup = fixup
        reader = EntropyReader(base, end: end, at: Int(entry.position))
        predictors = SIMD4(truncatingIfNeeded: entry.predictors)
    }

    var position: Int { reader.position }

    /// Skips MCUs without copying.
    ///
    /// Hot: skips up to 512 pixels of each row of MCUs, before each tile.
    mutating func pass(mcus: Int) {
        for _ in 0..<mcus {
            for index in 0..<plan.blockCount {
                let block = plan.blocks[index]
                predictors[block.component] &+= reader.difference(block.dcTable)
                reader.passCoefficients(block.acTable)
            }
            guard reader.count >= 0 else { return }
        }
    }

    /// Skips MCUs and the restarts between them; returns true if all codes are in the photo's
    /// tables.
    mutating func hasOnlyKnownCodes(mcus: Int, restartInterval: Int) -> Bool {
        var left = mcus
        while left > 0 {
            let next = restartInterval > 0 ? min(left, restartInterval) : left
            pass(mcus: next)
            left -= next
            if left > 0 { passRestart() }
        }
        return reader.wrongCodes == 0
    }

    /// Skips blocks up to the next marker; returns the position after the last complete block.
    mutating func passToEnd() -> Int {
        var end = position
        while true {
            for index in 0..<plan.blockCount {
                _ = reader.difference(plan.blocks[index].dcTable)
                reader.passCoefficients(plan.blocks[index].acTable)
                guard reader.count >= 0 else { return end }
                end = position
            }
        }
    }

    /// Continues after the next marker.
    mutating func passRestart() {
        reader.resume(at: reader.nextMarker?.end ?? end)
        predictors = SIMD4()
    }

    /// Copies MCUs up to the known position `end`.
    mutating func copy(to end: Int, into writer: inout BitWriter) {
        let start = copyFirstMCU(into: &writer)
        copyBits(start..<max(start, end), into: &writer)
    }

    /// Decodes a number of MCUs and copies exactly their bits, so that further MCUs can be
    /// appended.
    mutating func copy(mcus: Int, into writer: inout BitWriter) {
        let start = copyFirstMCU(into: &writer)
        pass(mcus: mcus - 1)
        copyBits(start..<max(start, position), into: &writer)
        written = predictors
    }

    /// Copies complete rows of MCUs up to the known position `end`.
    ///
    /// Restart markers are renumbered from 0. `first` is the number of the first restart marker in
    /// the photo, or `nil` without restarts.
    mutating func copy(to end: Int, restartsFrom first: Int?, into writer: inout BitWriter) {
        writer.reserve((end - position) >> 3)
        // At the start of a photo and after a restart, all bits can be copied unchanged.
        var start = predictors == written ? position : copyFirstMCU(into: &writer)
        while let first,
            let found = JPEGMarkers.next(base, from: start >> 3, end: end >> 3)
        {
            copyBits(start..<max(start, (found.end - 2) * 8), into: &writer)
            writer.put(marker: 0xD0 | UInt8(truncatingIfNeeded: found.marker - first) & 7)
            start = found.end * 8
        }
        copyBits(start..<max(start, end), into: &writer)
    }

    /// Copies an MCU up to the last rewritten coefficient, and skips the MCU's remaining bits.
    ///
    /// The result is the position after that coefficient, from which the caller copies.
    private mutating func copyFirstMCU(into writer: inout BitWriter) -> Int {
        var start = position
        var seen = -1
        for number in 0..<plan.blockCount {
            let block = plan.blocks[number]
            let offset = position
            predictors[block.component] &+= reader.difference(block.dcTable)
            if block.component > seen {
                seen = block.component
                copyBits(start..<offset, into: &writer)
                writer.reserve(8)
                isExact = isExact && fixup.hasCode(for: predictors[seen] &- written[seen], seen)
                fixup.write(predictors[seen] &- written[seen], component: seen, into: &writer)
                start = position
            }
            reader.passCoefficients(block.acTable)
        }
        return start
    }

    /// Copies a range of bits.
    ///
    /// Hot: copies all bits of a tile or a strip. The range is clamped to the file: it may be too
    /// long if the photo ends early or if a restored index is wrong.
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
        let first = copyRestOfByte(at: range.lowerBound, into: &writer)
        writer.put(
            scan: UnsafeBufferPointer(start: base + first, count: max(0, lastByte - first)))
        guard lastBits > 0 else { return }
        writer.put(UInt32(base[lastByte] >> UInt8(8 - lastBits)), lastBits)
    }

    /// Copies the remaining bits of a byte and returns the offset of the next byte.
    private func copyRestOfByte(at position: Int, into writer: inout BitWriter) -> Int {
        let (byte, used) = (position >> 3, position & 7)
        guard used > 0 else { return byte }
        writer.put(UInt32(base[byte]) & 0xFF >> UInt32(used), 8 - used)
        guard base[byte] == 0xFF else { return byte + 1 }
        var next = byte + 1
        while next < end, base[next] == 0xFF { next += 1 }
        return min(end, next + 1)
    }
}
