internal import Files
internal import Imaging

/// The rows of a PNG without their filters, while another thread inflates the next ones.
final class PNGScanlines {
    struct Layout {
        /// The size of a row without its filter's number.
        let rowBytes: Int
        /// The distance of a byte from the same byte of the next pixel; 1 for smaller pixels.
        let pixelBytes: Int
        let rows: Int
    }

    /// Longer rows are libpng's: several are kept in memory here.
    private static let mostRowBytes = 1 << 20
    /// In front of a row: its alignment, and a zero as the number of its filter.
    private static let frontBytes = 64

    private let bytes: PhotoBytes
    private let idat: IDATReader
    private var inflation: PNGInflation?
    private var layout = Layout(rowBytes: 0, pixelBytes: 1, rows: 0)
    /// The last row and the one above, each with `frontBytes` and `PNGFilter.slackBytes`.
    private var pair = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    /// The inflated rows that are next, each behind the number of its filter.
    private var filtered = UnsafeRawBufferPointer(start: nil, count: 0)
    private var taken = 0
    private var fault: Damage?
    private var stored: StoredRows?

    /// The number of the file's bytes before its pixels.
    let headBytes: Int

    /// Finds the start of the pixels in the file, whose lent bytes outlive this; `nil` if there are
    /// none.
    init?(_ bytes: PhotoBytes, _ source: UnsafeRawBufferPointer) {
        guard let idat = IDATReader(ByteReader(bytes: source)) else { return nil }
        (self.bytes, self.idat) = (bytes, idat)
        headBytes = idat.offset - IDATReader.headBytes
    }

    deinit {
        _ = end()
        pair.deallocate()
    }

    /// Begins to inflate; false if the rows are too long or the system gives no thread.
    func start(_ layout: Layout) -> Bool {
        guard layout.rowBytes <= Self.mostRowBytes else { return false }
        self.layout = layout
        pair = .allocate(byteCount: 2 * rowStride, alignment: Self.frontBytes)
        pair.initializeMemory(as: UInt8.self, repeating: 0)
        inflation = PNGInflation(bytes, idat, rowBytes: layout.rowBytes + 1, rows: layout.rows)
        return inflation != nil
    }

    /// The next row, valid until the one after the next, with `PNGFilter.slackBytes` to read behind
    /// it; `nil` at the end and at a fault.
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

    /// For libpng: the next bytes of the same pixels without filters and stored, not compressed; none
    /// at the end.
    func nextStored() -> UnsafeRawBufferPointer {
        guard let stored else {
            let stored = StoredRows()
            self.stored = stored
            return stored.start
        }
        return stored.next {
            next().map { row in
                // The zero in front of the row is the number of its filter.
                (
                    UnsafeRawBufferPointer(
                        start: row.baseAddress.map { $0 - 1 }, count: row.count + 1),
                    isLast: taken == layout.rows
                )
            }
        }
    }

    /// Waits for the thread to end, and returns the fault that was found in the file.
    func end() -> Damage? { inflation?.end() ?? fault }

    private var rowStride: Int {
        let used = Self.frontBytes + layout.rowBytes + PNGFilter.slackBytes
        return (used + Self.frontBytes - 1) / Self.frontBytes * Self.frontBytes
    }

    private func memory(of number: Int) -> UnsafeMutableRawPointer? {
        pair.baseAddress.map { $0 + number % 2 * rowStride + Self.frontBytes }
    }
}
