/// Follows the bits of units (MCUs) and tells their levels: the pixels of an eighth, eight times as
/// large and not yet rounded, counted from what the walk began with.
///
/// Levels wrap: what is added to them afterwards may bring them back.
struct ReducedScanDecoder {
    /// The first coefficient of each component's last block, before it is multiplied.
    typealias Predictors = SIMD4<Int32>

    var reader: EntropyReader
    var predictors: Predictors
    private let blocks: UnsafePointer<LowFrequencyPlan.Block>
    private let blockCount: Int
    private let places: UnsafePointer<Int>
    /// 64 zeros, except while a block is read.
    private let coefficients: UnsafeMutablePointer<Int32>

    /// - Precondition: the plan outlives the walker; nobody else uses the 64 zeros.
    init(
        _ reader: EntropyReader, _ predictors: Predictors = .zero, by plan: LowFrequencyPlan,
        zeros: UnsafeMutablePointer<Int32>
    ) {
        self.reader = reader
        self.predictors = predictors
        blocks = plan.blocks
        blockCount = plan.blockCount
        places = plan.places
        coefficients = zeros
    }

    /// Passes over a unit and writes its levels; false where the bits ended before.
    ///
    /// Hot: every unit passes here once.
    @inline(__always)
    mutating func passUnit(writing levels: UnsafeMutablePointer<Int16>) -> Bool {
        for index in 0..<blockCount {
            let block = blocks + index
            predictors[block.pointee.component] &+= reader.difference(block.pointee.dcTable)
            let mean = Int16(
                truncatingIfNeeded: predictors[block.pointee.component] &* block.pointee.quanta[0])
            let place = levels + block.pointee.place
            if block.pointee.isHalved {
                writeHalves(of: block.pointee, around: mean, to: place)
            } else {
                place[0] = mean
                reader.passCoefficients(block.pointee.acTable)
            }
        }
        return reader.count >= 0
    }

    /// Goes on behind the restart marker that stands here; false where none does.
    mutating func restart() -> Bool {
        guard let next = reader.behindRestart else { return false }
        reader = next
        predictors = Predictors()
        return true
    }

    @inline(__always)
    private mutating func writeHalves(
        of block: LowFrequencyPlan.Block, around mean: Int16, to place: UnsafeMutablePointer<Int16>
    ) {
        var levels = SIMD4<Int16>(repeating: mean)
        if readCoefficients(of: block) {
            levels &+= InverseDCT2x2.levels(coefficients)
            coefficients.update(repeating: 0, count: 64)
        }
        place[0] = levels[0]
        place[1] = levels[1]
        place[block.rowStride] = levels[2]
        place[block.rowStride &+ 1] = levels[3]
    }

    /// Reads all but the first coefficient; false where they are zeros.
    ///
    /// Hot: for a third of the blocks of a photo whose colours have half its resolution.
    @inline(__always)
    private mutating func readCoefficients(of block: LowFrequencyPlan.Block) -> Bool {
        var place = 1
        while place < 64 {
            reader.need32()
            let entry = block.acTable.values[reader.next(CoefficientLookup.valueBits)]
            var value = entry >> 16
            if entry != 0 {
                reader.drop(Int(entry & 0xFF))
                let zeros = entry >> 8 & 0xFF
                if zeros == CoefficientLookup.blockEnd { return place > 1 }
                place &+= Int(zeros)
            } else {
                let symbol = Int(reader.symbol(block.acTable.codes))
                if symbol & 15 == 0, symbol != 0xF0 { return place > 1 }
                value = reader.coefficient(symbol & 15)
                place &+= symbol >> 4
            }
            // Beyond the block libjpeg writes to its last place too.
            let known = min(place, 63)
            coefficients[places[known]] = value &* block.quanta[known]
            place &+= 1
        }
        return true
    }
}
