internal import Imaging

/// A tile that was made; its memory goes back to the pool when nobody looks at it any more.
final class Tile: Sendable {
    let size: PixelSize
    let isOpaque: Bool
    private let memory: PixelPool.Memory
    private let pool: PixelPool

    /// - Parameters:
    ///   - size: its size in pixels.
    ///   - pool: where its memory comes from.
    ///   - fill: writes every pixel; tells whether all are opaque.
    /// - Throws: `.outOfMemory`, and what `fill` throws.
    init(
        size: PixelSize, from pool: PixelPool,
        fill: (PixelBlock) throws(DecodingFailure) -> Bool
    ) throws(DecodingFailure) {
        let byteCount = size.width * size.height * Raster.bytesPerPixel
        let memory = try pool.lend(byteCount: byteCount)
        do throws(DecodingFailure) {
            isOpaque = try fill(Self.block(memory, size))
        } catch {
            pool.take(memory)
            throw error
        }
        self.size = size
        self.memory = memory
        self.pool = pool
    }

    deinit { pool.take(memory) }

    var byteCount: Int { size.width * size.height * Raster.bytesPerPixel }

    /// Its pixels; dead when the tile is gone.
    var block: PixelBlock { Self.block(memory, size) }

    private static func block(_ memory: PixelPool.Memory, _ size: PixelSize) -> PixelBlock {
        PixelBlock(memory.bytes.assumingMemoryBound(to: UInt8.self), size: size)
    }
}
