internal import Files
internal import Imaging
internal import Synchronization

/// Tiles, bounded in bytes; the least recently used are dropped first.
final class TileCache: Sendable {
    struct Counts: Sendable {
        var asked = 0
        var found = 0
        var bytes = 0
    }

    private struct Entry {
        let tile: Tile
        var lastUse: Int
    }

    private struct State {
        var entries: [TileKey: Entry] = [:]
        var counts = Counts()
        var clock = 0
    }

    private let limitBytes: Int
    private let state = Mutex(State())

    init(limitBytes: Int) { self.limitBytes = limitBytes }

    var counts: Counts { state.withLock(\.counts) }

    /// The tile, if it is there; counts as a use.
    func tile(_ key: TileKey) -> Tile? {
        state.withLock { state in
            state.counts.asked += 1
            state.clock += 1
            guard state.entries[key] != nil else { return nil }
            state.entries[key]?.lastUse = state.clock
            state.counts.found += 1
            return state.entries[key]?.tile
        }
    }

    func contains(_ key: TileKey) -> Bool { state.withLock { $0.entries[key] != nil } }

    func keep(_ tile: Tile, as key: TileKey) {
        state.withLock { state in
            state.clock += 1
            if let old = state.entries[key] { state.counts.bytes -= old.tile.byteCount }
            state.entries[key] = Entry(tile: tile, lastUse: state.clock)
            state.counts.bytes += tile.byteCount
            // Some hundred tiles at most: searching the oldest is quicker than keeping them in order.
            while state.counts.bytes > limitBytes, state.entries.count > 1,
                let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
            {
                state.entries[oldest.key] = nil
                state.counts.bytes -= oldest.value.tile.byteCount
            }
        }
    }
}

/// A tile of a photo at a reduction; columns and rows are counted on the stored photo.
struct TileKey: Hashable, Sendable {
    let reduction: Reduction
    let column: Int
    let row: Int
}

/// A tile's pixels; their memory goes back to the pool with the last holder.
final class Tile: Sendable {
    let size: PixelSize
    let isOpaque: Bool
    private let memory: MappedMemory
    private let pool: PixelPool

    /// - Parameters:
    ///   - size: its size in pixels.
    ///   - pool: where its memory comes from.
    ///   - fill: writes every pixel; returns whether all are opaque.
    /// - Throws: `.outOfMemory`, and what `fill` throws.
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

    /// Its pixels; invalid once the tile is gone.
    var block: PixelBlock { Self.block(memory, size) }

    private static func block(_ memory: MappedMemory, _ size: PixelSize) -> PixelBlock {
        PixelBlock(memory.bytes.assumingMemoryBound(to: UInt8.self), size: size)
    }
}

extension Raster {
    /// A copy of an area that lies within.
    func cut(_ area: PixelRect) -> Raster {
        let cut = Self.bytes(of: area.size) { copy(area, to: PixelBlock($0, size: area.size)) }
        return Raster(size: area.size, pixels: cut, isOpaque: isOpaque)
    }

    /// Copies all of it.
    ///
    /// - Precondition: the block has this raster's size.
    func copy(to block: PixelBlock) { copy(PixelRect(size), to: block) }

    private func copy(_ area: PixelRect, to block: PixelBlock) {
        pixels.withUnsafeBufferPointer { source in
            // A block is mutable; this one is only read.
            PixelBlock(UnsafeMutableBufferPointer(mutating: source), size: size)
                .copy(area, to: block, at: .origin)
        }
    }
}

/// Pixels in memory that it does not own: rows from the top, four bytes a pixel.
struct PixelBlock {
    let size: PixelSize
    let bytes: UnsafeMutableBufferPointer<UInt8>

    /// - Precondition: the bytes are those of so many pixels, or more.
    init(_ bytes: UnsafeMutableBufferPointer<UInt8>, size: PixelSize) {
        let count = size.width * size.height * Raster.bytesPerPixel
        precondition(bytes.count >= count, "the pixels are there")
        self.size = size
        self.bytes = UnsafeMutableBufferPointer(rebasing: bytes[..<count])
    }

    /// Copies an area of this block to a place in another.
    ///
    /// Hot: every frame at the original passes here, row by row.
    /// - Precondition: it lies in both.
    func copy(_ area: PixelRect, to target: PixelBlock, at place: PixelPoint) {
        let end = PixelRect(origin: place, size: area.size)
        precondition(PixelRect(size).contains(area), "it lies here")
        precondition(PixelRect(target.size).contains(end), "it lies there")
        guard let from = bytes.baseAddress, let into = target.bytes.baseAddress else { return }
        let length = area.size.width * Raster.bytesPerPixel
        for row in 0..<area.size.height {
            let source = (area.minY + row) * size.width + area.minX
            let place = (end.minY + row) * target.size.width + end.minX
            (into + place * Raster.bytesPerPixel)
                .update(from: from + source * Raster.bytesPerPixel, count: length)
        }
    }
}
