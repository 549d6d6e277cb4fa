internal import Imaging

/// A walk over a scan by several cores at the same time, some megabytes after the other.
///
/// In a scan with restarts each begins behind one. Without them no byte tells where a unit begins. But
/// Huffman codes fall into step by themselves: a walk that begins anywhere reads nonsense for some
/// units, then what all others read. So each core begins somewhere and notes where it takes units to
/// begin. When the walk before comes to such a place it stops: from the same bit both would go on
/// alike. How many units there were, and what first coefficients are counted from, is known only then.
///
/// Unchecked: the bytes are only read.
final class ParallelScanDecoder: @unchecked Sendable {
    /// A stream that is not in step within so many units will hardly ever be: photos took 1 to 9.
    private static let beginnings = 256

    /// More parts than cores: who is done with one takes the next.
    ///
    /// 32 were as fast, and took 5 MB more.
    private static let mostParts = 16

    /// Smaller parts cost more to begin than to walk.
    private static let leastBytes = 8 << 10

    private let scan: JPEGScan
    private let plan: LowFrequencyPlan
    private var partBytes: Int
    private let base: UnsafePointer<UInt8>
    private let end: Int
    private var parts: [ScanSegment] = []
    /// Where the parts of this time begin, and where the last of them ends.
    private var starts: [Int] = []
    private var place: BitPosition

    /// - Precondition: the file outlives the walk.
    init(
        _ source: UnsafeBufferPointer<UInt8>, scan: JPEGScan, plan: LowFrequencyPlan, partBytes: Int
    ) {
        guard let base = source.baseAddress else { preconditionFailure("a file has bytes") }
        self.scan = scan
        self.plan = plan
        self.partBytes = max(1, partBytes)
        self.base = base
        end = source.count
        place = .start(of: scan)
    }

    /// Where the last stretch ended.
    var here: BitPosition { place }

    /// Whether the picture ends where its last unit does.
    var isWhole: Bool {
        let offset = (place.position + 7) >> 3
        return place.unit == scan.unitCount && offset + 2 <= end && base[offset] == 0xFF
            && base[offset + 1] == 0xD9
    }

    /// The next units; none at the end, and where the scan is not as it should be.
    ///
    /// What was found is there until the next call.
    func next() -> [MCURun] {
        guard place.unit < scan.unitCount else { return [] }
        divide()
        if starts.count > 2 {
            WorkThread.concurrentPerform(iterations: starts.count - 1) { walk(part: $0) }
        } else {
            walk(part: 0)
        }
        let stretches = chain()
        // A flat sky has so many units to the byte that the parts behind a full one are in vain.
        if parts[0].ending.unitCount == ScanSegment.capacity {
            partBytes = max(min(partBytes, Self.leastBytes), partBytes / 2)
        }
        return stretches
    }

    private func divide() {
        let first = place.position >> 3
        let count = max(1, min(Self.mostParts, (end - first) / partBytes))
        let last = (end - first) / partBytes < Self.mostParts ? end : first + count * partBytes
        starts = (0..<count).map { $0 == 0 ? first : start(after: first + $0 * partBytes) } + [last]
        while parts.count < count {
            parts.append(ScanSegment(levelsPerUnit: plan.shape.levelsPerUnit))
        }
        for part in parts { part.reset() }
    }

    private func start(after offset: Int) -> Int {
        guard scan.restartInterval > 0 else {
            // Not the zero that is stuffed behind a byte of ones.
            return base[offset] == 0 && base[offset - 1] == 0xFF ? offset + 1 : offset
        }
        var offset = offset
        while let found = JPEGMarkers.next(base, from: offset, end: end) {
            guard !(0xD0...0xD7).contains(found.marker) else { return found.end }
            offset = found.end
        }
        return end
    }

    /// Walks a part: up to where a later one falls in, or to the end.
    private func walk(part index: Int) {
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: 64) { zeros in
            zeros.initialize(repeating: 0)
            guard let zeros = zeros.baseAddress else { return }
            var walk = walk(at: index, zeros: zeros)
            // Nobody falls into the first.
            let count = index == 0 ? 0 : Self.beginnings
            guard parts[index].begin({ walk.begin(count) }) else { return }
            let junction = junction(of: &walk, behind: index)
            parts[index].ending = walk.ending(junction)
        }
    }

    private func walk(at index: Int, zeros: UnsafeMutablePointer<Int32>) -> SegmentDecoder {
        let position = index == 0 ? place.position : starts[index] * 8
        let reader = EntropyReader(base, end: end, at: position)
        let walker = ReducedScanDecoder(
            reader, index == 0 ? place.predictors : .zero, by: plan, zeros: zeros)
        let interval = scan.restartInterval > 0 ? scan.restartInterval : .max
        return SegmentDecoder(
            walker, writing: parts[index], plan,
            untilRestart: index == 0 ? place.untilRestart : interval,
            limit: scan.unitCount - (index == 0 ? place.unit : 0))
    }

    private func junction(of walk: inout SegmentDecoder, behind index: Int) -> ScanSegment
        .SyncPoint?
    {
        let last = starts.count - 1
        for next in (index + 1)..<max(last, index + 1) {
            walk.go(upTo: starts[next])
            if let beginnings = parts[next].beginnings(), !walk.hasEnded,
                let unit = walk.fall(into: beginnings)
            {
                return ScanSegment.SyncPoint(part: next, unit: unit)
            }
        }
        walk.go(upTo: starts[last])
        return nil
    }

    /// The parts one after the other, each where the one before ended, as far as codes can be trusted.
    private func chain() -> [MCURun] {
        var stretches: [MCURun] = []
        var (index, first, predictors) = (0, 0, ReducedScanDecoder.Predictors.zero)
        while true {
            let (part, ending) = (parts[index], parts[index].ending)
            let count = ending.unitCount - first
            guard ending.trustedFrom <= first, count > 0, place.unit + count <= scan.unitCount
            else { return stretches }
            let units = place.unit..<(place.unit + count)
            stretches.append(
                MCURun(
                    units: units, levels: part.levels + first * plan.shape.levelsPerUnit,
                    entries: part.entries + first, predictors: predictors))
            place = ending.place
            place.unit = units.upperBound
            place.predictors = ending.place.predictors &+ predictors
            guard let junction = ending.junction else { return stretches }
            (index, first) = (junction.part, junction.unit)
            let relative = ReducedScanDecoder.Predictors(
                truncatingIfNeeded: parts[index].entries[first].predictors)
            predictors = place.predictors &- relative
        }
    }
}
