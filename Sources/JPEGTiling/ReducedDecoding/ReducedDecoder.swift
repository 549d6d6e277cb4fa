/// A decoder of JPEGs at 1/8, whose samples are identical to TurboJPEG's.
///
/// TurboJPEG reads all coefficients and discards nearly all of them. This decoder skips unneeded
/// coefficients, several per lookup, and divides the work among cores even without restart markers.
/// For a file in several scans, TurboJPEG collects all coefficients, which need 290 MB for 100
/// megapixels; this decoder reads only the needed scans, in parallel.
package enum ReducedDecoder {
    /// Returns the picture at 1/8; `nil` if the file is unsupported, truncated or damaged.
    ///
    /// If the result is `nil`, the caller uses TurboJPEG, which reports the error. Damage in
    /// unneeded scans is ignored, because no pixel at 1/8 depends on them.
    package static func decode(_ input: JPEGInput, header: JPEGHeader) -> ReducedPlanes? {
        decodeOneScan(input, header: header) ?? decodeScans(input, header: header)
    }

    private static func decodeOneScan(_ input: JPEGInput, header: JPEGHeader) -> ReducedPlanes? {
        guard let scan = JPEGScan(input.bytes, header: header) else { return nil }
        let planes = ReducedPlanes(of: scan)
        guard planes.isExact else { return nil }
        let plan = MCUPlan(scan, layout: planes.layout)
        let decoder = ParallelScanDecoder(input, scan: scan, plan: plan)
        while case let runs = decoder.next(), !runs.isEmpty {
            planes.write(runs, of: scan, concurrentPerform: input.concurrentPerform)
            input.didPass(decoder.here.position >> 3)
        }
        return decoder.isWhole ? planes : nil
    }

    private static func decodeScans(_ input: JPEGInput, header: JPEGHeader) -> ReducedPlanes? {
        guard let scans = ScanList(input, frame: header.frame), scans.isComplete, scans.hasEnd,
            let scan = scans.asOneScan
        else { return nil }
        let planes = ReducedPlanes(of: scan)
        guard planes.isExact else { return nil }
        let reduction = ProgressiveReduction(scans, scan: scan, to: planes)
        return reduction.decode(input, while: { _ in true }) ? planes : nil
    }
}

/// A decoder of a scan at 1/8 on several cores in parallel, a few megabytes at a time.
///
/// In a scan with restarts, each core starts after a restart marker. Without restarts, no byte
/// shows where an MCU starts, but Huffman codes synchronise by themselves: a decoder that starts at
/// any bit reads wrong MCUs at first, and then the same MCUs as any other decoder. Therefore, each
/// core starts at an arbitrary byte and records the apparent starts of MCUs. The decoder of the
/// preceding segment stops at such a start, because both decoders would read the same MCUs from
/// there. Only then are the number of MCUs and the predictors of DC coefficients known.
///
/// `@unchecked Sendable`: the bytes are only read, and each segment belongs to one thread.
final class ParallelScanDecoder: @unchecked Sendable {
    /// The number of MCUs within which decoders must synchronise.
    ///
    /// Photos needed 1 to 9 MCUs; a stream that needs more than 256 rarely synchronises at all.
    private static let firstMCUs = 256
    /// The maximum number of segments per pass; a core decodes one segment after another.
    ///
    /// 32 segments were equally fast but used 5 MB more.
    private static let maximumSegments = 16
    /// The minimum number of segments if each has at least `minimumBytes`; with this number, cores
    /// share the work even on short ranges of bytes.
    private static let fewestSegments = 4
    /// The minimum size of a segment in bytes; starting a smaller segment takes longer than
    /// decoding it.
    private static let minimumBytes = 8 << 10

    /// The number of bytes that a reader may read ahead: eight bytes and up to eight stuffed zeros.
    private static let readAheadBytes = 16

    private let scan: JPEGScan
    private let plan: MCUPlan
    private let restartInterval: Int
    private let concurrentPerform: JPEGInput.ConcurrentLoop
    private let isShared: Bool
    private var segmentBytes: Int
    private let base: UnsafePointer<UInt8>
    private let end: Int
    /// The offset at which the last segment must end.
    private var lastOffset: Int
    private var segments: [ScanSegment] = []
    /// The offsets of the current segments' starts, followed by the end of the last segment.
    private var starts: [Int] = []
    /// The position at the end of the last returned run.
    private(set) var here: BitPosition

    /// Creates a decoder at the start of a scan.
    ///
    /// - Precondition: the file's bytes outlive the decoder.
    init(_ input: JPEGInput, scan: JPEGScan, plan: MCUPlan) {
        self.scan = scan
        self.plan = plan
        segmentBytes = max(1, input.partBytes)
        isShared = input.partBytes < .max
        concurrentPerform = input.concurrentPerform
        base = input.base
        end = input.bytes.count
        lastOffset = end
        restartInterval = scan.restartInterval > 0 ? scan.restartInterval : .max
        here = BitPosition(position: scan.dataOffset * 8, untilRestart: restartInterval)
    }

    /// Makes the following runs end at `offset` or just after it, for a caller that needs only a
    /// range of the scan.
    func limit(to offset: Int) { lastOffset = min(end, offset + Self.readAheadBytes) }

    /// True if the decoder has read the last MCU and the end of the picture (EOI) follows.
    var isWhole: Bool {
        let offset = JPEGMarkers.offset(behind: here.position, in: base, end: end)
        return here.mcu == scan.frame.mcuCount && offset + 2 <= end && base[offset] == 0xFF
            && base[offset + 1] == 0xD9
    }

    /// Returns runs of the next MCUs; an empty array at the end or if the scan is damaged.
    ///
    /// The runs are valid until the next call.
    func next() -> [MCURun] {
        guard here.mcu < scan.frame.mcuCount else { return [] }
        divide()
        if starts.count > 2 {
            concurrentPerform(starts.count - 1) { decode($0) }
        } else {
            decode(0)
        }
        let runs = chain()
        // A flat sky has many MCUs per byte: if the first segment reaches its limit, the results of
        // the following segments are useless.
        if segments[0].ending.mcuCount == ScanSegment.capacity {
            segmentBytes = max(min(segmentBytes, Self.minimumBytes), segmentBytes / 2)
        }
        return runs
    }

    private func divide() {
        let first = here.position >> 3
        let end = max(first, lastOffset)
        let most = Self.maximumSegments
        let share = max(Self.minimumBytes, (end - first) / Self.fewestSegments)
        let segmentBytes = isShared ? min(segmentBytes, share) : segmentBytes
        let count = max(1, min(most, (end - first) / segmentBytes))
        let last = (end - first) / segmentBytes < most ? end : first + count * segmentBytes
        starts =
            (0..<count).map { $0 == 0 ? first : start(after: first + $0 * segmentBytes) } + [last]
        while segments.count < count {
            segments.append(ScanSegment(levelsPerMCU: plan.levelsPerMCU))
        }
        for segment in segments { segment.reset() }
    }

    private func start(after offset: Int) -> Int {
        guard scan.restartInterval > 0 else {
            // Skips a zero that is stuffed after 0xFF.
            return base[offset] == 0 && base[offset - 1] == 0xFF ? offset + 1 : offset
        }
        var offset = offset
        while let found = JPEGMarkers.next(base, from: offset, end: end) {
            guard !(0xD0...0xD7).contains(found.marker) else { return found.end }
            offset = found.end
        }
        return end
    }

    /// Decodes a segment up to its end or to the synchronisation with a later segment.
    private func decode(_ index: Int) {
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: 64) { zeros in
            zeros.initialize(repeating: 0)
            guard let zeros = zeros.baseAddress else { return }
            var decoder = decoder(at: index, zeros: zeros)
            // The first segment needs no recorded starts, because no segment precedes it.
            let count = index == 0 ? 0 : Self.firstMCUs
            guard segments[index].begin({ decoder.begin(count) }) else { return }
            let syncPoint = syncPoint(of: &decoder, behind: index)
            segments[index].ending = decoder.ending(syncPoint)
        }
    }

    private func decoder(at index: Int, zeros: UnsafeMutablePointer<Int32>) -> SegmentDecoder {
        let position = index == 0 ? here.position : starts[index] * 8
        let reader = EntropyReader(base, end: end, at: position)
        return SegmentDecoder(
            ReducedScanDecoder(
                reader, index == 0 ? here.predictors : .zero, by: plan, zeros: zeros),
            writing: segments[index], restartInterval: restartInterval,
            untilRestart: index == 0 ? here.untilRestart : restartInterval,
            limit: scan.frame.mcuCount - (index == 0 ? here.mcu : 0))
    }

    private func syncPoint(
        of decoder: inout SegmentDecoder, behind index: Int
    ) -> ScanSegment.SyncPoint? {
        let last = starts.count - 1
        for next in (index + 1)..<max(last, index + 1) {
            decoder.decode(upTo: starts[next])
            if let entries = segments[next].firstEntries(), !decoder.hasEnded,
                let mcu = decoder.synchronise(with: entries)
            {
                return ScanSegment.SyncPoint(segment: next, mcu: mcu)
            }
        }
        decoder.decode(upTo: starts[last])
        return nil
    }

    /// Joins the segments at their synchronisation points, up to the first code that cannot be
    /// trusted.
    private func chain() -> [MCURun] {
        var runs: [MCURun] = []
        var (index, first, predictors) = (0, 0, ReducedScanDecoder.Predictors.zero)
        while true {
            let (segment, ending) = (segments[index], segments[index].ending)
            let count = ending.mcuCount - first
            guard ending.trustedFrom <= first, count > 0, here.mcu + count <= scan.frame.mcuCount
            else { return runs }
            let mcus = here.mcu..<(here.mcu + count)
            runs.append(
                MCURun(
                    mcus: mcus, levels: segment.levels + first * plan.levelsPerMCU,
                    entries: segment.entries + first, predictors: predictors))
            here = ending.position
            here.mcu = mcus.upperBound
            here.predictors = ending.position.predictors &+ predictors
            guard let syncPoint = ending.syncPoint else { return runs }
            (index, first) = (syncPoint.segment, syncPoint.mcu)
            let relative = ReducedScanDecoder.Predictors(
                truncatingIfNeeded: segments[index].entries[first].predictors)
            predictors = here.predictors &- relative
        }
    }
}
