/// A width and a height in pixels.
package struct PixelSize: Hashable, Sendable {
    package let width: Int
    package let height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    package var isEmpty: Bool { width <= 0 || height <= 0 }

    /// The number of pixels; `nil` if the product overflows an `Int`.
    package var area: Int? {
        let (product, overflow) = width.multipliedReportingOverflow(by: height)
        return overflow ? nil : product
    }

    package var transposed: PixelSize { PixelSize(width: height, height: width) }

    /// Returns this size divided by a reduction's factor and rounded up, like TurboJPEG's
    /// `TJSCALED`.
    package func reduced(by reduction: Reduction) -> PixelSize {
        PixelSize(
            width: (width + reduction.rawValue - 1) / reduction.rawValue,
            height: (height + reduction.rawValue - 1) / reduction.rawValue)
    }

    /// Returns the largest size with this aspect ratio that fits into `box`.
    ///
    /// Each side is at least one pixel; the result exceeds this size only if `enlarging`.
    package func fitted(into box: PixelSize, enlarging: Bool = false) -> PixelSize {
        guard !isEmpty, !box.isEmpty else { return PixelSize(width: 1, height: 1) }
        let fit = min(Double(box.width) / Double(width), Double(box.height) / Double(height))
        let scale = enlarging ? fit : min(1, fit)
        return PixelSize(
            width: min(box.width, max(1, Int((Double(width) * scale).rounded()))),
            height: min(box.height, max(1, Int((Double(height) * scale).rounded()))))
    }
}

/// The coordinates of a pixel in a grid; (0, 0) is the top left pixel.
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

    /// Creates the rectangle that covers a picture of this size.
    package init(_ size: PixelSize) { self.init(origin: .origin, size: size) }

    package var minX: Int { origin.x }
    package var minY: Int { origin.y }
    package var maxX: Int { origin.x + size.width }
    package var maxY: Int { origin.y + size.height }
    package var isEmpty: Bool { size.isEmpty }

    /// Returns the overlap of this rectangle and another, which may be empty.
    package func intersection(_ other: PixelRect) -> PixelRect {
        let left = max(minX, other.minX)
        let top = max(minY, other.minY)
        return PixelRect(
            x: left, y: top, width: max(0, min(maxX, other.maxX) - left),
            height: max(0, min(maxY, other.maxY) - top))
    }

    /// Returns the smallest rectangle that contains this rectangle and another.
    package func union(_ other: PixelRect) -> PixelRect {
        let (left, top) = (min(minX, other.minX), min(minY, other.minY))
        return PixelRect(
            x: left, y: top, width: max(maxX, other.maxX) - left,
            height: max(maxY, other.maxY) - top)
    }

    /// Returns this rectangle in coordinates relative to `start`.
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

/// The size of a character cell in pixels, and conversions between pixels and cells.
///
/// For sixel and similar protocols, the pixels are those of the screen. For block graphics, they
/// are the picture elements of a character (1 x 2 for half blocks). A cell may have a fractional
/// width: in a browser, 120 cells can be 1011 pixels wide. Therefore, positions are computed from
/// the exact fraction and rounded down once.
package struct CellMetrics: Hashable, Sendable {
    package let across: CellAxis
    package let down: CellAxis

    package init(across: CellAxis, down: CellAxis) {
        self.across = across
        self.down = down
    }

    /// Creates metrics of cells with a whole number of pixels.
    ///
    /// - Precondition: `width` and `height` are at least 1.
    package init(width: Int, height: Int) {
        self.init(
            across: CellAxis(pixels: width, cells: 1), down: CellAxis(pixels: height, cells: 1))
    }

    /// The assumed cell size if the terminal does not report a size: 10 x 20 pixels, as on a VT340.
    package static let assumed = CellMetrics(width: 10, height: 20)

    package func pixels(of cells: CellSize) -> PixelSize {
        PixelSize(width: across.pixels(of: cells.columns), height: down.pixels(of: cells.rows))
    }

    /// Returns the smallest number of cells that cover all pixels of `size`.
    package func cells(covering size: PixelSize) -> CellSize {
        CellSize(
            columns: across.cells(covering: size.width), rows: down.cells(covering: size.height))
    }

    /// Returns the largest number of cells that lie completely within `size`.
    package func cells(within size: PixelSize) -> CellSize {
        CellSize(columns: across.cells(within: size.width), rows: down.cells(within: size.height))
    }
}

/// One axis of a grid of cells: the ratio of pixels to cells.
package struct CellAxis: Hashable, Sendable {
    /// The number of pixels in lowest terms with `cells`, so that equal ratios compare as equal.
    private let pixels: Int
    private let cells: Int

    /// Creates the axis of a grid in which `cells` cells are `pixels` pixels long.
    ///
    /// - Precondition: `cells` is at least 1, and `pixels` is at least `cells`.
    package init(pixels: Int, cells: Int) {
        precondition(cells > 0 && pixels >= cells, "a cell has pixels")
        let divisor = Self.greatestDivisor(pixels, cells)
        self.pixels = pixels / divisor
        self.cells = cells / divisor
    }

    private static func greatestDivisor(_ one: Int, _ other: Int) -> Int {
        other == 0 ? one : greatestDivisor(other, one % other)
    }

    /// The number of pixels per cell; `nil` if this number is not whole.
    package var wholePixels: Int? { cells == 1 ? pixels : nil }

    /// The number of pixels per cell, which may be fractional.
    package var cell: Double { Double(pixels) / Double(cells) }

    /// Returns the number of pixels in the first `count` cells, which is also where the next cell
    /// starts.
    package func pixels(of count: Int) -> Int { count * pixels / cells }

    package func cells(covering length: Int) -> Int { (length * cells + pixels - 1) / pixels }

    /// Returns the number of cells that lie completely within `length` pixels.
    ///
    /// The number is also the index of the cell that contains the pixel at offset `length`.
    package func cells(within length: Int) -> Int { ((length + 1) * cells - 1) / pixels }

    /// Converts `length` pixels to picture elements, rounded; a cell has `count` picture elements.
    package func elements(in length: Int, of count: Int) -> Int {
        (length * count * cells + pixels / 2) / pixels
    }
}
