package import Imaging

/// A rectangle of a JPEG's MCUs; columns and rows are counted in MCUs.
package struct MCURect: Hashable, Sendable {
    package let columns: Range<Int>
    package let rows: Range<Int>

    /// Creates the rectangle of the MCUs under an area of the photo, extended by one MCU on each
    /// side.
    ///
    /// The extension is needed because upsampling of chroma uses samples beyond the edge of an MCU.
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

    /// Creates a rectangle of complete rows of MCUs.
    package init(rows: Range<Int>, of frame: JPEGFrame) {
        columns = 0..<frame.mcusAcross
        self.rows = rows
    }

    /// Returns the photo's pixels that the MCUs cover, without those beyond the photo's edges.
    package func pixels(of frame: JPEGFrame) -> PixelRect {
        let (size, mcu) = (frame.size, frame.mcuSize)
        let (x, y) = (columns.lowerBound * mcu.width, rows.lowerBound * mcu.height)
        return PixelRect(
            x: x, y: y, width: min(size.width, columns.upperBound * mcu.width) - x,
            height: min(size.height, rows.upperBound * mcu.height) - y)
    }
}

/// An assembler of a small JPEG from a rectangle of a large JPEG's MCUs, by copying bits.
///
/// Each row of MCUs becomes a restart interval. Therefore, only the first DC coefficients of a row
/// must be rewritten, because their predictors are outside the tile.
package struct TileAssembler {
    private let photo: IndexedScan
    private let frame: JPEGFrame
    private let source: UnsafeRawBufferPointer

    package init(_ photo: IndexedScan, in source: UnsafeRawBufferPointer) {
        self.photo = photo
        frame = photo.scan.frame
        self.source = source
    }

    /// Assembles the JPEG and passes it to `body`, with the number of available MCUs in each row.
    ///
    /// - Precondition: the rows and the row after them, or the end of the photo, have been
    ///   announced.
    package func assemble<Result>(
        _ rect: MCURect, _ body: (UnsafeRawBufferPointer, [Int]) -> Result
    ) -> Result {
        let size = rect.pixels(of: frame).size
        var writer = BitWriter(
            startingWith: photo.fixup.header.bytes(for: size, restartInterval: rect.columns.count),
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

    /// Writes a row of the rectangle.
    ///
    /// - Returns: the number of MCUs available in the row, counted from the left.
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

    /// Returns a copier at a column, which has skipped the MCUs from the last index entry.
    ///
    /// The result is `nil` if these MCUs are missing.
    private func copier(at row: Int, _ column: Int) -> BitCopier? {
        let number = photo.index.entry(before: column)
        let entry = photo.index[row, number]
        guard entry.position > 0 else { return nil }
        var copier = BitCopier(source, at: entry, by: photo.plan, photo.fixup)
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

    /// Returns the position after the MCU left of a column; `nil` if the MCU is missing.
    private func end(of row: Int, _ column: Int) -> Int? {
        guard column == frame.mcusAcross else { return copier(at: row, column)?.position }
        let entry = photo.index[row, photo.index.entriesPerRow]
        return entry.position > 0 ? Int(entry.position) : nil
    }
}
