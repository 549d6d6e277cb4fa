internal import Imaging

/// Makes a small JPEG of a rectangle of a large one's units: their bits, copied.
///
/// Each row of units becomes a restart interval, so only its first coefficients must be written
/// anew: what they are counted from lies outside.
struct TileAssembler {
    private let photo: IndexedPhoto
    private let codes: DCPredictorFixup

    init(_ photo: IndexedPhoto, codes: DCPredictorFixup) {
        self.photo = photo
        self.codes = codes
    }

    /// Assembles the JPEG and lends it, with the number of units of each row that are there.
    ///
    /// - Precondition: the rows were walked, and the one after them or the end.
    func assemble<Result>(
        _ rect: MCURect, _ body: (UnsafeRawBufferPointer, [Int]) -> Result
    ) -> Result {
        let size = rect.pixels(of: photo.scan).size
        var writer = BitWriter(
            startingWith: codes.header.bytes(for: size, unitsAcross: rect.columns.count),
            capacity: 1 << 16)
        defer { writer.deallocate() }
        let whole = photo.bytes.withUnsafeBytes { source in
            rect.rows.map { row in
                let whole = write(row, of: rect, from: source, to: &writer)
                let isLast = row == rect.rows.upperBound - 1
                let restart = UInt8(truncatingIfNeeded: (row - rect.rows.lowerBound) & 7)
                writer.put(marker: isLast ? 0xD9 : 0xD0 + restart)
                return whole
            }
        }
        return body(UnsafeRawBufferPointer(start: writer.bytes, count: writer.count), whole)
    }

    /// - Returns: how many units of the row are there, from the left.
    private func write(
        _ row: Int, of rect: MCURect, from source: UnsafeRawBufferPointer,
        to writer: inout BitWriter
    ) -> Int {
        let first = row * photo.scan.unitsAcross + rect.columns.lowerBound
        let whole = photo.progress.unitsBefore(
            firstGapIn: first..<(first + rect.columns.count))
        guard whole > 0, var run = start(of: row, rect.columns.lowerBound, in: source) else {
            return 0
        }
        var left = whole
        while left > 0 {
            let count = min(left, unitsToRestart(from: first + whole - left))
            let isLast = count == left
            if isLast, let end = end(of: row, rect.columns.lowerBound + whole, in: source) {
                run.copy(to: end, into: &writer)
            } else {
                run.copy(units: count, into: &writer)
            }
            left -= count
            if left > 0 { run.passRestart() }
        }
        return whole
    }

    private func unitsToRestart(from unit: Int) -> Int {
        let interval = photo.scan.restartInterval
        return interval > 0 ? interval - unit % interval : .max
    }

    /// A run that begins at a column; walked to from the entry before it.
    private func start(
        of row: Int, _ column: Int, in source: UnsafeRawBufferPointer
    ) -> BitCopier? {
        let number = photo.index.entry(before: column)
        let entry = photo.index[row, number]
        guard entry.position > 0 else { return nil }
        var run = BitCopier(source, at: entry, lookups: photo.lookups, codes: codes)
        let from = photo.index.column(of: number)
        walk(&run, row: row, from..<column)
        return run
    }

    private func walk(_ run: inout BitCopier, row: Int, _ columns: Range<Int>) {
        var column = columns.lowerBound
        while column < columns.upperBound {
            let left = unitsToRestart(from: row * photo.scan.unitsAcross + column)
            let count = min(left, columns.count - (column - columns.lowerBound))
            run.pass(units: count)
            column += count
            if count == left { run.passRestart() }
        }
    }

    /// Where a run ends that ends before a column; nil where only walking it tells.
    private func end(
        of row: Int, _ column: Int, in source: UnsafeRawBufferPointer
    ) -> Int? {
        let isRowEnd = column == photo.scan.unitsAcross
        let number = isRowEnd ? photo.index.entriesPerRow : photo.index.entry(before: column)
        let entry = photo.index[row, number]
        guard entry.position > 0 else { return nil }
        guard !isRowEnd else { return Int(entry.position) }
        var run = BitCopier(source, at: entry, lookups: photo.lookups, codes: codes)
        walk(&run, row: row, photo.index.column(of: number)..<column)
        return run.position
    }
}
