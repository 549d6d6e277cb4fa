/// An opened photo: its size, and the pixels of any part of it at any reduction.
///
/// It speaks values only, so that the decoding behind it can move into a worker process.
/// Its calls block while they decode: never make them from the event loop.
package protocol ImageSource: Sendable {
    /// The photo's size in pixels, upright (its EXIF orientation applied).
    var size: PixelSize { get }

    /// The pixels of `area`, a rectangle on the grid of the photo reduced by `reduction`.
    ///
    /// The grid has the size `size.reduced(by: reduction)`, and its pixel (x, y) stands for
    /// the photo's pixels from (x·r, y·r) up to ((x+1)·r, (y+1)·r).
    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> PhotoPart

    /// What decoding has found and cost so far.
    var status: ImageSourceStatus { get }
}

/// A photo whose file is still being read, or was a moment ago: not all of it can be shown at once.
package protocol StreamingImageSource: ImageSource {
    /// Whether `pixels` would answer within a frame's time, without waiting for the file.
    func isReady(_ area: PixelRect, reducedBy reduction: Reduction) -> Bool

    /// What can be shown of an area until it is ready, coarse or with gaps; `nil` if nothing can.
    ///
    /// It never waits, and takes no longer than a frame.
    func preview(of area: PixelRect, reducedBy reduction: Reduction) -> PhotoPart?

    /// Returns when an area is ready or noticeably more of it is, or when the task is cancelled.
    func waitForMore(of area: PixelRect, reducedBy reduction: Reduction) async
}

/// What decoding a photo has found and cost so far.
package struct ImageSourceStatus: Hashable, Sendable {
    /// What is wrong with the file though it can be shown; known once its pixels were decoded.
    package var damage: Damage?
    /// `nil` for photos that are decoded in one piece.
    package var figures: DecodeStatistics?

    package init(damage: Damage? = nil, figures: DecodeStatistics? = nil) {
        self.damage = damage
        self.figures = figures
    }

    /// Whether all of the file has been read, so that everything in it is ready.
    package var isRead: Bool { (figures?.fractionRead ?? 1) >= 1 }
}

/// A part of a photo, as a `ImageSource` gives it: where it lies, and its pixels.
package struct PhotoPart: Sendable {
    /// The whole photo's size, upright, at its original resolution.
    package let photo: PixelSize
    package let reduction: Reduction
    /// The place of the part on the grid of the *reduced* photo.
    package let area: PixelRect
    package let raster: Raster

    package init(photo: PixelSize, reduction: Reduction, area: PixelRect, raster: Raster) {
        precondition(area.size == raster.size, "the raster has the pixels of the area")
        self.photo = photo
        self.reduction = reduction
        self.area = area
        self.raster = raster
    }
}
