internal import Imaging

/// Where in a JPEG's bits certain units stand, and what their first coefficients are counted from.
///
/// An entry stands for the unit just left of a tile's first column, and for the first of each row: 16
/// bytes for 512 pixels of a row of units, 2 MB for a gigapixel with 4:2:0.
///
/// Unchecked: a single walk writes rows, each before it is announced by `RowProgress`; only rows
/// that were announced are read.
final class MCUIndex: @unchecked Sendable {
    struct Entry {
        /// Eight times a byte's offset, and a bit's place in it; 0 for a unit that is missing.
        var position: UInt64 = 0
        var predictors = SIMD4<Int16>()
    }

    /// Units between two entries.
    let interval: Int
    let entriesPerRow: Int
    let rows: Int
    private let entries: UnsafeMutablePointer<Entry>

    init(of scan: JPEGScan, tileSide: Int) {
        interval = max(2, tileSide / scan.unit.width)
        entriesPerRow = Self.entriesPerRow(unitsAcross: scan.unitsAcross, interval: interval)
        rows = scan.unitsDown
        // One more entry: where the last row ends.
        let count = rows * entriesPerRow + 1
        entries = .allocate(capacity: count)
        entries.initialize(repeating: Entry(), count: count)
    }

    deinit { entries.deallocate() }

    var byteCount: Int { (rows * entriesPerRow + 1) * MemoryLayout<Entry>.stride }

    /// The column of units that an entry stands for.
    func column(of entry: Int) -> Int { max(0, entry * interval - 1) }

    /// The last entry at or before a column.
    func entry(before column: Int) -> Int { min(entriesPerRow - 1, (column + 1) / interval) }

    /// - Precondition: the row was announced; `entriesPerRow` stands for the end of the row.
    subscript(row: Int, entry: Int) -> Entry {
        get { entries[row * entriesPerRow + entry] }
        set { entries[row * entriesPerRow + entry] = newValue }
    }

    /// Takes the entries out of what was found.
    func take(_ stretch: MCURun, unitsAcross: Int) {
        let (first, end) = (stretch.units.lowerBound, stretch.units.upperBound)
        for row in (first / unitsAcross)...((end - 1) / unitsAcross) {
            for entry in 0..<entriesPerRow {
                let unit = row * unitsAcross + column(of: entry)
                guard stretch.units.contains(unit) else { continue }
                let found = stretch.entries[unit - first]
                self[row, entry] = Entry(
                    position: found.position,
                    predictors: found.predictors
                        &+ SIMD4<Int16>(truncatingIfNeeded: stretch.predictors))
            }
        }
    }

    /// Whether no entry lies behind the end of the photo.
    func liesWithin(byteCount: Int) -> Bool {
        let end = UInt64(byteCount) * 8
        return UnsafeBufferPointer(start: entries, count: rows * entriesPerRow + 1)
            .allSatisfy { $0.position < end }
    }

    /// The index as bytes, and back.
    var bytes: UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: entries, count: byteCount)
    }

    private static func entriesPerRow(unitsAcross: Int, interval: Int) -> Int {
        // Columns 0, interval - 1, 2 * interval - 1, …
        1 + unitsAcross / interval
    }
}
