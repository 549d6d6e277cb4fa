internal import Imaging

/// A JPEG, what is known of where its bits lie, and how far that goes.
struct IndexedPhoto: Sendable {
    let bytes: PhotoBytes
    let scan: JPEGScan
    let lookups: ScanLookups
    let index: MCUIndex
    let planes: ReducedPlanes
    let progress: RowProgress
    /// How far the overview goes: the same, unless it is made apart.
    let overviewProgress: RowProgress

    /// - Parameters:
    ///   - bytes: the whole file, as far as it is there.
    ///   - scan: its one scan.
    ///   - tileSide: the side of a tile in pixels.
    ///   - overviewProgress: that of an overview that is made apart; nil where the walk makes it.
    init(
        _ bytes: PhotoBytes, scan: JPEGScan, tileSide: Int,
        overviewProgress: RowProgress? = nil
    ) {
        self.bytes = bytes
        self.scan = scan
        lookups = ScanLookups(scan)
        index = MCUIndex(of: scan, tileSide: tileSide)
        planes = ReducedPlanes(of: scan)
        progress = RowProgress(rows: scan.unitsDown)
        self.overviewProgress = overviewProgress ?? progress
    }
}
