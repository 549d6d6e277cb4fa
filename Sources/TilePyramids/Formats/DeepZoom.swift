internal import Bounds
internal import Imaging

/// The Deep Zoom format: a description in `NAME.dzi`, and tiles in `NAME_files`.
///
/// Source: "Deep Zoom File Format Overview", Microsoft. The sides of a level are half the sides of
/// the next finer level, rounded up; level 0 has one pixel.
enum DeepZoom {
    static func pyramid(_ text: String) throws(DecodingFailure) -> TilePyramid {
        guard let image = XMLElement("Image", in: text), let tile = image.number("TileSize"),
            let whole = XMLElement("Size", in: text), let width = whole.number("Width"),
            let height = whole.number("Height")
        else { throw .tiles(.unreadable) }
        let side = try PyramidLimits.side(of: tile)
        let shared = image.number("Overlap") ?? ClaimedNumber(0)
        guard let overlap = shared.within(0...side / 2) else { throw .tiles(.side(shared.claimed)) }
        let size = try PyramidLimits.size(width, height)
        let format = image["Format"] ?? "jpg"
        guard formats.contains(format.lowercased()) else { throw .tiles(.format) }
        return try TilePyramid(
            size: size,
            levels: HalvedLevels(of: size, rounding: .up, tileSide: side).sizes.enumerated().map {
                PyramidLevel(
                    size: $1, tile: PixelSize(width: side, height: side), overlap: overlap,
                    name: HalvedLevels.halvings(of: max(size.width, size.height)) - $0)
            }, .deepZoom(format: format))
    }

    private static let formats: Set<String> = ["jpg", "jpeg", "png", "webp", "gif"]
}

/// The levels of a picture that is halved repeatedly until it fits in one tile.
struct HalvedLevels {
    enum Rounding {
        case up, down
    }

    /// The sizes of the levels, the finest first.
    let sizes: [PixelSize]

    init(of size: PixelSize, rounding: Rounding, tileSide: Int) {
        var sizes = [size]
        while let last = sizes.last, max(last.width, last.height) > tileSide {
            let factor = 1 << sizes.count
            let side = { Self.side($0, dividedBy: factor, rounding) }
            sizes.append(PixelSize(width: side(size.width), height: side(size.height)))
        }
        self.sizes = sizes
    }

    private static func side(_ side: Int, dividedBy factor: Int, _ rounding: Rounding) -> Int {
        switch rounding {
        case .up: (side + factor - 1) / factor
        case .down: max(1, side / factor)
        }
    }

    /// Returns the number of halvings, each rounded up, that reduce a side to 1.
    static func halvings(of side: Int) -> Int {
        side < 2 ? 0 : Int.bitWidth - (side - 1).leadingZeroBitCount
    }
}
