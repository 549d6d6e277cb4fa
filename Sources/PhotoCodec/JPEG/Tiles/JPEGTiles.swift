internal import Imaging

/// The tiles of a JPEG in one sequential scan, made from its own bits.
struct JPEGTiles: TileMaker {
    let orientation: Orientation
    private let photo: IndexedPhoto
    private let decoder: TileDecoder
    private let overview: Overview

    /// Nil where the photo's bits cannot be followed, or not be copied.
    init?(_ bytes: PhotoBytes, header: JPEGHeader, tileSide: Int) {
        let parts = bytes.withUnsafeBytes { source -> (JPEGScan, TileCodes)? in
            guard let scan = JPEGScan(source, header: header),
                let codes = TileCodes(source, scan: scan)
            else { return nil }
            return (scan, codes)
        }
        guard let (scan, codes) = parts else { return nil }
        orientation = header.orientation
        photo = IndexedPhoto(bytes, scan: scan, tileSide: tileSide)
        decoder = TileDecoder(photo: photo, codes: codes, isAdobe: header.isAdobe)
        overview = Overview(
            planes: photo.planes, photo: scan.size, colours: scan.colours, isAdobe: header.isAdobe)
    }

    var storedSize: PixelSize { photo.scan.size }
    var progress: ReadingProgress { photo.progress }
    var heldBytes: HeldBytes {
        HeldBytes(index: photo.index.byteCount + photo.planes.byteCount)
    }

    func start() { photo.startWalk() }

    func rowsNeeded(for area: PixelRect, reducedBy reduction: Reduction) -> Int {
        // A row of units more than the tile has, and where the row behind that begins.
        let last = area.maxY * reduction.rawValue - 1
        return min(photo.scan.unitsDown, last / photo.scan.unit.height + 3)
    }

    func tile(
        _ area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> Raster {
        guard reduction.rawValue > 8 else {
            return try decoder.decode(area, reducedBy: reduction)
        }
        return overview.raster(of: area, reducedBy: reduction)
    }

    func draft(of area: PixelRect, reducedBy reduction: Reduction) -> Raster? {
        guard reduction.rawValue >= 8 else { return nil }
        return overview.raster(of: area, reducedBy: reduction)
    }
}
