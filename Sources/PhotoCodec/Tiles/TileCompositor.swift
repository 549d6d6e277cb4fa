internal import Imaging
internal import Synchronization

/// One raster put together from tiles, which are fetched on all cores.
struct TileCompositor: Sendable {
    /// A place on the reduced stored photo.
    let area: PixelRect
    let reduction: Reduction
    let grid: TileGrid

    /// Hot: once a frame; whole rows of tiles are copied.
    ///
    /// - Throws: the first failure of `fetch`.
    func raster(
        from fetch: @Sendable (TileKey) throws(DecodingFailure) -> Tile
    ) throws(DecodingFailure) -> Raster {
        let keys = grid.tiles(under: area, reducedBy: reduction)
        let failure = Mutex<DecodingFailure?>(nil)
        let isTransparent = Mutex(false)
        let pixels = Raster.bytes(of: area.size) { buffer in
            // Each tile has pixels of its own in it.
            nonisolated(unsafe) let target = PixelBlock(buffer, size: area.size)
            WorkThread.concurrentPerform(iterations: keys.count) { number in
                do throws(DecodingFailure) {
                    let tile = try fetch(keys[number])
                    if !tile.isOpaque { isTransparent.withLock { $0 = true } }
                    copy(tile, of: keys[number], into: target)
                } catch {
                    failure.withLock { $0 = $0 ?? error }
                }
            }
        }
        if let failure = failure.withLock({ $0 }) { throw failure }
        return Raster(size: area.size, pixels: pixels, isOpaque: !isTransparent.withLock { $0 })
    }

    private func copy(_ tile: Tile, of key: TileKey, into target: PixelBlock) {
        let place = grid.area(of: key).origin
        let part = PixelRect(origin: place, size: tile.size).intersection(area)
        let source = PixelRect(
            x: part.minX - place.x, y: part.minY - place.y, width: part.size.width,
            height: part.size.height)
        let end = PixelPoint(x: part.minX - area.minX, y: part.minY - area.minY)
        tile.block.copy(source, to: target, at: end)
    }
}
