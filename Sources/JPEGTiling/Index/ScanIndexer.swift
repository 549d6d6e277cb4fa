internal import Imaging

/// A single pass over a JPEG's bits that fills the photo's index and its picture at 1/8.
package struct ScanIndexer {
    private let photo: IndexedScan
    private let scan: JPEGScan
    private let frame: JPEGFrame
    private let plan: MCUPlan
    private let progress: any ScanProgress
    private var announcedRows = 0

    package init(_ photo: IndexedScan, progress: some ScanProgress) {
        self.photo = photo
        scan = photo.scan
        frame = photo.scan.frame
        plan = photo.plan
        self.progress = progress
    }

    /// Runs the pass up to the end of the file, or until the result is no longer needed.
    ///
    /// The pass uses all cores if the file is undamaged and complete, otherwise only the calling
    /// thread.
    package mutating func run(_ input: JPEGInput) {
        // While a file is still arriving, one thread is fast enough to read the available rows.
        guard input.waitForBytes != nil || !runConcurrently(input) else { return }
        runAlone(input)
    }

    private mutating func announce(rows: Int) {
        // A failed concurrent pass may have announced these rows.
        guard rows > announcedRows else { return }
        announcedRows = rows
        progress.announce(rows: rows)
    }

    private func finish(at position: UInt64) {
        photo.index[frame.mcusDown, 0] = MCUIndex.Entry(position: position)
    }

    /// Runs the pass on all cores; returns false if the file is damaged.
    package mutating func runConcurrently(_ input: JPEGInput) -> Bool {
        let decoder = ParallelScanDecoder(input, scan: scan, plan: plan)
        while !progress.isAbandoned, case let runs = decoder.next(), !runs.isEmpty {
            photo.planes.write(runs, of: scan, concurrentPerform: input.concurrentPerform)
            for run in runs { photo.index.store(run, mcusAcross: frame.mcusAcross) }
            // The last row becomes readable when the index contains the row's end.
            announce(rows: min(decoder.here.mcu / frame.mcusAcross, frame.mcusDown - 1))
            input.didPass(decoder.here.position >> 3)
        }
        guard decoder.isWhole || progress.isAbandoned else { return false }
        finish(at: UInt64(decoder.here.position))
        return true
    }

    private mutating func runAlone(_ input: JPEGInput) {
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: 64) { zeros in
            zeros.initialize(repeating: 0)
            guard let zeros = zeros.baseAddress else { return }
            let reader = EntropyReader(input.base, end: input.bytes.count, at: scan.dataOffset * 8)
            var tracker = RestartTracker(
                ReducedScanDecoder(reader, by: plan, zeros: zeros), of: input,
                restartInterval: scan.restartInterval, firstRow: announcedRows)
            for row in 0..<frame.mcusDown where !progress.isAbandoned {
                input.waitForBytes?(tracker.bytesPassed + scan.maximumRowBytes)
                pass(row, &tracker)
                if tracker.wrongCodes > 0 { progress.note(.badData) }
                if row + 1 < frame.mcusDown { announce(rows: row + 1) }
                input.didPass(tracker.bytesPassed)
            }
            finish(at: tracker.entry.position)
        }
    }

    private func pass(_ row: Int, _ tracker: inout RestartTracker) {
        let index = photo.index
        for entry in 0..<index.entriesPerRow {
            if row >= tracker.firstRow { index[row, entry] = tracker.entry }
            let next =
                entry + 1 < index.entriesPerRow
                ? index.column(of: entry + 1) : frame.mcusAcross
            pass(index.column(of: entry)..<next, of: row, &tracker)
        }
    }

    private func pass(_ columns: Range<Int>, of row: Int, _ tracker: inout RestartTracker) {
        var column = columns.lowerBound
        while column < columns.upperBound {
            let count = min(columns.upperBound - column, tracker.untilRestart)
            let done = tracker.isLost ? 0 : follow(column..<(column + count), of: row, &tracker)
            let mcu = row * frame.mcusAcross + column
            if done < count {
                tracker.loseRest()
                progress.note(.endsEarly)
                let gap = (mcu + done)..<(mcu + count)
                if !photo.index.append(gap: gap) { tracker.giveUp() }
            }
            column += count
            tracker.passed(count, isLast: mcu + count == frame.mcuCount)
        }
    }

    /// Reads MCUs of a row and returns the number of complete MCUs.
    ///
    /// Hot: runs for each MCU of a photo that is indexed on one thread.
    private func follow(
        _ columns: Range<Int>, of row: Int, _ tracker: inout RestartTracker
    ) -> Int {
        let stride = plan.levelsPerMCU
        return withUnsafeTemporaryAllocation(of: Int16.self, capacity: columns.count * stride) {
            guard let levels = $0.baseAddress else { return 0 }
            // The copy is on the stack, so that the compiler keeps its fields in registers.
            var decoder = tracker.decoder
            defer { tracker.decoder = decoder }
            var count = 0
            while count < columns.count, decoder.passMCU(writing: levels + count &* stride) {
                count &+= 1
            }
            let first = row * frame.mcusAcross + columns.lowerBound
            if row >= tracker.firstRow {
                photo.planes.write(levels, of: first..<(first + count), from: .zero)
            }
            return count
        }
    }
}

/// The position of a pass in a scan, with resynchronisation at restart markers.
private struct RestartTracker {
    var decoder: ReducedScanDecoder
    /// True if all MCUs up to the next restart are missing.
    private(set) var isLost = false
    /// The number of MCUs up to the next restart.
    private(set) var untilRestart: Int
    /// The first row of MCUs to store.
    ///
    /// An earlier pass has stored the rows above, which other threads may be reading.
    let firstRow: Int

    private let base: UnsafePointer<UInt8>
    private let end: Int
    private let restartInterval: Int
    private var restarts = 0
    /// The offset at which the search for the next marker continues while `isLost`.
    private var resumption = 0

    /// Creates a tracker at the start of a scan.
    ///
    /// - Precondition: the decoder is at the first bit of the scan.
    init(_ decoder: ReducedScanDecoder, of input: JPEGInput, restartInterval: Int, firstRow: Int) {
        self.decoder = decoder
        self.firstRow = firstRow
        base = input.base
        end = input.bytes.count
        self.restartInterval = restartInterval
        untilRestart = restartInterval > 0 ? restartInterval : .max
    }

    var wrongCodes: Int { decoder.reader.wrongCodes }
    var bytesPassed: Int { isLost ? resumption : decoder.reader.position >> 3 }

    /// The index entry for the next MCU, which is empty while `isLost`.
    var entry: MCUIndex.Entry {
        guard !isLost else { return MCUIndex.Entry() }
        return MCUIndex.Entry(
            position: UInt64(decoder.reader.position),
            predictors: SIMD4<Int16>(truncatingIfNeeded: decoder.predictors))
    }

    /// Counts processed MCUs, and skips the restart marker if a restart is due.
    mutating func passed(_ mcus: Int, isLast: Bool) {
        if untilRestart < .max { untilRestart -= mcus }
        guard untilRestart == 0, !isLast else { return }
        untilRestart = restartInterval
        restart()
    }

    /// Marks all MCUs up to the next restart as missing, because the bits have ended.
    mutating func loseRest() {
        if !isLost { lose(from: decoder.reader.offset) }
    }

    /// Marks all following MCUs as missing.
    mutating func giveUp() {
        lose(from: end)
        untilRestart = .max
    }

    /// Continues after the restart marker that is due; other markers are handled by libjpeg's
    /// rules.
    private mutating func restart() {
        let due = restarts & 7
        restarts += 1
        var offset = isLost ? resumption : (decoder.reader.position + 7) >> 3
        while let found = JPEGMarkers.next(base, from: offset, end: end) {
            switch RestartMarker(found.marker, due: due) {
            case .resume:
                isLost = false
                decoder.reader.resume(at: found.end)
                decoder.predictors = .zero
                return
            case .skip: offset = found.end
            case .leave:
                lose(from: found.end - 2)
                return
            }
        }
        lose(from: end)
    }

    private mutating func lose(from offset: Int) {
        isLost = true
        resumption = offset
    }
}

/// The response to the marker found when a restart is due, as in libjpeg's jpeg_resync_to_restart.
private enum RestartMarker {
    case resume, skip, leave

    init(_ marker: Int, due: Int) {
        switch marker {
        case ..<0xC0: self = .skip
        case 0xD0...0xD7:
            switch (marker - 0xD0 - due) & 7 {
            case 1, 2: self = .leave
            case 6, 7: self = .skip
            default: self = .resume
            }
        default: self = .leave
        }
    }
}
