package import Imaging

/// Divides a picture into several, none larger than a terminal draws: xterm drops one beyond its limit,
/// 1000x1000 unless it is configured, without a word.
///
/// Each begins at the corner of a cell. It has whole cells and whole bands, unless it is at the right or
/// lower edge: what a cell does with a second picture differs between terminals.
package struct SixelTiling: Hashable, Sendable {
    /// A part of a picture, to be drawn at a cell.
    package struct Tile: Hashable, Sendable {
        /// Counted from the picture's first cell.
        package let cell: CellPosition
        /// In the picture.
        package let area: PixelRect
    }

    /// A stretch of a picture, across or down.
    private typealias Piece = (cell: Int, pixels: Range<Int>)

    /// The size limit of a picture.
    let limit: PixelSize
    let cell: CellMetrics

    /// xterm keeps the last eight to ten pictures: older ones vanish when another window covers it
    /// (facts/terminals.md §4.12).
    package static let mostTiles = 8

    package init(limit: PixelSize, cell: CellMetrics) {
        self.limit = limit
        self.cell = cell
    }

    /// The tiles of a picture, row by row; one that is larger than `area(within:)` is cut off.
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

    /// The largest picture that can be drawn of one of that size.
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

    /// The largest pieces that end at a cell and have a multiple of so many pixels; the last one need
    /// not.
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
