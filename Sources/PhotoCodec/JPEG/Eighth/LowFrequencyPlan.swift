/// What is to be done with each block of a unit, where the loop over bits finds it by pointers.
///
/// Unchecked: written while it is made, and never again.
final class LowFrequencyPlan: @unchecked Sendable {
    struct Block {
        let component: Int
        let dcTable: ScanLookups.Table
        let acTable: ScanLookups.CoefficientTable
        /// In the order of the file, 64 of them.
        let quanta: UnsafePointer<Int32>
        let isHalved: Bool
        /// Where its first level goes among those of the unit, and how far it is to the next row.
        let place: Int
        let rowStride: Int
    }

    let shape: ReducedFrame
    /// Units between two restarts; 0 for none.
    let restartInterval: Int
    let blocks: UnsafePointer<Block>
    let blockCount: Int
    /// Where in a block its coefficients go, in the order of the file.
    let places: UnsafePointer<Int>
    private let lookups: ScanLookups
    private let memory: UnsafeMutablePointer<Block>
    private let quanta: UnsafeMutablePointer<Int32>

    /// - Parameters:
    ///   - scan: the scan whose units are walked over.
    ///   - shape: where the levels go.
    ///   - lookups: the scan's tables.
    init(_ scan: JPEGScan, shape: ReducedFrame, lookups: ScanLookups) {
        let all = scan.components.flatMap(\.quanta)
        quanta = .allocate(capacity: all.count)
        quanta.initialize(from: all, count: all.count)
        memory = .allocate(capacity: lookups.blockCount)
        for index in 0..<lookups.blockCount {
            let block = lookups.blocks[index]
            let component = shape.components[block.component]
            let corner = (block.y * component.width + block.x) * component.side
            (memory + index).initialize(
                to: Block(
                    component: block.component, dcTable: block.dcTable, acTable: block.acTable,
                    quanta: quanta + block.component * 64, isHalved: component.side == 2,
                    place: component.first + corner, rowStride: component.width))
        }
        let order = UnsafeMutablePointer<Int>.allocate(capacity: 64)
        order.initialize(from: ZigZag.places, count: 64)
        places = UnsafePointer(order)
        self.shape = shape
        restartInterval = scan.restartInterval
        self.lookups = lookups
        blocks = UnsafePointer(memory)
        blockCount = lookups.blockCount
    }

    deinit {
        memory.deallocate()
        quanta.deallocate()
        places.deallocate()
    }
}
