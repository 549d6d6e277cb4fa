internal import Files
internal import Imaging
internal import Synchronization

/// A cache of tiles with a limit in bytes; the least recently used tiles are removed first.
final class TileCache: Sendable {
    struct Counts: Sendable {
        let asked, found, bytes: Int
    }

    private struct State {
        var tiles: LRUCache<TileKey, Tile>
        var asked = 0
        var found = 0
    }

    private let state: Mutex<State>

    /// Creates an empty cache.
    ///
    /// - Parameters:
    ///   - limitBytes: the maximum number of bytes; a whole tile always fits.
    ///   - side: the side of a whole tile in pixels.
    init(limitBytes: Int, side: Int) {
        let limit = max(limitBytes, side * side * Raster.bytesPerPixel)
        state = Mutex(State(tiles: LRUCache(costLimit: limit)))
    }

    var counts: Counts {
        state.withLock { state in
            Counts(asked: state.asked, found: state.found, bytes: state.tiles.totalCost)
        }
    }

    /// Returns a cached tile, and marks it as the most recently used; `nil` without such a tile.
    func tile(_ key: TileKey) -> Tile? {
        state.withLock { state in
            state.asked += 1
            guard let tile = state.tiles.value(for: key) else { return nil }
            state.found += 1
            return tile
        }
    }

    func contains(_ key: TileKey) -> Bool { state.withLock { $0.tiles.contains(key) } }

    func keep(_ tile: Tile, as key: TileKey) {
        state.withLock { $0.tiles.insert(tile, cost: tile.byteCount, for: key) }
    }
}

/// The position of a tile: its reduction, column and row before the orientation is applied.
struct TileKey: Hashable, Sendable {
    let reduction: Reduction
    let column: Int
    let row: Int
}

/// The pixels of a tile; the memory returns to the pool when the last reference is released.
final class Tile: Sendable {
    let size: PixelSize
    let isOpaque: Bool
    private let memory: MappedMemory
    private let pool: PixelPool

    /// Creates a tile.
    ///
    /// - Parameters:
    ///   - size: the size in pixels.
    ///   - pool: the source of the memory.
    ///   - fill: writes all pixels; returns true if all are opaque.
    /// - Throws: `.outOfMemory`, and failures of `fill`.
    init(
        size: PixelSize, from pool: PixelPool,
        fill: (PixelBlock) throws(DecodingFailure) -> Bool
    ) throws(DecodingFailure) {
        let byteCount = size.width * size.height * Raster.bytesPerPixel
        let memory = try pool.borrow(byteCount: byteCount)
        do throws(DecodingFailure) {
            isOpaque = try fill(Self.block(memory, size))
        } catch {
            pool.giveBack(memory)
            throw error
        }
        self.size = size
        self.memory = memory
        self.pool = pool
    }

    deinit { pool.giveBack(memory) }

    var byteCount: Int { size.width * size.height * Raster.bytesPerPixel }

    /// The pixels, which are invalid after the tile is released.
    var block: PixelBlock { Self.block(memory, size) }

    private static func block(_ memory: MappedMemory, _ size: PixelSize) -> PixelBlock {
        PixelBlock(memory.bytes.assumingMemoryBound(to: UInt8.self), size: size)
    }
}

extension Raster {
    /// Copies the raster to a position in a block.
    ///
    /// - Precondition: the raster fits there.
    func copy(to block: PixelBlock, at point: PixelPoint = .origin) {
        pixels.withUnsafeBufferPointer { source in
            // A block is mutable, but this block is only read.
            PixelBlock(UnsafeMutableBufferPointer(mutating: source), size: size)
                .copy(PixelRect(size), to: block, at: point)
        }
    }
}

/// Pixels in borrowed memory: rows from the top, four bytes per pixel.
struct PixelBlock {
    let size: PixelSize
    let bytes: UnsafeMutableBufferPointer<UInt8>

    /// Creates a block of the pixels in `bytes`.
    ///
    /// - Precondition: `bytes` has four bytes for each pixel.
    init(_ bytes: UnsafeMutableBufferPointer<UInt8>, size: PixelSize) {
        let count = size.width * size.height * Raster.bytesPerPixel
        precondition(bytes.count >= count, "the pixels are there")
        self.size = size
        self.bytes = UnsafeMutableBufferPointer(rebasing: bytes[..<count])
    }

    /// Copies an area of this block to a position in another block.
    ///
    /// Hot: runs for each row of a frame at the original scale.
    ///
    /// - Precondition: the area is inside both blocks.
    func copy(_ area: PixelRect, to target: PixelBlock, at point: PixelPoint) {
        let end = PixelRect(origin: point, size: area.size)
        precondition(PixelRect(size).contains(area), "it lies here")
        precondition(PixelRect(target.size).contains(end), "it lies there")
        guard let from = bytes.baseAddress, let into = target.bytes.baseAddress else { return }
        let length = area.size.width * Raster.bytesPerPixel
        for row in 0..<area.size.height {
            let source = (area.minY + row) * size.width + area.minX
            let point = (end.minY + row) * target.size.width + end.minX
            (into + point * Raster.bytesPerPixel)
                .update(from: from + source * Raster.bytesPerPixel, count: length)
        }
    }

    /// Makes an area transparent.
    func clear(_ area: PixelRect) {
        for y in area.minY..<area.maxY {
            pixel(x: area.minX, y: y)?
                .update(repeating: 0, count: area.size.width * Raster.bytesPerPixel)
        }
    }

    /// Returns a pointer to the bytes of a pixel; `nil` if the block has no memory.
    func pixel(x: Int, y: Int) -> UnsafeMutablePointer<UInt8>? {
        bytes.baseAddress.map { $0 + (y * size.width + x) * Raster.bytesPerPixel }
    }
}
