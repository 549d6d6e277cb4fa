package import Imaging

/// A loader of the pictures of a pyramid's tiles, from a server or the cache.
package protocol TileLoader: Sendable {
    /// Returns the picture of a tile; `nil` for an empty tile, for which the server has no picture.
    ///
    /// Cancelling the task ends the transfer. `most` is the maximum size of a tile: a larger
    /// picture is not decoded.
    func picture(
        of tile: TileKey, in pyramid: TilePyramid, most: PixelSize
    ) async throws(TileFailure) -> Raster?
}

/// The reason why a tile was not loaded.
package enum TileFailure: Error, Hashable, Sendable {
    case cancelled
    /// The tile was not fetched, or is damaged; a retry follows later.
    case failed
    /// The tile will not arrive; only a later view requests it again.
    case gone
}

/// A loaded tile.
enum Tile: Sendable {
    /// The picture of the tile's own area, without overlap.
    case picture(Raster)
    /// The server has no picture for the tile.
    case empty

    var byteCount: Int {
        switch self {
        case .picture(let raster): raster.byteCount
        // The approximate size of the cache entry, so that empty tiles are also evicted.
        case .empty: 256
        }
    }

    /// Creates a tile; `nil` if the picture's sides differ from the tile's by more than one pixel.
    ///
    /// A picture whose sides differ by one pixel, because of rounding, is stretched.
    init?(_ picture: Raster, of key: TileKey, on level: PyramidLevel) {
        let own = level.area(of: key)
        var shown = level.pictured(by: key)
        if level.hasWholeTiles, picture.size == own.size { shown = own }
        guard abs(picture.size.width - shown.size.width) <= 1,
            abs(picture.size.height - shown.size.height) <= 1, !picture.size.isEmpty
        else { return nil }
        let raster = picture.size == shown.size ? picture : picture.stretched(to: shown.size)
        let area = PixelRect(
            x: own.minX - shown.minX, y: own.minY - shown.minY, width: own.size.width,
            height: own.size.height)
        self = .picture(area.size == raster.size ? raster : raster.cropped(to: area))
    }
}

extension Raster {
    /// Returns the picture scaled to another size; each pixel is the mean of the covered pixels.
    func stretched(to size: PixelSize) -> Raster {
        let window = ScaledWindow(photo: self.size, scaled: size, window: PixelRect(size))
        let region = RegionPixels(
            photo: self.size, reduction: .none, area: PixelRect(self.size), raster: self)
        return Resampler(filter: .box).resample(region, for: window, over: .black)
    }
}
