package import Imaging
internal import Localization

/// What the pointer did over the picture, in its pixels.
package enum PointerAction: Hashable, Sendable {
    /// Dragged by so many pixels: the photo follows the hand.
    case dragged(x: Int, y: Int)
    case clicked
    case doubleClicked(PixelPoint)
    /// Turned the wheel; negative is up, left.
    case wheeled(steps: Int, sideways: Bool)
    case zoomed(in: Bool, PixelPoint)
}
