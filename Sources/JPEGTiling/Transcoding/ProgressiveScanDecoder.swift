internal import Imaging

/// A decoder of one of several scans of a JPEG, by rows of MCUs.
///
/// All scans are decoded row by row, each with its own reader. Thus, the coefficients of a row are
/// complete before the next row starts, and memory is needed only for one row.
struct ProgressiveScanDecoder {
    private let scan: ScanList.Scan
    private let tables = LookupTables()
    private let dcTables: [CodeTable]
    private let acTable: CoefficientTable
    private var reader: EntropyReader
    private var predictors = SIMD4<Int32>()
    /// The number of following blocks for which this scan has no bits.
    private var emptyBlocks = 0
    private var untilRestart: Int
    private var isLost = false
    /// True if the bits end before the last block.
    private(set) var isCut = false

    init(_ scan: ScanList.Scan, of input: JPEGInput) {
        self.scan = scan
        // A table without codes replaces a missing table; `ScanList` ensures that no code of it is
        // needed.
        let tables = tables
        dcTables = scan.dcTables.map { tables.codes($0 ?? .empty) }
        acTable = tables.coefficients(scan.acTable ?? .empty)
        reader = EntropyReader(input.base, end: input.bytes.count, at: scan.dataOffset * 8)
        untilRestart = scan.restartInterval > 0 ? scan.restartInterval : .max
    }

    var wrongCodes: Int { reader.wrongCodes }

    /// Adds the bits of this scan to the coefficients of a row.
    mutating func decode(row: Int, of frame: JPEGFrame, into target: CoefficientRow) {
        guard !isLost else {
            isCut = true
            return
        }
        if scan.components.count == 1 {
            decodeBlocks(row: row, scan.components[0], into: target)
        } else {
            decodeMCUs(of: frame, into: target)
        }
    }

    /// Decodes a row of a scan of one component.
    ///
    /// The scan contains only the picture's blocks, without the additional blocks that complete
    /// MCUs.
    private mutating func decodeBlocks(row: Int, _ component: Int, into target: CoefficientRow) {
        let plane = target.planes[component]
        for line in 0..<plane.height where row * plane.height + line < plane.usedHeight {
            let start = plane.blocks + line * plane.width * plane.held
            for x in 0..<plane.usedWidth {
                decode(start + x * plane.held, plane.held, component: component, table: 0)
                guard passedMCU() else { return }
            }
        }
    }

    private mutating func decodeMCUs(of frame: JPEGFrame, into target: CoefficientRow) {
        for column in 0..<frame.mcusAcross {
            for (table, component) in scan.components.enumerated() {
                let shape = frame.components[component]
                let plane = target.planes[component]
                for y in 0..<shape.down {
                    for x in 0..<shape.across {
                        let offset = (y * plane.width + column * shape.across + x) * plane.held
                        decode(
                            plane.blocks + offset, plane.held, component: component, table: table)
                    }
                }
            }
            guard passedMCU() else { return }
        }
    }

    /// Counts an MCU and handles a due restart; returns false if the bits have ended.
    @inline(__always)
    private mutating func passedMCU() -> Bool {
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
        guard let found = reader.nextMarker, (0xD0...0xD7).contains(found.marker) else {
            // The last restart interval of a scan may end without a marker.
            isLost = true
            return
        }
        reader.resume(at: found.end)
    }

    /// Decodes a block.
    ///
    /// Hot: runs once per block and scan.
    @inline(__always)
    private mutating func decode(
        _ block: UnsafeMutablePointer<Int16>, _ held: Int, component: Int, table: Int
    ) {
        if scan.first == 0 { decodeDC(block, component: component, table: table) }
        guard scan.last > 0 else { return }
        if held == 1 {
            reader.passCoefficients(acTable)
        } else {
            scan.isRefinement ? refine(block) : decodeFirst(block)
        }
    }

    @inline(__always)
    private mutating func decodeDC(
        _ block: UnsafeMutablePointer<Int16>, component: Int, table: Int
    ) {
        reader.need32()
        if scan.isRefinement {
            if reader.number(1) != 0 { block[0] |= 1 << Int16(scan.shift) }
            return
        }
        let size = Int(reader.symbol(dcTables[table]) & 15)
        predictors[component] &+= reader.coefficient(size)
        block[0] = Int16(truncatingIfNeeded: predictors[component] << Int32(scan.shift))
    }

    private mutating func decodeFirst(_ block: UnsafeMutablePointer<Int16>) {
        if emptyBlocks > 0 {
            emptyBlocks &-= 1
            return
        }
        var next = max(1, scan.first)
        while next <= scan.last {
            reader.need32()
            let symbol = Int(reader.symbol(acTable.codes))
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
                // A sequential frame has no runs of empty blocks: the symbol ends only the current
                // block.
                if scan.first > 0 { emptyBlocks = 1 << run &- 1 &+ Int(reader.number(run)) }
                return
            }
        }
    }

    /// Adds one bit to each nonzero coefficient, and adds new coefficients between the nonzero
    /// ones.
    ///
    /// Hot: runs once per block and refining scan.
    private mutating func refine(_ block: UnsafeMutablePointer<Int16>) {
        let step = Int16(1) << Int16(scan.shift)
        var next = scan.first
        if emptyBlocks == 0 {
            while next <= scan.last {
                reader.need32()
                let symbol = Int(reader.symbol(acTable.codes))
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

/// The coefficients of one row of MCUs of a JPEG, in zigzag order, block after block.
///
/// `@unchecked Sendable`: the same thread fills and reads a row.
final class CoefficientRow: @unchecked Sendable {
    struct Plane {
        let blocks: UnsafeMutablePointer<Int16>
        /// The number of coefficients stored per block: all 64, or only the DC coefficient.
        let held: Int
        /// The number of blocks across the row, including blocks that complete the last MCU.
        let width: Int
        /// The number of blocks across the row that the picture needs.
        let usedWidth: Int
        /// The number of lines of blocks in a row of MCUs.
        let height: Int
        /// The number of lines of blocks in the whole picture, without lines that only complete
        /// MCUs.
        let usedHeight: Int

        var count: Int { width * height * held }
    }

    let planes: [Plane]

    /// Creates a row; `isWhole` returns true for a component that needs more than its DC
    /// coefficients.
    init(of frame: JPEGFrame, isWhole: (_ component: Int) -> Bool = { _ in true }) {
        let across = frame.components.map(\.across).max() ?? 1
        let down = frame.components.map(\.down).max() ?? 1
        planes = frame.components.enumerated().map { number, component in
            let width = frame.mcusAcross * component.across
            let held = isWhole(number) ? 64 : 1
            let count = width * component.down * held
            let blocks = UnsafeMutablePointer<Int16>.allocate(capacity: count)
            blocks.initialize(repeating: 0, count: count)
            let samplesAcross = (frame.size.width * component.across + across - 1) / across
            let samplesDown = (frame.size.height * component.down + down - 1) / down
            return Plane(
                blocks: blocks, held: held, width: width, usedWidth: (samplesAcross + 7) / 8,
                height: component.down, usedHeight: (samplesDown + 7) / 8)
        }
    }

    deinit { for plane in planes { plane.blocks.deallocate() } }

    /// Decodes one row of MCUs from several scans.
    func decode(row: Int, of frame: JPEGFrame, by decoders: inout [ProgressiveScanDecoder]) {
        for plane in planes { plane.blocks.update(repeating: 0, count: plane.count) }
        for number in decoders.indices {
            decoders[number].decode(row: row, of: frame, into: self)
        }
    }
}
