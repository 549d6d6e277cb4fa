internal import Imaging
internal import Synchronization

/// One raster put together from tiles, which are fetched on all cores.
struct TileMosaic: Sendable {
    /// A place on the reduced stored photo.
    let area: PixelRect
    let reduction: Reduction
    let grid: TileGrid

    /// Hot: once a frame; whole rows of tiles are copied.
    ///
    /// - Throws: the first failure of `fetch`.
    func raster(
        from fetch: @Sendable (TileKey) throws(DecodingFailure) -> Raster
    ) throws(DecodingFailure) -> Raster {
        let keys = grid.tiles(under: area, reducedBy: reduction)
        let byteCount = area.size.width * area.size.height * Raster.bytesPerPixel
        let failure = Mutex<DecodingFailure?>(nil)
        let isTransparent = Mutex(false)
        let pixels = [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            // Each tile has pixels of its own in it.
            nonisolated(unsafe) let target = base
            WorkThread.concurrentPerform(iterations: keys.count) { number in
                do throws(DecodingFailure) {
                    let tile = try fetch(keys[number])
                    if !tile.isOpaque { isTransparent.withLock { $0 = true } }
                    copy(tile, of: keys[number], into: target)
                } catch {
                    failure.withLock { $0 = $0 ?? error }
                }
            }
            count = byteCount
        }
        if let failure = failure.withLock({ $0 }) { throw failure }
        return Raster(size: area.size, pixels: pixels, isOpaque: !isTransparent.withLock { $0 })
    }

    private func copy(_ tile: Raster, of key: TileKey, into target: UnsafeMutablePointer<UInt8>) {
        let place = PixelRect(origin: grid.area(of: key).origin, size: tile.size)
        let part = place.intersection(area)
        let length = part.size.width * Raster.bytesPerPixel
        tile.pixels.withUnsafeBufferPointer { source in
            guard let from = source.baseAddress else { return }
            for y in part.minY..<part.maxY {
                let start = (y - place.minY) * tile.size.width + part.minX - place.minX
                let end = (y - area.minY) * area.size.width + part.minX - area.minX
                (target + end * Raster.bytesPerPixel)
                    .update(from: from + start * Raster.bytesPerPixel, count: length)
            }
        }
    }
}
