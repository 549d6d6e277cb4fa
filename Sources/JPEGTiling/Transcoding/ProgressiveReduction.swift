/// A decoder that reduces a JPEG in several scans to 1/8 and reads only the needed scans.
///
/// A component with one sample per block needs only the DC coefficients; the separate DC scans of a
/// progressive photo are a tenth of the file.
struct ProgressiveReduction {
    private let scans: ScanList
    private let scan: JPEGScan
    private let planes: ReducedPlanes
    private let isWhole: [Bool]

    /// Creates a decoder that writes samples to `planes`; `scan` describes the photo as if it had
    /// one scan.
    init(_ scans: ScanList, scan: JPEGScan, to planes: ReducedPlanes) {
        self.scans = scans
        self.scan = scan
        self.planes = planes
        isWhole = planes.layout.components.map { $0.side > 1 }
    }

    /// Decodes the first scan alone; the picture is slightly too dark or too bright.
    func firstPreview(_ input: JPEGInput, while isWanted: () -> Bool) {
        guard let first = scans.firstPreview else { return }
        let coefficients = CoefficientRow(of: scans.frame) { _ in false }
        _ = decode([first], of: input, into: coefficients) { _ in isWanted() }
    }

    /// Decodes all needed scans; returns false if bits are missing or damaged.
    ///
    /// `goesOn` receives the number of finished rows of MCUs and returns false to stop.
    func decode(_ input: JPEGInput, while goesOn: (_ rows: Int) -> Bool) -> Bool {
        let needed = scans.scans.filter { scan in
            scan.first == 0 || scan.components.contains { isWhole[$0] }
        }
        let coefficients = CoefficientRow(of: scans.frame) { isWhole[$0] }
        return decode(needed, of: input, into: coefficients, while: goesOn)
    }

    private func decode(
        _ needed: [ScanList.Scan], of input: JPEGInput, into coefficients: CoefficientRow,
        while goesOn: (_ rows: Int) -> Bool
    ) -> Bool {
        var decoders = needed.map { ProgressiveScanDecoder($0, of: input) }
        for row in 0..<scans.frame.mcusDown {
            coefficients.decode(row: row, of: scans.frame, by: &decoders)
            write(coefficients, row: row)
            guard goesOn(row + 1) else { break }
        }
        return !decoders.contains { $0.isCut || $0.wrongCodes > 0 }
    }

    /// Writes the samples of a row of MCUs to the planes.
    private func write(_ coefficients: CoefficientRow, row: Int) {
        let across = scan.frame.mcusAcross
        let count = across * planes.layout.levelsPerMCU
        withUnsafeTemporaryAllocation(of: Int16.self, capacity: count) { levels in
            guard let base = levels.baseAddress else { return }
            for component in scan.codings.indices { fill(base, with: coefficients, component) }
            planes.write(base, of: (row * across)..<((row + 1) * across), from: .zero)
        }
    }

    private func fill(
        _ levels: UnsafeMutablePointer<Int16>, with coefficients: CoefficientRow, _ component: Int
    ) {
        let plane = coefficients.planes[component]
        let layout = planes.layout.components[component]
        let across = scan.frame.components[component].across
        withBlocks(of: component) { blocks in
            for y in 0..<plane.height {
                let source = plane.blocks + y * plane.width * plane.held
                let target = levels + layout.first + y * layout.side * layout.width
                layout.side == 1
                    ? writeMeans(of: blocks, source, plane.held, across, to: target)
                    : writeHalves(of: blocks, source, plane.held, across, to: target, layout.width)
            }
        }
    }

    private func withBlocks(of component: Int, _ body: (LowFrequencyBlock) -> Void) {
        scan.codings[component].quanta.withUnsafeBufferPointer { quanta in
            LowFrequencyBlock.countingInHalves.withUnsafeBufferPointer { counting in
                withUnsafeTemporaryAllocation(of: Int32.self, capacity: 64) { scratch in
                    guard let quanta = quanta.baseAddress, let scratch = scratch.baseAddress else {
                        return
                    }
                    body(LowFrequencyBlock(quanta: quanta, counting: counting, scratch: scratch))
                }
            }
        }
    }

    /// Writes one level for each block.
    ///
    /// Hot: runs once per block of most components.
    private func writeMeans(
        of blocks: LowFrequencyBlock, _ source: UnsafePointer<Int16>, _ held: Int, _ across: Int,
        to levels: UnsafeMutablePointer<Int16>
    ) {
        let stride = planes.layout.levelsPerMCU
        var (block, level) = (source, levels)
        for _ in 0..<scan.frame.mcusAcross {
            for x in 0..<across {
                level[x] = blocks.mean(block)
                block += held
            }
            level += stride
        }
    }

    /// Writes four levels for each block.
    ///
    /// Hot: runs once per block of chroma at half the resolution.
    private func writeHalves(
        of blocks: LowFrequencyBlock, _ source: UnsafePointer<Int16>, _ held: Int, _ across: Int,
        to levels: UnsafeMutablePointer<Int16>, _ rowStride: Int
    ) {
        let stride = planes.layout.levelsPerMCU
        var (block, level) = (source, levels)
        for _ in 0..<scan.frame.mcusAcross {
            for x in 0..<across {
                let four = held == 1 ? SIMD4(repeating: blocks.mean(block)) : blocks.halves(block)
                level[x &* 2] = four[0]
                level[x &* 2 &+ 1] = four[1]
                level[rowStride &+ x &* 2] = four[2]
                level[rowStride &+ x &* 2 &+ 1] = four[3]
                block += held
            }
            level += stride
        }
    }
}

/// A computation of levels from the coefficients of a block in zigzag order.
private struct LowFrequencyBlock {
    /// The 64 quantisation factors, in zigzag order.
    let quanta: UnsafePointer<Int32>
    /// The coefficients `countingInHalves`.
    let counting: UnsafeBufferPointer<Coefficient>
    /// Memory for 64 coefficients, which is overwritten.
    let scratch: UnsafeMutablePointer<Int32>

    struct Coefficient {
        /// The coefficient's index in zigzag order.
        let index: Int
        /// The coefficient's position in the block, row by row.
        let position: Int
    }

    /// The AC coefficients that affect the means of a block's quarters: those whose frequencies are
    /// odd or 0 in both directions.
    static let countingInHalves: [Coefficient] = ZigZag.indices.enumerated().filter {
        let odd = [0, 1, 3, 5, 7]
        return $0 > 0 && odd.contains($1 / 8) && odd.contains($1 % 8)
    }.map { Coefficient(index: $0, position: $1) }

    /// Returns the level of the single sample of a block.
    @inline(__always)
    func mean(_ block: UnsafePointer<Int16>) -> Int16 {
        Int16(truncatingIfNeeded: Int32(block[0]) &* quanta[0])
    }

    /// Returns the levels of the four samples of a block, row by row.
    ///
    /// Hot: runs once per block of chroma in a JPEG in several scans.
    func halves(_ block: UnsafePointer<Int16>) -> SIMD4<Int16> {
        let mean = SIMD4(repeating: mean(block))
        guard Self.hasOthers(block) else { return mean }
        for one in counting {
            scratch[one.position] = Int32(block[one.index]) &* quanta[one.index]
        }
        return mean &+ InverseDCT2x2.levels(scratch)
    }

    /// Returns true if any AC coefficient is not zero; tests eight at a time.
    @inline(__always)
    private static func hasOthers(_ block: UnsafePointer<Int16>) -> Bool {
        let eights = UnsafeRawPointer(block).assumingMemoryBound(to: SIMD8<Int16>.self)
        var any = eights[0]
        any[0] = 0
        for index in 1..<8 { any |= eights[index] }
        return any != SIMD8()
    }
}
