/// How many pixels one character cell has: the only bridge between pixels and cells.
///
/// For sixel and its like these are the screen's pixels; for blocks they are the picture elements
/// that one character can draw (a half block has 1 x 2). A cell of the screen may have a fraction of a
/// pixel: in a browser 120 of them are 1011 pixels wide. So places are computed from the fraction, and
/// rounded down once.
package struct CellMetrics: Hashable, Sendable {
    /// Columns to pixels, and rows to pixels.
    package let across: CellAxis
    package let down: CellAxis

    package init(across: CellAxis, down: CellAxis) {
        self.across = across
        self.down = down
    }

    /// - Precondition: both are at least 1.
    package init(width: Int, height: Int) {
        self.init(
            across: CellAxis(pixels: width, cells: 1), down: CellAxis(pixels: height, cells: 1))
    }

    /// The size to assume where a terminal tells nothing: that of the VT340 and of Windows Terminal.
    package static let assumed = CellMetrics(width: 10, height: 20)

    package func pixels(of cells: CellSize) -> PixelSize {
        PixelSize(width: across.pixels(of: cells.columns), height: down.pixels(of: cells.rows))
    }

    /// The fewest cells that hold all pixels.
    package func cells(covering size: PixelSize) -> CellSize {
        CellSize(
            columns: across.cells(covering: size.width), rows: down.cells(covering: size.height))
    }

    /// The most cells that so many pixels cover wholly.
    package func cells(within size: PixelSize) -> CellSize {
        CellSize(columns: across.cells(within: size.width), rows: down.cells(within: size.height))
    }
}

/// One direction of a grid of cells: so many pixels to so many cells.
package struct CellAxis: Hashable, Sendable {
    /// In lowest terms, so that equal cells are equal.
    private let pixels: Int
    private let cells: Int

    /// - Precondition: both are at least 1, and a cell has at least a pixel.
    package init(pixels: Int, cells: Int) {
        precondition(cells > 0 && pixels >= cells, "a cell has pixels")
        let divisor = Self.greatestDivisor(pixels, cells)
        self.pixels = pixels / divisor
        self.cells = cells / divisor
    }

    private static func greatestDivisor(_ one: Int, _ other: Int) -> Int {
        other == 0 ? one : greatestDivisor(other, one % other)
    }

    /// Pixels of one cell, fractions and all.
    package var cell: Double { Double(pixels) / Double(cells) }

    /// The pixels of so many cells from the first on: the place of the cell behind them.
    package func pixels(of count: Int) -> Int { count * pixels / cells }

    package func cells(covering length: Int) -> Int { (length * cells + pixels - 1) / pixels }

    /// The cells that lie wholly within so many pixels: the cell of a pixel's place.
    package func cells(within length: Int) -> Int { ((length + 1) * cells - 1) / pixels }

    /// A length in elements of which a cell has `count`, to the nearest.
    package func elements(in length: Int, of count: Int) -> Int {
        (length * count * cells + pixels / 2) / pixels
    }
}
