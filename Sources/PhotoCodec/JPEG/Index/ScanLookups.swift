/// The tables of a scan's blocks, in the order of a unit, where loops over bits find them by pointers.
///
/// Unchecked: written while it is made, and never again.
final class ScanLookups: @unchecked Sendable {
    struct Table {
        let short: UnsafePointer<UInt16>
        let greatest: UnsafePointer<Int32>
        let shift: UnsafePointer<Int32>
        let symbols: UnsafePointer<UInt8>
    }

    struct CoefficientTable {
        let codes: Table
        let skips: UnsafePointer<UInt16>
        let values: UnsafePointer<Int32>
    }

    struct Block {
        let component: Int
        /// Its place among the blocks of its component in the unit.
        let x: Int
        let y: Int
        let dcTable: Table
        let acTable: CoefficientTable
    }

    let blocks: UnsafePointer<Block>
    let blockCount: Int
    let componentCount: Int
    private let storage: [UnsafeMutableRawPointer]

    init(_ scan: JPEGScan) {
        var storage: [UnsafeMutableRawPointer] = []
        var blocks: [Block] = []
        var known: [(HuffmanTable, CoefficientTable)] = []
        // Two components mostly share one.
        func made(_ table: HuffmanTable) -> CoefficientTable {
            if let same = known.first(where: { $0.0 == table })?.1 { return same }
            known.append((table, Self.coefficientTable(table, in: &storage)))
            return known[known.count - 1].1
        }
        for (index, component) in scan.components.enumerated() {
            let dcTable = Self.table(component.dcTable, in: &storage)
            let acTable = made(component.acTable)
            for place in 0..<(component.across * component.down) {
                blocks.append(
                    Block(
                        component: index, x: place % component.across,
                        y: place / component.across, dcTable: dcTable, acTable: acTable))
            }
        }
        self.blocks = Self.kept(blocks, in: &storage)
        blockCount = blocks.count
        componentCount = scan.components.count
        self.storage = storage
    }

    deinit { for memory in storage { memory.deallocate() } }

    static func table(
        _ table: HuffmanTable, in storage: inout [UnsafeMutableRawPointer]
    ) -> Table {
        kept(BitLookup(table), in: &storage)
    }

    static func coefficientTable(
        _ table: HuffmanTable, in storage: inout [UnsafeMutableRawPointer]
    ) -> CoefficientTable {
        let codes = BitLookup(table)
        let lookup = CoefficientLookup(codes.short)
        return CoefficientTable(
            codes: kept(codes, in: &storage), skips: kept(lookup.skips, in: &storage),
            values: kept(lookup.values, in: &storage))
    }

    private static func kept(
        _ lookup: BitLookup, in storage: inout [UnsafeMutableRawPointer]
    ) -> Table {
        Table(
            short: kept(lookup.short, in: &storage),
            greatest: kept(lookup.greatest, in: &storage), shift: kept(lookup.shift, in: &storage),
            symbols: kept(lookup.symbols, in: &storage))
    }

    private static func kept<Element>(
        _ elements: [Element], in storage: inout [UnsafeMutableRawPointer]
    ) -> UnsafePointer<Element> {
        let memory = UnsafeMutablePointer<Element>.allocate(capacity: elements.count)
        memory.initialize(from: elements, count: elements.count)
        storage.append(UnsafeMutableRawPointer(memory))
        return UnsafePointer(memory)
    }
}
