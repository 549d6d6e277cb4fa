/// An eighth of a JPEG out of rows of its coefficients.
struct LowFrequencyRow {
    private let planes: ReducedPlanes
    private let scan: JPEGScan

    init(_ scan: JPEGScan, _ planes: ReducedPlanes) {
        self.scan = scan
        self.planes = planes
    }

    /// Writes the samples of a row of units.
    func write(_ coefficients: CoefficientRow, row: Int) {
        let count = scan.unitsAcross * planes.shape.levelsPerUnit
        withUnsafeTemporaryAllocation(of: Int16.self, capacity: count) { levels in
            guard let base = levels.baseAddress else { return }
            for component in scan.components.indices { fill(base, with: coefficients, component) }
            let first = row * scan.unitsAcross
            planes.write(base, of: first..<(first + scan.unitsAcross), from: .zero)
        }
    }

    private func fill(
        _ levels: UnsafeMutablePointer<Int16>, with coefficients: CoefficientRow, _ component: Int
    ) {
        let part = coefficients.parts[component]
        let shape = planes.shape.components[component]
        let across = scan.components[component].across
        withBlocks(of: component) { blocks in
            for y in 0..<part.height {
                let source = part.blocks + y * part.width * part.held
                let target = levels + shape.first + y * shape.side * shape.width
                shape.side == 1
                    ? writeMeans(of: blocks, source, part.held, across, to: target)
                    : writeHalves(of: blocks, source, part.held, across, to: target, shape.width)
            }
        }
    }

    private func withBlocks(of component: Int, _ body: (LowFrequencyBlock) -> Void) {
        scan.components[component].quanta.withUnsafeBufferPointer { quanta in
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

    /// Hot: once for each block of most components.
    private func writeMeans(
        of blocks: LowFrequencyBlock, _ source: UnsafePointer<Int16>, _ held: Int, _ across: Int,
        to levels: UnsafeMutablePointer<Int16>
    ) {
        let stride = planes.shape.levelsPerUnit
        var (block, level) = (source, levels)
        for _ in 0..<scan.unitsAcross {
            for x in 0..<across {
                level[x] = blocks.mean(block)
                block += held
            }
            level += stride
        }
    }

    /// Hot: once for each block of colours at half the resolution.
    private func writeHalves(
        of blocks: LowFrequencyBlock, _ source: UnsafePointer<Int16>, _ held: Int, _ across: Int,
        to levels: UnsafeMutablePointer<Int16>, _ rowStride: Int
    ) {
        let stride = planes.shape.levelsPerUnit
        var (block, level) = (source, levels)
        for _ in 0..<scan.unitsAcross {
            for x in 0..<across {
                let four =
                    held == 1 ? SIMD4(repeating: blocks.mean(block)) : blocks.halves(block)
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
