internal import Imaging
internal import Synchronization

/// A picture and its smaller copies, of which any area can be decoded by itself.
struct PicturePyramid: Sendable {
    let main: any RegionPicture
    /// By how much they are smaller.
    var copies: [Reduction: any RegionPicture] = [:]
    var orientation = Orientation.asStored
    /// Whether a pixel of the file is one number.
    var isGray = false
    /// From the file's colours to a screen's, if they differ.
    var conversion: ColourConversion?

    /// The numbers of the file, if they have more than the 8 bits of a pixel.
    var numbers: (any FileNumbers)?

    /// Whether a copy is made at less cost than the means of the main picture, and equals them in size.
    var prefersCopies = false

    var size: PixelSize { main.size }

    /// The picture to make a reduction of, and how much smaller than the main one it is.
    func source(for reduction: Reduction) -> (picture: any RegionPicture, reduction: Reduction) {
        let best = copies.keys.filter { $0.rawValue <= reduction.rawValue }
            .max { $0.rawValue < $1.rawValue }
        guard let best, let copy = copies[best] else { return (main, .none) }
        return (copy, best)
    }
}

/// The numbers of a picture in a file, whatever is shown of them.
protocol FileNumbers: Sendable {
    /// - Precondition: the point lies on the stored picture.
    func sample(at point: PixelPoint, isConverted: Bool) throws(DecodingFailure) -> PhotoSample
}

/// A picture in a file: the pixels of any area of it, as it is stored.
protocol RegionPicture: Sendable {
    var size: PixelSize { get }
    /// Whether pixels may be transparent though nothing is damaged.
    var hasAlpha: Bool { get }
    var access: RegionAccess { get }
    /// What is unpacked in one piece; a strip is as wide as the picture.
    var block: PixelSize { get }
    var isTiled: Bool { get }
    /// The memory that unpacking a block takes, beside its pixels.
    var unpackingBytes: Int { get }

    /// Has the system fetch what an area needs of the file; does not wait for it.
    func expect(_ area: PixelRect)

    /// Writes an area's pixels to a place in a block of memory; what is missing is transparent, and noted.
    ///
    /// - Returns: whether all pixels are opaque.
    /// - Precondition: the picture is not one whose rows only come one after the other.
    func decode(
        _ area: PixelRect, into target: PixelBlock, at place: PixelPoint, note: (Damage) -> Void
    ) throws(DecodingFailure) -> Bool

    /// How many rows at the top of each tile are unpacked without the others; 0 if they cost all of it.
    var topRows: Int { get }

    /// As `expect` and `decode`, of rows that lie at the top of tiles or in the file as they are.
    func expectTops(_ area: PixelRect)
    func decodeTops(_ area: PixelRect, into target: PixelBlock) throws(DecodingFailure) -> Bool

    /// Lends the rows of a picture whose rows only come one after the other.
    func withRows(
        _ body: (any PictureRowReader) throws(DecodingFailure) -> Void
    ) throws(DecodingFailure)
}

extension RegionPicture {
    var unpackingBytes: Int { 0 }
    func expect(_: PixelRect) {}
    var topRows: Int { 0 }
    func expectTops(_ area: PixelRect) { expect(area) }

    func decodeTops(_ area: PixelRect, into target: PixelBlock) throws(DecodingFailure) -> Bool {
        // Damage is noted when all rows are read.
        try decode(area, into: target, at: .origin) { _ in }
    }

    func withRows(
        _: (any PictureRowReader) throws(DecodingFailure) -> Void
    ) throws(DecodingFailure) {
        preconditionFailure("its areas are decoded by themselves")
    }
}

/// How pixels of a picture can be reached.
enum RegionAccess: Sendable {
    /// Rows lie in the file as they are.
    case plain
    /// Each tile or strip is unpacked by itself.
    case blocks
    /// Rows only come one after the other, from the first one on.
    case rows
}

/// Reads a picture's rows one after the other.
protocol PictureRowReader {
    /// Writes the pixels of the next rows.
    ///
    /// - Returns: how many there were, fewer than `rows` if no more will come; and what is wrong with them
    ///   or ended them.
    /// - Precondition: the target has their width.
    func read(rows: Int, into target: PixelBlock) -> (count: Int, failure: DecodingFailure?)
}

/// Puts areas together from blocks that are unpacked one by one; keeps those that areas share with their
/// neighbours.
final class BlockMosaicReader: Sendable {
    /// Writes a block's pixels to a place; false if some are missing or transparent.
    typealias Unpack =
        (_ column: Int, _ row: Int, PixelBlock, PixelPoint) throws(DecodingFailure) -> Bool

    private let photo: PixelSize
    private let block: PixelSize
    /// What blocks are unpacked into.
    private let scratch = PixelPool()
    private let shared: Mutex<LRUCache<PixelPoint, Tile>>
    /// Held while a block is unpacked, so that only one thread does.
    private let unpacking = (0..<8).map { _ in Unpacking() }

    private final class Unpacking: Sendable {
        let lock = Mutex(())
    }

    init(of photo: PixelSize, in block: PixelSize, keeping sharedBytes: Int = 32 << 20) {
        self.photo = photo
        self.block = block
        shared = Mutex(LRUCache(costLimit: sharedBytes))
    }

    /// The picture's pixels in a block.
    func area(column: Int, row: Int) -> PixelRect {
        PixelRect(
            x: column * block.width, y: row * block.height, width: block.width, height: block.height
        ).intersection(PixelRect(photo))
    }

    /// Writes an area's pixels; false if some are missing or transparent.
    func decode(
        _ area: PixelRect, into target: PixelBlock, at place: PixelPoint, _ unpack: Unpack
    ) throws(DecodingFailure) -> Bool {
        var isWhole = true
        for row in area.minY / block.height...(area.maxY - 1) / block.height {
            for column in area.minX / block.width...(area.maxX - 1) / block.width {
                let covered = self.area(column: column, row: row)
                let part = covered.intersection(area)
                let end = PixelPoint(
                    x: place.x + part.minX - area.minX, y: place.y + part.minY - area.minY)
                if part == covered {
                    isWhole = try unpack(column, row, target, end) && isWhole
                } else {
                    let tile = try sharedBlock(column, row, unpack)
                    let source = PixelRect(
                        x: part.minX - covered.minX, y: part.minY - covered.minY,
                        width: part.size.width, height: part.size.height)
                    tile.block.copy(source, to: target, at: end)
                    isWhole = isWhole && tile.isOpaque
                }
            }
        }
        return isWhole
    }

    /// A block that more than one area needs; `isOpaque` says that nothing of it is missing.
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
