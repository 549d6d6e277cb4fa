/// The walk over one part of a scan: units one after the other, their levels written in that order.
struct PartWalk {
    private(set) var unitCount = 0
    private var walker: LevelWalker
    private let levels: UnsafeMutablePointer<Int16>
    private let levelsPerUnit: Int
    private let limit: Int
    private let restartInterval: Int
    /// Units up to the next restart.
    private var untilRestart: Int
    private var hasEnded = false

    /// - Parameters:
    ///   - walker: stands where the part begins.
    ///   - part: what the levels are written to.
    ///   - levelsPerUnit: how many there are.
    ///   - restartInterval: units between two restarts, at one of which the part begins; 0 for none.
    init(_ walker: LevelWalker, of part: ScanPart, levelsPerUnit: Int, restartInterval: Int) {
        self.walker = walker
        levels = part.levels
        limit = part.capacity
        self.levelsPerUnit = levelsPerUnit
        self.restartInterval = restartInterval
        untilRestart = restartInterval > 0 ? restartInterval : .max
    }

    /// Where the next unit begins.
    var here: ScanPart.Beginning {
        ScanPart.Beginning(
            position: walker.reader.position, predictors: walker.predictors,
            wrongCodes: walker.reader.wrongCodes)
    }

    /// Passes over so many units, or fewer if the scan ends, and tells where each began.
    mutating func beginnings(_ count: Int) -> [ScanPart.Beginning] {
        var beginnings: [ScanPart.Beginning] = []
        beginnings.reserveCapacity(count)
        while beginnings.count < count, !hasEnded {
            beginnings.append(here)
            pass(units: 1, before: .max)
        }
        return beginnings
    }

    /// Passes over the units that begin before a byte, and perhaps one more.
    mutating func go(upTo offset: Int) {
        while !hasEnded, walker.reader.offset < offset { pass(units: 256, before: offset) }
    }

    mutating func goToEnd() {
        while !hasEnded { pass(units: 4096, before: .max) }
    }

    /// Goes on to where another walk took a unit to begin too; nil where both never meet.
    mutating func fall(into beginnings: [ScanPart.Beginning]) -> Int? {
        var next = 0
        while !hasEnded, next < beginnings.count {
            let position = walker.reader.position
            while next < beginnings.count, beginnings[next].position < position { next += 1 }
            if next < beginnings.count, beginnings[next].position == position { return next }
            pass(units: 1, before: .max)
        }
        return nil
    }

    /// Hot: every unit of the photo passes here once.
    private mutating func pass(units: Int, before offset: Int) {
        // A copy on the stack: the compiler keeps its parts in registers.
        var walker = walker
        let last = min(unitCount + min(units, untilRestart), limit)
        let first = unitCount
        var place = levels + unitCount &* levelsPerUnit
        while unitCount < last, walker.reader.offset < offset {
            let before = walker
            guard walker.passUnit(writing: place) else {
                walker = before
                hasEnded = true
                break
            }
            unitCount &+= 1
            place += levelsPerUnit
        }
        hasEnded = hasEnded || unitCount == limit
        self.walker = walker
        if untilRestart < .max { passed(unitCount - first) }
    }

    private mutating func passed(_ units: Int) {
        untilRestart -= units
        guard untilRestart == 0, !hasEnded else { return }
        untilRestart = restartInterval
        hasEnded = !walker.restart()
    }
}
