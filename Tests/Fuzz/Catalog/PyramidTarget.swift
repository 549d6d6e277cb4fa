import Fuzzing
import Imaging
import TilePyramids

/// The description of a picture's tiles: the result respects the limits, and names files below its
/// own folder.
///
/// The first byte selects the format: `i`, `d` or `z`.
enum PyramidTarget: FuzzTarget {
    static let name = "pyramids"

    static func take(_ bytes: [UInt8]) throws {
        guard let first = bytes.first else { return }
        // Selected by the letter's remainder.
        let addresses = ["info.json", "a.dzi", "ImageProperties.xml"]
        let address = "https://example.org/tiles/" + addresses[Int(first) % addresses.count]
        let description = PyramidDescription(address)
        guard let pyramid = try? description?.pyramid(Array(bytes.dropFirst())) else { return }
        let pixels = pyramid.size.area ?? .max
        try expect((1...PyramidLimits.pixels).contains(pixels), "\(pixels) pixels")
        try expect(pyramid.levels.first?.size == pyramid.size, "the finest is another size")
        try expect(
            (1...PyramidLimits.levels).contains(pyramid.levels.count), "too many levels")
        for index in pyramid.levels.indices { try check(index, of: pyramid) }
        for reduction in Reduction.all {
            let level = pyramid.level(for: reduction)
            try expect(pyramid.levels.indices.contains(level), "level \(level) for \(reduction)")
        }
    }

    private static func check(_ index: Int, of pyramid: TilePyramid) throws {
        let level = pyramid.levels[index]
        try expect(!level.size.isEmpty, "an empty level")
        if index > 0 {
            let finer = pyramid.levels[index - 1].size
            try expect(
                level.size.width <= finer.width && level.size.height <= finer.height,
                "level \(index) is finer than the one before it")
        }
        for side in [level.tile.width, level.tile.height] {
            try expect(PyramidLimits.tileSide.contains(side), "a tile of \(side)")
        }
        try checkCorners(of: level, index, of: pyramid)
    }

    /// The corner tiles are on the level, and each has a separate file.
    private static func checkCorners(
        of level: PyramidLevel, _ index: Int, of pyramid: TilePyramid
    ) throws {
        let columns = [0, level.columns - 1]
        let corners = Set(
            [0, level.rows - 1].flatMap { row in
                columns.map { TileKey(level: index, column: $0, row: row) }
            })
        for key in corners {
            let (area, seen) = (level.area(of: key), level.pictured(by: key))
            try expect(!area.isEmpty && seen.contains(area), "\(key) has \(area) of \(seen)")
            try expect(
                level.tiles(under: area, level: index) == [key], "another tile lies there")
            try expectHarmless(pyramid.path(of: key) ?? "")
        }
        let paths = Set(corners.compactMap { pyramid.path(of: $0) })
        try expect(paths.count == corners.count, "two tiles have one name")
    }

    /// Throws unless the path is below the description's folder, in letters that need no encoding.
    private static func expectHarmless(_ path: String) throws {
        let allowed = path.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        try expect(allowed && path.utf8.count < 200, "the path \(path)")
        try expect(!path.hasPrefix("/") && !path.contains(".."), "it leads elsewhere: \(path)")
        try expect(!path.contains { "?#\\:%@".contains($0) }, "it is no path: \(path)")
    }
}
