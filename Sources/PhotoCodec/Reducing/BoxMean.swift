internal import Imaging

/// The boxes of 2 to 32 pixels a side whose means a reduced picture is made of.
struct BoxMean {
    let reduction: Int
    /// The reduced picture, as it is stored.
    let size: PixelSize

    let isOpaque: Bool
    private let stored: PixelSize
    /// By how many pixels the first box of a row, or of a column, reaches over the picture's start.
    private let overlapX: Int
    private let overlapY: Int

    /// Boxes are counted from the corner that is at the top left when the photo stands upright.
    init(
        of stored: PixelSize, reducedBy reduction: Reduction, orientation: Orientation,
        isOpaque: Bool
    ) {
        self.stored = stored
        self.reduction = reduction.rawValue
        self.isOpaque = isOpaque
        size = stored.reduced(by: reduction)
        overlapX = orientation.reversesColumns ? size.width * self.reduction - stored.width : 0
        overlapY = orientation.reversesRows ? size.height * self.reduction - stored.height : 0
    }

    /// The stored rows under a row of boxes.
    func rows(of row: Int) -> Range<Int> {
        let start = row * reduction - overlapY
        return max(0, start)..<min(stored.height, start + reduction)
    }

    /// The stored columns under a box.
    @inline(__always)
    func columns(of box: Int) -> Range<Int> {
        let start = box &* reduction &- overlapX
        return max(0, start)..<min(stored.width, start &+ reduction)
    }

    /// The bytes of a stored row.
    var rowBytes: Int { stored.width * Raster.bytesPerPixel }

    /// The bytes of a row of means.
    var meanBytes: Int { size.width * Raster.bytesPerPixel }

    /// The stored pixels under an area of the reduced picture.
    func stored(under area: PixelRect) -> PixelRect {
        PixelRect(
            x: area.minX * reduction - overlapX, y: area.minY * reduction - overlapY,
            width: area.size.width * reduction, height: area.size.height * reduction
        ).intersection(PixelRect(stored))
    }
}
