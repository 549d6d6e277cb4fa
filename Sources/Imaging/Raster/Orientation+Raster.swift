extension Orientation {
    /// The stored picture, upright.
    ///
    /// - Complexity: O(pixels); the same raster, uncopied, for `asStored`.
    package func upright(_ stored: Raster) -> Raster {
        guard self != .asStored else { return stored }
        let size = uprightSize(of: stored.size)
        let pixels = Raster.bytes(of: size) { target in
            stored.pixels.withUnsafeBytes { source in
                turn(source, of: stored.size, into: UnsafeMutableRawBufferPointer(target))
            }
        }
        return Raster(size: size, pixels: pixels, isOpaque: stored.isOpaque)
    }

    /// Hot: once for a decoded picture that does not lie upright.
    private func turn(
        _ source: UnsafeRawBufferPointer, of stored: PixelSize,
        into target: UnsafeMutableRawBufferPointer
    ) {
        let size = uprightSize(of: stored)
        let origin = index(ofUpright: .origin, in: stored)
        let stepX = index(ofUpright: PixelPoint(x: 1, y: 0), in: stored) - origin
        let stepY = index(ofUpright: PixelPoint(x: 0, y: 1), in: stored) - origin
        guard let from = source.baseAddress, let into = target.baseAddress else { return }
        // Tiles of 32 x 32 pixels: one side of a turn always walks down columns, and a tile's
        // 32 rows of 128 bytes stay in the first-level cache.
        for tileY in stride(from: 0, to: size.height, by: 32) {
            for tileX in stride(from: 0, to: size.width, by: 32) {
                for y in tileY..<min(tileY &+ 32, size.height) {
                    for x in tileX..<min(tileX &+ 32, size.width) {
                        let pixel = (origin &+ x &* stepX &+ y &* stepY) &* Raster.bytesPerPixel
                        into.storeBytes(
                            of: from.load(fromByteOffset: pixel, as: UInt32.self),
                            toByteOffset: (y &* size.width &+ x) &* Raster.bytesPerPixel,
                            as: UInt32.self)
                    }
                }
            }
        }
    }

    private func index(ofUpright point: PixelPoint, in stored: PixelSize) -> Int {
        let one = PixelRect(origin: point, size: PixelSize(width: 1, height: 1))
        let place = storedArea(of: one, in: stored)
        return place.minY * stored.width + place.minX
    }
}
