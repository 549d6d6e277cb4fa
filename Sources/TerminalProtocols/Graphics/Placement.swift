package import Imaging

/// A region of a picture, and the rectangle of the screen that the region fills.
package struct Placement<ID: Hashable & Sendable>: Hashable, Sendable {
    /// The identity of a photo or of its thumbnail.
    package let id: ID
    /// The version, which is larger for better pixels of the same picture.
    ///
    /// A store shows an older version until the newer one arrives.
    package let version: Int
    package let window: ImageWindow
    /// The size of the rectangle, in picture elements.
    package let size: PixelSize
    /// The cells that the rectangle covers.
    ///
    /// The rectangle begins at the top left corner of the first cell.
    package var cells: CellRect
    /// The layer; higher layers are on top.
    package let layer: Int

    package init(
        id: ID, version: Int = 0, window: ImageWindow, size: PixelSize, cells: CellRect,
        layer: Int = 0
    ) {
        self.id = id
        self.version = version
        self.window = window
        self.size = size
        self.cells = cells
        self.layer = layer
    }
}

/// The visible region of a picture.
package enum ImageWindow: Hashable, Sendable {
    /// A region of the scaled photo, shown without further scaling, and the region's position in
    /// the rectangle.
    case region(ScaledWindow, at: PixelRect)
    case fitted(ImageFitting)
}

/// The methods of fitting a photo into a rectangle.
package enum ImageFitting: Hashable, Sendable {
    /// The photo fills the rectangle; the excess is cropped equally on both sides.
    case cover
    /// The whole photo is shown in the centre; a small photo is not enlarged.
    case whole
    /// The photo is as wide as the rectangle, like the viewer's initial view.
    ///
    /// Excess height is cropped equally on both sides, and a low photo is centred.
    case width
    /// The photo fills the rectangle except for a mat.
    case matted(PictureMat)

    /// Returns the area that a photo may use in a rectangle of this size.
    package func room(in size: PixelSize) -> PixelRect {
        guard case .matted(let mat) = self else { return PixelRect(size) }
        let x = min(mat.size.width, (size.width - 1) / 2)
        let y = min(mat.size.height, (size.height - 1) / 2)
        return PixelRect(x: x, y: y, width: size.width - 2 * x, height: size.height - 2 * y)
    }
}

/// A mat around a photo: a gap between neighbours, or the frame of the selected photo.
package struct PictureMat: Hashable, Sendable {
    /// The mat's width on either side and its height above and below, in picture elements.
    package let size: PixelSize
    /// The mat's colour if the mat is drawn into the picture; `nil` if the mat consists of visible
    /// background.
    package let colour: RGBColour?

    package init(size: PixelSize, colour: RGBColour?) {
        self.size = size
        self.colour = colour
    }
}

/// A picture encoded for a terminal's protocol, without its position on the screen.
package enum EncodedImage: Hashable, Sendable {
    /// A sixel or iTerm2 picture, to be written with the cursor at the top left cell.
    case string([UInt8])
    /// A sixel picture that is too large for one string, divided into several pictures.
    case strings([SixelStrings.Part])
    /// The strings of each strip that a pan makes visible; the terminal moves the remaining pixels.
    case scrolled(PictureScroll, strips: [[SixelStrings.Part]])
    case cells(BlockMosaic)
    /// A picture for kitty's store: a region of the scaled photo, and the region's position in the
    /// rectangle.
    case stored(KittyPayload, region: ScaledWindow, at: PixelRect)

    package var byteCount: Int {
        switch self {
        case .string(let bytes): bytes.count
        case .strings(let parts): parts.reduce(0) { $0 + $1.bytes.count }
        case .scrolled(_, let strips): strips.joined().reduce(0) { $0 + $1.bytes.count }
        case .cells(let mosaic): mosaic.byteCount
        case .stored(let payload, _, _): payload.byteCount
        }
    }
}

/// The size of a picture to send, and the position of the photo's region within the picture.
///
/// Background surrounds the region.
package struct PictureFrame: Hashable, Sendable {
    package let size: PixelSize
    package let target: PixelRect

    package init(size: PixelSize, target: PixelRect) {
        self.size = size
        self.target = target
    }

    /// Creates a frame without a margin.
    package init(_ size: PixelSize) { self.init(size: size, target: PixelRect(size)) }
}

/// An encoded picture with its placement.
package struct PlacedImage<ID: Hashable & Sendable>: Sendable {
    package let placement: Placement<ID>
    package let image: EncodedImage
    /// True if a better picture will follow.
    package let isPreview: Bool

    package init(_ image: EncodedImage, at placement: Placement<ID>, isPreview: Bool = false) {
        self.placement = placement
        self.image = image
        self.isPreview = isPreview
    }
}

/// The position of a cell on the screen; row 0, column 0 is the top left cell.
package struct CellPosition: Hashable, Sendable {
    package let row: Int
    package let column: Int

    package init(row: Int, column: Int) {
        self.row = row
        self.column = column
    }

    /// The position of the top left cell.
    package static let home = CellPosition(row: 0, column: 0)
}

package struct CellRect: Hashable, Sendable {
    package let origin: CellPosition
    package let size: CellSize

    package init(origin: CellPosition, size: CellSize) {
        self.origin = origin
        self.size = size
    }

    package init(row: Int, column: Int, columns: Int, rows: Int) {
        origin = CellPosition(row: row, column: column)
        size = CellSize(columns: columns, rows: rows)
    }

    func contains(_ other: CellRect) -> Bool {
        other.origin.row >= origin.row && other.origin.column >= origin.column
            && other.origin.row + other.size.rows <= origin.row + size.rows
            && other.origin.column + other.size.columns <= origin.column + size.columns
    }

    /// Returns the cells in both rectangles; `nil` if the rectangles do not overlap.
    package func intersection(_ other: CellRect) -> CellRect? {
        guard meets(other) else { return nil }
        let start = CellPosition(
            row: max(origin.row, other.origin.row), column: max(origin.column, other.origin.column))
        let end = CellPosition(
            row: min(origin.row + size.rows, other.origin.row + other.size.rows),
            column: min(
                origin.column + size.columns, other.origin.column + other.size.columns))
        return CellRect(
            origin: start,
            size: CellSize(columns: end.column - start.column, rows: end.row - start.row))
    }

    /// Returns true if the rectangles have a common cell.
    func meets(_ other: CellRect) -> Bool {
        origin.row < other.origin.row + other.size.rows && other.origin.row < origin.row + size.rows
            && origin.column < other.origin.column + other.size.columns
            && other.origin.column < origin.column + size.columns
    }
}

extension CellMetrics {
    /// True if cells have a whole number of pixels.
    var isWhole: Bool {
        across.cell == Double(across.pixels(of: 1)) && down.cell == Double(down.pixels(of: 1))
    }

    /// Returns true if a picture of this size fills whole cells.
    func isFilled(by size: PixelSize) -> Bool { pixels(of: cells(covering: size)) == size }

    /// Returns the offset of a screen point in its cell; cells must have whole pixels.
    ///
    /// Coordinates may be negative.
    func shiftInCell(_ point: PixelPoint) -> PixelPoint {
        PixelPoint(
            x: point.x - across.floor(point.x) * across.pixels(of: 1),
            y: point.y - down.floor(point.y) * down.pixels(of: 1))
    }

    /// Returns the cell whose corner is nearest to a screen point; cells must have whole pixels.
    ///
    /// The point's coordinates may be negative.
    func nearestCell(_ point: PixelPoint) -> CellPosition {
        CellPosition(
            row: down.floor(point.y + down.pixels(of: 1) / 2),
            column: across.floor(point.x + across.pixels(of: 1) / 2))
    }

    /// Returns the cell that contains a screen pixel, and the pixel's offset in the cell.
    func corner(_ position: PixelPoint) -> (cell: CellPosition, shift: PixelPoint) {
        let cell = CellPosition(
            row: down.cells(within: position.y), column: across.cells(within: position.x))
        let shift = PixelPoint(
            x: position.x - across.pixels(of: cell.column),
            y: position.y - down.pixels(of: cell.row))
        return (cell, shift)
    }
}

extension CellAxis {
    /// Returns the index of the cell that contains a pixel; cells must have whole pixels.
    ///
    /// The coordinate may be negative.
    func floor(_ coordinate: Int) -> Int {
        let (quotient, remainder) = coordinate.quotientAndRemainder(dividingBy: pixels(of: 1))
        return remainder < 0 ? quotient - 1 : quotient
    }
}
