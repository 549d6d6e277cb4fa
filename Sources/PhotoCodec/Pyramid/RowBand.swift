internal import Files
internal import Imaging

/// Reads rows of an area that are stored uncompressed: the area's bytes of each row, or several
/// whole rows at once if those are most of the bytes.
struct RowBand {
    /// The approximate number of bytes read at a time.
    private static let bandBytes = 1 << 20

    /// The number of the area's pixels in a row.
    let columns: Int
    /// The index of the area's first pixel among those read.
    let first: Int
    /// The maximum number of rows that are read at a time.
    let rows: Int
    /// The number of bytes read from each row.
    let rowBytes: Int
    /// The offset of the area's pixels in the bytes read from a row.
    private let firstByte: Int
    /// The offset of these bytes in a row of the file, and the length of such a row.
    private let start: Int
    private let fileRowBytes: Int

    init(of area: PixelRect, width: Int, fileRowBytes: Int, pixelBits: Int) {
        columns = area.size.width
        let isPart = pixelBits % 8 == 0 && columns < width / 2
        rowBytes = isPart ? columns * pixelBits / 8 : fileRowBytes
        start = isPart ? area.minX * pixelBits / 8 : 0
        first = isPart ? 0 : area.minX
        firstByte = first * pixelBits / 8
        rows = max(1, min(area.size.height, Self.bandBytes / max(1, rowBytes)))
        self.fileRowBytes = fileRowBytes
    }

    var byteCount: Int { rows * rowBytes }

    /// Asks the system to read rows ahead; the first begins at an offset.
    func expect(_ bytes: PhotoBytes, rows: Int, at offset: Int) {
        guard rowBytes < fileRowBytes else {
            bytes.expect(offset..<(offset + rows * rowBytes))
            return
        }
        for row in 0..<rows {
            let position = offset + row * fileRowBytes + start
            bytes.expect(position..<(position + rowBytes))
        }
    }

    /// Reads rows, the first of which begins at an offset.
    ///
    /// - Returns: the number of available rows.
    func read(
        _ bytes: PhotoBytes, rows: Int, at offset: Int, into target: UnsafeMutableRawBufferPointer
    ) -> Int {
        guard rowBytes < fileRowBytes else {
            let part = UnsafeMutableRawBufferPointer(rebasing: target[..<(rows * rowBytes)])
            return bytes.read(into: part, at: offset) / rowBytes
        }
        for row in 0..<rows {
            let part = UnsafeMutableRawBufferPointer(
                rebasing: target[(row * rowBytes)..<((row + 1) * rowBytes)])
            guard bytes.read(into: part, at: offset + row * fileRowBytes + start) == rowBytes
            else { return row }
        }
        return rows
    }

    /// Passes an area's rows to `body`, each from its first pixel on, or `nil` for a missing row.
    ///
    /// The first row of the picture begins at `offset`; its pixels are whole bytes.
    func forEachRow(
        of area: PixelRect, in bytes: PhotoBytes, at offset: Int, readInto pool: PixelPool,
        _ body: (_ row: Int, UnsafeMutableRawPointer?) -> Void
    ) throws(DecodingFailure) {
        let memory = try pool.borrow(byteCount: byteCount)
        defer { pool.giveBack(memory) }
        for top in stride(from: area.minY, to: area.maxY, by: rows) {
            let count = min(rows, area.maxY - top)
            let there = read(
                bytes, rows: count, at: offset + top * fileRowBytes, into: memory.bytes)
            for row in 0..<count {
                let start = memory.bytes.baseAddress.map { $0 + row * rowBytes + firstByte }
                body(top + row, row < there ? start : nil)
            }
        }
    }
}

extension UnsafeMutableRawBufferPointer {
    /// Reverses the bytes of each number; single bytes stay unchanged.
    func swapNumbers(ofBytes size: Int) {
        switch size {
        case 2: swapNumbers(UInt16.self)
        case 4: swapNumbers(UInt32.self)
        case 8: swapNumbers(UInt64.self)
        default: break
        }
    }

    /// Reverses the bytes of numbers of one type.
    ///
    /// Hot: all samples of a file in the other byte order pass through here.
    @inline(__always)
    private func swapNumbers<Number: FixedWidthInteger>(_: Number.Type) {
        let size = MemoryLayout<Number>.size
        for offset in stride(from: 0, to: count / size &* size, by: size) {
            let number = loadUnaligned(fromByteOffset: offset, as: Number.self)
            storeBytes(of: number.byteSwapped, toByteOffset: offset, as: Number.self)
        }
    }
}
