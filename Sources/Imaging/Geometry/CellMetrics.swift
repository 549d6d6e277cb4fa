/// How many pixels one character cell has: the only bridge between pixels and cells.
///
/// For sixel and its like these are the screen's pixels; for blocks they are the picture elements
/// that one character can draw (a half block has 1 x 2).
package struct CellMetrics: Hashable, Sendable {
    package let width: Int
    package let height: Int

    /// - Precondition: both are at least 1.
    package init(width: Int, height: Int) {
        precondition(width > 0 && height > 0, "a cell has pixels")
        self.width = width
        self.height = height
    }

    /// The size to assume where a terminal tells nothing: that of the VT340 and of Windows Terminal.
    package static let assumed = CellMetrics(width: 10, height: 20)

    package func pixels(of cells: CellSize) -> PixelSize {
        PixelSize(width: cells.columns * width, height: cells.rows * height)
    }

    /// The fewest cells that hold all pixels.
    package func cells(covering size: PixelSize) -> CellSize {
        CellSize(
            columns: (size.width + width - 1) / width, rows: (size.height + height - 1) / height)
    }
}
