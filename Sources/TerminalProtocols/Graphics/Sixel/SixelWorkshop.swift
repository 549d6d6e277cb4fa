import Imaging
import Synchronization

/// Keeps workbenches between frames: their tables are warm and their memory is there.
final class SixelWorkshop: Sendable {
    private let palette: Palette
    private let cache = BandCache()
    private let idle = Mutex<[SixelWorkbench]>([])

    init(_ palette: Palette) {
        self.palette = palette
    }

    /// Lends a workbench that nobody else has meanwhile.
    func lend(_ work: (SixelWorkbench) -> Void) {
        let bench = idle.withLock { $0.popLast() } ?? SixelWorkbench(palette, sharing: cache)
        work(bench)
        idle.withLock { $0.append(bench) }
    }
}
