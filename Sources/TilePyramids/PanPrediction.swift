internal import Imaging

/// A prediction of the tiles that come into view next if the view continues to move.
struct PanPrediction {
    /// The last view on each level; an overview beside the view may use another level.
    private var last: [Int: PixelRect] = [:]

    /// Returns the tiles beside a view, in the direction of its last movement.
    ///
    /// Tiles near the middle come first. Returns `nil` if the view has not moved, and an empty
    /// array if this is the first view on the level or the view's size has clearly changed.
    mutating func tiles(
        beside area: PixelRect, on grid: PyramidLevel, _ level: Int
    ) -> [TileKey]? {
        let before = last.updateValue(area, forKey: level)
        guard before != area else { return nil }
        guard let before, Self.isMove(before.size, area.size) else { return [] }
        let right = (area.minX - before.minX).signum() * grid.tile.width
        let down = (area.minY - before.minY).signum() * grid.tile.height
        let whole = PixelRect(
            x: area.minX + min(0, right), y: area.minY + min(0, down),
            width: area.size.width + abs(right), height: area.size.height + abs(down))
        let seen = Set(grid.tiles(under: area, level: level))
        return grid.tiles(under: whole.intersection(PixelRect(grid.size)), level: level)
            .filter { !seen.contains($0) }
    }

    /// Returns true if the sizes are nearly equal.
    ///
    /// A view that starts between two pixels covers one pixel more or less.
    private static func isMove(_ one: PixelSize, _ other: PixelSize) -> Bool {
        abs(one.width - other.width) <= 2 && abs(one.height - other.height) <= 2
    }
}
