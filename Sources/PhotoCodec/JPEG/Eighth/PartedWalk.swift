internal import Dispatch
internal import Imaging

/// A walk over a scan by several cores at the same time.
///
/// In a scan with restarts each begins behind one. Without them no byte tells where a unit begins. But Huffman codes fall into step by themselves: a walk that
/// begins anywhere reads nonsense for some units, then what all others read. So each core begins
/// somewhere and notes where it takes units to begin. When the walk before comes to such a place it
/// stops: from the same bit both would go on alike. How many units there were, and what the first
/// coefficients are counted from, is known only then; levels are corrected by it afterwards.
///
/// Unchecked: the bytes are only read.
struct PartedWalk: @unchecked Sendable {
    let scan: JPEGScan
    let plan: LevelPlan
    let parts: [ScanPart]
    private let base: UnsafePointer<UInt8>
    private let end: Int

    /// - Precondition: the file outlives the walk; there is at least one part.
    init(_ source: UnsafeBufferPointer<UInt8>, scan: JPEGScan, plan: LevelPlan, count: Int) {
        guard let base = source.baseAddress else { preconditionFailure("a file has bytes") }
        self.scan = scan
        self.plan = plan
        self.base = base
        end = source.count
        let length = (source.count - scan.dataOffset) / count
        parts = (0..<count).map { part in
            ScanPart(
                start: part == 0
                    ? scan.dataOffset
                    : Self.start(after: scan.dataOffset + part * length, of: scan, in: source),
                capacity: scan.unitCount, levelsPerUnit: plan.shape.levelsPerUnit)
        }
    }

    private static func start(
        after offset: Int, of scan: JPEGScan, in source: UnsafeBufferPointer<UInt8>
    ) -> Int {
        guard scan.restartInterval > 0 else {
            // Not the zero that is stuffed behind a byte of ones.
            return source[offset] == 0 && source[offset - 1] == 0xFF ? offset + 1 : offset
        }
        var offset = offset
        while let base = source.baseAddress,
            let found = JPEGMarkers.next(base, from: offset, end: source.count)
        {
            guard !(0xD0...0xD7).contains(found.marker) else { return found.end }
            offset = found.end
        }
        return source.count
    }

    func run() {
        DispatchQueue.concurrentPerform(iterations: parts.count) { walk(part: $0) }
    }

    /// The parts one after the other, each where the one before it ends; nil where the scan is not whole.
    var stretches: [Stretch]? {
        var stretches: [Stretch] = []
        var stretch = Stretch(part: 0, units: 0..<0, firstUnit: 0, predictors: .zero)
        var wrongCodesBefore = 0
        while true {
            let part = parts[stretch.part]
            stretch.units = stretch.units.lowerBound..<part.unitCount
            stretches.append(stretch)
            guard part.end.wrongCodes == wrongCodesBefore else { return nil }
            guard let junction = part.junction else { break }
            guard let beginnings = parts[junction.part].beginnings() else { return nil }
            let beginning = beginnings[junction.unit]
            wrongCodesBefore = beginning.wrongCodes
            stretch = Stretch(
                part: junction.part, units: junction.unit..<junction.unit,
                firstUnit: stretch.firstUnit + stretch.units.count,
                predictors: stretch.predictors &+ part.end.predictors &- beginning.predictors)
        }
        let last = stretches[stretches.count - 1]
        guard last.firstUnit + last.units.count == scan.unitCount,
            endsThere(parts[last.part].end.position)
        else { return nil }
        return stretches
    }

    /// Whether the picture ends where its last unit does.
    private func endsThere(_ position: Int) -> Bool {
        let offset = (position + 7) >> 3
        return offset + 2 <= end && base[offset] == 0xFF && base[offset + 1] == 0xD9
    }
}

extension PartedWalk {
    /// A stream that is not in step within so many units will hardly ever be: photos took 1 to 6.
    private static let beginnings = 1024

    /// Walks a part: up to where a later one falls in, or to the end.
    private func walk(part index: Int) {
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: 64) { zeros in
            zeros.initialize(repeating: 0)
            guard let zeros = zeros.baseAddress else { return }
            let part = parts[index]
            let reader = EntropyReader(base, end: end, at: part.start * 8)
            var walk = PartWalk(
                LevelWalker(reader, by: plan, zeros: zeros), of: part,
                levelsPerUnit: plan.shape.levelsPerUnit, restartInterval: scan.restartInterval)
            // Nobody falls into the first.
            let count = index == 0 ? 0 : Self.beginnings
            guard part.begin({ walk.beginnings(count) }) else { return }
            let junction = junction(of: &walk, behind: index)
            if junction == nil { walk.goToEnd() }
            part.finish(unitCount: walk.unitCount, end: walk.here, junction: junction)
        }
    }

    private func junction(of walk: inout PartWalk, behind index: Int) -> ScanPart.Junction? {
        for (next, part) in parts.enumerated().dropFirst(index + 1) {
            walk.go(upTo: part.start)
            if let beginnings = part.beginnings(), let unit = walk.fall(into: beginnings) {
                return ScanPart.Junction(part: next, unit: unit)
            }
        }
        return nil
    }
}
