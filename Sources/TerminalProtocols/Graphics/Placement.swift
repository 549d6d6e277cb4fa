package import Imaging

/// A part of a picture, and the rectangle of the screen that it fills.
package struct Placement<ID: Hashable & Sendable>: Hashable, Sendable {
    /// What is shown: a photo, or a small picture of one.
    package let id: ID
    /// A larger number where the same picture has better pixels; a store shows an older one until the
    /// newer has come.
    package let version: Int
    package let window: ImageWindow
    /// The size of the rectangle in picture elements.
    package let size: PixelSize
    /// The cells that the rectangle lies in; it begins at the top left corner of the first.
    package var cells: CellRect
    /// What has a larger number lies on top.
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

/// What of a picture is shown in a rectangle.
package enum ImageWindow: Hashable, Sendable {
    /// A part of the scaled photo, pixel for pixel, and where in the rectangle it lies.
    case part(ScaledWindow, at: PixelRect)
    /// A photo of any size, fitted into the rectangle.
    case fitted(ImageFitting)
}

/// How a photo is fitted into a rectangle.
package enum ImageFitting: Hashable, Sendable {
    /// All of the rectangle is filled; what sticks out is cut off, evenly on both sides.
    case cover
    /// All of the photo is seen, in the middle; a small one is not enlarged.
    case whole
}

/// A picture in the language of a terminal, without its place on the screen.
package enum EncodedImage: Hashable, Sendable {
    /// Sixel or iTerm2: to be written where the cursor is at the top left cell.
    case string([UInt8])
    /// Characters.
    case cells(BlockMosaic)
    /// For kitty's store: the part of the scaled photo that it holds, and where that lies in the
    /// rectangle it was made for.
    case stored(KittyPayload, region: ScaledWindow, at: PixelRect)

    package var byteCount: Int {
        switch self {
        case .string(let bytes): bytes.count
        case .cells(let mosaic): mosaic.byteCount
        case .stored(let payload, _, _): payload.byteCount
        }
    }
}

/// A picture that was made, at the place it was made for.
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
