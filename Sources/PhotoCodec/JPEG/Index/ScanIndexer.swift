internal import Imaging

/// The one walk over a JPEG's bits that makes its index and its overview.
struct ScanIndexer {
    private let bytes: PhotoBytes
    private let scan: JPEGScan
    private let plan: LowFrequencyPlan
    private let partBytes: Int
    private let index: MCUIndex
    private let planes: ReducedPlanes
    private let progress: RowProgress

    /// - Precondition: a part has a byte or more; who takes less than the file shares the walk.
    init(_ photo: IndexedPhoto, partBytes: Int) {
        bytes = photo.bytes
        scan = photo.scan
        plan = LowFrequencyPlan(photo.scan, shape: photo.planes.shape, lookups: photo.lookups)
        self.partBytes = partBytes
        index = photo.index
        planes = photo.planes
        progress = photo.progress
    }

    /// Walks to the end, or until nobody wants it any more.
    ///
    /// On all cores where the file is as it should be, else alone.
    func run() {
        bytes.withUnsafeBytes { source in
            guard let base = source.assumingMemoryBound(to: UInt8.self).baseAddress else { return }
            let bytes = UnsafeBufferPointer(start: base, count: source.count)
            // What is still coming is followed row by row: there is time.
            if self.bytes.waitForBytes != nil || !runTogether(bytes) { runAlone(bytes) }
        }
    }

    /// False where something is wrong with the file.
    private func runTogether(_ source: UnsafeBufferPointer<UInt8>) -> Bool {
        let walk = ParallelScanDecoder(source, scan: scan, plan: plan, partBytes: partBytes)
        var passed = PageReclaimer(of: bytes)
        while !progress.isAbandoned, case let stretches = walk.next(), !stretches.isEmpty {
            planes.write(stretches, of: scan)
            for stretch in stretches { index.take(stretch, unitsAcross: scan.unitsAcross) }
            let rows = walk.here.unit / scan.unitsAcross
            // The last row is read once the index has its end.
            progress.announce(rows: min(rows, scan.unitsDown - 1))
            passed.pass(walk.here.position >> 3)
        }
        guard walk.isWhole || progress.isAbandoned else { return false }
        finish(at: UInt64(walk.here.position))
        return true
    }

    private func runAlone(_ source: UnsafeBufferPointer<UInt8>) {
        guard let base = source.baseAddress else { return }
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: 64) { zeros in
            zeros.initialize(repeating: 0)
            guard let zeros = zeros.baseAddress else { return }
            let reader = EntropyReader(base, end: source.count, at: scan.dataOffset * 8)
            var course = RestartTracker(
                ReducedScanDecoder(reader, by: plan, zeros: zeros), base: base, end: source.count,
                restartInterval: scan.restartInterval, firstRow: progress.rows)
            var passed = PageReclaimer(of: bytes)
            for row in 0..<scan.unitsDown where !progress.isAbandoned {
                bytes.waitForBytes?(course.bytesPassed + scan.mostRowBytes)
                walk(row, on: &course)
                if course.wrongCodes > 0 { progress.note(Self.wrongCode) }
                if row + 1 < scan.unitsDown { announce(rows: row + 1) }
                passed.pass(course.bytesPassed)
            }
            finish(at: course.isLost ? 0 : UInt64(course.walker.reader.position))
        }
    }

    /// Not fewer than the walk of all cores has announced.
    private func announce(rows: Int) {
        if rows > progress.rows { progress.announce(rows: rows) }
    }

    private func finish(at position: UInt64) {
        index[scan.unitsDown, 0] = MCUIndex.Entry(position: position)
        progress.end()
    }

    private func walk(_ row: Int, on course: inout RestartTracker) {
        var column = 0
        for entry in 0..<index.entriesPerRow {
            if row >= course.firstRow { index[row, entry] = course.entry }
            let next =
                entry + 1 < index.entriesPerRow
                ? index.column(of: entry + 1) : scan.unitsAcross
            walk(column..<next, of: row, on: &course)
            column = next
        }
    }

    private func walk(_ columns: Range<Int>, of row: Int, on course: inout RestartTracker) {
        var column = columns.lowerBound
        while column < columns.upperBound {
            let count = min(columns.upperBound - column, course.untilRestart)
            let done = course.isLost ? 0 : follow(column..<(column + count), of: row, on: &course)
            let unit = row * scan.unitsAcross + column
            if done < count {
                course.loseRest()
                let gap = (unit + done)..<(unit + count)
                if !progress.add(gap: gap, because: Self.cutOff) { course.giveUp() }
            }
            column += count
            course.passed(count, isLast: unit + count == scan.unitCount)
        }
    }

    private static let wrongCode = Damage(reason: "Corrupt JPEG data: bad Huffman code")
    private static let cutOff = Damage(reason: "Premature end of JPEG file")

    /// Hot: every unit of a photo that is walked alone passes here once.
    ///
    /// - Returns: how many units were whole.
    private func follow(_ columns: Range<Int>, of row: Int, on course: inout RestartTracker) -> Int
    {
        let stride = plan.shape.levelsPerUnit
        return withUnsafeTemporaryAllocation(of: Int16.self, capacity: columns.count * stride) {
            guard let levels = $0.baseAddress else { return 0 }
            // A copy on the stack: the compiler keeps its parts in registers.
            var walker = course.walker
            defer { course.walker = walker }
            var count = 0
            while count < columns.count, walker.passUnit(writing: levels + count &* stride) {
                count &+= 1
            }
            let first = row * scan.unitsAcross + columns.lowerBound
            if row >= course.firstRow {
                planes.write(levels, of: first..<(first + count), from: .zero)
            }
            return count
        }
    }
}
