internal import Bounds
package import Imaging

/// A picture divided into tiles at several sizes.
///
/// A server describes the sizes and tiles; for a picture in one file, the sizes are halved
/// repeatedly.
package struct TilePyramid: Hashable, Sendable {
    package let size: PixelSize
    /// The levels, the finest first; the finest level has the picture's size.
    package let levels: [PyramidLevel]
    private let addresses: TileAddresses?

    /// Creates a pyramid, and checks its limits, because descriptions are untrusted.
    ///
    /// - Throws: the limit that the description exceeds.
    init(
        size: PixelSize, levels: [PyramidLevel], _ addresses: TileAddresses
    ) throws(DecodingFailure) {
        try PyramidLimits.check(size)
        try PyramidLimits.check(levels)
        self.size = size
        self.levels = levels
        self.addresses = addresses
    }

    /// Creates the pyramid of a picture in one file, with tiles of `side` pixels.
    ///
    /// Each level is half as large as the previous level, until one tile covers the level.
    package init(halving size: PixelSize, side: Int) throws(DecodingFailure) {
        try PyramidLimits.check(size)
        self.size = size
        let last = Reduction.all.firstIndex {
            let reduced = size.reduced(by: $0)
            return max(reduced.width, reduced.height) <= side
        }
        levels = Reduction.all[...(last ?? Reduction.all.count - 1)].map {
            PyramidLevel(
                size: size.reduced(by: $0), tile: PixelSize(width: side, height: side),
                name: $0.rawValue)
        }
        addresses = nil
        try PyramidLimits.check(levels)
    }

    /// Returns the path of a tile below the base address of the description.
    ///
    /// The result is `nil` for a picture in one file.
    package func path(of tile: TileKey) -> String? {
        addresses?.path(of: tile, on: levels[tile.level], of: size)
    }

    /// Returns the index of the coarsest level that has enough pixels for a reduction.
    ///
    /// One pixel less in each direction is accepted: some servers round the sides of a level up,
    /// others down.
    package func level(for reduction: Reduction) -> Int {
        let reduced = size.reduced(by: reduction)
        let covering = levels.lastIndex {
            $0.size.width + 1 >= reduced.width && $0.size.height + 1 >= reduced.height
        }
        return covering ?? 0
    }

    /// The smallest reduction for which the coarsest level has enough pixels.
    package var coarsest: Reduction {
        Reduction.all.first { level(for: $0) == levels.count - 1 } ?? .by16384
    }
}

/// The picture at one of its sizes, and its division into tiles.
package struct PyramidLevel: Hashable, Sendable {
    package let size: PixelSize
    /// The size of a tile, without the overlap with its neighbours.
    package let tile: PixelSize
    /// The number of pixels of a neighbouring tile that a tile also contains on each shared side.
    var overlap = 0
    /// True if the tiles at the right and bottom edges are not clipped to the picture.
    var hasWholeTiles = false
    /// The name in addresses: the level's number, or the IIIF scale factor.
    let name: Int

    package var columns: Int { (size.width + tile.width - 1) / tile.width }
    package var rows: Int { (size.height + tile.height - 1) / tile.height }

    /// Returns the area of the level that belongs to the tile alone, without overlap.
    package func area(of key: TileKey) -> PixelRect {
        PixelRect(
            x: key.column * tile.width, y: key.row * tile.height, width: tile.width,
            height: tile.height
        ).intersection(PixelRect(size))
    }

    /// Returns the area of the level that the tile's picture shows.
    package func pictured(by key: TileKey) -> PixelRect {
        let own = area(of: key)
        guard !hasWholeTiles else { return PixelRect(origin: own.origin, size: tile) }
        return PixelRect(
            x: own.minX - overlap, y: own.minY - overlap, width: own.size.width + 2 * overlap,
            height: own.size.height + 2 * overlap
        ).intersection(PixelRect(size))
    }

    /// Returns the tiles under an area; tiles near the area's middle come first.
    package func tiles(under area: PixelRect, level: Int) -> [TileKey] {
        guard !area.isEmpty else { return [] }
        let columns = area.minX / tile.width...(area.maxX - 1) / tile.width
        let rows = area.minY / tile.height...(area.maxY - 1) / tile.height
        let all = rows.flatMap { row in
            columns.map { TileKey(level: level, column: $0, row: row) }
        }
        let (middleX, middleY) = (area.minX + area.maxX, area.minY + area.maxY)
        let distance = { (key: TileKey) in
            max(
                abs((2 * key.column + 1) * tile.width - middleX),
                abs((2 * key.row + 1) * tile.height - middleY))
        }
        return all.map { ($0, distance($0)) }.sorted { $0.1 < $1.1 }.map(\.0)
    }
}

/// The position of a tile in a pyramid.
package struct TileKey: Hashable, Sendable {
    /// The index of the level; 0 for the finest.
    package let level: Int
    package let column: Int
    package let row: Int

    package init(level: Int, column: Int, row: Int) {
        self.level = level
        self.column = column
        self.row = row
    }
}

/// The limits for a description, with their reasons.
package enum PyramidLimits {
    /// The longest side in pixels; for longer sides, numbers of pixels or bytes could overflow.
    package static let side = 1 << 24
    /// The maximum number of pixels, 2^40; the largest published pictures have 0.7 times as many.
    package static let pixels = 1 << 40
    /// The valid sides of a tile, in pixels.
    ///
    /// Smaller tiles would need hundreds of requests for a screen. Larger tiles would need too much
    /// memory for one reply of a worker: 2048 × 2048 pixels are 16 MB.
    package static let tileSide = 64...2048
    /// The maximum number of levels, from a side of 2^24 down to a side of 1.
    package static let levels = 25
    /// The maximum number of pixels of the coarsest level: 16 MB.
    ///
    /// This level is fetched completely, and stays loaded.
    static let overviewPixels = 4 << 20
    static let overviewTiles = 64
    /// The maximum length of a description in bytes.
    ///
    /// IIIF descriptions that list all sizes and rights have 10 kB.
    package static let descriptionBytes = 1 << 20

    fileprivate static func check(_ size: PixelSize) throws(DecodingFailure) {
        guard !size.isEmpty else { throw .tiles(.unreadable) }
        guard max(size.width, size.height) <= side, let area = size.area, area <= pixels else {
            throw .tooLarge(size)
        }
    }

    fileprivate static func check(_ list: [PyramidLevel]) throws(DecodingFailure) {
        guard (1...levels).contains(list.count), let coarsest = list.last,
            coarsest.size.width * coarsest.size.height <= overviewPixels,
            coarsest.columns * coarsest.rows <= overviewTiles
        else { throw .tiles(.levels(list.count)) }
    }

    /// Returns the side of a tile after checking it.
    ///
    /// - Throws: `.tiles` for a side outside `tileSide`.
    static func side(of tile: ClaimedNumber) throws(DecodingFailure) -> Int {
        guard let side = tile.within(tileSide) else { throw .tiles(.side(tile.claimed)) }
        return side
    }

    /// Returns the size of a picture, which may be empty, after checking it.
    ///
    /// - Throws: `.tooLarge` for a side longer than `side`.
    static func size(
        _ width: ClaimedNumber, _ height: ClaimedNumber
    ) throws(DecodingFailure) -> PixelSize {
        guard let across = width.within(0...side), let down = height.within(0...side) else {
            throw .tooLarge(PixelSize(width: width.claimed, height: height.claimed))
        }
        return PixelSize(width: across, height: down)
    }
}
