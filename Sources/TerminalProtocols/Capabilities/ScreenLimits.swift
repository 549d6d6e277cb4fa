package import Imaging

/// What no screen has more of: whoever says so, a terminal, the kernel or a person, is not believed.
///
/// A terminal that called a cell 4000x4000 pixels ended the program for want of memory.
package enum ScreenLimits {
    /// Either side of a cell, in pixels: 17 rows of such would fill an 8K screen.
    package static let cellSide = 256
    /// Pixels of all cells together: an 8K screen has 33.2 million; a picture of so many takes 134 MB.
    package static let pixels = 1 << 25
    /// Either side of all cells together, in pixels: two 8K screens side by side have 15,360.
    ///
    /// A run of sixels has at most 65,535.
    package static let pixelSide = 16_384
    /// Columns or rows: an 8K screen in a font of 4x6 pixels has 1,920 and 720.
    package static let side = 4096
    /// Cells together; ncurses takes some 90 bytes for each.
    package static let cells = 1 << 20

    /// So many cells, or as many of them as there can be.
    static func cells(_ told: CellSize) -> CellSize {
        let columns = min(told.columns, side)
        return CellSize(columns: columns, rows: min(told.rows, side, cells / max(1, columns)))
    }

    /// The cell of such a size; nil where there is none.
    package static func cell(width: Int, height: Int) -> CellMetrics? {
        (1...cellSide).contains(width) && (1...cellSide).contains(height)
            ? CellMetrics(width: width, height: height) : nil
    }

    /// The cell, or a smaller one where so many of it would be more pixels than any screen has.
    static func cell(_ told: CellMetrics, in window: CellSize) -> CellMetrics {
        let told = CellMetrics(
            across: axis(told.across, of: window.columns), down: axis(told.down, of: window.rows))
        let all = told.pixels(of: window)
        guard all.width * all.height > pixels else { return told }
        let room = pixels / (window.columns * window.rows)
        let width = min(told.across.pixels(of: 1), Int(Double(room).squareRoot()))
        return CellMetrics(width: width, height: min(told.down.pixels(of: 1), room / width))
    }

    private static func axis(_ told: CellAxis, of count: Int) -> CellAxis {
        guard told.pixels(of: count) > pixelSide else { return told }
        return CellAxis(pixels: max(1, pixelSide / max(1, count)), cells: 1)
    }
}
