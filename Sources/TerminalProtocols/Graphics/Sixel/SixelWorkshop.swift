import Imaging
import Synchronization

/// Keeps workbenches between frames: their tables are warm and their memory is there.
final class SixelWorkshop: Sendable {
    private let tables: SixelTables
    private let cache = BandCache()
    private let idle = Mutex<[SixelWorkbench]>([])

    init(_ palette: Palette) {
        tables = SixelTables(palette)
    }

    var encodedBands: Int { cache.encodedBands }

    /// Lends a workbench that nobody else has meanwhile.
    func lend(_ work: (SixelWorkbench) -> Void) {
        let bench = idle.withLock { $0.popLast() } ?? SixelWorkbench(tables, sharing: cache)
        work(bench)
        idle.withLock { $0.append(bench) }
    }
}
