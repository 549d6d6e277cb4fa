/// The walk over one part of a scan: units one after the other, their levels written in that order.
struct SegmentDecoder {
    private var walker: ReducedScanDecoder
    private let part: ScanSegment
    private let levelsPerUnit: Int
    private let restartInterval: Int
    private var untilRestart: Int
    private var unitCount = 0
    private var trustedFrom = 0
    private let limit: Int
    private(set) var hasEnded = false

    /// - Parameters:
    ///   - walker: stands where the part begins.
    ///   - part: what is written to.
    ///   - plan: the scan's.
    ///   - untilRestart: units up to the next restart; .max for none.
    ///   - limit: the most units.
    init(
        _ walker: ReducedScanDecoder, writing part: ScanSegment, _ plan: LowFrequencyPlan,
        untilRestart: Int,
        limit: Int
    ) {
        self.walker = walker
        self.part = part
        levelsPerUnit = plan.shape.levelsPerUnit
        restartInterval = plan.restartInterval
        self.untilRestart = untilRestart
        self.limit = min(limit, ScanSegment.capacity)
    }

    /// Passes over some units one by one, and tells how many there were.
    mutating func begin(_ count: Int) -> Int {
        while unitCount < count, !hasEnded { pass(units: 1, before: .max) }
        return unitCount
    }

    /// Passes over the units that begin before a byte, and perhaps one more.
    mutating func go(upTo offset: Int) {
        while !hasEnded, walker.reader.offset < offset { pass(units: 256, before: offset) }
    }

    /// Goes on to where another walk took a unit to begin too; nil where both never meet.
    mutating func fall(into beginnings: UnsafeBufferPointer<MCUIndex.Entry>) -> Int? {
        var next = 0
        while !hasEnded, next < beginnings.count {
            let position = UInt64(walker.reader.position)
            while next < beginnings.count, beginnings[next].position < position { next += 1 }
            if next < beginnings.count, beginnings[next].position == position { return next }
            pass(units: 1, before: .max)
        }
        return nil
    }

    /// What is to be known of it afterwards.
    func ending(_ junction: ScanSegment.SyncPoint?) -> ScanSegment.Ending {
        ScanSegment.Ending(
            unitCount: unitCount,
            place: BitPosition(
                unit: unitCount, position: walker.reader.position,
                predictors: walker.predictors, untilRestart: untilRestart),
            trustedFrom: trustedFrom, junction: junction)
    }

    private mutating func pass(units: Int, before offset: Int) {
        let first = unitCount
        let wrongCodes = walker.reader.wrongCodes
        pass(upTo: min(unitCount + min(units, untilRestart), limit), before: offset)
        if walker.reader.wrongCodes > wrongCodes { trustedFrom = unitCount }
        hasEnded = hasEnded || unitCount == limit
        if untilRestart < .max { passed(unitCount - first) }
    }

    /// Hot: every unit of the photo passes here once.
    private mutating func pass(upTo last: Int, before offset: Int) {
        // A copy on the stack: the compiler keeps its parts in registers.
        var walker = walker
        var place = part.levels + unitCount &* levelsPerUnit
        let entries = part.entries
        while unitCount < last, walker.reader.offset < offset {
            let before = walker
            entries[unitCount] = MCUIndex.Entry(
                position: UInt64(walker.reader.position),
                predictors: SIMD4<Int16>(truncatingIfNeeded: walker.predictors))
            guard walker.passUnit(writing: place) else {
                walker = before
                hasEnded = true
                break
            }
            unitCount &+= 1
            place += levelsPerUnit
        }
        self.walker = walker
    }

    private mutating func passed(_ units: Int) {
        untilRestart -= units
        guard untilRestart == 0, !hasEnded || unitCount == limit else { return }
        if walker.restart() {
            untilRestart = restartInterval
        } else {
            hasEnded = true
        }
    }
}
