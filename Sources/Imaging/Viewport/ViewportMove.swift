/// What a person can do to a viewport.
package enum ViewportMove: Hashable, Sendable {
    package enum Direction: Hashable, Sendable, CaseIterable { case left, right, up, down }

    /// So many hundredths of the screen, so many times.
    case step(Direction, times: Int, percent: Int = 10)
    /// Nine tenths of the screen, so many times: a tenth stays in view to hold on to.
    case page(Direction, times: Int)
    /// To the edge of the photo.
    case edge(Direction)
    /// By so many screen pixels; positive shows what lies right and below.
    case shift(x: Int, y: Int)
    /// Fit becomes original, anything else fit; about a place on the screen, or its centre.
    case toggle(about: PixelPoint?)
    case zoomIn(about: PixelPoint?)
    case zoomOut(about: PixelPoint?)
    case fit
    case original
    case centre
}
