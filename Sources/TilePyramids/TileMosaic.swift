internal import Imaging

/// A region of a level, assembled from tiles.
///
/// A missing tile is replaced by stretching the nearest coarser level that covers the tile's area.
struct TileMosaic {
    let pyramid: TilePyramid
    /// Returns the available tiles among the given tiles.
    let tiles: ([TileKey]) -> [TileKey: Tile]

    /// The pixels of a tile or of its replacement, and the position of the pixels in the region.
    private struct Piece {
        let raster: Raster
        let source: PixelPoint
        let target: PixelRect
    }

    /// Returns the pixels of a region of a level; unknown pixels are transparent.
    ///
    /// `found` contains the available tiles of the region.
    func raster(of area: PixelRect, level: Int, _ found: [TileKey: Tile]) -> Raster {
        let keys = pyramid.levels[level].tiles(under: area, level: level)
        return Self.raster(of: keys.compactMap { piece(of: $0, in: area, found[$0]) }, area.size)
    }

    /// Returns the picture of an area, joined from the rasters of its regions.
    static func joined(_ parts: [(raster: Raster, region: PixelRect)], in area: PixelRect) -> Raster
    {
        let pieces = parts.map { part in
            let target = PixelRect(
                x: part.region.minX - area.minX, y: part.region.minY - area.minY,
                width: part.region.size.width, height: part.region.size.height)
            return Piece(raster: part.raster, source: .origin, target: target)
        }
        return raster(of: pieces, area.size)
    }

    private static func raster(of pieces: [Piece], _ size: PixelSize) -> Raster {
        let covered = pieces.reduce(0) { $0 + $1.target.size.width * $1.target.size.height }
        let isCovered = covered == size.width * size.height
        let bytes = Raster.bytes(of: size) { target in
            if !isCovered { target.update(repeating: 0) }
            for piece in pieces { copy(piece, to: target, width: size.width) }
        }
        return Raster(
            size: size, pixels: bytes,
            isOpaque: isCovered && pieces.allSatisfy(\.raster.isOpaque))
    }

    private func piece(of key: TileKey, in area: PixelRect, _ tile: Tile?) -> Piece? {
        let own = pyramid.levels[key.level].area(of: key)
        let seen = own.intersection(area)
        let target = PixelRect(
            x: seen.minX - area.minX, y: seen.minY - area.minY, width: seen.size.width,
            height: seen.size.height)
        switch tile {
        case .picture(let raster):
            let source = PixelPoint(x: seen.minX - own.minX, y: seen.minY - own.minY)
            return Piece(raster: raster, source: source, target: target)
        case .empty: return nil
        case nil:
            return stretched(seen, level: key.level).map {
                Piece(raster: $0, source: .origin, target: target)
            }
        }
    }

    /// Returns an area stretched from a coarser level; `nil` if no level has all necessary tiles.
    private func stretched(_ area: PixelRect, level: Int) -> Raster? {
        let size = pyramid.levels[level].size
        for coarser in pyramid.levels.indices.dropFirst(level + 1) {
            let grid = pyramid.levels[coarser]
            let window = ScaledWindow(photo: grid.size, scaled: size, window: area)
            let needed = Resampler().area(for: window, reducedBy: .none)
            let keys = grid.tiles(under: needed, level: coarser)
            let found = tiles(keys)
            guard found.count == keys.count else { continue }
            let region = RegionPixels(
                photo: grid.size, reduction: .none, area: needed,
                raster: raster(of: needed, level: coarser, found))
            return Resampler().resample(region, for: window, over: .black)
        }
        return nil
    }

    /// Copies the rows of a piece.
    ///
    /// Hot: runs for each tile of a frame.
    private static func copy(
        _ piece: Piece, to target: UnsafeMutableBufferPointer<UInt8>, width: Int
    ) {
        let bytes = Raster.bytesPerPixel
        let (rowBytes, sourceBytes) = (width * bytes, piece.raster.size.width * bytes)
        let length = piece.target.size.width * bytes
        guard let into = target.baseAddress else { return }
        piece.raster.pixels.withUnsafeBufferPointer { source in
            guard let from = source.baseAddress else { return }
            for row in 0..<piece.target.size.height {
                let start = (piece.target.minY + row) * rowBytes + piece.target.minX * bytes
                let offset = (piece.source.y + row) * sourceBytes + piece.source.x * bytes
                (into + start).update(from: from + offset, count: length)
            }
        }
    }
}
