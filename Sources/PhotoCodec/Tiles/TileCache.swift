internal import Files
internal import Imaging
internal import Synchronization

/// A cache of tiles, bounded in bytes; the least recently used are removed first.
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

    /// - Parameters:
    ///   - limitBytes: the maximum number of bytes that are cached; one whole tile always fits.
    ///   - side: the side of a whole tile.
    init(limitBytes: Int, side: Int) {
        let limit = max(limitBytes, side * side * Raster.bytesPerPixel)
        state = Mutex(State(tiles: LRUCache(costLimit: limit)))
    }

    var counts: Counts {
        state.withLock { state in
            Counts(asked: state.asked, found: state.found, bytes: state.tiles.totalCost)
        }
    }

    /// Returns the tile, if it is cached; this counts as a use.
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

/// A tile of a photo at a reduction; columns and rows are counted on the stored photo.
struct TileKey: Hashable, Sendable {
    let reduction: Reduction
    let column: Int
    let row: Int
}

/// A tile's pixels; their memory returns to the pool when the last reference is released.
final class Tile: Sendable {
    let size: PixelSize
    let isOpaque: Bool
    private let memory: MappedMemory
    private let pool: PixelPool

    /// - Parameters:
    ///   - size: the size in pixels.
    ///   - pool: the source of its memory.
    ///   - fill: writes every pixel; returns true if all are opaque.
    /// - Throws: `.outOfMemory`, and errors of `fill`.
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

    /// The pixels; invalid after the tile is released.
    var block: PixelBlock { Self.block(memory, size) }

    private static func block(_ memory: MappedMemory, _ size: PixelSize) -> PixelBlock {
        PixelBlock(memory.bytes.assumingMemoryBound(to: UInt8.self), size: size)
    }
}

extension Raster {
    /// Copies the tile to a position in a block.
    ///
    /// - Precondition: it fits there.
    func copy(to block: PixelBlock, at point: PixelPoint = .origin) {
        pixels.withUnsafeBufferPointer { source in
            // A block is mutable, but this one is only read.
            PixelBlock(UnsafeMutableBufferPointer(mutating: source), size: size)
                .copy(PixelRect(size), to: block, at: point)
        }
    }
}

/// Pixels in borrowed memory: rows from the top, four bytes a pixel.
struct PixelBlock {
    let size: PixelSize
    let bytes: UnsafeMutableBufferPointer<UInt8>

    /// - Precondition: there are enough bytes for this many pixels.
    init(_ bytes: UnsafeMutableBufferPointer<UInt8>, size: PixelSize) {
        let count = size.width * size.height * Raster.bytesPerPixel
        precondition(bytes.count >= count, "the pixels are there")
        self.size = size
        self.bytes = UnsafeMutableBufferPointer(rebasing: bytes[..<count])
    }

    /// Copies an area of this block to a position in another.
    ///
    /// Hot: every frame at the original scale passes through here, row by row.
    ///
    /// - Precondition: it is inside both blocks.
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

    /// Returns a pointer to a pixel's bytes.
    func pixel(x: Int, y: Int) -> UnsafeMutablePointer<UInt8>? {
        bytes.baseAddress.map { $0 + (y * size.width + x) * Raster.bytesPerPixel }
    }
}
