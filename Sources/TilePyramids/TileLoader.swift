package import Imaging

/// Port: the pictures of a pyramid's tiles, from a server or its cache.
package protocol TileLoader: Sendable {
    /// The picture at a path of the pyramid; `nil` if the server has none, so that the tile is empty.
    ///
    /// Cancelling the task ends the transfer. `most` is the size that no tile exceeds: a larger one is not
    /// decoded.
    func picture(at path: String, most: PixelSize) async throws(TileFailure) -> Raster?
}

/// Why a tile did not come: it is tried again later.
package enum TileFailure: Error, Hashable, Sendable {
    case cancelled
    /// It was not fetched, or is damaged.
    case failed
}

/// What is known of a tile.
enum Tile: Sendable {
    /// Its own part of the level.
    case picture(Raster)
    /// The server has none.
    case empty

    var byteCount: Int {
        switch self {
        case .picture(let raster): raster.byteCount
        // What the entry itself takes, so that empty tiles are forgotten too.
        case .empty: 256
        }
    }

    /// `nil` if the picture's size is not that of the tile.
    ///
    /// One pixel more or less is a matter of rounding, and is stretched.
    init?(_ picture: Raster, of key: TileKey, on level: PyramidLevel) {
        let own = level.area(of: key)
        var shown = level.pictured(by: key)
        if level.hasWholeTiles, picture.size == own.size { shown = own }
        guard abs(picture.size.width - shown.size.width) <= 1,
            abs(picture.size.height - shown.size.height) <= 1, !picture.size.isEmpty
        else { return nil }
        let raster = picture.size == shown.size ? picture : picture.stretched(to: shown.size)
        let place = PixelRect(
            x: own.minX - shown.minX, y: own.minY - shown.minY, width: own.size.width,
            height: own.size.height)
        self = .picture(place.size == raster.size ? raster : raster.cropped(to: place))
    }
}

extension Raster {
    /// The same picture in another size; each pixel is the mean of what it covers.
    func stretched(to size: PixelSize) -> Raster {
        let window = ScaledWindow(photo: self.size, scaled: size, window: PixelRect(size))
        let part = PhotoPart(
            photo: self.size, reduction: .none, area: PixelRect(self.size), raster: self)
        return Resampler(filter: .box).resample(part, for: window, over: .black)
    }
}
