internal import Bounds
internal import Imaging

/// The Zoomify format: a description in `ImageProperties.xml`, and tiles in folders beside it.
///
/// A folder has at most 256 tiles. Programs round the sides of a level up or down, and some stop at
/// a coarsest level of two or more tiles. The number of tiles shows which rule applies. If both
/// roundings give the same number, a tile may be a pixel too large or too small, and is stretched.
enum Zoomify {
    static func pyramid(_ text: String) throws(DecodingFailure) -> TilePyramid {
        guard let image = XMLElement("IMAGE_PROPERTIES", in: text),
            let width = image.number("WIDTH"), let height = image.number("HEIGHT"),
            let tile = image.number("TILESIZE"), let count = image.number("NUMTILES")
        else { throw .tiles(.unreadable) }
        let side = try PyramidLimits.side(of: tile)
        let size = try PyramidLimits.size(width, height)
        guard !size.isEmpty else { throw .tooLarge(size) }
        let levels = candidates(size, side).first { levels in
            levels.reduce(0) { $0 + $1.columns * $1.rows } == count.claimed
        }
        guard let levels else { throw .tiles(.count(count.claimed)) }
        return try TilePyramid(
            size: size, levels: levels, .zoomify(tilesBefore: tilesBefore(levels)))
    }

    private static func candidates(_ size: PixelSize, _ side: Int) -> [[PyramidLevel]] {
        let down = HalvedLevels(of: size, rounding: .down, tileSide: side).sizes
        let up = HalvedLevels(of: size, rounding: .up, tileSide: side).sizes
        return [down, up, up.dropLast()].map { sizes in
            sizes.enumerated().map { index, size in
                PyramidLevel(
                    size: size, tile: PixelSize(width: side, height: side),
                    name: sizes.count - 1 - index)
            }
        }
    }

    /// Returns, for each level, the number of tiles on coarser levels.
    ///
    /// Tiles are numbered from the coarsest level.
    private static func tilesBefore(_ levels: [PyramidLevel]) -> [Int] {
        var counted = 0
        let counts = levels.reversed().map { level in
            defer { counted += level.columns * level.rows }
            return counted
        }
        return counts.reversed()
    }
}
