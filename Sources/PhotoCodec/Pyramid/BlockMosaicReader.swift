internal import Imaging
internal import Synchronization

/// A reader of areas of a picture whose blocks are decompressed separately.
///
/// A block that an area covers only in part is cached, because adjacent areas need it, too.
final class BlockMosaicReader: Sendable {
    /// Writes the pixels of a block at a position; returns true if all pixels are opaque.
    typealias Unpack =
        (_ column: Int, _ row: Int, PixelBlock, PixelPoint) throws(DecodingFailure) -> Bool

    private let photo: PixelSize
    private let block: PixelSize
    /// The reused memory for decompressed blocks.
    private let scratch = PixelPool()
    private let shared: Mutex<LRUCache<PixelPoint, Tile>>
    /// The locks for decompression, so that only one thread decompresses a block.
    private let unpacking = (0..<8).map { _ in Unpacking() }

    private final class Unpacking: Sendable {
        let lock = Mutex(())
    }

    init(of photo: PixelSize, in block: PixelSize, keeping sharedBytes: Int = 32 << 20) {
        self.photo = photo
        self.block = block
        shared = Mutex(LRUCache(costLimit: sharedBytes))
    }

    /// Returns the area of a block that is inside the picture.
    func area(column: Int, row: Int) -> PixelRect {
        PixelRect(
            x: column * block.width, y: row * block.height, width: block.width, height: block.height
        ).intersection(PixelRect(photo))
    }

    /// Writes the pixels of an area; returns false if some pixels are missing or transparent.
    func decode(
        _ area: PixelRect, into target: PixelBlock, at point: PixelPoint, _ unpack: Unpack
    ) throws(DecodingFailure) -> Bool {
        var isWhole = true
        for row in area.minY / block.height...(area.maxY - 1) / block.height {
            for column in area.minX / block.width...(area.maxX - 1) / block.width {
                let covered = self.area(column: column, row: row)
                let region = covered.intersection(area)
                let end = PixelPoint(
                    x: point.x + region.minX - area.minX, y: point.y + region.minY - area.minY)
                if region == covered {
                    isWhole = try unpack(column, row, target, end) && isWhole
                } else {
                    let tile = try sharedBlock(column, row, unpack)
                    let source = PixelRect(
                        x: region.minX - covered.minX, y: region.minY - covered.minY,
                        width: region.size.width, height: region.size.height)
                    tile.block.copy(source, to: target, at: end)
                    isWhole = isWhole && tile.isOpaque
                }
            }
        }
        return isWhole
    }

    /// Returns a block that several areas need, from the cache if possible.
    ///
    /// `isOpaque` is false if some of the block's pixels are missing or transparent.
    private func sharedBlock(
        _ column: Int, _ row: Int, _ unpack: Unpack
    ) throws(DecodingFailure) -> Tile {
        let key = PixelPoint(x: column, y: row)
        if let tile = shared.withLock({ $0.value(for: key) }) { return tile }
        return try unpacking[(column + row) % unpacking.count].lock.withLock {
            _ throws(DecodingFailure) in
            if let tile = shared.withLock({ $0.value(for: key) }) { return tile }
            let size = area(column: column, row: row).size
            let tile = try Tile(size: size, from: scratch) { block throws(DecodingFailure) in
                try unpack(column, row, block, .origin)
            }
            shared.withLock { $0.insert(tile, cost: tile.byteCount, for: key) }
            return tile
        }
    }
}
