/// Where a walk over a scan is, and how it goes on behind a restart.
struct RestartTracker {
    var walker: ReducedScanDecoder
    /// Whether what comes up to the next restart is missing.
    private(set) var isLost = false
    /// Units up to the next restart.
    private(set) var untilRestart: Int
    /// The first row of units that is to be noted: those above were found by a walk before, and may be
    /// being read.
    let firstRow: Int

    private let base: UnsafePointer<UInt8>
    private let end: Int
    private let restartInterval: Int
    private var restarts = 0
    private var wrongCodesBefore = 0
    /// Where the next marker is looked for while all is lost.
    private var resumption = 0

    /// - Parameters:
    ///   - walker: stands at the first bit of the scan.
    ///   - base: the file's first byte.
    ///   - end: how many bytes it has.
    ///   - restartInterval: units between two restarts; 0 for none.
    ///   - firstRow: the first row of units that is to be noted.
    init(
        _ walker: ReducedScanDecoder, base: UnsafePointer<UInt8>, end: Int, restartInterval: Int,
        firstRow: Int
    ) {
        self.walker = walker
        self.firstRow = firstRow
        self.base = base
        self.end = end
        self.restartInterval = restartInterval
        untilRestart = restartInterval > 0 ? restartInterval : .max
    }

    /// Codes that no table has.
    var wrongCodes: Int { wrongCodesBefore + walker.reader.wrongCodes }

    var bytesPassed: Int { isLost ? resumption : walker.reader.position >> 3 }

    /// The place of the next unit; that of a missing one where all is lost.
    var entry: MCUIndex.Entry {
        guard !isLost else { return MCUIndex.Entry() }
        return MCUIndex.Entry(
            position: UInt64(walker.reader.position),
            predictors: SIMD4<Int16>(truncatingIfNeeded: walker.predictors))
    }

    /// Counts units, and goes over to the next restart where it is due.
    mutating func passed(_ units: Int, isLast: Bool) {
        if untilRestart < .max { untilRestart -= units }
        guard untilRestart == 0, !isLast else { return }
        untilRestart = restartInterval
        restart()
    }

    /// Takes what comes up to the next restart for missing: the bits have ended.
    mutating func loseRest() {
        if !isLost { lose(from: walker.reader.offset) }
    }

    /// Takes all that comes for missing.
    mutating func giveUp() {
        lose(from: end)
        untilRestart = .max
    }

    /// Goes on behind the marker that is due, by the rules of libjpeg where another stands there.
    private mutating func restart() {
        let due = restarts & 7
        restarts += 1
        var offset = isLost ? resumption : (walker.reader.position + 7) >> 3
        while let found = JPEGMarkers.next(base, from: offset, end: end) {
            switch RestartMarker(found.marker, due: due) {
            case .resume:
                isLost = false
                wrongCodesBefore += walker.reader.wrongCodes
                walker.reader = EntropyReader(base, end: end, at: found.end * 8)
                walker.predictors = ReducedScanDecoder.Predictors()
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

/// What to do with a marker where a restart is due: libjpeg's jpeg_resync_to_restart.
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
