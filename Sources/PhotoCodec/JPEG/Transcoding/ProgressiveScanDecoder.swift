/// One scan of a JPEG in several, followed row by row of units.
///
/// All scans are followed side by side, each by a reader of its own, so a row's coefficients are
/// complete before the next row begins, and no more than a row is ever held.
struct ProgressiveScanDecoder {
    private let scan: ScanList.Scan
    private let base: UnsafePointer<UInt8>
    private let end: Int
    private let lookups: ProgressiveHuffmanTables
    private var reader: EntropyReader
    private var predictors = SIMD4<Int32>()
    /// Blocks that bring nothing more in this scan.
    private var emptyBlocks = 0
    private var untilRestart: Int
    private var isLost = false
    /// Whether its bits ended before its last block.
    private(set) var isCut = false

    init(_ scan: ScanList.Scan, base: UnsafePointer<UInt8>, end: Int) {
        self.scan = scan
        self.base = base
        self.end = end
        lookups = ProgressiveHuffmanTables(scan)
        reader = EntropyReader(base, end: end, at: scan.dataOffset * 8)
        untilRestart = scan.restartInterval > 0 ? scan.restartInterval : .max
    }

    var wrongCodes: Int { reader.wrongCodes }

    /// Brings a row's coefficients.
    mutating func follow(row: Int, of frame: JPEGFrame, into target: CoefficientRow) {
        guard !isLost else {
            isCut = true
            return
        }
        if scan.components.count == 1 {
            followBlocks(row: row, scan.components[0], into: target)
        } else {
            followUnits(of: frame, into: target)
        }
    }

    /// A scan of one component has no blocks but those that the picture needs.
    private mutating func followBlocks(row: Int, _ component: Int, into target: CoefficientRow) {
        let part = target.parts[component]
        for line in 0..<part.height where row * part.height + line < part.usedHeight {
            let start = part.blocks + line * part.width * part.held
            for x in 0..<part.usedWidth {
                bring(start + x * part.held, part.held, component: component, table: 0)
                guard passedUnit() else { return }
            }
        }
    }

    private mutating func followUnits(of frame: JPEGFrame, into target: CoefficientRow) {
        for column in 0..<frame.unitsAcross {
            for (table, component) in scan.components.enumerated() {
                let shape = frame.components[component]
                let part = target.parts[component]
                for y in 0..<shape.down {
                    for x in 0..<shape.across {
                        let place = (y * part.width + column * shape.across + x) * part.held
                        bring(
                            part.blocks + place, part.held, component: component, table: table)
                    }
                }
            }
            guard passedUnit() else { return }
        }
    }

    /// False where the bits have ended.
    @inline(__always)
    private mutating func passedUnit() -> Bool {
        if reader.count < 0 {
            isLost = true
            isCut = true
            return false
        }
        guard untilRestart < .max else { return true }
        untilRestart -= 1
        if untilRestart == 0 { restart() }
        return !isLost
    }

    private mutating func restart() {
        untilRestart = scan.restartInterval
        predictors = SIMD4()
        emptyBlocks = 0
        let from = (reader.position + 7) >> 3
        guard let found = JPEGMarkers.next(base, from: from, end: end),
            (0xD0...0xD7).contains(found.marker)
        else {
            // Behind a scan's last restart there may be none.
            isLost = true
            return
        }
        let wrongCodes = reader.wrongCodes
        reader = EntropyReader(base, end: end, at: found.end * 8)
        reader.wrongCodes = wrongCodes
    }

    /// Hot: once for each block and scan.
    @inline(__always)
    private mutating func bring(
        _ block: UnsafeMutablePointer<Int16>, _ held: Int, component: Int, table: Int
    ) {
        if scan.first == 0 { bringMean(block, component: component, table: table) }
        guard scan.last > 0 else { return }
        if held == 1 {
            reader.passCoefficients(lookups.acTable)
        } else {
            scan.isRefinement ? refine(block) : bringFirst(block)
        }
    }

    @inline(__always)
    private mutating func bringMean(
        _ block: UnsafeMutablePointer<Int16>, component: Int, table: Int
    ) {
        reader.need32()
        if scan.isRefinement {
            if reader.number(1) != 0 { block[0] |= 1 << Int16(scan.shift) }
            return
        }
        let size = Int(reader.symbol(lookups.dcTables[table]) & 15)
        predictors[component] &+= reader.coefficient(size)
        block[0] = Int16(truncatingIfNeeded: predictors[component] << Int32(scan.shift))
    }

    private mutating func bringFirst(_ block: UnsafeMutablePointer<Int16>) {
        if emptyBlocks > 0 {
            emptyBlocks &-= 1
            return
        }
        var next = max(1, scan.first)
        while next <= scan.last {
            reader.need32()
            let symbol = Int(reader.symbol(lookups.acTable.codes))
            let run = symbol >> 4
            let size = symbol & 15
            if size > 0 {
                next &+= run
                let value = reader.coefficient(size) << Int32(scan.shift)
                if next < 64 { block[next] = Int16(truncatingIfNeeded: value) }
                next &+= 1
            } else if run == 15 {
                next &+= 16
            } else {
                // In a sequential frame a run of blocks has no meaning: this one ends.
                if scan.first > 0 { emptyBlocks = 1 << run &- 1 &+ Int(reader.number(run)) }
                return
            }
        }
    }

    /// Hot: as above; each coefficient that is there already gets a bit.
    private mutating func refine(_ block: UnsafeMutablePointer<Int16>) {
        let step = Int16(1) << Int16(scan.shift)
        var next = scan.first
        if emptyBlocks == 0 {
            while next <= scan.last {
                reader.need32()
                let symbol = Int(reader.symbol(lookups.acTable.codes))
                var run = symbol >> 4
                var value: Int16 = 0
                if symbol & 15 != 0 {
                    value = reader.number(1) != 0 ? step : -step
                } else if run < 15 {
                    emptyBlocks = 1 << run &+ Int(reader.number(run))
                    break
                }
                while next <= scan.last {
                    if block[next] != 0 {
                        refine(&block[next], by: step)
                    } else {
                        if run == 0 { break }
                        run &-= 1
                    }
                    next &+= 1
                }
                if value != 0, next < 64 { block[next] = value }
                next &+= 1
            }
        }
        guard emptyBlocks > 0 else { return }
        while next <= scan.last {
            if block[next] != 0 { refine(&block[next], by: step) }
            next &+= 1
        }
        emptyBlocks &-= 1
    }

    @inline(__always)
    private mutating func refine(_ coefficient: inout Int16, by step: Int16) {
        reader.need32()
        guard reader.number(1) != 0, coefficient & step == 0 else { return }
        coefficient &+= coefficient >= 0 ? step : -step
    }
}
