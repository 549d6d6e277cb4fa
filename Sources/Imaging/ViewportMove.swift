/// A point of a photo, or a distance between two points, in widths and heights of the photo.
package struct RelativePoint: Hashable, Sendable {
    package let x: Double
    package let y: Double

    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    package static let zero = RelativePoint(x: 0, y: 0)

    package static func + (one: RelativePoint, other: RelativePoint) -> RelativePoint {
        RelativePoint(x: one.x + other.x, y: one.y + other.y)
    }

    package static func - (one: RelativePoint, other: RelativePoint) -> RelativePoint {
        RelativePoint(x: one.x - other.x, y: one.y - other.y)
    }
}

/// A move of the view or a change of its zoom.
package enum ViewportMove: Hashable, Sendable {
    package enum Direction: Hashable, Sendable, CaseIterable { case left, right, up, down }

    case step(Direction, times: Int, percent: Int = 10)
    /// A move by nine tenths of the screen; a tenth stays visible for orientation.
    case page(Direction, times: Int)
    /// A move to an edge of the photo.
    case edge(Direction)
    /// A move by screen pixels; positive values lead to the right and down.
    case shift(x: Int, y: Int)
    /// A switch from fit to the original size, or from any other zoom to fit.
    ///
    /// The zoom keeps the screen point `about`, or the screen's centre if `about` is `nil`. With a
    /// `stop`, the sequence is fit, the scale `stop`, the original size, and fit again.
    case toggle(about: PixelPoint?, stop: Double? = nil)
    case zoomIn(about: PixelPoint?)
    case zoomOut(about: PixelPoint?)
    case fit
    case original
    case centre
}

/// The size at which a photo is shown, independent of the screen's size.
package enum Zoom: Hashable, Sendable {
    /// The photo is as wide as the screen.
    case fit
    /// A photo pixel is one screen pixel, unless the photo is narrower than the screen.
    case original
    /// A scale between `fit` and `original`, in screen pixels per photo pixel.
    case between(scale: Double)
    /// The whole photo is visible; only `Viewport.whole` has this zoom.
    case whole
}
