package import Imaging

/// A division of a picture into several tiles within a terminal's limit.
///
/// xterm silently drops a picture beyond its limit, which is 1000x1000 by default. Each tile begins
/// at the corner of a cell. A tile has whole cells and whole bands, except at the right or lower
/// edge, because terminals differ in their treatment of a second picture in a cell.
package struct SixelTiling: Hashable, Sendable {
    /// A tile of a picture, to be drawn at a cell.
    package struct Tile: Hashable, Sendable {
        /// The tile's first cell, relative to the picture's first cell.
        package let cell: CellPosition
        /// The tile's area in the picture.
        package let area: PixelRect
    }

    /// A range of a picture along one axis, with the cell at which it begins.
    private typealias Piece = (cell: Int, pixels: Range<Int>)

    /// The maximum size of a picture that the terminal draws.
    let limit: PixelSize
    let cell: CellMetrics

    /// The maximum number of tiles: xterm keeps the last eight to ten pictures, and older pictures
    /// vanish when another window covers xterm's window.
    package static let mostTiles = 8

    package init(limit: PixelSize, cell: CellMetrics) {
        self.limit = limit
        self.cell = cell
    }

    /// Returns the tiles of a picture, row by row; pixels beyond `area(within:)` are omitted.
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

    /// Returns the size of the drawable area of a picture of this size.
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

    /// Returns at most `most` pieces of maximum length that end at the edge of a cell and at a
    /// multiple of `multiple` pixels.
    ///
    /// The last piece may end anywhere.
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
