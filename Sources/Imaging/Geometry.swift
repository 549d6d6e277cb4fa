/// A width and a height in pixels.
package struct PixelSize: Hashable, Sendable {
    package let width: Int
    package let height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    package var isEmpty: Bool { width <= 0 || height <= 0 }

    /// The number of pixels; `nil` if it overflows an `Int`.
    package var area: Int? {
        let (product, overflow) = width.multipliedReportingOverflow(by: height)
        return overflow ? nil : product
    }

    package var transposed: PixelSize { PixelSize(width: height, height: width) }

    /// Returns this size at a reduction, rounded up, like TurboJPEG's `TJSCALED`.
    package func reduced(by reduction: Reduction) -> PixelSize {
        PixelSize(
            width: (width + reduction.rawValue - 1) / reduction.rawValue,
            height: (height + reduction.rawValue - 1) / reduction.rawValue)
    }

    /// Returns the largest size of this shape within a box, at least one pixel each way; at most
    /// this size unless `enlarging`.
    package func fitted(into box: PixelSize, enlarging: Bool = false) -> PixelSize {
        guard !isEmpty, !box.isEmpty else { return PixelSize(width: 1, height: 1) }
        let fit = min(Double(box.width) / Double(width), Double(box.height) / Double(height))
        let scale = enlarging ? fit : min(1, fit)
        return PixelSize(
            width: min(box.width, max(1, Int((Double(width) * scale).rounded()))),
            height: min(box.height, max(1, Int((Double(height) * scale).rounded()))))
    }
}

/// A position on a grid of pixels; (0, 0) is the top left one.
package struct PixelPoint: Hashable, Sendable {
    package let x: Int
    package let y: Int

    package init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }

    package static let origin = PixelPoint(x: 0, y: 0)
}

/// A rectangle of whole pixels.
package struct PixelRect: Hashable, Sendable {
    package let origin: PixelPoint
    package let size: PixelSize

    package init(origin: PixelPoint, size: PixelSize) {
        self.origin = origin
        self.size = size
    }

    package init(x: Int, y: Int, width: Int, height: Int) {
        self.init(origin: PixelPoint(x: x, y: y), size: PixelSize(width: width, height: height))
    }

    /// Creates the rectangle of a whole picture of this size.
    package init(_ size: PixelSize) { self.init(origin: .origin, size: size) }

    package var minX: Int { origin.x }
    package var minY: Int { origin.y }
    package var maxX: Int { origin.x + size.width }
    package var maxY: Int { origin.y + size.height }
    package var isEmpty: Bool { size.isEmpty }

    /// Returns the area in both rectangles; empty if they do not overlap.
    package func intersection(_ other: PixelRect) -> PixelRect {
        let left = max(minX, other.minX)
        let top = max(minY, other.minY)
        return PixelRect(
            x: left, y: top, width: max(0, min(maxX, other.maxX) - left),
            height: max(0, min(maxY, other.maxY) - top))
    }

    /// Returns the smallest rectangle that contains both.
    package func union(_ other: PixelRect) -> PixelRect {
        let (left, top) = (min(minX, other.minX), min(minY, other.minY))
        return PixelRect(
            x: left, y: top, width: max(maxX, other.maxX) - left,
            height: max(maxY, other.maxY) - top)
    }

    /// Returns the same rectangle in a grid that begins at a point of this one.
    package func relative(to start: PixelPoint) -> PixelRect {
        PixelRect(origin: PixelPoint(x: minX - start.x, y: minY - start.y), size: size)
    }

    package func contains(_ other: PixelRect) -> Bool {
        other.minX >= minX && other.minY >= minY && other.maxX <= maxX && other.maxY <= maxY
    }
}

/// A width and a height in character cells.
package struct CellSize: Hashable, Sendable {
    package let columns: Int
    package let rows: Int

    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }
}

/// The size of a character cell in pixels: the only conversion between pixels and cells.
///
/// For sixel and similar protocols, these are the screen's pixels; for blocks, they are the picture
/// elements of one character (a half block has 1 x 2). A cell may have a fractional width: in a
/// browser, 120 cells are 1011 pixels. So positions are computed from the exact fraction and
/// rounded down once.
package struct CellMetrics: Hashable, Sendable {
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

    /// The cell size if the terminal reports none: that of the VT340 and of Windows Terminal.
    package static let assumed = CellMetrics(width: 10, height: 20)

    package func pixels(of cells: CellSize) -> PixelSize {
        PixelSize(width: across.pixels(of: cells.columns), height: down.pixels(of: cells.rows))
    }

    /// Returns the fewest cells that contain all pixels.
    package func cells(covering size: PixelSize) -> CellSize {
        CellSize(
            columns: across.cells(covering: size.width), rows: down.cells(covering: size.height))
    }

    /// Returns the most cells completely within `size`.
    package func cells(within size: PixelSize) -> CellSize {
        CellSize(columns: across.cells(within: size.width), rows: down.cells(within: size.height))
    }
}

/// One axis of a grid of cells: the ratio of pixels to cells.
package struct CellAxis: Hashable, Sendable {
    /// The ratio in lowest terms, so that equal cells are equal.
    private let pixels: Int
    private let cells: Int

    /// - Precondition: both are at least 1, and a cell has at least one pixel.
    package init(pixels: Int, cells: Int) {
        precondition(cells > 0 && pixels >= cells, "a cell has pixels")
        let divisor = Self.greatestDivisor(pixels, cells)
        self.pixels = pixels / divisor
        self.cells = cells / divisor
    }

    private static func greatestDivisor(_ one: Int, _ other: Int) -> Int {
        other == 0 ? one : greatestDivisor(other, one % other)
    }

    /// The pixels per cell; `nil` if they are a fraction.
    package var wholePixels: Int? { cells == 1 ? pixels : nil }

    /// The pixels per cell, as a fraction.
    package var cell: Double { Double(pixels) / Double(cells) }

    /// Returns the number of pixels in the first `count` cells: the start of the next cell.
    package func pixels(of count: Int) -> Int { count * pixels / cells }

    package func cells(covering length: Int) -> Int { (length * cells + pixels - 1) / pixels }

    /// Returns the number of cells completely within `length` pixels: the index of the cell that
    /// contains the next pixel.
    package func cells(within length: Int) -> Int { ((length + 1) * cells - 1) / pixels }

    /// Returns `length` in elements, rounded, for cells with `count` elements.
    package func elements(in length: Int, of count: Int) -> Int {
        (length * count * cells + pixels / 2) / pixels
    }
}
