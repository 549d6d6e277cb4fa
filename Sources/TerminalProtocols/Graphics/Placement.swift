package import Imaging

/// A part of a picture, and the rectangle of the screen that it fills.
package struct Placement<ID: Hashable & Sendable>: Hashable, Sendable {
    /// A photo, or a thumbnail of one.
    package let id: ID
    /// Larger for better pixels of the same picture; a store shows an older version until the newer
    /// has come.
    package let version: Int
    package let window: ImageWindow
    /// The rectangle's size in picture elements.
    package let size: PixelSize
    /// The cells of the rectangle, which begins at the top left corner of the first.
    package var cells: CellRect
    /// Higher layers lie on top.
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

/// The part of a picture that is shown.
package enum ImageWindow: Hashable, Sendable {
    /// A part of the scaled photo, pixel for pixel, and its place in the rectangle.
    case region(ScaledWindow, at: PixelRect)
    case fitted(ImageFitting)
}

/// The ways to fit a photo into a rectangle.
package enum ImageFitting: Hashable, Sendable {
    /// Fills the rectangle; the excess is cut off evenly on both sides.
    case cover
    /// Shows the whole photo in the middle; a small one is not enlarged.
    case whole
    /// As wide as the rectangle, like the viewer's first view; height beyond it is cut off
    /// evenly, and a flat one lies in the middle.
    case width
    /// Fills the rectangle up to a mat.
    case matted(PictureMat)

    /// The part of a rectangle of that size that is the photo's.
    package func room(in size: PixelSize) -> PixelRect {
        guard case .matted(let mat) = self else { return PixelRect(size) }
        let x = min(mat.size.width, (size.width - 1) / 2)
        let y = min(mat.size.height, (size.height - 1) / 2)
        return PixelRect(x: x, y: y, width: size.width - 2 * x, height: size.height - 2 * y)
    }
}

/// The margin around a photo: a gutter between neighbours, or the frame of the selected one.
package struct PictureMat: Hashable, Sendable {
    /// Its width on either side and its height above and below, in picture elements.
    package let size: PixelSize
    /// Its colour if it is a part of the picture; `nil` if the background around the photo is seen.
    package let colour: RGBColour?

    package init(size: PixelSize, colour: RGBColour?) {
        self.size = size
        self.colour = colour
    }
}

/// A picture in a terminal's protocol, without its place on the screen.
package enum EncodedImage: Hashable, Sendable {
    /// Sixel or iTerm2: to be written with the cursor at the top left cell.
    case string([UInt8])
    /// Sixel that is too large for one string: side by side, and below each other.
    case strings([SixelStrings.Part])
    /// Sixel, the strings of each strip that a pan brings into view; the terminal moves the rest.
    case scrolled(PictureScroll, strips: [[SixelStrings.Part]])
    case cells(BlockMosaic)
    /// For kitty's store: the part of the scaled photo, and its place in the rectangle.
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

/// A picture as it is sent, and the place of the photo's part in it: around that is background.
package struct PictureFrame: Hashable, Sendable {
    package let size: PixelSize
    package let target: PixelRect

    package init(size: PixelSize, target: PixelRect) {
        self.size = size
        self.target = target
    }

    /// Without a margin.
    package init(_ size: PixelSize) { self.init(size: size, target: PixelRect(size)) }
}

/// An encoded picture at its place.
package struct PlacedImage<ID: Hashable & Sendable>: Sendable {
    package let placement: Placement<ID>
    package let image: EncodedImage
    /// True if a better one will follow.
    package let isPreview: Bool

    package init(_ image: EncodedImage, at placement: Placement<ID>, isPreview: Bool = false) {
        self.placement = placement
        self.image = image
        self.isPreview = isPreview
    }
}

/// A cell of the screen; 0, 0 is at the top left.
package struct CellPosition: Hashable, Sendable {
    package let row: Int
    package let column: Int

    package init(row: Int, column: Int) {
        self.row = row
        self.column = column
    }
}

package struct CellRect: Hashable, Sendable {
    package let origin: CellPosition
    package let size: CellSize

    package init(origin: CellPosition, size: CellSize) {
        self.origin = origin
        self.size = size
    }

    func contains(_ other: CellRect) -> Bool {
        other.origin.row >= origin.row && other.origin.column >= origin.column
            && other.origin.row + other.size.rows <= origin.row + size.rows
            && other.origin.column + other.size.columns <= origin.column + size.columns
    }

    /// The cells of both; `nil` if there are none.
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

    /// True if they share a cell.
    func meets(_ other: CellRect) -> Bool {
        origin.row < other.origin.row + other.size.rows && other.origin.row < origin.row + size.rows
            && origin.column < other.origin.column + other.size.columns
            && other.origin.column < origin.column + size.columns
    }
}

extension CellMetrics {
    /// True if a cell has whole pixels.
    var isWhole: Bool {
        across.cell == Double(across.pixels(of: 1)) && down.cell == Double(down.pixels(of: 1))
    }

    /// True if a picture of that size has whole cells.
    func isFilled(by size: PixelSize) -> Bool { pixels(of: cells(covering: size)) == size }

    /// Returns the offset of a position, even a negative one, in its cell, if cells have whole pixels.
    func shiftInCell(_ place: PixelPoint) -> PixelPoint {
        PixelPoint(
            x: place.x - across.floor(place.x) * across.pixels(of: 1),
            y: place.y - down.floor(place.y) * down.pixels(of: 1))
    }

    /// The cell whose corner is nearest to a place, also a negative one.
    func nearestCell(_ place: PixelPoint) -> CellPosition {
        CellPosition(
            row: down.floor(place.y + down.pixels(of: 1) / 2),
            column: across.floor(place.x + across.pixels(of: 1) / 2))
    }

    /// The cell of a screen pixel, and the pixel's place in it.
    func corner(_ place: PixelPoint) -> (cell: CellPosition, shift: PixelPoint) {
        let cell = CellPosition(
            row: down.cells(within: place.y), column: across.cells(within: place.x))
        let shift = PixelPoint(
            x: place.x - across.pixels(of: cell.column), y: place.y - down.pixels(of: cell.row))
        return (cell, shift)
    }
}

extension CellAxis {
    /// The cell of a pixel, also of a negative one, if cells are of whole pixels.
    func floor(_ place: Int) -> Int {
        let (quotient, remainder) = place.quotientAndRemainder(dividingBy: pixels(of: 1))
        return remainder < 0 ? quotient - 1 : quotient
    }
}
