package import Imaging

/// The size of a terminal's screen in cells, and of its cells in pixels.
package struct TerminalGeometry: Hashable, Sendable {
    package var cells: CellSize
    package var cell: CellMetrics
    /// Whether the kernel is told the pixels too (TIOCGWINSZ); VTE tells 0 and 0.
    package var tellsPixels: Bool

    package init(
        columns: Int, rows: Int, cell: CellMetrics = CellMetrics(width: 8, height: 17),
        tellsPixels: Bool = true
    ) {
        cells = CellSize(columns: columns, rows: rows)
        self.cell = cell
        self.tellsPixels = tellsPixels
    }

    package var pixels: PixelSize { cell.pixels(of: cells) }

    /// The pixels that a sixel may fill: all rows but the last, a multiple of 6 high.
    package var pictureArea: PixelSize {
        PixelSize(width: pixels.width, height: cell.down.pixels(of: cells.rows - 1) / 6 * 6)
    }

    /// The block pixels that half blocks may fill: two to a cell, all rows but the last.
    package var blockArea: PixelSize {
        PixelSize(width: cells.columns, height: (cells.rows - 1) * 2)
    }
}
