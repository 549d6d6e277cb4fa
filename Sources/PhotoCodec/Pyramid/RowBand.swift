internal import Files
internal import Imaging

/// A reader of an area's rows in a file whose rows are uncompressed.
///
/// If the area covers less than half of a row, and pixels consist of whole bytes, parts of rows are
/// read one by one. Otherwise, several whole rows are read at once.
struct RowBand {
    /// The approximate number of bytes read at a time.
    private static let bandBytes = 1 << 20

    /// The number of pixels of the area in a row.
    let columns: Int
    /// The index of the area's first pixel in the pixels read from a row.
    let first: Int
    /// The maximum number of rows read at a time.
    let rows: Int
    /// The number of bytes read from each row.
    let rowBytes: Int
    /// The offset of the area's first pixel in the bytes read from a row.
    private let firstByte: Int
    /// The offset of the read bytes in a row of the file.
    private let start: Int
    /// The length of a row of the file in bytes.
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

    /// Asks the system to read rows ahead; the first row begins at the file's `offset`.
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

    /// Reads rows; the first row begins at the file's `offset`.
    ///
    /// - Returns: the number of complete rows.
    func read(
        _ bytes: PhotoBytes, rows: Int, at offset: Int, into target: UnsafeMutableRawBufferPointer
    ) -> Int {
        guard rowBytes < fileRowBytes else {
            let block = UnsafeMutableRawBufferPointer(rebasing: target[..<(rows * rowBytes)])
            return bytes.read(into: block, at: offset) / rowBytes
        }
        for row in 0..<rows {
            let block = UnsafeMutableRawBufferPointer(
                rebasing: target[(row * rowBytes)..<((row + 1) * rowBytes)])
            guard bytes.read(into: block, at: offset + row * fileRowBytes + start) == rowBytes
            else { return row }
        }
        return rows
    }

    /// Passes the rows of an area to `body`, each from the area's first pixel on.
    ///
    /// The pointer is `nil` if the row is missing. The picture's first row begins at `offset`, and
    /// each pixel consists of whole bytes.
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
    /// Reverses the bytes of each number of 2, 4 or 8 bytes.
    func swapSamples(ofBytes size: Int) {
        switch size {
        case 2: swapSamples(UInt16.self)
        case 4: swapSamples(UInt32.self)
        case 8: swapSamples(UInt64.self)
        default: break
        }
    }

    /// Reverses the bytes of each number of a type.
    ///
    /// Hot: runs for each sample of a file in the other byte order.
    @inline(__always)
    private func swapSamples<Number: FixedWidthInteger>(_: Number.Type) {
        let size = MemoryLayout<Number>.size
        for offset in stride(from: 0, to: count / size &* size, by: size) {
            let number = loadUnaligned(fromByteOffset: offset, as: Number.self)
            storeBytes(of: number.byteSwapped, toByteOffset: offset, as: Number.self)
        }
    }
}
