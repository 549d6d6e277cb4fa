internal import Imaging

/// A map of a whole planet in equal steps of longitude and latitude, which NASA serves as tiles.
package enum WebMap {
    /// The tiles of GIBS, which show the Earth on one day: 250 m per pixel, 163,840 pixels wide.
    ///
    /// Level 0 has 0.5625 degrees per pixel, and each further level half of that. A tile has 512 ×
    /// 512 pixels; tiles at the right and bottom edges extend beyond the world. Source:
    /// access-basics.md of nasa-gibs/gibs-api-docs.
    package static let gibs250m = gibs(levels: 9, format: "jpg")

    /// The tiles of Trek, which show the Moon or Mars.
    ///
    /// Level 0 has two tiles of 256 × 256 pixels; each further level has four times as many.
    package static let trek = trek(levels: 8, format: "jpg")

    package static func gibs(levels: Int, format: String) -> TilePyramid? {
        let base = PixelSize(width: 640, height: 320)
        return pyramid(base, side: 512, levels: levels, format)
    }

    package static func trek(levels: Int, format: String) -> TilePyramid? {
        pyramid(PixelSize(width: 512, height: 256), side: 256, levels: levels, format)
    }

    private static func pyramid(
        _ base: PixelSize, side: Int, levels: Int, _ format: String
    ) -> TilePyramid? {
        let sizes = (0..<levels).reversed().map { level in
            PyramidLevel(
                size: PixelSize(width: base.width << level, height: base.height << level),
                tile: PixelSize(width: side, height: side), hasWholeTiles: true, name: level)
        }
        return sizes.first.flatMap {
            try? TilePyramid(size: $0.size, levels: sizes, .webMap(format: format))
        }
    }
}
