internal import Synchronization

/// The position of a decoder in a scan: before an MCU.
struct BitPosition {
    /// The number of the MCU in the scan.
    var mcu = 0
    /// The position of its first bit.
    var position = 0
    /// The values from which its DC coefficients are predicted.
    var predictors = ReducedScanDecoder.Predictors.zero
    /// The number of MCUs up to the next restart.
    var untilRestart = 0
}

/// Consecutive MCUs of the scan, decoded by one segment.
///
/// `@unchecked Sendable`: read-only until the segments are reused.
struct MCURun: @unchecked Sendable {
    /// The numbers of the MCUs in the scan.
    let mcus: Range<Int>
    /// The results for the first MCU, followed by those for the next.
    let levels: UnsafePointer<Int16>
    let entries: UnsafePointer<MCUIndex.Entry>
    /// The values from which the segment's DC coefficients are predicted.
    let predictors: ReducedScanDecoder.Predictors
}

/// One of the segments of a scan that are decoded in parallel, and its results.
///
/// It starts at an arbitrary byte, usually within an MCU, so its first results are wrong, until its
/// decoder has synchronised with the codes. The decoder of the preceding segment finds that
/// position.
///
/// `@unchecked Sendable`: one thread writes while it decodes; the others read the first entries
/// once their number is known, and everything else when all decoders have finished.
final class ScanSegment: @unchecked Sendable {
    /// The position where the decoder of one segment stopped because that of another segment had
    /// already reached it.
    struct SyncPoint {
        let segment: Int
        let mcu: Int
    }

    /// The end of decoding.
    struct Ending {
        var mcuCount = 0
        var position = BitPosition()
        /// The MCU after the last code that no table has: from here on the codes can be trusted.
        var trustedFrom = 0
        /// `nil` if it ended without meeting another segment.
        var syncPoint: SyncPoint?
    }

    private enum State {
        case waiting, skipped
        /// The segment has started, and this many MCUs are ready for the preceding decoder to
        /// synchronise with.
        case begun(Int)
    }

    /// The maximum number of MCUs, at which a decoder stops.
    ///
    /// In a photo they take 0.8 MB of JPEG; memory that is never written to uses no pages.
    static let capacity = 1 << 14

    let levelsPerMCU: Int
    /// The levels, by MCU.
    let levels: UnsafeMutablePointer<Int16>
    let entries: UnsafeMutablePointer<MCUIndex.Entry>
    /// Set by the thread that decoded the segment, and read when all have finished.
    var ending = Ending()
    private let state = Mutex(State.waiting)

    init(levelsPerMCU: Int) {
        self.levelsPerMCU = levelsPerMCU
        levels = .allocate(capacity: Self.capacity * levelsPerMCU)
        entries = .allocate(capacity: Self.capacity)
    }

    deinit {
        levels.deallocate()
        entries.deallocate()
    }

    /// Starts the segment; returns false if the preceding decoder arrived first and continues
    /// alone.
    ///
    /// Starting takes half a millisecond, during which a thread that needs the first MCUs waits.
    func begin(_ decode: () -> Int) -> Bool {
        state.withLock { state in
            guard case .waiting = state else { return false }
            state = .begun(decode())
            return true
        }
    }

    /// Returns the first MCUs; `nil` if the segment has not started, and therefore never will.
    func firstEntries() -> UnsafeBufferPointer<MCUIndex.Entry>? {
        state.withLock { state in
            if case .begun(let count) = state {
                return UnsafeBufferPointer(start: entries, count: count)
            }
            state = .skipped
            return nil
        }
    }

    /// Prepares the segment for another region of the scan.
    func reset() {
        state.withLock { $0 = .waiting }
        ending = Ending()
    }
}

/// Decodes one segment of a scan, MCU by MCU, and writes their levels in that order.
struct SegmentDecoder {
    private var decoder: ReducedScanDecoder
    private let segment: ScanSegment
    private let levelsPerMCU: Int
    private let restartInterval: Int
    private var untilRestart: Int
    private var mcuCount = 0
    private var trustedFrom = 0
    private let limit: Int
    private(set) var hasEnded = false

    /// Decodes at most `limit` MCUs from the decoder's position; without restarts, the interval is
    /// `.max`.
    init(
        _ decoder: ReducedScanDecoder, writing segment: ScanSegment, restartInterval: Int,
        untilRestart: Int, limit: Int
    ) {
        self.decoder = decoder
        self.segment = segment
        levelsPerMCU = segment.levelsPerMCU
        self.restartInterval = restartInterval
        self.untilRestart = untilRestart
        self.limit = min(limit, ScanSegment.capacity)
    }

    /// Decodes MCUs one by one, and returns their number.
    mutating func begin(_ count: Int) -> Int {
        while mcuCount < count, !hasEnded { pass(mcus: 1, before: .max) }
        return mcuCount
    }

    /// Decodes the MCUs that start before a byte, and possibly one more.
    mutating func decode(upTo offset: Int) {
        while !hasEnded, decoder.reader.offset < offset { pass(mcus: 256, before: offset) }
    }

    /// Continues up to a position where the other decoder also found the start of an MCU, and
    /// returns it; `nil` if they never meet.
    mutating func synchronise(with entries: UnsafeBufferPointer<MCUIndex.Entry>) -> Int? {
        var next = 0
        while !hasEnded, next < entries.count {
            let position = UInt64(decoder.reader.position)
            while next < entries.count, entries[next].position < position { next += 1 }
            if next < entries.count, entries[next].position == position { return next }
            pass(mcus: 1, before: .max)
        }
        return nil
    }

    /// Returns the results needed afterwards.
    func ending(_ syncPoint: ScanSegment.SyncPoint?) -> ScanSegment.Ending {
        ScanSegment.Ending(
            mcuCount: mcuCount,
            position: BitPosition(
                mcu: mcuCount, position: decoder.reader.position,
                predictors: decoder.predictors, untilRestart: untilRestart),
            trustedFrom: trustedFrom, syncPoint: syncPoint)
    }

    private mutating func pass(mcus: Int, before offset: Int) {
        let first = mcuCount
        let wrongCodes = decoder.reader.wrongCodes
        pass(upTo: min(mcuCount + min(mcus, untilRestart), limit), before: offset)
        if decoder.reader.wrongCodes > wrongCodes { trustedFrom = mcuCount }
        hasEnded = hasEnded || mcuCount == limit
        if untilRestart < .max { passed(mcuCount - first) }
    }

    /// Decodes MCUs up to a number or an offset.
    ///
    /// Hot: once per MCU of the photo.
    private mutating func pass(upTo last: Int, before offset: Int) {
        // A copy on the stack: the compiler keeps its fields in registers.
        var decoder = decoder
        var levels = segment.levels + mcuCount &* levelsPerMCU
        let entries = segment.entries
        while mcuCount < last, decoder.reader.offset < offset {
            let before = decoder
            entries[mcuCount] = MCUIndex.Entry(
                position: UInt64(decoder.reader.position),
                predictors: SIMD4<Int16>(truncatingIfNeeded: decoder.predictors))
            guard decoder.passMCU(writing: levels) else {
                decoder = before
                hasEnded = true
                break
            }
            mcuCount &+= 1
            levels += levelsPerMCU
        }
        self.decoder = decoder
    }

    private mutating func passed(_ mcus: Int) {
        untilRestart -= mcus
        guard untilRestart == 0, !hasEnded || mcuCount == limit else { return }
        if decoder.passRestart() {
            untilRestart = restartInterval
        } else {
            hasEnded = true
        }
    }
}
