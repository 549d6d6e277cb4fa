internal import Files
internal import Imaging

/// The rows of a PNG without their filters, while another thread inflates the next rows.
final class PNGScanlines {
    struct Layout {
        /// The size of a row in bytes, without the filter byte.
        let rowBytes: Int
        /// The number of bytes per pixel; 1 for smaller pixels.
        let pixelBytes: Int
        let rows: Int
    }

    /// The maximum length of a row in bytes; libpng, which needs less memory, reads longer rows.
    private static let mostRowBytes = 1 << 20
    /// The number of bytes before a row, and the alignment of rows.
    ///
    /// The last of these bytes is a zero that serves as filter byte.
    private static let frontBytes = 64

    private let bytes: PhotoBytes
    private let idat: IDATReader
    private var inflation: PNGInflation?
    private var layout = Layout(rowBytes: 0, pixelBytes: 1, rows: 0)
    /// The last row and the row above, each between `frontBytes` and `PNGFilter.slackBytes`.
    private var pair = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    /// The inflated rows that are read next, each after its filter byte.
    private var filtered = UnsafeRawBufferPointer(start: nil, count: 0)
    private var taken = 0
    private var fault: Damage?
    private var stored: StoredRows?

    /// The number of bytes before the pixels in the file.
    let headBytes: Int

    /// Creates a reader of the file's rows; `nil` if the file contains no pixels.
    ///
    /// The bytes of the file must outlive the reader.
    init?(_ bytes: PhotoBytes, _ source: UnsafeRawBufferPointer) {
        guard let idat = IDATReader(ByteReader(bytes: source)) else { return nil }
        (self.bytes, self.idat) = (bytes, idat)
        headBytes = idat.offset - IDATReader.headBytes
    }

    deinit {
        _ = end()
        pair.deallocate()
    }

    /// Starts to inflate; returns false if rows are too long or the system provides no thread.
    func start(_ layout: Layout) -> Bool {
        guard layout.rowBytes <= Self.mostRowBytes else { return false }
        self.layout = layout
        pair = .allocate(byteCount: 2 * rowStride, alignment: Self.frontBytes)
        pair.initializeMemory(as: UInt8.self, repeating: 0)
        inflation = PNGInflation(bytes, idat, rowBytes: layout.rowBytes + 1, rows: layout.rows)
        return inflation != nil
    }

    /// Returns the next row, valid until the call after the next; `nil` at the end or after damage.
    ///
    /// `PNGFilter.slackBytes` after the row can be read.
    func next() -> UnsafeRawBufferPointer? {
        guard fault == nil, taken < layout.rows else { return nil }
        if filtered.count <= layout.rowBytes, let inflation { filtered = inflation.next() }
        guard filtered.count > layout.rowBytes, let first = filtered.baseAddress,
            let row = memory(of: taken), let above = memory(of: taken + 1)
        else { return nil }
        guard let filter = PNGFilter(rawValue: filtered[0]) else {
            fault = .badData
            return nil
        }
        filter.reconstruct(
            first + 1, layout.rowBytes, pixelBytes: layout.pixelBytes, below: above, into: row)
        filtered = UnsafeRawBufferPointer(rebasing: filtered[(layout.rowBytes + 1)...])
        taken += 1
        return UnsafeRawBufferPointer(start: row, count: layout.rowBytes)
    }

    /// Returns the next rows for libpng, without filters and in stored chunks; empty at the end.
    func nextStored() -> UnsafeRawBufferPointer {
        guard let stored else {
            let stored = StoredRows()
            self.stored = stored
            return stored.start
        }
        return stored.next {
            next().map { row in
                // The zero before the row is its filter byte.
                (
                    UnsafeRawBufferPointer(
                        start: row.baseAddress.map { $0 - 1 }, count: row.count + 1),
                    isLast: taken == layout.rows
                )
            }
        }
    }

    /// Waits for the thread to end, and returns the damage found in the file; `nil` for no damage.
    func end() -> Damage? { inflation?.end() ?? fault }

    private var rowStride: Int {
        let used = Self.frontBytes + layout.rowBytes + PNGFilter.slackBytes
        return (used + Self.frontBytes - 1) / Self.frontBytes * Self.frontBytes
    }

    private func memory(of number: Int) -> UnsafeMutableRawPointer? {
        pair.baseAddress.map { $0 + number % 2 * rowStride + Self.frontBytes }
    }
}
