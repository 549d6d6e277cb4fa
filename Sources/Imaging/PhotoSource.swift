/// An opened photo: its size, and the pixels of any part of it at any reduction.
///
/// It speaks values only, so that the decoding behind it can move into a worker process.
/// Its calls block while they decode: never make them from the event loop.
package protocol PhotoSource: Sendable {
    /// The photo's size in pixels, upright (its EXIF orientation applied).
    var size: PixelSize { get }

    /// The pixels of `area`, a rectangle on the grid of the photo reduced by `reduction`.
    ///
    /// The grid has the size `size.reduced(by: reduction)`, and its pixel (x, y) stands for
    /// the photo's pixels from (x·r, y·r) up to ((x+1)·r, (y+1)·r).
    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> PhotoPart

    /// What is wrong with the file though it can be shown; known once pixels were asked for.
    var damage: Damage? { get }

    /// Whether `pixels` would answer without waiting for the file to be read: within a frame's time.
    func isAtHand(_ area: PixelRect, reducedBy reduction: Reduction) -> Bool

    /// What there is of an area meanwhile, perhaps coarse or with gaps; nil where nothing is.
    ///
    /// It never waits, and takes no longer than a frame.
    func draft(of area: PixelRect, reducedBy reduction: Reduction) -> PhotoPart?

    /// Returns when an area is at hand or noticeably more of it is, or when the task is cancelled.
    func arrival(of area: PixelRect, reducedBy reduction: Reduction) async

    /// What it has cost so far; nil for photos that are simply decoded.
    var figures: PhotoFigures? { get }
}

/// A photo that is simply decoded: there is nothing to show before it is.
extension PhotoSource {
    package func isAtHand(_ area: PixelRect, reducedBy reduction: Reduction) -> Bool { true }

    package func draft(of area: PixelRect, reducedBy reduction: Reduction) -> PhotoPart? { nil }

    package func arrival(of area: PixelRect, reducedBy reduction: Reduction) async {}

    package var figures: PhotoFigures? { nil }
}
