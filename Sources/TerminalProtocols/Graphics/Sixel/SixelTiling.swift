package import Imaging

/// Divides a picture into several within a terminal's limit: xterm silently drops one beyond its
/// limit, by default 1000x1000.
///
/// Each begins at the corner of a cell. It has whole cells and whole bands, except at the right or
/// lower edge, because terminals differ in how a cell treats a second picture.
package struct SixelTiling: Hashable, Sendable {
    /// A tile of a picture, to be drawn at a cell.
    package struct Tile: Hashable, Sendable {
        /// Its cell, relative to the picture's first.
        package let cell: CellPosition
        /// Its area in the picture.
        package let area: PixelRect
    }

    /// A range of a picture along an axis.
    private typealias Piece = (cell: Int, pixels: Range<Int>)

    /// The size limit of a picture.
    let limit: PixelSize
    let cell: CellMetrics

    /// The maximum number of tiles: xterm keeps the last eight to ten pictures, and older ones
    /// vanish when another window covers it.
    package static let mostTiles = 8

    package init(limit: PixelSize, cell: CellMetrics) {
        self.limit = limit
        self.cell = cell
    }

    /// Returns the tiles of a picture, row by row; one larger than `area(within:)` is truncated.
    package func tiles(of size: PixelSize) -> [Tile] {
        let (columns, rows) = pieces(of: size)
        return rows.flatMap { row in
            columns.map { column in
                Tile(
                    cell: CellPosition(row: row.cell, column: column.cell),
                    area: PixelRect(
                        x: column.pixels.lowerBound, y: row.pixels.lowerBound,
                        width: column.pixels.count, height: row.pixels.count))
            }
        }
    }

    /// Returns the largest size that can be drawn of a picture of that size.
    package func area(within size: PixelSize) -> PixelSize {
        let (columns, rows) = pieces(of: size)
        return PixelSize(
            width: columns.last?.pixels.upperBound ?? 0, height: rows.last?.pixels.upperBound ?? 0)
    }

    private func pieces(of size: PixelSize) -> (columns: [Piece], rows: [Piece]) {
        let columns = Self.pieces(
            of: size.width, cells: cell.across, limit: limit.width, multiple: 1,
            most: Self.mostTiles)
        let rows = Self.pieces(
            of: size.height, cells: cell.down, limit: limit.height,
            multiple: FrameStrip.bandHeight, most: Self.mostTiles / max(1, columns.count))
        return (columns, rows)
    }

    /// Returns the largest pieces that end at a cell and have a multiple of some number of pixels;
    /// the last one need not.
    private static func pieces(
        of length: Int, cells: CellAxis, limit: Int, multiple: Int, most: Int
    ) -> [Piece] {
        var pieces: [Piece] = []
        var cell = 0
        while pieces.count < most, cells.pixels(of: cell) < length {
            let start = cells.pixels(of: cell)
            let end = min(length, start + limit / multiple * multiple)
            guard end > start else { break }
            pieces.append((cell, start..<end))
            let next = (cell + 1..<cell + 1 + cells.cells(within: end - start) + 1).last {
                let pixels = cells.pixels(of: $0) - start
                return pixels <= end - start && pixels % multiple == 0
            }
            guard end < length, let next else { break }
            pieces[pieces.count - 1].pixels = start..<cells.pixels(of: next)
            cell = next
        }
        return pieces
    }
}
