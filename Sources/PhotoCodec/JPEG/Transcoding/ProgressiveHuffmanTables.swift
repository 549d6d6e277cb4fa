/// The tables of one scan of several, where its reader finds them by pointers.
///
/// Unchecked: written while it is made, and never again.
final class ProgressiveHuffmanTables: @unchecked Sendable {
    let dcTables: [ScanLookups.Table]
    let acTable: ScanLookups.CoefficientTable
    private let storage: [UnsafeMutableRawPointer]

    init(_ scan: ScanList.Scan) {
        var storage: [UnsafeMutableRawPointer] = []
        // A table that is missing has no codes; the script has seen to it that nobody asks.
        dcTables = scan.dcTables.map { ScanLookups.table($0 ?? .empty, in: &storage) }
        acTable = ScanLookups.coefficientTable(scan.acTable ?? .empty, in: &storage)
        self.storage = storage
    }

    deinit { for memory in storage { memory.deallocate() } }
}
