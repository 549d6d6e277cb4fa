internal import Imaging

/// A JPEG, what is known of where its bits lie, and how far that goes.
struct IndexedPhoto: Sendable {
    let bytes: PhotoBytes
    let scan: JPEGScan
    let lookups: ScanLookups
    let index: UnitIndex
    let planes: EighthPlanes
    let progress: ReadingProgress

    init(_ bytes: PhotoBytes, scan: JPEGScan, tileSide: Int) {
        self.bytes = bytes
        self.scan = scan
        lookups = ScanLookups(scan)
        index = UnitIndex(of: scan, tileSide: tileSide)
        planes = EighthPlanes(of: scan)
        progress = ReadingProgress(rows: scan.unitsDown)
    }
}
