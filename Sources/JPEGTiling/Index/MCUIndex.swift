internal import Checksums
internal import Imaging
internal import Synchronization

/// The positions of certain MCUs in a JPEG's bits, and the predictors of their DC coefficients.
///
/// There is an entry for the MCU just left of each tile's first column, and for the first MCU of
/// each row: 16 bytes for 512 pixels of a row of MCUs, 2 MB for a gigapixel with 4:2:0.
///
/// `@unchecked Sendable`: a single pass writes each row before it announces the row, and other
/// threads read only announced rows.
final class MCUIndex: @unchecked Sendable {
    struct Entry {
        /// The position of the MCU's first bit: eight times the byte's offset plus the bit's
        /// position in the byte; 0 for a missing MCU.
        var position: UInt64 = 0
        var predictors = SIMD4<Int16>()
    }

    /// The number of MCUs from one entry of a row to the next; one less after the first entry.
    let interval: Int
    let entriesPerRow: Int
    /// The MCUs that are missing from the file, protected by a lock.
    ///
    /// With a copy of the gaps for each tile, the pass would have to copy all gaps before recording
    /// the next one. In addition, the thread sanitizer does not know the order that reference
    /// counts guarantee.
    private let gaps = Mutex(MCUGaps())
    private let count: Int
    private let entries: UnsafeMutablePointer<Entry>

    init(of frame: JPEGFrame, tileSide: Int) {
        interval = max(2, tileSide / frame.mcuSize.width)
        // The entries are for columns 0, interval - 1, 2 * interval - 1, and so on.
        entriesPerRow = 1 + frame.mcusAcross / interval
        // One more entry is needed for the end of the last row.
        count = frame.mcusDown * entriesPerRow + 1
        entries = .allocate(capacity: count)
        entries.initialize(repeating: Entry(), count: count)
    }

    deinit { entries.deallocate() }
    /// Returns the column, in MCUs, of the MCU that an entry describes.
    func column(of entry: Int) -> Int { max(0, entry * interval - 1) }
    /// Returns a row's last entry at or before a column.
    func entry(before column: Int) -> Int { min(entriesPerRow - 1, (column + 1) / interval) }

    /// Accesses an entry of a row; the entry `entriesPerRow` is the start of the next row.
    ///
    /// - Precondition: to read, the row must have been announced.
    subscript(row: Int, entry: Int) -> Entry {
        get { entries[row * entriesPerRow + entry] }
        set { entries[row * entriesPerRow + entry] = newValue }
    }

    /// Stores the entries of a run's MCUs that belong in this index.
    func store(_ run: MCURun, mcusAcross: Int) {
        let (first, end) = (run.mcus.lowerBound, run.mcus.upperBound)
        for row in (first / mcusAcross)...((end - 1) / mcusAcross) {
            for entry in 0..<entriesPerRow {
                let mcu = row * mcusAcross + column(of: entry)
                guard run.mcus.contains(mcu) else { continue }
                let found = run.entries[mcu - first]
                self[row, entry] = Entry(
                    position: found.position,
                    predictors: found.predictors
                        &+ SIMD4<Int16>(truncatingIfNeeded: run.predictors))
            }
        }
    }

    /// Records missing MCUs, in scan order; returns false if there are too many gaps.
    func append(gap: Range<Int>) -> Bool { gaps.withLock { $0.append(gap) } }

    /// Returns the number of MCUs in a range before the first missing MCU.
    func countBeforeGap(in mcus: Range<Int>) -> Int {
        gaps.withLock { $0.countBeforeGap(in: mcus) }
    }

    /// Returns true if all positions are within a file of this size.
    func liesWithin(byteCount: Int) -> Bool {
        let end = UInt64(byteCount) * 8
        return UnsafeBufferPointer(start: entries, count: count).allSatisfy { $0.position < end }
    }

    /// The memory of all entries, which is used to save and restore the index.
    var bytes: UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: entries, count: count * MemoryLayout<Entry>.stride)
    }
}

/// The missing MCUs, as ranges of their numbers in scan order.
private struct MCUGaps {
    /// The maximum number of gaps in a damaged file; all MCUs after the last gap count as missing.
    static let limit = 1 << 16

    private var ranges: [Range<Int>] = []

    /// Adds missing MCUs after all others; returns false if there are too many gaps.
    ///
    /// A gap directly after the last gap extends the last gap.
    mutating func append(_ gap: Range<Int>) -> Bool {
        if let last = ranges.last, last.upperBound == gap.lowerBound {
            ranges[ranges.count - 1] = last.lowerBound..<gap.upperBound
        } else {
            ranges.append(gap)
        }
        return ranges.count < Self.limit
    }

    func countBeforeGap(in mcus: Range<Int>) -> Int {
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound <= mcus.lowerBound {
                low = middle + 1
            } else {
                high = middle
            }
        }
        guard low < ranges.count else { return mcus.count }
        return min(mcus.count, max(0, ranges[low].lowerBound - mcus.lowerBound))
    }
}

/// A JPEG in one scan, with the results of a pass over its bits for the decoding of tiles.
package struct IndexedScan: Sendable {
    package let scan: JPEGScan
    /// The picture at 1/8, a by-product of the pass.
    package let planes: ReducedPlanes
    let index: MCUIndex
    let plan: MCUPlan
    let fixup: DCPredictorFixup

    /// Creates an empty index; `nil` if the file's bits cannot be indexed or copied to tiles.
    ///
    /// The initializer reads the file up to its first scan; `tileSide` is in pixels.
    package init?(_ bytes: UnsafeRawBufferPointer, header: JPEGHeader, tileSide: Int) {
        guard let scan = JPEGScan(bytes, header: header),
            let fixup = DCPredictorFixup(bytes, scan: scan)
        else { return nil }
        self.scan = scan
        self.fixup = fixup
        index = MCUIndex(of: scan.frame, tileSide: tileSide)
        planes = ReducedPlanes(of: scan)
        plan = MCUPlan(scan, layout: planes.layout)
    }

    /// The memory of the index and the planes, in bytes.
    package var byteCount: Int {
        index.bytes.count + planes.planes.reduce(0) { $0 + $1.bytes.count }
    }

    /// Returns the approximate range of a tile's bytes in the file; `nil` if the range is unknown
    /// or empty.
    package func byteRange(of tile: MCURect) -> Range<Int>? {
        let entry = index.entry(before: tile.columns.lowerBound)
        let first = Int(index[tile.rows.lowerBound, entry].position >> 3)
        let last = Int(index[tile.rows.upperBound - 1, entry].position >> 3)
        return first < last ? first..<last : nil
    }
}

/// The stored form of a complete index: the file's identity, the entries, the planes and a
/// checksum.
package struct IndexRecord {
    /// The version of the stored form, which must change with the layout of the stored form.
    private static let version: UInt64 = 0x4E56_4958_0000_0003

    private let photo: IndexedScan
    private let source: UnsafeRawBufferPointer

    package init(of photo: IndexedScan, in source: UnsafeRawBufferPointer) {
        self.photo = photo
        self.source = source
    }

    /// The stored form of the index.
    ///
    /// - Precondition: the index is complete.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(byteCount)
        for word in head { Self.append(word, to: &bytes) }
        for part in parts { bytes.append(contentsOf: part) }
        Self.append(Checksum.of(bytes), to: &bytes)
        return bytes
    }

    /// Restores the index from its stored form; returns false if another pass is needed.
    ///
    /// The result is false if the bytes belong to another file or are damaged.
    package func restore(from bytes: [UInt8]) -> Bool {
        guard bytes.count == byteCount else { return false }
        return bytes.withUnsafeBytes { record in
            let end = record.count - 8
            let words = head
            let isOfThis = words.indices.allSatisfy {
                record.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self) == words[$0]
            }
            let checksum = Checksum.of(UnsafeRawBufferPointer(rebasing: record[..<end]))
            guard isOfThis, record.loadUnaligned(fromByteOffset: end, as: UInt64.self) == checksum
            else { return false }
            var offset = words.count * 8
            for target in parts {
                let part = record[offset..<(offset + target.count)]
                target.copyMemory(from: UnsafeRawBufferPointer(rebasing: part))
                offset += target.count
            }
            return photo.index.liesWithin(byteCount: source.count)
        }
    }

    private var byteCount: Int { head.count * 8 + photo.byteCount + 8 }

    private var parts: [UnsafeMutableRawBufferPointer] {
        [photo.index.bytes] + photo.planes.planes.map(\.bytes)
    }

    private var head: [UInt64] {
        let (scan, frame) = (photo.scan, photo.scan.frame)
        let numbers = [
            source.count, frame.size.width, frame.size.height, frame.mcuSize.width,
            frame.mcuSize.height, frame.components.count, scan.dataOffset, photo.index.interval,
        ]
        return [Self.version] + numbers.map { UInt64($0) } + [samples]
    }

    /// A checksum of the file's header and of 256 samples of its bits, to distinguish photos.
    private var samples: UInt64 {
        let start = min(photo.scan.dataOffset, source.count)
        var sum = Checksum()
        sum.append(UnsafeRawBufferPointer(rebasing: source[..<start]))
        let step = max(1, (source.count - start) / 256)
        for offset in stride(from: start, to: source.count - 64, by: step) {
            sum.append(UnsafeRawBufferPointer(rebasing: source[offset..<(offset + 64)]))
        }
        return sum.value
    }

    private static func append(_ word: UInt64, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: word) { bytes.append(contentsOf: $0) }
    }
}
