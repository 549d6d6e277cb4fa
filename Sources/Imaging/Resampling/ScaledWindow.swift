/// A window on a photo scaled to `scaled`: whole pixels on the scaled photo's own grid.
package struct ScaledWindow: Hashable, Sendable {
    /// The photo's original size, upright.
    package let photo: PixelSize
    package let scaled: PixelSize
    package let window: PixelRect

    /// - Precondition: `window` lies inside `scaled`.
    package init(photo: PixelSize, scaled: PixelSize, window: PixelRect) {
        precondition(PixelRect(scaled).contains(window), "a window lies on its photo")
        self.photo = photo
        self.scaled = scaled
        self.window = window
    }
}
