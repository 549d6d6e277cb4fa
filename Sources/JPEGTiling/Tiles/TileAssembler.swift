package import Imaging

/// A rectangle of a JPEG's MCUs, counted from its top left corner.
package struct MCURect: Hashable, Sendable {
    package let columns: Range<Int>
    package let rows: Range<Int>

    /// The MCUs under an area of the photo, and one more on each side if there is one.
    ///
    /// The neighbours are needed because upsampling of colours looks beyond an MCU's edge.
    package init(under area: PixelRect, of frame: JPEGFrame) {
        let mcu = frame.mcuSize
        columns =
            max(
                0, area.minX / mcu.width - 1)..<min(
                frame.mcusAcross, (area.maxX + mcu.width - 1) / mcu.width + 1)
        rows =
            max(
                0, area.minY / mcu.height - 1)..<min(
                frame.mcusDown, (area.maxY + mcu.height - 1) / mcu.height + 1)
    }

    /// The photo's pixels that the MCUs cover, up to its edges.
    package func pixels(of frame: JPEGFrame) -> PixelRect {
        let (size, mcu) = (frame.size, frame.mcuSize)
        let (x, y) = (columns.lowerBound * mcu.width, rows.lowerBound * mcu.height)
        return PixelRect(
            x: x, y: y, width: min(size.width, columns.upperBound * mcu.width) - x,
            height: min(size.height, rows.upperBound * mcu.height) - y)
    }
}

/// Makes a small JPEG of a rectangle of a large one's MCUs: their bits, copied.
///
/// Each row of MCUs becomes a restart interval, so that only its first DC coefficients must be rewritten:
/// what they are counted from lies outside.
package struct TileAssembler {
    private let photo: IndexedScan
    private let frame: JPEGFrame
    private let source: UnsafeRawBufferPointer

    package init(_ photo: IndexedScan, in source: UnsafeRawBufferPointer) {
        self.photo = photo
        frame = photo.scan.frame
        self.source = source
    }

    /// Assembles the JPEG and lends it, with the number of MCUs of each row that are there.
    ///
    /// - Precondition: the rows were announced, and the one after them or the end.
    package func assemble<Result>(
        _ rect: MCURect, _ body: (UnsafeRawBufferPointer, [Int]) -> Result
    ) -> Result {
        let size = rect.pixels(of: frame).size
        var writer = BitWriter(
            startingWith: photo.fixup.header.bytes(for: size, mcusAcross: rect.columns.count),
            capacity: 1 << 16)
        defer { writer.deallocate() }
        let counts = rect.rows.map { row in
            let count = write(row, of: rect, to: &writer)
            let isLast = row == rect.rows.upperBound - 1
            let restart = UInt8(truncatingIfNeeded: (row - rect.rows.lowerBound) & 7)
            writer.put(marker: isLast ? 0xD9 : 0xD0 + restart)
            return count
        }
        return body(UnsafeRawBufferPointer(start: writer.bytes, count: writer.count), counts)
    }

    /// - Returns: how many MCUs of the row are there, from the left.
    private func write(_ row: Int, of rect: MCURect, to writer: inout BitWriter) -> Int {
        let first = row * frame.mcusAcross + rect.columns.lowerBound
        let whole = photo.index.countBeforeGap(in: first..<(first + rect.columns.count))
        guard whole > 0, var copier = copier(at: row, rect.columns.lowerBound) else { return 0 }
        var left = whole
        while left > 0 {
            let count = min(left, mcusToRestart(from: first + whole - left))
            if count == left, let end = end(of: row, rect.columns.lowerBound + whole) {
                copier.copy(to: end, into: &writer)
            } else {
                copier.copy(mcus: count, into: &writer)
            }
            left -= count
            if left > 0 { copier.passRestart() }
        }
        return whole
    }

    private func mcusToRestart(from mcu: Int) -> Int {
        let interval = photo.scan.restartInterval
        return interval > 0 ? interval - mcu % interval : .max
    }

    /// A copier that has passed the MCUs from the entry before up to a column; `nil` if they are missing.
    private func copier(at row: Int, _ column: Int) -> BitCopier? {
        let number = photo.index.entry(before: column)
        let entry = photo.index[row, number]
        guard entry.position > 0 else { return nil }
        var copier = BitCopier(source, at: entry, of: photo)
        var next = photo.index.column(of: number)
        while next < column {
            let left = mcusToRestart(from: row * frame.mcusAcross + next)
            let count = min(left, column - next)
            copier.pass(mcus: count)
            next += count
            if count == left { copier.passRestart() }
        }
        return copier
    }

    /// The position behind the MCU before a column; `nil` if only passing it finds it.
    private func end(of row: Int, _ column: Int) -> Int? {
        guard column == frame.mcusAcross else { return copier(at: row, column)?.position }
        let entry = photo.index[row, photo.index.entriesPerRow]
        return entry.position > 0 ? Int(entry.position) : nil
    }
}

/// Copies MCUs bit by bit from a photo to a tile.
///
/// Wrong codes are read as libjpeg reads them, so that both stay in step on damaged files.
private struct BitCopier {
    private var reader: EntropyReader
    /// The DC coefficient of each component's last block, as the photo counts it.
    private var predictors: SIMD4<Int32>
    /// What the copy's DC coefficients are counted from.
    private var written = SIMD4<Int32>()
    private let base: UnsafePointer<UInt8>
    private let end: Int
    private let plan: MCUPlan
    private let fixup: DCPredictorFixup

    init(_ source: UnsafeRawBufferPointer, at entry: MCUIndex.Entry, of photo: IndexedScan) {
        base = JPEGInput(source).base
        end = source.count
        plan = photo.plan
        fixup = photo.fixup
        reader = EntropyReader(base, end: end, at: Int(entry.position))
        predictors = SIMD4(truncatingIfNeeded: entry.predictors)
    }

    var position: Int { reader.position }

    /// Hot: up to 512 pixels of each row of MCUs, before each tile.
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

    /// Goes on behind the next marker.
    mutating func passRestart() {
        reader.resume(at: reader.nextMarker?.end ?? end)
        predictors = SIMD4()
    }

    /// Copies MCUs up to a known position.
    mutating func copy(to end: Int, into writer: inout BitWriter) {
        let start = copyFirstMCU(into: &writer)
        copyBits(start..<max(start, end), into: &writer)
    }

    /// Copies MCUs by passing them, so that more may follow.
    mutating func copy(mcus: Int, into writer: inout BitWriter) {
        let start = copyFirstMCU(into: &writer)
        pass(mcus: mcus - 1)
        copyBits(start..<max(start, position), into: &writer)
        written = predictors
    }

    /// Copies an MCU up to the last coefficient that must be rewritten, passes the rest, and
    /// returns the position between them.
    private mutating func copyFirstMCU(into writer: inout BitWriter) -> Int {
        var start = position
        var seen = -1
        for number in 0..<plan.blockCount {
            let block = plan.blocks[number]
            let place = position
            predictors[block.component] &+= reader.difference(block.dcTable)
            if block.component > seen {
                seen = block.component
                copyBits(start..<place, into: &writer)
                writer.reserve(8)
                fixup.write(predictors[seen] &- written[seen], component: seen, into: &writer)
                start = position
            }
            reader.passCoefficients(block.acTable)
        }
        return start
    }

    /// Hot: all bits of a tile, 32 at a time.
    ///
    /// If the photo ends early, or its restored index is wrong, there are fewer bits than MCUs.
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
