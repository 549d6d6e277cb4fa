/// The tables of a scan's blocks, in the order of a unit, where loops over bits find them by pointers.
///
/// Unchecked: written while it is made, and never again.
final class ScanLookups: @unchecked Sendable {
    struct Table {
        let short: UnsafePointer<UInt16>
        let skips: UnsafePointer<UInt16>
        let values: UnsafePointer<Int32>
        let greatest: UnsafePointer<Int32>
        let shift: UnsafePointer<Int32>
        let symbols: UnsafePointer<UInt8>
    }

    struct Block {
        let component: Int
        /// Its place among the blocks of its component in the unit.
        let x: Int
        let y: Int
        let dcTable: Table
        let acTable: Table
    }

    let blocks: UnsafePointer<Block>
    let blockCount: Int
    let componentCount: Int
    private let storage: [UnsafeMutableRawPointer]

    init(_ scan: JPEGScan) {
        var storage: [UnsafeMutableRawPointer] = []
        var blocks: [Block] = []
        for (index, component) in scan.components.enumerated() {
            let dcTable = Self.table(component.dcTable, in: &storage)
            let acTable = Self.table(component.acTable, in: &storage)
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
        let lookup = BitLookup(table)
        return Table(
            short: kept(lookup.short, in: &storage), skips: kept(lookup.skips, in: &storage),
            values: kept(lookup.values, in: &storage),
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
