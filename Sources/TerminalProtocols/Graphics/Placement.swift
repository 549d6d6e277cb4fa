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
    case part(ScaledWindow, at: PixelRect)
    case fitted(ImageFitting)
}

/// How a photo is fitted into a rectangle.
package enum ImageFitting: Hashable, Sendable {
    /// Fills the rectangle; the excess is cut off evenly on both sides.
    case cover
    /// Shows the whole photo in the middle; a small one is not enlarged.
    case whole
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

/// An encoded picture at its place.
package struct PlacedImage<ID: Hashable & Sendable>: Sendable {
    package let placement: Placement<ID>
    package let image: EncodedImage
    /// Whether a better one will follow.
    package let isDraft: Bool

    package init(_ image: EncodedImage, at placement: Placement<ID>, isDraft: Bool = false) {
        self.placement = placement
        self.image = image
        self.isDraft = isDraft
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

    /// Whether they share a cell.
    func meets(_ other: CellRect) -> Bool {
        origin.row < other.origin.row + other.size.rows && other.origin.row < origin.row + size.rows
            && origin.column < other.origin.column + other.size.columns
            && other.origin.column < origin.column + size.columns
    }
}

extension CellMetrics {
    /// The cell of a screen pixel, and the pixel's place in it.
    func corner(_ place: PixelPoint) -> (cell: CellPosition, shift: PixelPoint) {
        let cell = CellPosition(
            row: down.cells(within: place.y), column: across.cells(within: place.x))
        let shift = PixelPoint(
            x: place.x - across.pixels(of: cell.column), y: place.y - down.pixels(of: cell.row))
        return (cell, shift)
    }
}
