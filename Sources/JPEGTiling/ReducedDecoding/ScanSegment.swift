internal import Synchronization

/// The position of a decoder in a scan, at the start of an MCU.
struct BitPosition {
    /// The number of the MCU in the scan, from 0.
    var mcu = 0
    /// The position of the MCU's first bit: eight times the byte's offset plus the bit's position
    /// in the byte.
    var position = 0
    /// The values from which the MCU's DC coefficients are predicted.
    var predictors = ReducedScanDecoder.Predictors.zero
    /// The number of MCUs up to the next restart.
    var untilRestart = 0
}

/// Consecutive MCUs of the scan that one segment's decoder has decoded.
///
/// `@unchecked Sendable`: the results are read-only until the segments are reused.
struct MCURun: @unchecked Sendable {
    /// The numbers of the MCUs in the scan.
    let mcus: Range<Int>
    /// The levels, MCU by MCU.
    let levels: UnsafePointer<Int16>
    /// The index entry of each MCU.
    let entries: UnsafePointer<MCUIndex.Entry>
    /// The values to add to the predictors in `entries`, which are relative to the segment's start.
    let predictors: ReducedScanDecoder.Predictors
}

/// One of the segments of a scan that are decoded in parallel, with its results.
///
/// A segment starts at an arbitrary byte, usually within an MCU. The first results are wrong until
/// the decoder has synchronised with the codes. The preceding segment's decoder finds the point of
/// synchronisation.
///
/// `@unchecked Sendable`: only the decoding thread writes. Other threads read the first entries
/// when the number of these entries is known, and the other results when all decoders have
/// finished.
final class ScanSegment: @unchecked Sendable {
    /// The MCU of a later segment at which a segment's decoder stopped.
    ///
    /// From this MCU on, the decoders of the two segments read the same bits.
    struct SyncPoint {
        let segment: Int
        let mcu: Int
    }

    /// The state of a segment's decoder at its end.
    struct Ending {
        var mcuCount = 0
        var position = BitPosition()
        /// The first MCU after the last unknown code; the codes are trusted from this MCU on.
        var trustedFrom = 0
        /// The position in a later segment where the decoder stopped; `nil` if it did not
        /// synchronise.
        var syncPoint: SyncPoint?
    }

    private enum State {
        case waiting, skipped
        /// The segment has started; the value is the number of MCUs ready for synchronisation.
        case begun(Int)
    }

    /// The maximum number of MCUs in a segment; the decoder stops after this number.
    ///
    /// This number of MCUs takes about 0.8 MB in the JPEG of a photo. Unused memory needs no pages.
    static let capacity = 1 << 14

    let levelsPerMCU: Int
    /// The levels, MCU by MCU.
    let levels: UnsafeMutablePointer<Int16>
    let entries: UnsafeMutablePointer<MCUIndex.Entry>
    /// The end state; the decoding thread writes it, and other threads read it when all threads
    /// have finished.
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

    /// Starts the segment: `decode` decodes the first MCUs and returns the number of them.
    ///
    /// The result is false if the preceding segment's decoder has already passed the segment's
    /// start and continues alone. Starting takes half a millisecond; a thread that needs the first
    /// MCUs waits.
    func begin(_ decode: () -> Int) -> Bool {
        state.withLock { state in
            guard case .waiting = state else { return false }
            state = .begun(decode())
            return true
        }
    }

    /// Returns the entries of the first MCUs; if the segment has not started, prevents its start
    /// and returns `nil`.
    func firstEntries() -> UnsafeBufferPointer<MCUIndex.Entry>? {
        state.withLock { state in
            if case .begun(let count) = state {
                return UnsafeBufferPointer(start: entries, count: count)
            }
            state = .skipped
            return nil
        }
    }

    /// Prepares the segment for reuse in another range of the scan.
    func reset() {
        state.withLock { $0 = .waiting }
        ending = Ending()
    }
}

/// A decoder of one segment of a scan, which writes the results MCU by MCU.
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

    /// Creates a decoder of at most `limit` MCUs; `restartInterval` is `.max` without restarts.
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

    /// Decodes up to `count` MCUs and returns the number of decoded MCUs.
    mutating func begin(_ count: Int) -> Int {
        while mcuCount < count, !hasEnded { pass(mcus: 1, before: .max) }
        return mcuCount
    }

    /// Decodes the MCUs that start before the byte at `offset`; one more MCU may be decoded.
    mutating func decode(upTo offset: Int) {
        while !hasEnded, decoder.reader.offset < offset { pass(mcus: 256, before: offset) }
    }

    /// Decodes until an MCU starts at one of another decoder's `entries`; returns the entry's
    /// index.
    ///
    /// The result is `nil` if no MCU starts at an entry.
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

    /// Returns the end state of the decoder.
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

    /// Decodes MCUs up to the MCU `last` or the byte at `offset`.
    ///
    /// Hot: runs once per MCU of the photo.
    private mutating func pass(upTo last: Int, before offset: Int) {
        // The copy is on the stack, so that the compiler keeps its fields in registers.
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
