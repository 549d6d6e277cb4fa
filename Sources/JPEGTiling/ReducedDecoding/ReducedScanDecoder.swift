/// A decoder that reads the bits of MCUs and writes their levels.
///
/// A level is a sample at 1/8, multiplied by eight and not yet rounded. Levels are relative to the
/// decoder's initial predictors and may wrap around; adding the predictors may return a level to
/// its range.
struct ReducedScanDecoder {
    /// The DC coefficient of each component's last block, before dequantisation.
    typealias Predictors = SIMD4<Int32>

    var reader: EntropyReader
    var predictors: Predictors
    private let blocks: UnsafePointer<MCUPlan.Block>
    private let blockCount: Int
    private let zigZag: UnsafePointer<Int>
    /// The memory for the current block's coefficients, which is reset to zeros after each block.
    private let coefficients: UnsafeMutablePointer<Int32>

    /// Creates a decoder at the reader's position.
    ///
    /// - Precondition: the plan outlives the decoder; `zeros` has 64 elements for this decoder
    ///   only.
    init(
        _ reader: EntropyReader, _ predictors: Predictors = .zero, by plan: MCUPlan,
        zeros: UnsafeMutablePointer<Int32>
    ) {
        self.reader = reader
        self.predictors = predictors
        blocks = plan.blocks
        blockCount = plan.blockCount
        zigZag = plan.zigZag
        coefficients = zeros
    }

    /// Reads an MCU and writes its levels; returns false if the bits ended too early.
    ///
    /// Hot: runs once per MCU.
    @inline(__always)
    mutating func passMCU(writing levels: UnsafeMutablePointer<Int16>) -> Bool {
        for index in 0..<blockCount {
            let block = blocks + index
            predictors[block.pointee.component] &+= reader.difference(block.pointee.dcTable)
            let mean = Int16(
                truncatingIfNeeded: predictors[block.pointee.component] &* block.pointee.quanta[0])
            let target = levels + block.pointee.firstLevel
            if block.pointee.isHalved {
                writeHalves(of: block.pointee, around: mean, to: target)
            } else {
                target[0] = mean
                reader.passCoefficients(block.pointee.acTable)
            }
        }
        return reader.count >= 0
    }

    /// Continues after the next restart marker; returns false if no restart marker follows.
    mutating func passRestart() -> Bool {
        guard reader.passRestart() else { return false }
        predictors = .zero
        return true
    }

    @inline(__always)
    private mutating func writeHalves(
        of block: MCUPlan.Block, around mean: Int16, to target: UnsafeMutablePointer<Int16>
    ) {
        var levels = SIMD4<Int16>(repeating: mean)
        if readCoefficients(of: block) {
            levels &+= InverseDCT2x2.levels(coefficients)
            coefficients.update(repeating: 0, count: 64)
        }
        target[0] = levels[0]
        target[1] = levels[1]
        target[block.rowStride] = levels[2]
        target[block.rowStride &+ 1] = levels[3]
    }

    /// Reads the AC coefficients of a block; returns false if all of them are zeros.
    ///
    /// Hot: runs for a third of the blocks of a photo with 4:2:0.
    @inline(__always)
    private mutating func readCoefficients(of block: MCUPlan.Block) -> Bool {
        var index = 1
        while index < 64 {
            reader.need32()
            let entry = block.acTable.values[reader.next(CoefficientTable.valueBits)]
            var value = entry >> 16
            if entry != 0 {
                reader.drop(Int(entry & 0xFF))
                let zeros = entry >> 8 & 0xFF
                if zeros == CoefficientTable.blockEnd { return index > 1 }
                index &+= Int(zeros)
            } else {
                let symbol = Int(reader.symbol(block.acTable.codes))
                if symbol & 15 == 0, symbol != 0xF0 { return index > 1 }
                value = reader.coefficient(symbol & 15)
                index &+= symbol >> 4
            }
            // As in libjpeg, the block's last position receives the coefficients beyond the end of
            // the block.
            let known = min(index, 63)
            coefficients[zigZag[known]] = value &* block.quanta[known]
            index &+= 1
        }
        return true
    }
}

/// The steps that decode each block of an MCU, with pointers for the inner loops.
struct MCUPlan: Sendable {
    struct Block: BitwiseCopyable {
        let component: Int
        let dcTable: DifferenceTable
        let acTable: CoefficientTable
        /// The 64 quantisation factors, in zigzag order.
        let quanta: UnsafePointer<Int32>
        let isHalved: Bool
        /// The index of the block's first level in the MCU's levels.
        let firstLevel: Int
        /// The distance from a row of levels to the next row.
        let rowStride: Int
    }

    let levelsPerMCU: Int
    nonisolated(unsafe) let blocks: UnsafePointer<Block>
    let blockCount: Int
    /// The position in a block of each coefficient, in the order of the file.
    nonisolated(unsafe) let zigZag: UnsafePointer<Int>
    private let tables = LookupTables()

    init(_ scan: JPEGScan, layout: ReducedLayout) {
        let tables = tables
        var blocks: [Block] = []
        for (number, component) in scan.frame.components.enumerated() {
            let (coding, levels) = (scan.codings[number], layout.components[number])
            let dcTable = tables.differences(coding.dcTable)
            let acTable = tables.coefficients(coding.acTable)
            let quanta = tables.copy(coding.quanta)
            for index in 0..<(component.across * component.down) {
                let (x, y) = (index % component.across, index / component.across)
                let corner = (y * levels.width + x) * levels.side
                blocks.append(
                    Block(
                        component: number, dcTable: dcTable, acTable: acTable, quanta: quanta,
                        isHalved: levels.side == 2, firstLevel: levels.first + corner,
                        rowStride: levels.width))
            }
        }
        self.blocks = tables.copy(blocks)
        blockCount = blocks.count
        zigZag = tables.copy(ZigZag.indices)
        levelsPerMCU = layout.levelsPerMCU
    }
}

/// libjpeg's inverse transform of a block of 8 x 8 coefficients to 2 x 2 pixels.
///
/// Even frequencies other than 0 do not contribute, because their mean over half a block is 0. Odd
/// frequencies are multiplied by the following factors, with 13 fractional bits and libjpeg's
/// rounding, so that the pixels are identical.
enum InverseDCT2x2 {
    private static let first: Int32 = 29692  // 3.624509785
    private static let third: Int32 = -10426  // -1.272758580
    private static let fifth: Int32 = 6967  // 0.850430095
    private static let seventh: Int32 = -5906  // -0.720959822

    /// Returns four levels, row by row, of a block of 64 dequantised coefficients in row order.
    ///
    /// The function ignores the DC coefficient: the caller can add it to a level, with the same
    /// rounding as in libjpeg.
    @inline(__always)
    static func levels(_ block: UnsafePointer<Int32>) -> SIMD4<Int16> {
        let (top0, bottom0) = column(block, 0)
        let (top1, bottom1) = column(block, 1)
        let (top3, bottom3) = column(block, 3)
        let (top5, bottom5) = column(block, 5)
        let (top7, bottom7) = column(block, 7)
        let top = row(top1, top3, top5, top7)
        let bottom = row(bottom1, bottom3, bottom5, bottom7)
        let even = SIMD4(top0, top0, bottom0, bottom0) &<< 15
        let odd = SIMD4(top, 0 &- top, bottom, 0 &- bottom)
        return SIMD4<Int16>(truncatingIfNeeded: (even &+ odd) &>> 17)
    }

    @inline(__always)
    private static func column(
        _ block: UnsafePointer<Int32>, _ column: Int
    ) -> (top: Int32, bottom: Int32) {
        let odd =
            block[column &+ 8] &* first &+ block[column &+ 24] &* third
            &+ block[column &+ 40] &* fifth &+ block[column &+ 56] &* seventh
        let even = column == 0 ? 0 : block[column] &<< 15
        let half: Int32 = 1 << 12
        return ((even &+ odd &+ half) &>> 13, (even &- odd &+ half) &>> 13)
    }

    @inline(__always)
    private static func row(_ one: Int32, _ three: Int32, _ five: Int32, _ seven: Int32) -> Int32 {
        one &* first &+ three &* third &+ five &* fifth &+ seven &* seventh
    }
}

/// The order in which a JPEG stores the coefficients of a block.
enum ZigZag {
    /// The row-major position in the block of each coefficient.
    ///
    /// The order follows the diagonals, alternately upwards and downwards.
    static let indices: [Int] = (0..<15).flatMap { diagonal in
        let cells = (max(0, diagonal - 7)...min(7, diagonal)).map { row in
            row * 8 + diagonal - row
        }
        return diagonal.isMultiple(of: 2) ? cells.reversed() : cells
    }
}
