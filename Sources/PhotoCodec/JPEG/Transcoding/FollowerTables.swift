/// The tables of one scan of several, where its reader finds them by pointers.
///
/// Unchecked: written while it is made, and never again.
final class FollowerTables: @unchecked Sendable {
    let dcTables: [ScanLookups.Table]
    let acTable: ScanLookups.Table
    private let storage: [UnsafeMutableRawPointer]

    init(_ scan: ScanScript.Scan) {
        var storage: [UnsafeMutableRawPointer] = []
        dcTables = scan.dcTables.map { Self.table($0, in: &storage) }
        acTable = Self.table(scan.acTable, in: &storage)
        self.storage = storage
    }

    deinit { for memory in storage { memory.deallocate() } }

    /// A table that is missing has no codes; the script has seen to it that nobody asks.
    private static func table(
        _ table: HuffmanTable?, in storage: inout [UnsafeMutableRawPointer]
    ) -> ScanLookups.Table {
        ScanLookups.table(table ?? .empty, in: &storage)
    }
}
