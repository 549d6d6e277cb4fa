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
}
