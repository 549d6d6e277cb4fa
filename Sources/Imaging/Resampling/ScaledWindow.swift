/// A window of the photo scaled to `scaled` pixels: what one frame shows.
///
/// The scaled photo is a raster of its own that exists nowhere as a whole; `window` is a rectangle
/// on its grid.
package struct ScaledWindow: Hashable, Sendable {
    /// The photo's size, upright, at its original resolution.
    package let photo: PixelSize
    package let scaled: PixelSize
    package let window: PixelRect

    /// - Precondition: no size is empty, and the window lies inside `scaled`.
    package init(photo: PixelSize, scaled: PixelSize, window: PixelRect) {
        precondition(!photo.isEmpty && !scaled.isEmpty, "a photo has pixels")
        precondition(PixelRect(scaled).contains(window), "the window lies inside the scaled photo")
        self.photo = photo
        self.scaled = scaled
        self.window = window
    }

    /// The same view cut into strips of whole rows, from the top; fewer if there are not enough rows.
    ///
    /// A strip's pixels are those of the window, so strips may be resampled at the same time.
    package func strips(_ count: Int) -> [ScaledWindow] {
        let rows = window.size.height
        let count = max(1, min(count, rows))
        return (0..<count).map { strip in
            let top = rows * strip / count
            let bottom = rows * (strip + 1) / count
            let area = PixelRect(
                x: window.minX, y: window.minY + top, width: window.size.width,
                height: bottom - top)
            return ScaledWindow(photo: photo, scaled: scaled, window: area)
        }
    }
}
